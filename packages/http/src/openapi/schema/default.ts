import { PRIMITIVES } from '../../types/primitives.ts';
import type { JsonSchema } from './json-schema.ts';

const CONVERTED_TYPES: Readonly<Record<string, unknown>> = {
  integer: Number,
  number: Number,
  boolean: Boolean,
};

/** The schema with a default that is given as text. */
export function withDefault(schema: JsonSchema, text: string | undefined): JsonSchema {
  return text === undefined ? schema : { ...schema, default: parseDefault(text, schema) };
}

/** As JSON, where the schema says that the text becomes a number or a boolean. */
function parseDefault(text: string, { type, items, enum: members }: JsonSchema): unknown {
  if (type === 'array') return [parseDefault(text, (items ?? {}) as JsonSchema)];
  if (Array.isArray(members)) return members.find((member) => String(member) === text) ?? text;
  const value = PRIMITIVES.get(CONVERTED_TYPES[String(type)])?.text?.(text);
  return typeof value === 'number' || typeof value === 'boolean' ? value : text;
}
