import { markFilterFactory } from './filter-metadata.ts';
import { Secret } from '@writ/diagnostics';
import type { RoutingContext } from '../contract/context.ts';
import type { Filter } from '../contract/filter.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { createGuard, quoteString, type CheckResult } from './authorization-guard.ts';
import { sameText } from '../protocol/same-text.ts';

/** Follows the realm in the challenge of a response to a token that was rejected (RFC 6750). */
export const INVALID_TOKEN = ', error="invalid_token"';

/**
 * Checks a token. Use {@link sameText} to compare it with a secret, because the duration of `===` reveals how many
 * characters of a guess are correct.
 */
export type BearerCheck = (token: string, context: RoutingContext) => CheckResult | Promise<CheckResult>;

/** Options for {@link basic} and {@link bearer}. */
export interface AuthOptions {
  /** Realm in the WWW-Authenticate header of 401 responses (default: `writ`). */
  readonly realm?: string;
}

export const AUTH_OPTIONS: OptionNames<AuthOptions> = { realm: true };

/**
 * Creates a filter for `Authorization: Bearer TOKEN`. Unless `check` accepts the token, the filter responds with 401
 * and WWW-Authenticate. It runs before the media type and the body are checked. Pass a `Secret` to accept one fixed
 * token.
 *
 * @throws TypeError if `check` is neither a function nor a `Secret`, or an option is invalid
 */
export function bearer(check: BearerCheck | Secret, options: AuthOptions = {}): Filter {
  assertOptions('bearer', options, AUTH_OPTIONS);
  assertTypes('bearer', options, { realm: 'a string' });
  if (!(check instanceof Secret) && typeof check !== 'function') {
    // The message omits the value, because it may be the secret.
    throw new TypeError('bearer: the check must be a function or a Secret');
  }
  const { realm = 'writ' } = options;
  return createGuard({
    name: 'bearerToken',
    challenge: `Bearer realm=${quoteString(realm)}`,
    invalidChallenge: INVALID_TOKEN,
    messages: { needed: 'a bearer token is required', wrong: 'the bearer token is invalid' },
    read: parseBearerToken,
    check: check instanceof Secret ? (token) => sameText(token, check.reveal()) : check,
  });
}

markFilterFactory(bearer);

/** Parses an Authorization header. Returns undefined if its scheme is not Bearer or its token is invalid. */
export function parseBearerToken(header: string): string | undefined {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
}
