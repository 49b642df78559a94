import { isObject } from '@writ/diagnostics/internal';
import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { instanceOf, type Component } from '../contract/component.ts';
import type { RestAuthenticationProvider } from '../contract/roles.ts';
import { mapMaybe } from '../internal/thenable.ts';
import type { User } from '../contract/user.ts';
import { withProviderTimeout } from '../exchange/provider-timeout.ts';

/**
 * Sets the exchange's user. Throws `HttpError` 401 if the credentials are missing or invalid, and `TypeError` if the
 * provider returns an object that is not a user. If the provider returns a promise, returns a promise that rejects with
 * these errors or, after the provider limit, with 503.
 */
export function authenticate(component: Component<RestAuthenticationProvider>, exchange: Exchange): unknown {
  const provider = instanceOf(component, exchange);
  const credentials = provider.provideCredentials(exchange);
  return mapMaybe(withProviderTimeout(exchange, component.name, credentials), (given) => {
    if (given === null || given === undefined) throw unauthorized(provider, false);
    return mapMaybe(withProviderTimeout(exchange, component.name, provider.authenticate(given)), (user) => {
      if (user === null || user === undefined) throw unauthorized(provider, true);
      if (!isUser(user)) throw new TypeError(`${component.name}.authenticate did not return a User`);
      exchange.user = user;
      exchange.granted = undefined;
    });
  });
}

function unauthorized(provider: RestAuthenticationProvider, rejected: boolean): HttpError {
  const challenge = provider.challenge?.(rejected);
  return new HttpError('unauthorized', {
    detail: rejected ? 'the credentials are invalid' : 'credentials are required',
    ...(challenge === undefined ? {} : { headers: { 'www-authenticate': challenge } }),
  });
}

function isUser(value: unknown): value is User {
  if (!isObject(value)) return false;
  const { principal, authorizations } = value as Partial<User>;
  return isObject(principal) && isObject(authorizations);
}
