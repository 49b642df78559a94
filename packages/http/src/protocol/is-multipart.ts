import { parseMediaType } from './content-type.ts';

export const MULTIPART = 'multipart/form-data';

/** Whether the Content-Type of the request is that of a multipart form. */
export function isMultipart(request: { header(name: string): string | undefined }): boolean {
  return parseMediaType(request.header('content-type') ?? '').essence === MULTIPART;
}
