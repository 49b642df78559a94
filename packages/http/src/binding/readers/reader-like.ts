import type { RoutingContext } from '../../contract/context.ts';
import type { Component } from '../../contract/component.ts';
import type { ContextProvider, ValueReader } from '../../contract/roles.ts';
import type { Type } from '../../contract/type.ts';

/** Excludes functions, which have a name too and would otherwise match `Component`. */
type ComponentObject<T> = Component<T> & { readonly call?: never };

/** A reader as a component, as an object, or as a function that reads strings. */
export type ReaderLike<T = any> =
  | ComponentObject<ValueReader<T>>
  | ValueReader<T>
  | ((value: string, type: Type, context?: RoutingContext) => T | null | Promise<T | null>);

/** A context provider as a component, as an object, or as a function. */
export type ProviderLike<T = any> =
  | ComponentObject<ContextProvider<T>>
  | ContextProvider<T>
  | ContextProvider<T>['provide'];

/** Converts a reader to a component; functions and objects get a name. */
export function toReader<T>(given: ReaderLike<T>): Component<ValueReader<T>> {
  if (typeof given === 'function') return { name: componentName(given, 'reader'), instance: { read: given } };
  return 'read' in given ? { name: componentName(given.constructor, 'reader'), instance: given } : given;
}

/** Converts a context provider to a component; functions and objects get a name. */
export function toProvider<T>(given: ProviderLike<T>): Component<ContextProvider<T>> {
  if (typeof given === 'function')
    return { name: componentName(given, 'provider'), instance: { provide: given } };
  return 'provide' in given ? { name: componentName(given.constructor, 'provider'), instance: given } : given;
}

/** The name of a class or function, unless it is the unhelpful `Object`. */
function componentName({ name }: Function, otherwise: string): string {
  return name === '' || name === 'Object' ? otherwise : name;
}
