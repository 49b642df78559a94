import type { Component, Origin, Param } from '@writ/http/kernel';
import { createComponent } from '../components/component.ts';
import { PROVIDER, READER } from '../components/roles.ts';
import { recordValueAnnotation } from '../recording/record-annotation.ts';
import { parameterIndexOf, readTarget, type DecoratorArguments } from '../recording/decorator-target.ts';
import { propertyOf } from '../recording/reflection.ts';

/** A decorator for a parameter (experimental decorators) or a field (both modes). */
export interface ParamDecorator<T> {
  (target: object, key: string | symbol | undefined, index: number): void;
  (target: object, key: string | symbol, descriptor?: undefined): void;
  <This>(value: undefined, context: ClassFieldDecoratorContext<This, T>): void;
}

/** The binding methods whose argument may be a component class. */
const componentMethods: Readonly<Record<string, (source: unknown, origin: Origin) => Component<unknown>>> = {
  reader: (source, origin) => createComponent(READER, source, origin),
  from: (source, origin) => createComponent(PROVIDER, source, origin),
};

/**
 * Makes a kernel binding callable as a decorator; its methods (`default`, `raw`, …) return callable bindings too. `D`
 * is the annotation's declared type: the decorator, with the same method names as the binding.
 */
export function createParamDecorator<D>(param: Param<unknown>, origin: Origin): D {
  const located = withOrigin(param, origin);
  const decorator = (...args: DecoratorArguments): void => {
    const target = readTarget(args);
    recordValueAnnotation({ kind: 'param', index: parameterIndexOf(target), param: located, origin }, target);
  };
  Object.defineProperty(decorator, 'binding', { get: () => located.binding, enumerable: true });
  for (const name of Object.keys(param)) {
    // The binding of a bean is computed when it is first read.
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

/** Adds the origin without computing the binding, which a bean defers. */
function withOrigin(param: Param<unknown>, origin: Origin): Param<unknown> {
  let located: Param<unknown>['binding'] | undefined;
  return {
    get binding() {
      return (located ??= { ...param.binding, origin });
    },
  };
}
