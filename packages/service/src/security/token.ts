import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { HttpError, type Filter } from '@writ/http';

/** 256 random bits, as text for a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What a token given by a person has to be: long, and unchanged in a header. */
export const tokenRule = 'at least 24 characters, only letters, digits and - . _ ~';

/** Whether a text can be the token: 24 to 512 characters, only letters, digits and `-._~`. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~]{24,512}$/.test(text);
}

/**
 * Lets only requests with `Authorization: Bearer TOKEN` through; runs before anything of the request is read. Digests
 * are compared, in constant time, so that neither content nor length of the token shows in the answer's time.
 */
export function requireToken(token: string): Filter {
  const expected = digest(token);
  return ({ request }, next) => {
    const given = /^Bearer +([^\s]+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return next();
    const invalid = given === undefined ? '' : ', error="invalid_token"';
    throw new HttpError('unauthorized', {
      detail: 'Send the token of the service’s token file as Authorization: Bearer TOKEN',
      headers: { 'www-authenticate': `Bearer realm="writ"${invalid}` },
    });
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
