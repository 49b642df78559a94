import { User, type ContextProvider, type Filter, type RoutingContext } from '@writ/http';
import { instanceOf, mapMaybe, withProviderTimeout, type Component } from '@writ/http/kernel';

/**
 * Provides an object for `@Context` parameters of its class and base classes; a `User` also becomes the request's
 * user.
 */
export function pushContext(context: RoutingContext, object: object): void {
  context.data.set(object.constructor, object);
  if (object instanceof User) context.user = object;
}

/**
 * Creates a filter that calls the provider for every request before its route runs; the provider may return null or
 * undefined.
 */
export function createPushFilter(provider: Component<ContextProvider>): Filter {
  const push = (context: RoutingContext, object: unknown): void => {
    if (object === null || object === undefined) return;
    if (typeof object !== 'object') {
      throw new TypeError(`${provider.name} returned a value of type ${typeof object}, not an object`);
    }
    pushContext(context, object);
  };
  return (context, next) => {
    const given: unknown = instanceOf(provider, context).provide(context.request);
    return mapMaybe(withProviderTimeout(context, provider.name, given), (object) => {
      push(context, object);
      return next();
    });
  };
}
