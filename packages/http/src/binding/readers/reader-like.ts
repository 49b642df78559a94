import type { RoutingContext } from '../../contract/context.ts';
import type { Component } from '../../contract/component.ts';
import type { ContextProvider, ValueReader } from '../../contract/roles.ts';
import type { Type } from '../../contract/type.ts';

/** Excludes functions, which would match `Component` because they have a `name` as well. */
type ComponentObject<T> = Component<T> & { readonly call?: never };

/** A reader: a component, an object, or a function that reads strings. */
export type ReaderLike<T = any> =
  | ComponentObject<ValueReader<T>>
  | ValueReader<T>
  | ((value: string, type: Type, context?: RoutingContext) => T | null | Promise<T | null>);

/** A context provider: a component, an object, or a function. */
export type ProviderLike<T = any> =
  | ComponentObject<ContextProvider<T>>
  | ContextProvider<T>
  | ContextProvider<T>['provide'];

/** Converts a reader to a component. Creates a name for functions and objects. */
export function toReader<T>(given: ReaderLike<T>): Component<ValueReader<T>> {
  if (typeof given === 'function') return { name: componentName(given, 'reader'), instance: { read: given } };
  return 'read' in given ? { name: componentName(given.constructor, 'reader'), instance: given } : given;
}

/** Converts a context provider to a component. Creates a name for functions and objects. */
export function toProvider<T>(given: ProviderLike<T>): Component<ContextProvider<T>> {
  if (typeof given === 'function')
    return { name: componentName(given, 'provider'), instance: { provide: given } };
  return 'provide' in given ? { name: componentName(given.constructor, 'provider'), instance: given } : given;
}

/** Returns the name of a class or function, unless it is empty or `Object`. */
function componentName({ name }: Function, otherwise: string): string {
  return name === '' || name === 'Object' ? otherwise : name;
}
