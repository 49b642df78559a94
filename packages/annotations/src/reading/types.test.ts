import { anything, array, codec, int, isoDate, nullable, oneOf, optional, uuid, type Type } from '@writ/http';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { matchesDeclaredType, declaredType } from './types.ts';

class Base {}
class Note extends Base {}
// The compiled form of a numeric enum.
const Level = { 0: 'Low', 1: 'High', Low: 0, High: 1 } as const;
const size = { small: 's', large: 'l' } as const;
const own = codec({ name: 'own', json: 'number', parse: (text) => new Date(Number(text)) });
const callable = Object.assign(() => {}, { '~standard': z.number()['~standard'] });

it.each<[string, Type, unknown, boolean]>([
  ['int', int, Number, true],
  ['int', int, String, false],
  ['uuid', uuid, Number, false],
  ['isoDate', isoDate, Date, true],
  ['a custom codec', own, Date, true],
  ['a class', Note, Note, true],
  ['a class', Note, Base, true],
  ['a class', Base, Note, false],
  ['a class', Note, String, false],
  ['Number', Number, Object, true],
  ['Number', Number, undefined, true],
  ['Number', Number, Boolean, false],
  ['an optional type', optional(int), Number, true],
  ['an optional type', optional(int), String, false],
  ['an array', array(int), Array, true],
  ['an array', array(int), Number, false],
  ['one of several strings', oneOf('a', 'b'), String, true],
  ['one of several strings', oneOf('a', 'b'), Number, false],
  ['a string or a number', oneOf('a', 1), Number, true],
  ['a constant object', size, String, true],
  ['a constant object', size, Number, false],
  ['a numeric enum', Level, Number, true],
  ['a nullable type', nullable(int), Object, true],
  ['anything', anything, Number, true],
  ['a schema', z.number(), Number, true],
  ['a schema', z.number(), String, false],
  ['a schema', z.object({}), Note, true],
  ['a schema without a JSON form', z.date(), Date, true],
  ['a schema that is a function', callable as never, Number, true],
  ['a schema that is a function', callable as never, String, false],
])('matchesDeclaredType compares %s (%o) with the declared type %o: %s', (_what, type, design, fits) => {
  expect(matchesDeclaredType(type, design)).toBe(fits);
});

it.each([
  [Number, Number],
  [Note, Note],
  [Object, undefined],
  [Array, undefined],
  [Promise, undefined],
  [Function, undefined],
  [undefined, undefined],
])('declaredType converts the metadata %o to %o', (design, type) => {
  expect(declaredType(design)).toBe(type);
});
