import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { HttpError, type Filter, type HttpRequest } from '@writ/http';
import { describeFilter } from '@writ/http/openapi';

/** Creates a token: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The rule for tokens, for use in messages. */
export const tokenRule = '24 to 512 characters, only letters, digits and - . _ ~';

/** Whether a string can be a token; see `tokenRule`. All its characters are valid in headers. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~]{24,512}$/.test(text);
}

/**
 * Creates a filter that requires `Authorization: Bearer TOKEN` before the body of the request is read. Digests are
 * compared in constant time, so that the response time reveals neither the content nor the length of the token.
 */
export function requireToken(token: string, detail: string): Filter {
  const isExpected = tokenMatcher(token);
  const filter: Filter = ({ request }, next) => {
    const given = readBearerToken(request);
    if (given !== undefined && isExpected(given)) return next();
    const invalid = given === undefined ? '' : ', error="invalid_token"';
    throw new HttpError('unauthorized', {
      detail,
      headers: { 'www-authenticate': `Bearer realm="writ"${invalid}` },
    });
  };
  return describeFilter(filter, { challenge: 'Bearer realm="writ"', refuses: ['unauthorized'] });
}

/** Returns the token that a request sends as `Authorization: Bearer TOKEN`; undefined if it sends none. */
export function readBearerToken({ headers }: HttpRequest): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** Creates a function that compares tokens with one token in constant time. */
export function tokenMatcher(token: string): (given: string) => boolean {
  const expected = hashToken(token);
  return (given) => timingSafeEqual(hashToken(given), expected);
}

function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
