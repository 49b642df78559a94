import type { Secret } from '@writ/diagnostics';
import type { AuthorizationProvider, Credentials, RestAuthenticationProvider } from '../contract/roles.ts';
import { parseTrustedOrigins, assertSameSite, type CsrfOptions } from './csrf.ts';
import { parseBasicCredentials } from './basic.ts';
import { parseBearerToken, type AuthOptions } from './bearer.ts';
import { quoteString } from './authorization-guard.ts';
import type { User } from '../contract/user.ts';

type UserLookup = User | null | Promise<User | null>;

/** An authentication by `Authorization: Bearer TOKEN`; `find` says whose token it is. */
export function bearerAuthentication(
  find: (token: string) => UserLookup,
  { realm = 'writ' }: AuthOptions = {},
): RestAuthenticationProvider {
  return {
    provideCredentials: (context) => {
      const token = parseBearerToken(context.request.headers.get('authorization') ?? '');
      return token === undefined ? null : { scheme: 'bearer', token };
    },
    authenticate: ({ token }) => find(token ?? ''),
    challenge: () => `Bearer realm=${quoteString(realm)}`,
  };
}

/** An authentication by user name and password (RFC 7617); `find` says whose they are. */
export function basicAuthentication(
  find: (username: string, password: Secret) => UserLookup,
  { realm = 'writ' }: AuthOptions = {},
): RestAuthenticationProvider {
  return {
    provideCredentials: (context): Credentials | null => {
      const pair = parseBasicCredentials(context.request.headers.get('authorization') ?? '');
      return pair === undefined ? null : { scheme: 'basic', ...pair };
    },
    authenticate: ({ username, password }) => find(username!, password!),
    challenge: () => `Basic realm=${quoteString(realm)}, charset="UTF-8"`,
  };
}

/**
 * An authentication by the session id in a cookie; `find` says whose session it is. A browser sends the cookie along
 * with what pages of other sites send: that is 403, as `csrf` says. Throws `TypeError` as that does.
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

/** An authorisation by what is already known of the user, such as the claims of a token. */
export function authorizationsFrom(
  id: string,
  grant: (user: User) => readonly string[] | boolean | Promise<readonly string[] | boolean>,
): AuthorizationProvider {
  return { getId: () => id, getAuthorizations: grant };
}
