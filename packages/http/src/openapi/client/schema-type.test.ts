import { expect, it } from 'vitest';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { schemaType } from './schema-type.ts';

it.each<[JsonSchema, string]>([
  [{}, 'unknown'],
  [{ not: {} }, 'never'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'string', enum: ['a', 'b"'] }, String.raw`"a" | "b\""`],
  [{ const: true }, 'true'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ anyOf: [{ type: 'string' }, {}] }, 'unknown'],
  [
    { allOf: [{ $ref: '#/components/schemas/A' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }] },
    'components["schemas"]["A"] & (string | null)',
  ],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 1, maxItems: 2 },
    '[string, number?]',
  ],
  [
    { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, items: { type: 'number' } },
    '[string, ...number[]]',
  ],
  [{ type: 'object' }, '{ [key: string]: unknown }'],
  [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [key: string]: number }'],
  [{ type: 'string', format: 'binary' }, 'Blob'],
  [
    {
      type: 'object',
      properties: {
        'a-b': { type: 'string', description: 'Ends */ here.\nIt continues.', deprecated: true },
        c: { type: 'object', properties: { d: {} } },
      },
      required: ['c'],
    },
    `{
  /**
   * Ends *\\/ here.
   * It continues.
   * @deprecated
   */
  "a-b"?: string;
  c: {
    d?: unknown;
  };
}`,
  ],
])('schemaType writes the type of %j', (schema, type) => {
  expect(schemaType(schema)).toBe(type);
});
