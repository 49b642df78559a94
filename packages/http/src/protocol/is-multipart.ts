import { parseMediaType } from './content-type.ts';

export const MULTIPART = 'multipart/form-data';

/** Whether the request's Content-Type is a multipart form. */
export function isMultipart(request: { header(name: string): string | undefined }): boolean {
  return parseMediaType(request.header('content-type') ?? '').essence === MULTIPART;
}
