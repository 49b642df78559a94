import type { Origin, Param } from '@writ/http/kernel';
import { componentOf } from '../components/component.ts';
import { PROVIDER, READER, type Role } from '../components/roles.ts';
import { attach, attachToField, placeOf } from '../recording/target.ts';

/** Stands before a parameter (experimental decorators) or a field (both modes). */
export interface ParamDecorator<T> {
  (target: object, key: string | symbol | undefined, index: number): void;
  (target: object, key: string | symbol, descriptor?: undefined): void;
  <This>(value: undefined, context: ClassFieldDecoratorContext<This, T>): void;
}

/** What the methods of a binding take as classes, too. */
const roles: Readonly<Record<string, Role<any>>> = { reader: READER, from: PROVIDER };

/** The kernel's binding made callable; its methods (`default`, `raw`, …) return the same made callable. */
export function annotated<P extends Param<any>>(param: P, origin: Origin): P & ParamDecorator<any> {
  const located = locate(param, origin);
  const decorator = (target: unknown, second: unknown, third?: unknown): void => {
    const index = typeof third === 'number' ? third : -1;
    const note = { kind: 'param', index, param: located, origin } as const;
    if (placeOf([target, second, third]) === 'field') attachToField(note, [target, second, third]);
    else attach(note, [target, second, third]);
  };
  Object.defineProperty(decorator, 'binding', { get: () => located.binding, enumerable: true });
  for (const name of Object.keys(param)) {
    if (name === 'binding') continue;
    const member = param[name as keyof P] as (argument: unknown) => P;
    const role = roles[name];
    const value = (argument: unknown): unknown =>
      annotated(member(role === undefined ? argument : componentOf(role, argument, origin)), origin);
    Object.defineProperty(decorator, name, { value, enumerable: true });
  }
  return decorator as never;
}

/** With its place; still computed only when somebody asks, because a bean is. */
function locate(param: Param<any>, origin: Origin): Param<any> {
  let located: Param<any>['binding'] | undefined;
  return {
    get binding() {
      return (located ??= { ...param.binding, origin });
    },
  };
}
