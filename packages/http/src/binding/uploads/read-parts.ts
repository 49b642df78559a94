import type { HttpRequest } from '../../contract/http-request.ts';
import { parseBoundary } from '../../protocol/part-head.ts';
import { parseParts, type FormPart } from './parts.ts';

/** Options of `readParts`. */
export interface ReadPartsOptions {
  /** 1000 when not given; more is 413. */
  readonly maxParts?: number;
}

/**
 * The parts of a multipart form as they arrive, for a handler that keeps them elsewhere than on the disk: of a route
 * that takes neither a body nor fields of a form. The limit of bodies holds for all of it.
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
