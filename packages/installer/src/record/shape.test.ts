import { expect, it } from 'vitest';
import { findMismatches } from './mismatches.ts';
import { booleanShape, listOf, countShape, oneOf, optional, recordOf, stringShape } from './shape.ts';

interface Sample {
  readonly name: string;
  readonly size?: number;
  readonly kind: 'large' | 'small';
  readonly parts: readonly string[];
}

const sample = recordOf<Sample>({
  name: stringShape,
  size: optional(countShape),
  kind: oneOf('large', 'small'),
  parts: listOf(stringShape),
});

it('a shape accepts what its type describes, with and without what is optional', () => {
  expect(findMismatches({ name: 'a', kind: 'large', parts: [] }, sample)).toEqual([]);
  expect(findMismatches({ name: 'a', size: 0, kind: 'small', parts: ['x', ''] }, sample)).toEqual([]);
});

it('the compiler refuses a shape that does not fit the type of its field', () => {
  const fields = {
    name: stringShape,
    size: optional(countShape),
    kind: oneOf('large', 'small'),
    parts: listOf(stringShape),
  };
  // @ts-expect-error -- a flag is no string
  recordOf<Sample>({ ...fields, name: booleanShape });
  // @ts-expect-error -- 'huge' is no kind
  recordOf<Sample>({ ...fields, kind: oneOf('large', 'huge') });
  // @ts-expect-error -- parts are strings
  recordOf<Sample>({ ...fields, parts: listOf(countShape) });
  // @ts-expect-error -- the size may be absent
  recordOf<Sample>({ ...fields, size: countShape });
  // @ts-expect-error -- the name may not be absent
  const named = recordOf<Sample>({ ...fields, name: optional(stringShape) });
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
  expect(findMismatches(value, sample)).toEqual(faults);
});
