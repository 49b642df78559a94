import { Secret } from '@writ/diagnostics';
import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../exchange/context.ts';
import type { Filter } from '../pipeline/filter.ts';
import { isThenable } from '../thenable.ts';
import { sameText } from './same-text.ts';
import type { User } from './user.ts';

/**
 * Says whose token it is. Undefined, null and false are 401; a `User` becomes `context.user`. Who compares the token
 * with a secret uses {@link sameText}: `===` tells by its time how much of a guess was right.
 */
export type BearerCheck = (token: string, context: RoutingContext) => BearerResult | Promise<BearerResult>;
export type BearerResult = User | boolean | null | undefined;

export interface BearerOptions {
  /** Told to clients that are refused; `writ` when not given. */
  readonly realm?: string;
}

/**
 * A filter that lets only requests with `Authorization: Bearer TOKEN` pass; others get 401 and WWW-Authenticate.
 * Judged before media type and body. One fixed token is given as a `Secret`.
 */
export function bearer(check: BearerCheck | Secret, { realm = 'writ' }: BearerOptions = {}): Filter {
  const judge = check instanceof Secret ? (token: string) => sameText(token, check.reveal()) : check;
  const challenge = `Bearer realm="${realm.replaceAll(/["\\]/g, '\\$&')}"`;
  return function bearerToken(context, next) {
    const token = tokenOf(context.request.headers.get('authorization'));
    if (token === undefined) throw refused(challenge, 'a bearer token is needed');
    const admit = (result: BearerResult): unknown => {
      if (!result) throw refused(`${challenge}, error="invalid_token"`, 'the bearer token is not valid');
      if (result !== true) context.user = result;
      return next();
    };
    const result = judge(token, context);
    return isThenable(result) ? Promise.resolve(result).then(admit) : admit(result);
  };
}

function tokenOf(header: string | undefined): string | undefined {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1];
}

function refused(challenge: string, detail: string): HttpError {
  return new HttpError('unauthorized', { detail, headers: { 'www-authenticate': challenge } });
}
