import { expect, it } from 'vitest';
import type { DecoratorArguments } from '../recording/decorator-target.ts';
import { Inject, isInjectedClass } from './inject.ts';

const decorate = (...target: DecoratorArguments): unknown =>
  Reflect.apply(Inject() as (...given: unknown[]) => unknown, undefined, target);

/** Applies @Inject() to a member like a standard decorator, and initializes the member with `this`. */
function decorateMember(isStatic: boolean, initialized: unknown): void {
  const initializers: ((this: unknown) => void)[] = [];
  const addInitializer = (each: (this: unknown) => void): void => void initializers.push(each);
  decorate(undefined, { kind: 'field', name: 'store', static: isStatic, private: false, addInitializer });
  for (const initialize of initializers) initialize.call(initialized);
}

it('with standard decorators, @Inject() on a static member marks its class', () => {
  class Notes {}
  expect(isInjectedClass(Notes)).toBe(false);
  decorateMember(true, Notes);
  expect(isInjectedClass(Notes)).toBe(true);
});

it('with standard decorators, @Inject() on a field marks its class when the first instance is created', () => {
  class Notes {}
  decorateMember(false, new Notes());
  expect(isInjectedClass(Notes)).toBe(true);
});

it('@Inject() on a class marks only the class and its subclasses', () => {
  class Notes {}
  class Drafts extends Notes {}
  class Users {}
  decorate(Notes);
  expect([Notes, Drafts, Users].map((type) => isInjectedClass(type))).toEqual([true, true, false]);
});
