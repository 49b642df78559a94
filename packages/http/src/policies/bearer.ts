import { markFilterFactory } from './filter-metadata.ts';
import { Secret } from '@writ/diagnostics';
import type { RoutingContext } from '../contract/context.ts';
import type { Filter } from '../contract/filter.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { createGuard, quoteString, type CheckResult } from './authorization-guard.ts';
import { sameText } from '../protocol/same-text.ts';

/** Says whose token it is. Who compares it with a secret uses {@link sameText}: `===` tells by its time how much of a guess was right. */
export type BearerCheck = (token: string, context: RoutingContext) => CheckResult | Promise<CheckResult>;

/** Of the filters {@link basic} and {@link bearer}. */
export interface AuthOptions {
  /** Told to clients that are refused; `writ` when not given. */
  readonly realm?: string;
}

export const AUTH_OPTIONS: OptionNames<AuthOptions> = { realm: true };

/**
 * A filter that lets only requests with `Authorization: Bearer TOKEN` pass; others get 401 and WWW-Authenticate.
 * Judged before media type and body. One fixed token is given as a `Secret`.
 *
 * @throws TypeError when the check is neither a function nor a `Secret`.
 */
export function bearer(check: BearerCheck | Secret, options: AuthOptions = {}): Filter {
  assertOptions('bearer', options, AUTH_OPTIONS);
  assertTypes('bearer', options, { realm: 'a string' });
  if (!(check instanceof Secret) && typeof check !== 'function') {
    // What was given may be the secret itself.
    throw new TypeError('the check of bearer is a function, or a Secret');
  }
  const { realm = 'writ' } = options;
  return createGuard({
    name: 'bearerToken',
    challenge: `Bearer realm=${quoteString(realm)}`,
    invalidChallenge: ', error="invalid_token"',
    messages: { needed: 'a bearer token is needed', wrong: 'the bearer token is not valid' },
    read: parseBearerToken,
    check: check instanceof Secret ? (token) => sameText(token, check.reveal()) : check,
  });
}

markFilterFactory(bearer);

/** The token of an Authorization header; undefined when it is of another scheme. */
export function parseBearerToken(header: string): string | undefined {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
}
