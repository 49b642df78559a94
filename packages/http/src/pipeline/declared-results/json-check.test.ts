import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { compileJsonCheck } from './json-check.ts';

function differences(schema: JsonSchema, value: unknown): readonly string[] {
  return compileJsonCheck(schema)(value, '').map(({ pointer, detail }) => `${pointer} ${detail}`.trim());
}

const kinds: JsonSchema = {
  anyOf: [
    {
      type: 'object',
      properties: { kind: { enum: ['circle'] }, r: { type: 'number' } },
      required: ['kind', 'r'],
    },
    {
      type: 'object',
      properties: { kind: { enum: ['square'] }, a: { type: 'number' } },
      required: ['kind', 'a'],
    },
  ],
};
const tree: JsonSchema = {
  $ref: '#/$defs/Tree',
  $defs: {
    Tree: {
      type: 'object',
      properties: { id: { type: 'integer' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
      required: ['id'],
    },
  },
};
const pair: JsonSchema = {
  type: 'array',
  prefixItems: [{ type: 'string' }],
  items: { type: 'number' },
  minItems: 1,
  maxItems: 2,
};

describe('compileJsonCheck', () => {
  it.each<[string, JsonSchema, unknown, unknown, readonly string[]]>([
    ['type', { type: 'string' }, '', 1, ['must be a string, not a number']],
    ['type', { type: 'integer' }, 1, 1.5, ['must be an integer, not a number']],
    ['type', { type: 'object' }, {}, [], ['must be an object, not an array']],
    ['type', { type: ['array', 'null'] }, null, true, ['must be an array or null, not a boolean']],
    ['type', { type: 'boolean' }, false, null, ['must be true or false, not null']],
    ['enum', { type: 'string', enum: ['a', 'b'] }, 'b', 'c', ['must be "a" or "b"']],
    ['enum', { enum: ['a', 1] }, 1, {}, ['must be "a" or 1, not an object']],
    ['const', { const: { a: 1 } }, { a: 1 }, { a: 2 }, ['must be {"a":1}']],
    ['required', { required: ['a/b'] }, { 'a/b': null }, {}, ['/a~1b is missing']],
    ['properties', { properties: { a: { type: 'null' } } }, {}, { a: 1 }, ['/a must be null, not a number']],
    [
      'additionalProperties',
      { additionalProperties: { type: 'number' } },
      {},
      { x: '' },
      ['/x must be a number, not a string'],
    ],
    [
      'additionalProperties',
      { additionalProperties: false },
      {},
      { x: '' },
      ['/x must be absent, not a string'],
    ],
    ['propertyNames', { propertyNames: { enum: ['a'] } }, { a: 1 }, { b: 1 }, ['/b must be "a"']],
    ['items', { items: { type: 'number' } }, [1], [1, '2'], ['/1 must be a number, not a string']],
    [
      'prefixItems',
      pair,
      ['a', 1],
      [1, 'a'],
      ['/0 must be a string, not a number', '/1 must be a number, not a string'],
    ],
    ['minItems', pair, ['a'], [], ['must be at least 1 element long']],
    ['maxItems', pair, ['a'], ['a', 1, 2], ['must be at most 2 elements long']],
    ['minLength', { minLength: 1 }, 'é', '', ['must be at least 1 character long']],
    ['maximum', { minimum: 0, exclusiveMaximum: 2 }, 1, 2, ['must be less than 2']],
    ['pattern', { pattern: '^v\\d$' }, 'v1', 'v', ['must be a string that matches ^v\\d$']],
    [
      'allOf',
      { allOf: [{ required: ['a'] }, { required: ['b'] }] },
      { a: 1, b: 1 },
      {},
      ['/a is missing', '/b is missing'],
    ],
    ['not', { not: {} }, undefined, 1, ['must be another value, not a number']],
    [
      'anyOf',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      null,
      1,
      ['must be a string or null, not a number'],
    ],
    [
      'anyOf',
      kinds,
      { kind: 'square', a: 1 },
      { kind: 'square', a: '1' },
      ['/a must be a number, not a string'],
    ],
    [
      '$ref',
      tree,
      { id: 1, children: [{ id: 2 }] },
      { id: 1, children: [{ id: 2, children: [{}] }] },
      ['/children/0/children/0/id is missing'],
    ],
  ])('compares a value with %s', (_keyword, schema, valid, invalid, expected) => {
    if (valid !== undefined) expect(differences(schema, valid)).toEqual([]);
    expect(differences(schema, invalid)).toEqual(expected);
  });

  it('resolves the references of a nested schema of a library relative to that schema', () => {
    const Node = z.object({
      name: z.string(),
      get next() {
        return Node.optional();
      },
    });
    const nested = z.toJSONSchema(Node, { target: 'draft-2020-12' }) as JsonSchema;
    const schema = { type: 'object', properties: { first: nested } };
    expect(differences(schema, { first: { name: 'a', next: { name: 'b' } } })).toEqual([]);
    expect(differences(schema, { first: { name: 'a', next: { name: 1 } } })).toEqual([
      '/first/next/name must be a string, not a number',
    ]);
  });

  it('accepts any value for an unknown keyword, format or reference, and for a pattern in an outdated syntax', () => {
    for (const schema of [
      {},
      { format: 'date-time' },
      { $ref: '#/$defs/Gone' },
      { $ref: 'https://a/b' },
      { pattern: String.raw`^\_+$` },
    ])
      expect(differences(schema, 'x')).toEqual([]);
  });

  it('stops after 100 differences in an array', () => {
    const found = differences({ items: { type: 'number' } }, Array.from({ length: 5000 }, String));
    expect(found).toHaveLength(100);
  });
});
