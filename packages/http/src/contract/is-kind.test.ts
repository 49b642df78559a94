import { expect, it } from 'vitest';
import { isKind, type Kinds } from './is-kind.ts';
import { anything, array, nullable, object, oneOf, optional, type Type } from './type.ts';

enum Colour {
  Red = 'red',
}

const schema = {
  kind: 'array',
  '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) },
};

it.each<[string, Type, keyof Kinds, boolean]>([
  ['optional(String)', optional(String), 'optional', true],
  ['optional(String)', optional(String), 'nullable', false],
  ['nullable(String)', nullable(String), 'nullable', true],
  ['array(String)', array(String), 'array', true],
  ["oneOf('a')", oneOf('a'), 'oneOf', true],
  ['object({})', object({}), 'object', true],
  ['anything', anything, 'unknown', true],
  ['String', String, 'array', false],
  ['an enum', Colour, 'oneOf', false],
  ['a schema with a kind property', schema, 'array', false],
  ['an undefined type from a circular import', undefined as unknown as Type, 'array', false],
])('isKind distinguishes %s from other kinds', (_name, type, kind, expected) => {
  expect(isKind(type, kind)).toBe(expected);
});
