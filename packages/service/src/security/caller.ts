import type { RoutingContext } from '@writ/http';
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

/** Sets the user of a request. */
export function setCaller(context: RoutingContext, caller: AuthenticatedCaller): void {
  context.user = { principal: { ...caller }, authorizations: { writ: rightsUpTo(caller.right) } };
}

/** Returns the caller of a request; undefined if the request is not authenticated. */
export function callerOf(context: Pick<RoutingContext, 'user'>): AuthenticatedCaller | undefined {
  return context.user?.principal as AuthenticatedCaller | undefined;
}
