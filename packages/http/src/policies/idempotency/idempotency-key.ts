import { HttpError } from '../../errors/http-error.ts';

/** A string of the structured fields in HTTP (RFC 9651), with which the draft defines the header. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])+)"$/;

/** A key without quotes, which many clients send. */
const BARE = /^[!#-~]+$/;

/** Maximum length of a key in characters. */
const MAX_KEY = 255;

/**
 * Reads the value of the header Idempotency-Key. Throws `HttpError` 400 if it is invalid. Repeated headers are invalid,
 * because they are joined with a comma and a space.
 */
export function readIdempotencyKey(header: string): string {
  const value = header.trim();
  const key = QUOTED.exec(value)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? BARE.exec(value)?.[0];
  if (key !== undefined && key.length <= MAX_KEY) return key;
  throw invalidKey('invalid', `must be one string of 1 to ${MAX_KEY} printable ASCII characters`);
}

/** The error for a missing or invalid key. */
export function invalidKey(code: 'missing' | 'invalid', detail: string): HttpError {
  return new HttpError('invalid-values', {
    detail: `Idempotency-Key ${detail}`,
    errors: [{ source: 'header', name: 'Idempotency-Key', code, detail }],
  });
}
