import { markFilterFactory } from './filter-metadata.ts';
import { Secret } from '@writ/diagnostics';
import type { RoutingContext } from '../contract/context.ts';
import type { Filter } from '../contract/filter.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions } from '../internal/options.ts';
import { AUTH_OPTIONS, type AuthOptions } from './bearer.ts';
import { createGuard, quoteString, type CheckResult } from './authorization-guard.ts';

/** Says whether the pair is known, and whose it is. */
export type BasicCheck = (
  username: string,
  password: Secret,
  context: RoutingContext,
) => CheckResult | Promise<CheckResult>;

/**
 * A filter that lets only requests with a user name and password that the check knows pass (RFC 7617, UTF-8); others
 * get 401 and WWW-Authenticate. Judged before media type and body.
 *
 * @throws TypeError when the check is not a function.
 */
export function basic(check: BasicCheck, options: AuthOptions = {}): Filter {
  assertOptions('basic', options, AUTH_OPTIONS);
  assertTypes('basic', options, { realm: 'a string' });
  if (typeof check !== 'function') {
    // What was given may be the secret itself.
    throw new TypeError('the check of basic is a function');
  }
  const { realm = 'writ' } = options;
  return createGuard({
    name: 'basicAuthentication',
    challenge: `Basic realm=${quoteString(realm)}, charset="UTF-8"`,
    invalidChallenge: '',
    messages: {
      needed: 'a user name and password are needed',
      wrong: 'the user name or the password is not valid',
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

/** Undefined when it is of another scheme, or cannot be read. */
export function parseBasicCredentials(header: string): BasicCredentials | undefined {
  const encoded = /^basic +([\w+/-]+=*) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // A user name cannot hold a colon, a password can.
  if (colon < 1) return undefined;
  return { username: text.slice(0, colon), password: new Secret(text.slice(colon + 1)) };
}
