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
  const located = new LocatedParam(param, origin);
  const decorator = ((...args: DecoratorArguments): void => {
    const target = readTarget(args);
    recordValueAnnotation({ kind: 'param', index: parameterIndexOf(target), param: located, origin }, target);
  }) as unknown as LocatedDecorator;
  decorator[LOCATED] = located;
  return Object.setPrototypeOf(decorator, decoratorMembersOf(param)) as D;
}

/** Returns the binding of a decorator, which needs less memory than the decorator; undefined for another value. */
export function paramOfDecorator(value: object): Param<unknown> | undefined {
  return (value as Partial<LocatedDecorator>)[LOCATED];
}

/** A binding with the location of its annotation. */
class LocatedParam implements Param<unknown> {
  readonly param: Param<unknown>;
  readonly origin: Origin;
  #binding: Param<unknown>['binding'] | undefined;

  constructor(param: Param<unknown>, origin: Origin) {
    this.param = param;
    this.origin = origin;
  }

  /** The binding of a bean is computed when it is first read. */
  get binding(): Param<unknown>['binding'] {
    return (this.#binding ??= { ...this.param.binding, origin: this.origin });
  }
}

const LOCATED = Symbol('located');

interface LocatedDecorator extends Function {
  [LOCATED]: LocatedParam;
}

const membersByClass = new WeakMap<object, object>();

/**
 * Returns the members of the decorators for a class of bindings: `binding` and the methods of the class. All of these
 * decorators inherit them, because adding members to each decorator would take most of the time that its creation
 * takes.
 */
function decoratorMembersOf(param: Param<unknown>): object {
  const methods = Object.getPrototypeOf(param) as object;
  let members = membersByClass.get(methods);
  if (members === undefined) membersByClass.set(methods, (members = createDecoratorMembers(methods)));
  return members;
}

function createDecoratorMembers(methods: object): object {
  const members = Object.create(Function.prototype, {
    binding: {
      get(this: LocatedDecorator) {
        return this[LOCATED].binding;
      },
      enumerable: true,
    },
  }) as object;
  for (const name of Object.getOwnPropertyNames(methods)) {
    if (name === 'constructor' || name === 'binding') continue;
    const toComponent = componentMethods[name];
    const value = function (this: LocatedDecorator, argument: unknown): unknown {
      const { param, origin } = this[LOCATED];
      const given = toComponent === undefined ? argument : toComponent(argument, origin);
      const changed = (propertyOf(param, name) as (given: unknown) => Param<unknown>).call(param, given);
      return createParamDecorator(changed, origin);
    };
    Object.defineProperty(members, name, { value, enumerable: true });
  }
  return members;
}
