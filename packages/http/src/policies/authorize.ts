import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { instanceOf, type Component } from '../contract/component.ts';
import type { AuthorizationProvider } from '../contract/roles.ts';
import { mapMaybe } from '../internal/thenable.ts';
import type { User } from '../contract/user.ts';
import { withProviderTimeout } from '../exchange/provider-timeout.ts';

/**
 * Stores the authorizations that the provider grants to the user. Throws `HttpError` 403 if there is no user or the
 * provider grants none. If the provider returns true, nothing is stored. If it returns a promise, returns a promise
 * that rejects with this error or, after the provider limit, with 503.
 */
export function authorize(component: Component<AuthorizationProvider>, exchange: Exchange): unknown {
  const { user } = exchange;
  if (user === undefined) return throwForbidden();
  const provider = instanceOf(component, exchange);
  const granted = withProviderTimeout(exchange, component.name, provider.getAuthorizations(user));
  return mapMaybe(granted, (list) => {
    if (list === true) return;
    if (!Array.isArray(list) || list.length === 0) throwForbidden();
    grantAuthorizations(exchange, user, provider.getId(), list as readonly string[]);
  });
}

/**
 * Throws `HttpError` 403 if there is no user or the user has none of the roles. A user has a role if the user's
 * `isAuthorised` method confirms it. If there is no such method, the role must be among the user's authorizations.
 * Roles that an authorization provider has granted count in both cases. If `isAuthorised` returns a promise, returns a
 * promise that rejects with this error or, after the provider limit, with 503.
 */
export function requireRole(roles: readonly string[], exchange: Exchange): unknown {
  const { user, granted } = exchange;
  if (user === undefined) return throwForbidden();
  if (typeof user.isAuthorised !== 'function') {
    return hasAnyRole(exchange.authorizations, roles) ? undefined : throwForbidden();
  }
  if (granted?.user === user && hasAnyRole(granted.lists, roles)) return undefined;
  const checkRole = (index: number): unknown => {
    if (index === roles.length) return throwForbidden();
    const answer = withProviderTimeout(exchange, 'isAuthorised', user.isAuthorised!(roles[index]!));
    return mapMaybe(answer, (yes) => (yes === true ? undefined : checkRole(index + 1)));
  };
  return checkRole(0);
}

function hasAnyRole(authorizations: User['authorizations'], roles: readonly string[]): boolean {
  const lists = Object.values(authorizations);
  // Only arrays count, because a string's `includes` would match substrings.
  return roles.some((role) => lists.some((list) => Array.isArray(list) && list.includes(role)));
}

export function throwForbidden(): never {
  throw new HttpError('forbidden');
}

/**
 * Stores granted authorizations for one request. If the user is a plain object, it is copied, because a provider may
 * return the same object for many requests. An instance of a class cannot be copied with its private fields, so the
 * authorizations granted to it are stored separately.
 */
function grantAuthorizations(exchange: Exchange, user: User, id: string, list: readonly string[]): void {
  const prototype: unknown = Object.getPrototypeOf(user);
  if (prototype === Object.prototype || prototype === null) {
    exchange.user = { ...user, authorizations: { ...user.authorizations, [id]: list } };
    return;
  }
  const before = exchange.granted?.user === user ? exchange.granted.lists : undefined;
  exchange.granted = { user, lists: { ...before, [id]: list } };
}
