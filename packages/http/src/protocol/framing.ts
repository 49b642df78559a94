/** Whether a response with this method and status has no body. */
export function isBodiless(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 205 || status === 304;
}

/**
 * Adds Content-Length to a response whose whole body is known, unless the header is set or the status is 204 or 304.
 * For HEAD, adds the length of the omitted body.
 */
export function withLength(
  status: number,
  headers: string[],
  body: string | Uint8Array | undefined,
): string[] {
  if (status === 204 || status === 304) return headers;
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] === 'content-length') return headers;
  }
  const length =
    body === undefined || status === 205
      ? 0
      : typeof body === 'string'
        ? Buffer.byteLength(body)
        : body.byteLength;
  headers.push('content-length', String(length));
  return headers;
}

/** Whether Transfer-Encoding, or a Content-Length other than 0, announces a body. */
export function declaresBody(header: (name: string) => string | undefined): boolean {
  const length = header('content-length');
  return length === undefined ? header('transfer-encoding') !== undefined : length !== '0';
}

/** Flags for properties of the headers of a request. A record per request would cost more than reading the headers. */
export const DECLARES_BODY = 1;
export const REPEATS_HOST = 2;

/** Returns the flags for a flat list of header names and values as they were sent. */
export function readHead(headers: readonly string[]): number {
  let body: boolean | undefined;
  let hosts = 0;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    if (name.length === HOST.length) {
      if (name.toLowerCase() === HOST) hosts += 1;
    } else if (body !== undefined) {
      continue;
    } else if (name.length === CONTENT_LENGTH.length) {
      if (name.toLowerCase() === CONTENT_LENGTH) body = headers[index + 1] !== '0';
    } else if (name.length === TRANSFER_ENCODING.length && name.toLowerCase() === TRANSFER_ENCODING) {
      body = true;
    }
  }
  return (body === true ? DECLARES_BODY : 0) | (hosts > 1 ? REPEATS_HOST : 0);
}

const HOST = 'host';
const CONTENT_LENGTH = 'content-length';
const TRANSFER_ENCODING = 'transfer-encoding';
