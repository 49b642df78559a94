import { array, codec, int, isoDate, nullable, object, oneOf, optional, uuid, type Type } from '@writ/http';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { isAssignable } from './assignable.ts';

const Level = { Debug: 'debug', Info: 'info' };
const Size = { S: 0, M: 5 };
/** A numeric enum at run time. */
const CompiledSize = { ...Size, 0: 'S', 5: 'M' };
const template: Type = { kind: 'template', of: ['v', Number] };
const anything: Type = { kind: 'unknown' };
const autoOrNumber: Type = { kind: 'union', of: [oneOf('auto'), Number] };
const pair: Type = { kind: 'tuple', of: [String, Number] };
const hex = codec({ name: 'hex', parse: (text) => Number.parseInt(text, 16) });
const tree: Type = { kind: 'recursive', name: 'Tree', of: { kind: 'self', name: 'Tree' } };
const absent = undefined as unknown as Type;
const unionOf = (...of: Type[]): Type => ({ kind: 'union', of });
const tupleOf = (of: Type[], rest?: Type): Type => ({ kind: 'tuple', of, ...(rest && { rest }) });
const kindUnion = unionOf(object({ kind: oneOf('a') }), object({ kind: oneOf('b'), n: optional(Number) }));
class Note {}

it.each<[title: string, type: Type, declared: Type]>([
  ['a type to itself', String, String],
  ['int to number', int, Number],
  ['uuid to string', uuid, String],
  ['isoDate to Date', isoDate, Date],
  ['literals to string', oneOf('a', 'b'), String],
  ['an enum to string', Level, String],
  ['an enum to the same enum', Level, { ...Level }],
  ['some literals to more literals', oneOf('a'), oneOf('a', 'b')],
  ['literals to an enum with these values', oneOf('info'), Level],
  ['a number to a numeric enum', Number, Size],
  ['a compiled numeric enum to its declaration', CompiledSize, Size],
  ['a compiled numeric enum to number', CompiledSize, Number],
  ['an object with a union of literals to a union of objects', object({ kind: oneOf('a', 'b') }), kindUnion],
  [
    'an object with a boolean to a union of objects',
    object({ b: Boolean }),
    unionOf(object({ b: oneOf(true) }), object({ b: oneOf(false) })),
  ],
  [
    'a tuple to a tuple with a further optional element',
    tupleOf([String]),
    tupleOf([String, optional(Number)]),
  ],
  ['a longer tuple to a tuple with a rest', tupleOf([String, int]), tupleOf([String], Number)],
  ['an invalid type', absent, String],
  ['a list of an invalid type', array(absent), array(oneOf('a'))],
  ['an object with a field of an invalid type', object({ a: absent }), object({ a: String })],
  ['a boolean to its literals', Boolean, oneOf(true, false, 'all')],
  ['literals to a template', oneOf('v1'), template],
  ['a template to string', template, String],
  ['a number to a union with number', int, autoOrNumber],
  ['a union to itself', autoOrNumber, { ...autoOrNumber }],
  ['a type to its optional type', String, optional(String)],
  ['an optional type to an optional, nullable type', optional(int), optional(nullable(Number))],
  ['a nullable type to an optional, nullable type', nullable(int), optional(nullable(Number))],
  ['a list of literals to a list of strings', array(oneOf('a')), array(String)],
  ['a tuple to a list', pair, array({ kind: 'union', of: [String, Number] })],
  ['a tuple to the same tuple', pair, { ...pair }],
  ['a set to a set', { kind: 'set', of: int }, { kind: 'set', of: Number }],
  ['an object with more fields', object({ a: int, b: String }), object({ a: Number })],
  ['an object without an optional field', object({ a: int }), object({ a: Number, b: optional(String) })],
  ['a class to an object type', Note, object({ title: String })],
  ['a schema to any type', z.string(), oneOf('a')],
  ['a custom codec to any type', hex, oneOf('a')],
  ['a type to unknown', String, anything],
  ['a recursive type', tree, object({ a: String })],
])('is assignable: %s', (_, type, declared) => expect(isAssignable(type, declared)).toBe(true));

it.each<[title: string, type: Type, declared: Type]>([
  ['string to literals', String, oneOf('a', 'b')],
  ['string to an enum', String, Level],
  ['string to a template', uuid, template],
  ['string to number', String, Number],
  ['more literals to fewer literals', oneOf('a', 'c'), oneOf('a', 'b')],
  ['number to literals', int, oneOf(1, 2)],
  ['string to a union without string', String, autoOrNumber],
  ['a union to one of its members', autoOrNumber, Number],
  ['boolean to true', Boolean, oneOf(true)],
  ['an optional type to a required type', optional(String), String],
  ['a nullable type to an optional type', nullable(String), optional(String)],
  ['a list of strings to a list of literals', array(String), array(oneOf('a'))],
  ['a list to a tuple', array(String), pair],
  ['a list to its element type', array(String), String],
  ['a compiled numeric enum to another enum', CompiledSize, { S: 0 }],
  ['an object with another literal to a union of objects', object({ kind: oneOf('a', 'c') }), kindUnion],
  ['a tuple with a rest to a tuple without', tupleOf([String], int), tupleOf([String])],
  ['a tuple to a tuple with another rest', tupleOf([String, String]), tupleOf([String], Number)],
  ['a shorter tuple', { kind: 'tuple', of: [String] }, pair],
  ['a set to a set of another type', { kind: 'set', of: String }, { kind: 'set', of: Number }],
  [
    'a map to a map of another type',
    { kind: 'map', key: String, of: String },
    { kind: 'map', key: String, of: Number },
  ],
  ['an object without a required field', object({ a: int }), object({ a: Number, b: String })],
  ['an object with another field type', object({ a: String }), object({ a: oneOf('x') })],
  ['a date to string', Date, String],
])('is not assignable: %s', (_, type, declared) => expect(isAssignable(type, declared)).toBe(false));
