import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { instanceOf, type Component } from '../contract/component.ts';
import type { AuthorizationProvider } from '../contract/roles.ts';
import { mapMaybe } from '../internal/thenable.ts';
import type { User } from '../contract/user.ts';
import { withProviderTimeout } from '../exchange/provider-timeout.ts';

/** Throws 403 when the provider allows the user nothing; keeps what it allows. */
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
 * Throws 403 when the user has none of the roles: by its own word, or by what it came with and was granted. Its own word
 * is asked besides what is kept beside it, which it cannot know.
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
  // A text in place of a list would hold every part of itself.
  return roles.some((role) => lists.some((list) => Array.isArray(list) && list.includes(role)));
}

export function throwForbidden(): never {
  throw new HttpError('forbidden');
}

/**
 * Whoever finds users may give the same object again, and what was granted to one request is not granted to others: a
 * plain user is copied. One of a class cannot be, with what it hides; what it was granted is kept beside it.
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
