import { expect, it } from 'vitest';
import { array, nullable, optional } from './type.ts';
import { presentOf, requiredOf } from './required-type.ts';

const list = array(optional(Number));

it('requiredOf removes one outer optional', () => {
  expect(requiredOf(optional(list))).toBe(list);
  expect(requiredOf(optional(nullable(Number)))).toEqual(nullable(Number));
  expect(requiredOf(nullable(optional(Number)))).toEqual(nullable(optional(Number)));
  expect(requiredOf(String)).toBe(String);
});

it('presentOf removes every outer optional and nullable', () => {
  expect(presentOf(nullable(optional(nullable(list))))).toBe(list);
  expect(presentOf(list)).toBe(list);
});
