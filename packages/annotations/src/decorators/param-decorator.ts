import type { Component, Origin, Param } from '@writ/http/kernel';
import { createComponent } from '../components/component.ts';
import { PROVIDER, READER } from '../components/roles.ts';
import { recordValueAnnotation } from '../recording/record-annotation.ts';
import { indexOf, readTarget, type DecoratorArguments } from '../recording/decorator-target.ts';
import { propertyOf } from '../recording/reflection.ts';

/** Stands before a parameter (experimental decorators) or a field (both modes). */
export interface ParamDecorator<T> {
  (target: object, key: string | symbol | undefined, index: number): void;
  (target: object, key: string | symbol, descriptor?: undefined): void;
  <This>(value: undefined, context: ClassFieldDecoratorContext<This, T>): void;
}

/** The methods of a binding whose argument may be the class of a component. */
const componentMethods: Readonly<Record<string, (source: unknown, origin: Origin) => Component<unknown>>> = {
  reader: (source, origin) => createComponent(READER, source, origin),
  from: (source, origin) => createComponent(PROVIDER, source, origin),
};

/**
 * The kernel's binding made callable; its methods (`default`, `raw`, …) return the same made callable. `D` is how the
 * annotation declares it: the decorator of that type, and methods with the names of the binding's.
 */
export function createParamDecorator<D>(param: Param<unknown>, origin: Origin): D {
  const located = withOrigin(param, origin);
  const decorator = (...args: DecoratorArguments): void => {
    const target = readTarget(args);
    recordValueAnnotation({ kind: 'param', index: indexOf(target), param: located, origin }, target);
  };
  Object.defineProperty(decorator, 'binding', { get: () => located.binding, enumerable: true });
  for (const name of Object.keys(param)) {
    // Of a bean it is computed when it is first read.
    if (name === 'binding') continue;
    const method = propertyOf(param, name);
    if (typeof method !== 'function') continue;
    const toComponent = componentMethods[name];
    const value = (argument: unknown): unknown =>
      createParamDecorator(
        method(toComponent === undefined ? argument : toComponent(argument, origin)),
        origin,
      );
    Object.defineProperty(decorator, name, { value, enumerable: true });
  }
  return decorator as D;
}

/** With its place; still computed only when somebody asks, because a bean is. */
function withOrigin(param: Param<unknown>, origin: Origin): Param<unknown> {
  let located: Param<unknown>['binding'] | undefined;
  return {
    get binding() {
      return (located ??= { ...param.binding, origin });
    },
  };
}
