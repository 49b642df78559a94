import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { instanceOf, type Component } from '../scope/component.ts';
import type { AuthorizationProvider } from '../scope/roles.ts';
import { andThen } from '../thenable.ts';
import type { User } from './user.ts';
import { within } from '../within.ts';

/** Throws 403 when the provider allows the user nothing; keeps what it allows. */
export function authorize(component: Component<AuthorizationProvider>, exchange: Exchange): unknown {
  const { user } = exchange;
  if (user === undefined) return refuse();
  const provider = instanceOf(component, exchange);
  const granted = within(exchange, component.name, provider.getAuthorizations(user));
  return andThen(granted, (list) => {
    if (list === true) return;
    if (!Array.isArray(list) || list.length === 0) refuse();
    exchange.user = withAuthorizations(user, provider.getId(), list as readonly string[]);
  });
}

/** Throws 403 when the user has none of the roles: by its own word, or by what providers have granted. */
export function demandRole(roles: readonly string[], exchange: Exchange): unknown {
  const { user } = exchange;
  if (user === undefined) return refuse();
  if (typeof user.isAuthorised !== 'function') {
    const lists = Object.values(user.authorizations);
    // A text in place of a list would hold every part of itself.
    const holds = (role: string): boolean => lists.some((list) => Array.isArray(list) && list.includes(role));
    return roles.some(holds) ? undefined : refuse();
  }
  const ask = (index: number): unknown => {
    if (index === roles.length) return refuse();
    const answer = within(exchange, 'isAuthorised', user.isAuthorised!(roles[index]!));
    return andThen(answer, (yes) => (yes === true ? undefined : ask(index + 1)));
  };
  return ask(0);
}

export function refuse(): never {
  throw new HttpError('forbidden');
}

/**
 * In a copy: whoever finds users may give the same object again, and what was granted to one request is not granted to
 * others. An object of a class cannot be copied, nor one that was made to stay as it is be changed.
 */
function withAuthorizations(user: User, id: string, list: readonly string[]): User {
  const authorizations = { ...user.authorizations, [id]: list };
  const prototype: unknown = Object.getPrototypeOf(user);
  if (prototype === Object.prototype || prototype === null || Object.isFrozen(user)) {
    return { ...user, authorizations };
  }
  (user as { authorizations: User['authorizations'] }).authorizations = authorizations;
  return user;
}
