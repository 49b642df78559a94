import type { HttpRequest } from '../../contract/http-request.ts';
import { parseBoundary } from '../../protocol/part-head.ts';
import { parseParts, type FormPart } from './parts.ts';

/** Options for `readParts`. */
export interface ReadPartsOptions {
  /** Maximum number of parts (default: 1000). A form with more parts results in 413. */
  readonly maxParts?: number;
}

/**
 * Yields the parts of a multipart form as they arrive, without storing them on disk. The route must not bind the body
 * or form fields. The body limit applies to the whole form.
 *
 *     for await (const part of readParts(request)) await save(part.name, part.body);
 */
export function readParts(
  request: HttpRequest,
  { maxParts = 1000 }: ReadPartsOptions = {},
): AsyncGenerator<FormPart, void, undefined> {
  const boundary = parseBoundary(request.headers.get('content-type') ?? '');
  return parseParts(request.body.stream(), boundary, maxParts);
}
