import { markFilterFactory } from './filter-metadata.ts';
import { Secret } from '@writ/diagnostics';
import type { RoutingContext } from '../contract/context.ts';
import type { Filter } from '../contract/filter.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions } from '../internal/options.ts';
import { AUTH_OPTIONS, type AuthOptions } from './bearer.ts';
import { createGuard, quoteString, type CheckResult } from './authorization-guard.ts';

/** Checks a user name and password. */
export type BasicCheck = (
  username: string,
  password: Secret,
  context: RoutingContext,
) => CheckResult | Promise<CheckResult>;

/**
 * Creates a filter for HTTP Basic authentication (RFC 7617, UTF-8). Unless `check` accepts the user name and password,
 * the filter responds with 401 and WWW-Authenticate. It runs before the media type and the body are checked.
 *
 * @throws TypeError if `check` is not a function or an option is invalid
 */
export function basic(check: BasicCheck, options: AuthOptions = {}): Filter {
  assertOptions('basic', options, AUTH_OPTIONS);
  assertTypes('basic', options, { realm: 'a string' });
  if (typeof check !== 'function') {
    // The message omits the value, because it may be the secret.
    throw new TypeError('basic: the check must be a function');
  }
  const { realm = 'writ' } = options;
  return createGuard({
    name: 'basicAuthentication',
    challenge: `Basic realm=${quoteString(realm)}, charset="UTF-8"`,
    invalidChallenge: '',
    messages: {
      needed: 'a user name and password are required',
      wrong: 'the user name or password is invalid',
    },
    read: parseBasicCredentials,
    check: ({ username, password }, context) => check(username, password, context),
  });
}

markFilterFactory(basic);

export interface BasicCredentials {
  readonly username: string;
  readonly password: Secret;
}

/** Parses an Authorization header. Returns undefined if its scheme is not Basic or its value is invalid. */
export function parseBasicCredentials(header: string): BasicCredentials | undefined {
  const encoded = /^basic +([\w+/-]+=*) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // A password may contain colons, but a user name may not.
  if (colon < 1) return undefined;
  return { username: text.slice(0, colon), password: new Secret(text.slice(colon + 1)) };
}
