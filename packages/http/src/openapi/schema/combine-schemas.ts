import type { JsonSchema } from '../../contract/json-schema.ts';

/** Returns a schema for values that match both schemas. Merges them into one schema if possible. */
export function allOfSchemas(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (Object.keys(one).length === 0) return other;
  if (Object.keys(other).length === 0) return one;
  const { type, ...rest } = other;
  const isNarrower =
    type === undefined || type === one['type'] || (type === 'number' && one['type'] === 'integer');
  const isDisjoint = Object.keys(rest).every((key) => !(key in one) && key !== '$ref');
  return isNarrower && isDisjoint && !('$ref' in one) ? { ...one, ...rest } : { allOf: [one, other] };
}

/**
 * Returns a schema for values that match any of the schemas. Removes duplicates. An empty schema replaces all others.
 */
export function anyOfSchemas(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  if (distinct.some((schema) => Object.keys(schema).length === 0)) return {};
  return distinct.length === 1 ? distinct[0]! : { anyOf: distinct };
}
