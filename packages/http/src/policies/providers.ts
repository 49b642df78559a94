import type { Secret } from '@writ/diagnostics';
import type { AuthorizationProvider, Credentials, RestAuthenticationProvider } from '../contract/roles.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions } from '../internal/options.ts';
import { parseTrustedOrigins, assertSameSite, type CsrfOptions } from './csrf.ts';
import { parseBasicCredentials } from './basic.ts';
import { AUTH_OPTIONS, INVALID_TOKEN, parseBearerToken, type AuthOptions } from './bearer.ts';
import { quoteString } from './authorization-guard.ts';
import type { User } from '../contract/user.ts';

type UserLookup = User | null | Promise<User | null>;

/**
 * Creates an authentication provider for `Authorization: Bearer TOKEN`. `find` returns the user to whom the token
 * belongs, or null.
 *
 * @throws TypeError if `find` is not a function or an option is invalid
 */
export function bearerAuthentication(
  find: (token: string) => UserLookup,
  options: AuthOptions = {},
): RestAuthenticationProvider {
  checkArguments('bearerAuthentication', find, options);
  const { realm = 'writ' } = options;
  return {
    provideCredentials: (context) => {
      const token = parseBearerToken(context.request.headers.get('authorization') ?? '');
      return token === undefined ? null : { scheme: 'bearer', token };
    },
    authenticate: ({ token }) => find(token ?? ''),
    challenge: (rejected = false) => `Bearer realm=${quoteString(realm)}${rejected ? INVALID_TOKEN : ''}`,
  };
}

/**
 * Creates an authentication provider for a user name and password (RFC 7617). `find` returns the user, or null.
 *
 * @throws TypeError if `find` is not a function or an option is invalid
 */
export function basicAuthentication(
  find: (username: string, password: Secret) => UserLookup,
  options: AuthOptions = {},
): RestAuthenticationProvider {
  checkArguments('basicAuthentication', find, options);
  const { realm = 'writ' } = options;
  return {
    provideCredentials: (context): Credentials | null => {
      const pair = parseBasicCredentials(context.request.headers.get('authorization') ?? '');
      return pair === undefined ? null : { scheme: 'basic', ...pair };
    },
    authenticate: ({ username, password }) => find(username!, password!),
    challenge: () => `Basic realm=${quoteString(realm)}, charset="UTF-8"`,
  };
}

function checkArguments(owner: string, find: unknown, options: AuthOptions): void {
  assertOptions(owner, options, AUTH_OPTIONS);
  assertTypes(owner, options, { realm: 'a string' });
  // The message omits the value, because it may be a secret.
  if (typeof find !== 'function') throw new TypeError(`${owner}: find must be a function`);
}

/**
 * Creates an authentication provider for a session id in a cookie. `find` returns the session's user, or null. Like
 * `csrf`, the provider responds with 403 to requests that pages of other origins may have sent, because browsers may
 * send the cookie with them. Throws `TypeError` if an origin is invalid.
 */
export function sessionAuthentication(
  cookie: string,
  find: (id: string) => UserLookup,
  options: CsrfOptions = {},
): RestAuthenticationProvider {
  const trustedOrigins = parseTrustedOrigins(options);
  return {
    cookie,
    refusesCrossSite: true,
    provideCredentials: (context) => {
      const token = context.request.cookies[cookie];
      if (token === undefined || token === '') return null;
      assertSameSite(context, trustedOrigins);
      return { scheme: 'session', token };
    },
    authenticate: ({ token }) => find(token ?? ''),
  };
}

/**
 * Creates an authorization provider with this id. `grant` derives the authorizations from the user object, such as from
 * the claims of a token.
 */
export function authorizationsFrom(
  id: string,
  grant: (user: User) => readonly string[] | boolean | Promise<readonly string[] | boolean>,
): AuthorizationProvider {
  return { getId: () => id, getAuthorizations: grant };
}
