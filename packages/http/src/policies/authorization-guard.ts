import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import { describeFilter } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { mapMaybe } from '../internal/thenable.ts';
import { withProviderTimeout } from '../exchange/provider-timeout.ts';
import type { User } from '../contract/user.ts';

/** Undefined, null and false are 401; a `User` becomes `context.user`; true lets pass without one. */
export type CheckResult = User | boolean | null | undefined;

/** How requests of one scheme of `Authorization` are let pass. */
export interface Guard<C> {
  /** For the printed table, and the log when the check takes longer than a provider may. */
  readonly name: string;
  /** What `WWW-Authenticate` asks for. */
  readonly challenge: string;
  /** Added to the challenge when credentials were given that are wrong. */
  readonly invalidChallenge: string;
  /** For clients: that credentials are needed, and that theirs are wrong. */
  readonly messages: { readonly needed: string; readonly wrong: string };
  /** The credentials of the header; undefined when it has none of this scheme. */
  readonly read: (header: string) => C | undefined;
  readonly check: (credentials: C, context: RoutingContext) => CheckResult | Promise<CheckResult>;
}

/** A filter that lets only requests pass whose credentials the check knows; others get 401 and WWW-Authenticate. */
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

/** As a quoted string of a challenge. */
export function quoteString(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function unauthorized(challenge: string, detail: string): HttpError {
  return new HttpError('unauthorized', { detail, headers: { 'www-authenticate': challenge } });
}
