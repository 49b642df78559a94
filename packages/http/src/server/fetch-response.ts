import { withLength } from '../protocol/framing.ts';
import { createTextResponse } from './lazy-response.ts';

/** Creates a Response with status 200 for a string. */
export function createWholeResponse(body: string, headers: string[]): Response {
  if (!ADDS_LENGTH) withLength(200, headers, body);
  return createTextResponse(body, headers, constructTextResponse);
}

/** Creates a Response with status 200 and no header other than Content-Type for a string. */
export function createResponseOfType(body: string, type: string): Response {
  return ADDS_LENGTH ? responseOfType(body, 200, type) : createWholeResponse(body, ['content-type', type]);
}

function constructTextResponse(body: string, headers: readonly string[]): Response {
  return createResponse(body, 200, headers);
}

/** Whether the runtime's server adds Content-Length to a Response with a whole body, as Bun and Deno do. */
export const ADDS_LENGTH: boolean = 'Bun' in globalThis || 'Deno' in globalThis;

/**
 * Creates a Response. Passes only the Content-Type to the constructor, because Deno takes 2 µs longer to construct a
 * Response with two headers. If it were not passed, the constructor would add a Content-Type for a string.
 *
 * @param headers alternating names and values
 */
export function createResponse(body: BodyInit | null, status: number, headers: readonly string[]): Response {
  // Most responses have no other header.
  if (headers.length === 2 && headers[0] === CONTENT_TYPE) return responseOfType(body, status, headers[1]!);
  let type: string | undefined;
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] === CONTENT_TYPE) type = headers[index + 1];
  }
  const response = type === undefined ? new Response(body, { status }) : responseOfType(body, status, type);
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] !== CONTENT_TYPE) response.headers.append(headers[index]!, headers[index + 1]!);
  }
  return response;
}

function responseOfType(body: BodyInit | null, status: number, type: string): Response {
  return new Response(body, { status, headers: IS_BUN ? sharedHeaders(type) : { 'content-type': type } });
}

/** Returns a Headers object with only a Content-Type. Bun copies it faster than it reads the keys of a record. */
function sharedHeaders(type: string): Headers {
  const known = shared.get(type);
  if (known !== undefined) return known;
  const headers = new Headers({ 'content-type': type });
  if (shared.size < MAX_SHARED) shared.set(type, headers);
  return headers;
}

const CONTENT_TYPE = 'content-type';
const IS_BUN: boolean = 'Bun' in globalThis;
/** The constructor of Response copies the headers, so that responses do not share changes. */
const shared = new Map<string, Headers>();
/** Limits the memory for handlers that compute their media types. */
const MAX_SHARED = 64;
