import { expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import { flag, list, number, oneOf, optional, record, text } from './shape.ts';

interface Sample {
  readonly name: string;
  readonly size?: number;
  readonly kind: 'large' | 'small';
  readonly parts: readonly string[];
}

const sample = record<Sample>({
  name: text,
  size: optional(number),
  kind: oneOf('large', 'small'),
  parts: list(text),
});

it('a shape accepts what its type describes, with and without what is optional', () => {
  expect(faultsOf({ name: 'a', kind: 'large', parts: [] }, sample)).toEqual([]);
  expect(faultsOf({ name: 'a', size: 0, kind: 'small', parts: ['x', ''] }, sample)).toEqual([]);
});

it('the compiler refuses a shape that does not fit the type of its field', () => {
  const fields = { name: text, size: optional(number), kind: oneOf('large', 'small'), parts: list(text) };
  // @ts-expect-error -- a flag is no string
  record<Sample>({ ...fields, name: flag });
  // @ts-expect-error -- 'huge' is no kind
  record<Sample>({ ...fields, kind: oneOf('large', 'huge') });
  // @ts-expect-error -- parts are strings
  record<Sample>({ ...fields, parts: list(number) });
  // @ts-expect-error -- the size may be absent
  record<Sample>({ ...fields, size: number });
  // @ts-expect-error -- the name may not be absent
  const named = record<Sample>({ ...fields, name: optional(text) });
  expect(named.optional).toEqual(new Set(['name', 'size']));
});

it.each<[string, unknown, object[]]>([
  ['a list', [], [{ pointer: '', message: 'the record is no object', expected: 'an object' }]],
  ['nothing', {}, [{ pointer: '', message: 'name, kind, parts missing' }]],
  [
    'a wrong value of each field',
    { name: 1, size: -1, kind: 'huge', parts: ['', null] },
    [
      { pointer: '/name', message: '/name is no text', expected: 'text' },
      { pointer: '/size', message: '/size is no count', expected: 'a whole number, zero or more' },
      { pointer: '/kind', message: '/kind is none of what it can be', expected: 'one of large, small' },
      { pointer: '/parts/1', message: '/parts/1 is no text', expected: 'text' },
    ],
  ],
  [
    'unknown keys',
    { name: '', kind: 'small', parts: [], siz: 1, 'a/b': 1 },
    [
      {
        pointer: '/siz',
        message: '/siz is no part of a record of this version',
        hint: 'did you mean size?',
        isUnknownKey: true,
      },
      { pointer: '/a~1b', message: '/a~1b is no part of a record of this version', isUnknownKey: true },
    ],
  ],
  [
    'a name that every object inherits',
    JSON.parse('{"__proto__": 1, "toString": 2}'),
    [
      {
        pointer: '/__proto__',
        message: '/__proto__ is no part of a record of this version',
        isUnknownKey: true,
      },
      {
        pointer: '/toString',
        message: '/toString is no part of a record of this version',
        isUnknownKey: true,
      },
      { pointer: '', message: 'name, kind, parts missing' },
    ],
  ],
])('faults of %s are all reported, each with its pointer', (_what, value, faults) => {
  expect(faultsOf(value, sample)).toEqual(faults);
});
