import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import { describeFilter } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { mapMaybe } from '../internal/thenable.ts';
import { withProviderTimeout } from '../exchange/provider-timeout.ts';
import type { User } from '../contract/user.ts';

/**
 * The result of a check. A `User` becomes `context.user`; true admits the request without a user; undefined, null and
 * false result in 401.
 */
export type CheckResult = User | boolean | null | undefined;

/** A check of requests by one `Authorization` scheme. */
export interface Guard<C> {
  /** Name of the filter in the printed table, and in the log if the check exceeds the provider limit. */
  readonly name: string;
  /** Value of `WWW-Authenticate`. */
  readonly challenge: string;
  /** Appended to the challenge after invalid credentials. */
  readonly invalidChallenge: string;
  /** Details of the 401 for missing and for invalid credentials. */
  readonly messages: { readonly needed: string; readonly wrong: string };
  /** Parses the Authorization header. Returns undefined if it contains no credentials for this scheme. */
  readonly read: (header: string) => C | undefined;
  readonly check: (credentials: C, context: RoutingContext) => CheckResult | Promise<CheckResult>;
}

/** Creates a filter that responds 401 with WWW-Authenticate to requests without accepted credentials. */
export function createGuard<C>({
  name,
  challenge,
  invalidChallenge,
  messages,
  read,
  check,
}: Guard<C>): Filter {
  const filter: Filter = (context, next) => {
    const credentials = read(context.request.headers.get('authorization') ?? '');
    if (credentials === undefined) throw unauthorized(challenge, messages.needed);
    const admit = (result: CheckResult): unknown => {
      if (!result) throw unauthorized(challenge + invalidChallenge, messages.wrong);
      if (result !== true) context.user = result;
      return next();
    };
    return mapMaybe(withProviderTimeout(context, name, check(credentials, context)), admit);
  };
  Object.defineProperty(filter, 'name', { value: name });
  return describeFilter(filter, { challenge, refuses: ['unauthorized'] });
}

/** Formats a quoted string for a challenge. */
export function quoteString(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function unauthorized(challenge: string, detail: string): HttpError {
  return new HttpError('unauthorized', { detail, headers: { 'www-authenticate': challenge } });
}
