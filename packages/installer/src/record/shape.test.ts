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

it('a shape accepts values of its type, with and without optional fields', () => {
  expect(findMismatches({ name: 'a', kind: 'large', parts: [] }, sample)).toEqual([]);
  expect(findMismatches({ name: 'a', size: 0, kind: 'small', parts: ['x', ''] }, sample)).toEqual([]);
});

it('the compiler rejects a shape that does not match the type of its field', () => {
  const fields = {
    name: stringShape,
    size: optional(countShape),
    kind: oneOf('large', 'small'),
    parts: listOf(stringShape),
  };
  // @ts-expect-error -- a boolean is not a string
  recordOf<Sample>({ ...fields, name: booleanShape });
  // @ts-expect-error -- 'huge' is not a kind
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
  ['a list', [], [{ pointer: '', message: 'the record is not an object', expected: 'an object' }]],
  ['an empty record', {}, [{ pointer: '', message: 'missing name, kind, parts' }]],
  [
    'a record with a wrong value in each field',
    { name: 1, size: -1, kind: 'huge', parts: ['', null] },
    [
      { pointer: '/name', message: '/name is not a string', expected: 'a string' },
      { pointer: '/size', message: '/size is not a valid count', expected: 'a whole number, zero or more' },
      { pointer: '/kind', message: '/kind has an unknown value', expected: 'one of large, small' },
      { pointer: '/parts/1', message: '/parts/1 is not a string', expected: 'a string' },
    ],
  ],
  [
    'unknown keys',
    { name: '', kind: 'small', parts: [], siz: 1, 'a/b': 1 },
    [
      {
        pointer: '/siz',
        message: '/siz is not a known key in this version',
        hint: 'did you mean size?',
        isUnknownKey: true,
      },
      { pointer: '/a~1b', message: '/a~1b is not a known key in this version', isUnknownKey: true },
    ],
  ],
  [
    'a field with a name that every object inherits',
    JSON.parse('{"__proto__": 1, "toString": 2}'),
    [
      {
        pointer: '/__proto__',
        message: '/__proto__ is not a known key in this version',
        isUnknownKey: true,
      },
      {
        pointer: '/toString',
        message: '/toString is not a known key in this version',
        isUnknownKey: true,
      },
      { pointer: '', message: 'missing name, kind, parts' },
    ],
  ],
])('a shape reports every mismatch of %s with its pointer', (_what, value, mismatches) => {
  expect(findMismatches(value, sample)).toEqual(mismatches);
});
