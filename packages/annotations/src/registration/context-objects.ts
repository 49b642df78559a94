import { User, type ContextProvider, type Filter, type RoutingContext } from '@writ/http';
import { instanceOf, mapMaybe, within, type Component } from '@writ/http/kernel';

/** Leaves an object for `@Context` parameters of its class and the classes above it; a `User` is who calls as well. */
export function pushContext(context: RoutingContext, object: object): void {
  context.data.set(object.constructor, object);
  if (object instanceof User) context.user = object;
}

/** Asks the provider about every request, before its route is run; null pushes nothing. */
export function createPushFilter(provider: Component<ContextProvider>): Filter {
  const push = (context: RoutingContext, object: unknown): void => {
    if (object === null || object === undefined) return;
    if (typeof object !== 'object') {
      throw new TypeError(`${provider.name} gave ${typeof object}, which is no object to push`);
    }
    pushContext(context, object);
  };
  return (context, next) => {
    const given: unknown = instanceOf(provider, context).provide(context.request);
    return mapMaybe(within(context, provider.name, given), (object) => {
      push(context, object);
      return next();
    });
  };
}
