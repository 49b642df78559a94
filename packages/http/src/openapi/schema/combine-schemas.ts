import type { JsonSchema } from './json-schema.ts';

/** What fits both. Of a plain constraint and a plain type, one schema that people can read. */
export function allOfSchemas(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (Object.keys(one).length === 0) return other;
  if (Object.keys(other).length === 0) return one;
  const { type, ...rest } = other;
  const narrower =
    type === undefined || type === one['type'] || (type === 'number' && one['type'] === 'integer');
  const apart = Object.keys(rest).every((key) => !(key in one) && key !== '$ref');
  return narrower && apart && !('$ref' in one) ? { ...one, ...rest } : { allOf: [one, other] };
}

/** What fits one of them; equal ones count once, and what takes anything takes all. */
export function anyOfSchemas(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  if (distinct.some((schema) => Object.keys(schema).length === 0)) return {};
  return distinct.length === 1 ? distinct[0]! : { anyOf: distinct };
}
