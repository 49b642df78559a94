import { expect, it } from 'vitest';
import { isObject } from './is-object.ts';

it.each([
  [{}, true],
  [Object.create(null), true],
  [new Date(), true],
  [[], false],
  [null, false],
  [undefined, false],
  ['text', false],
  [() => {}, false],
])('isObject(%o) is %s', (value, expected) => {
  expect(isObject(value)).toBe(expected);
});
