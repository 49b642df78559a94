import { expect, it } from 'vitest';
import {
  parameterIndexOf,
  readTarget,
  withClass,
  type DecoratorArguments,
  type DecoratorTarget,
} from './decorator-target.ts';
import type { Class } from './reflection.ts';

class Notes {
  static all(): void {}
  one(): void {}
}

const NOT_APPLIED = 'an annotation must be applied with @ to a class, a class member or a parameter';
const descriptor = Object.getOwnPropertyDescriptor(Notes.prototype, 'one');

/** The context of a standard decorator, and a function that runs its initializers. */
function contextOf(kind: string, more: object = {}) {
  const initializers: ((this: unknown) => void)[] = [];
  const addInitializer = (each: (this: unknown) => void) => void initializers.push(each);
  const context = { kind, name: 'one', static: false, private: false, addInitializer, ...more };
  return { context, initialize: (self: unknown) => initializers.forEach((each) => each.call(self)) };
}

function classesOf(target: DecoratorTarget): Class[] {
  const classes: Class[] = [];
  withClass(target, (type) => void classes.push(type));
  return classes;
}

it.each<[string, DecoratorArguments, DecoratorTarget['place'], number]>([
  ['a class', [Notes], 'class', -1],
  ['a method', [Notes.prototype, 'one', descriptor], 'method', -1],
  ['a method named by a symbol', [Notes.prototype, Symbol.iterator, descriptor], 'method', -1],
  ['a static method', [Notes, 'all', Object.getOwnPropertyDescriptor(Notes, 'all')], 'method', -1],
  ['a field', [Notes.prototype, 'title', undefined], 'field', -1],
  ['a parameter', [Notes.prototype, 'one', 0], 'parameter', 0],
  ['a parameter of the constructor', [Notes, undefined, 1], 'parameter', 1],
])('with experimental decorators, readTarget reads %s and its class', (_, args, place, index) => {
  const target = readTarget(args);
  expect([target.place, parameterIndexOf(target)]).toEqual([place, index]);
  expect(classesOf(target)).toEqual([Notes]);
});

it('with standard decorators, readTarget reads a class', () => {
  const target = readTarget([Notes, contextOf('class').context]);
  expect(target.place).toBe('class');
  expect(classesOf(target)).toEqual([Notes]);
});

it.each([
  ['method', 'method', false],
  ['method', 'method', true],
  ['getter', 'method', false],
  ['accessor', 'method', false],
  ['field', 'field', false],
  ['field', 'field', true],
])(
  'with standard decorators, readTarget reads a %s as a %s (static: %s), and its class later',
  (kind, place, isStatic) => {
    const { context, initialize } = contextOf(kind, { static: isStatic });
    const target = readTarget([kind === 'method' ? Notes.prototype.one : undefined, context]);
    expect(target.place).toBe(place);
    const classes: Class[] = [];
    withClass(target, (type) => void classes.push(type));
    expect(classes).toEqual([]);
    initialize(isStatic ? Notes : new Notes());
    expect(classes).toEqual([Notes]);
  },
);

it.each<[string, DecoratorArguments]>([
  ['an object in place of a class', [{}]],
  ['an arrow function', [() => 1]],
  ['nothing', [undefined]],
  ['a member without an object', [undefined, 'one', descriptor]],
  ['a member of an object without a class', [Object.create(null), 'one', descriptor]],
  ['a number as the member name', [Notes.prototype, 1, descriptor]],
  ['null as the second argument', [Notes.prototype, null, undefined]],
])('readTarget rejects %s', (_, args) => {
  expect(() => readTarget(args)).toThrow(new TypeError(NOT_APPLIED));
});
