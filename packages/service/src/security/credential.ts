import type { HttpRequest, HttpResponse } from '@writ/http';
import { deleteCookie, setCookie } from '@writ/http/cookies';
import { readBearerToken } from './token.ts';

/** The cookie of a session. Browsers accept the prefix only over TLS, for one host, and with the path `/`. */
const SESSION_COOKIE = '__Host-writ';

/**
 * Whether the request arrived over TLS. Without TLS, there are no cookies: browsers send the cookies of 127.0.0.1 and
 * localhost to the programs on all other ports as well.
 */
export function usesTls({ url }: HttpRequest): boolean {
  return url.protocol === 'https:';
}

/** Returns the token or, over TLS, the session of a request; undefined if it has neither. */
export function readCredential(request: HttpRequest): string | undefined {
  const token = readBearerToken(request);
  if (token !== undefined || !usesTls(request)) return token;
  return request.cookies[SESSION_COOKIE];
}

/** Stores a session in the browser. */
export function setSessionCookie(response: HttpResponse, credential: string, seconds: number): void {
  setCookie(response, SESSION_COOKIE, credential, { sameSite: 'strict', maxAge: seconds });
}

/** Removes the session from the browser. */
export function deleteSessionCookie(response: HttpResponse): void {
  deleteCookie(response, SESSION_COOKIE, { sameSite: 'strict' });
}
