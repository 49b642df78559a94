import { PRIMITIVES } from '../../types/primitives.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';

const CONVERTED_TYPES: Readonly<Record<string, unknown>> = {
  integer: Number,
  number: Number,
  boolean: Boolean,
};

/** Adds a default, which is given as a string, to a schema. */
export function withDefault(schema: JsonSchema, text: string | undefined): JsonSchema {
  return text === undefined ? schema : { ...schema, default: parseDefault(text, schema) };
}

/**
 * Converts a default to the type that the schema declares: a number, a boolean, a member of an enum, or a list with one
 * element. Returns the string if it cannot be converted.
 */
function parseDefault(text: string, { type, items, enum: members }: JsonSchema): unknown {
  if (type === 'array') return [parseDefault(text, (items ?? {}) as JsonSchema)];
  if (Array.isArray(members)) return members.find((member) => String(member) === text) ?? text;
  const value = PRIMITIVES.get(CONVERTED_TYPES[String(type)])?.text?.(text);
  return typeof value === 'number' || typeof value === 'boolean' ? value : text;
}
