/** @module Cookies and their signatures. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import type { Secret } from '@writ/diagnostics';
import type { HttpRequest } from '../contract/http-request.ts';
import type { HttpResponse } from '../contract/http-response.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { parseCookieKeys } from './cookie-keys.ts';

/** Options for a cookie. */
export interface CookieOptions {
  /** Number of seconds after which the browser deletes the cookie (default: when the browser session ends). */
  readonly maxAge?: number;
  /** Path under which browsers send the cookie (default: `/`). */
  readonly path?: string;
  /**
   * Domain to which browsers send the cookie, including its subdomains (default: only the host that sets the cookie).
   */
  readonly domain?: string;
  /** Whether to hide the cookie from scripts (default: true). */
  readonly httpOnly?: boolean;
  /** Whether browsers send the cookie only over HTTPS or to localhost (default: true). */
  readonly secure?: boolean;
  /**
   * Whether browsers send the cookie with requests from other sites (default: `lax`, only when the user follows a
   * link).
   */
  readonly sameSite?: 'strict' | 'lax' | 'none';
  /** Whether browsers store a separate cookie for each site in which the page is embedded (default: false). */
  readonly partitioned?: boolean;
}

const OPTIONS: OptionNames<CookieOptions> = {
  maxAge: true,
  path: true,
  domain: true,
  httpOnly: true,
  secure: true,
  sameSite: true,
  partitioned: true,
};

/** Maximum size in bytes of a cookie that browsers store, including its name and attributes. */
const MAX_SIZE = 4096;

/**
 * Adds a cookie to a response. The value is percent-encoded. Throws `TypeError` if the name or an option is invalid, or
 * if browsers would reject the combination, and `RangeError` if the cookie is larger than 4096 bytes.
 */
export function setCookie(
  { headers }: HttpResponse,
  name: string,
  value: string,
  options: CookieOptions = {},
): void {
  assertCookie(name, options);
  const { path = '/', httpOnly = true, secure = true, sameSite = 'lax', ...others } = options;
  const header = stringifySetCookie({ name, value, path, httpOnly, secure, sameSite, ...others });
  if (Buffer.byteLength(header) > MAX_SIZE) {
    throw new RangeError(
      `the cookie ${name} is larger than ${MAX_SIZE} bytes, so browsers would not store it`,
    );
  }
  headers.append('set-cookie', header);
}

/** Removes a cookie from the browser. `path` and `domain` must be the same as when the cookie was set. */
export function deleteCookie(
  response: HttpResponse,
  name: string,
  options: Omit<CookieOptions, 'maxAge'> = {},
): void {
  setCookie(response, name, '', { ...options, maxAge: 0 });
}

function assertCookie(name: string, options: CookieOptions): void {
  assertOptions('setCookie', options, OPTIONS);
  assertTypes('setCookie', options, {
    path: 'a string',
    domain: 'a string',
    httpOnly: 'true or false',
    secure: 'true or false',
    partitioned: 'true or false',
  });
  const { maxAge, secure = true, path = '/', domain, sameSite = 'lax', partitioned = false } = options;
  if (maxAge !== undefined && !Number.isSafeInteger(maxAge)) {
    throw new TypeError(`setCookie: maxAge must be a whole number of seconds, not ${maxAge}`);
  }
  if (!['strict', 'lax', 'none'].includes(sameSite)) {
    throw new TypeError("setCookie: sameSite must be 'strict', 'lax' or 'none'");
  }
  const needsSecure = sameSite === 'none' || partitioned || /^__(?:Secure|Host)-/i.test(name);
  if (needsSecure && !secure) {
    throw new TypeError(
      `setCookie: browsers reject ${name} without secure: it is required by sameSite 'none', partitioned, __Secure- and __Host-`,
    );
  }
  if (/^__Host-/i.test(name) && (path !== '/' || domain !== undefined)) {
    throw new TypeError(`setCookie: browsers reject ${name} with a domain or a path other than /`);
  }
}

/**
 * Signed cookies, which clients can read but cannot change. New cookies are signed with the first key, and signatures
 * made with any of the keys are accepted. To replace a key, insert the new key before it, and remove the old key when
 * the cookies signed with it have expired.
 */
export class SignedCookies {
  readonly #keys: readonly Secret[];

  /** Throws `TypeError` if there is no key, or if a key is not a string of at least 32 characters. */
  constructor(keys: readonly (string | Secret)[]) {
    this.#keys = parseCookieKeys('SignedCookies', keys);
  }

  /** Returns the value of a request cookie, or undefined if it is missing or was not signed with any of the keys. */
  read(request: HttpRequest, name: string): string | undefined {
    const signed = request.cookies[name];
    const dot = signed?.lastIndexOf('.') ?? -1;
    if (signed === undefined || dot === -1) return undefined;
    const value = signed.slice(0, dot);
    const signature = Buffer.from(signed.slice(dot + 1), 'base64url');
    const isValid = this.#keys.some((key) => {
      const expected = sign(key, name, value);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    });
    return isValid ? value : undefined;
  }

  /** Adds a signed cookie to a response. Throws the same errors as {@link setCookie}. */
  set(response: HttpResponse, name: string, value: string, options?: CookieOptions): void {
    const signature = sign(this.#keys[0]!, name, value).toString('base64url');
    setCookie(response, name, `${value}.${signature}`, options);
  }
}

/** Signs a cookie. The signature covers the name, so that a client cannot send the value of one cookie as another. */
function sign(key: Secret, name: string, value: string): Buffer {
  return createHmac('sha256', key.reveal()).update(`${name}=${value}`).digest();
}
