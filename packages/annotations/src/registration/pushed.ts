import { User, type ContextProvider, type Filter, type RoutingContext } from '@writ/http';
import { instanceOf, isThenable, within, type Component } from '@writ/http/kernel';

/** Leaves an object for `@Context` parameters of its class and the classes above it; a `User` is who calls as well. */
export function pushContext(context: RoutingContext, object: object): void {
  context.data.set(object.constructor, object);
  if (object instanceof User) context.user = object;
}

/** Asks the provider about every request, before its route is run; null pushes nothing. */
export function pushing(provider: Component<ContextProvider>): Filter {
  const push = (context: RoutingContext, object: unknown): void => {
    if (object === null || object === undefined) return;
    if (typeof object !== 'object') {
      throw new TypeError(`${provider.name} gave ${typeof object}, which is no object to push`);
    }
    pushContext(context, object);
  };
  const pushLater = async (context: RoutingContext, given: PromiseLike<unknown>, next: () => unknown) => {
    push(context, await within(context, provider.name, given));
    return next();
  };
  return (context, next) => {
    const given: unknown = instanceOf(provider, context).provide(context.request);
    if (!isThenable(given)) {
      push(context, given);
      return next();
    }
    return pushLater(context, given, next);
  };
}
