import { HttpError, type RoutingContext } from '@writ/http';
import { rightsUpTo, type Right } from '../records/rights.ts';

/** The sender of a request to the API. */
export interface Caller {
  /** The name of the user; absent for the local token, which belongs to no user. */
  readonly user?: string;
  /** The credential: the service's own token, an API token of a user, or a session after a login. */
  readonly credential: 'local-token' | 'api-token' | 'session';
  /** The name of the API token. */
  readonly token?: string;
  /** The greatest right that both the user and the credential have. */
  readonly right: Right;
}

/** A caller whose credential has been verified. */
export interface AuthenticatedCaller extends Caller {
  /** The end of the API token in ISO 8601, UTC; absent for other credentials. */
  readonly tokenExpires?: string;
}

/** The caller with the service's own token, who may do everything. */
export const LOCAL_CALLER: Caller = { credential: 'local-token', right: 'administer' };

/** Sets the user of a request, who is refused with a reason if the request requires another right. */
export function setCaller(context: RoutingContext, caller: AuthenticatedCaller): void {
  const rights: readonly string[] = rightsUpTo(caller.right);
  context.user = {
    principal: { ...caller },
    authorizations: { writ: rights },
    isAuthorised: (right) => {
      if (rights.includes(right)) return true;
      throw new HttpError(
        'forbidden',
        `The request requires the right "${right}", and ${describeRight(caller)}`,
      );
    },
  };
}

function describeRight({ user, token, right }: Caller): string {
  return token === undefined
    ? `the role of ${user} is "${right}"`
    : `the API token "${token}" of ${user} has the right "${right}": the lesser of its scope and the role of ${user}`;
}

/** Returns the caller of a request; undefined if the request is not authenticated. */
export function callerOf(context: Pick<RoutingContext, 'user'>): AuthenticatedCaller | undefined {
  return context.user?.principal as AuthenticatedCaller | undefined;
}
