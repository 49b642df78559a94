import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import { describeFilter } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { mapMaybe } from '../internal/thenable.ts';
import { withProviderTimeout } from '../exchange/provider-timeout.ts';
import type { User } from '../contract/user.ts';

/**
 * The result of a check. A `User` becomes `context.user`, and `true` admits the request without setting a user. With
 * `undefined`, `null` or `false`, the response is 401.
 */
export type CheckResult = User | boolean | null | undefined;

/** The check for one scheme of the `Authorization` header. */
export interface Guard<C> {
  /** Name of the filter in the printed route table, and in the log if the check exceeds the provider limit. */
  readonly name: string;
  /** Value of `WWW-Authenticate`. */
  readonly challenge: string;
  /** String to append to the challenge if the credentials are invalid. */
  readonly invalidChallenge: string;
  /** Details of the 401 response, for missing and for invalid credentials. */
  readonly messages: { readonly needed: string; readonly wrong: string };
  /** Parses the Authorization header. Returns undefined if the header contains no credentials for this scheme. */
  readonly read: (header: string) => C | undefined;
  readonly check: (credentials: C, context: RoutingContext) => CheckResult | Promise<CheckResult>;
}

/** Creates a filter that responds with 401 and WWW-Authenticate to requests without accepted credentials. */
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

/** Formats text as a quoted string in a challenge. */
export function quoteString(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function unauthorized(challenge: string, detail: string): HttpError {
  return new HttpError('unauthorized', { detail, headers: { 'www-authenticate': challenge } });
}
