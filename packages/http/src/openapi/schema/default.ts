import { PRIMITIVES } from '../../types/primitives.ts';
import type { JsonSchema } from './json-schema.ts';

const CONVERTED: Readonly<Record<string, unknown>> = { integer: Number, number: Number, boolean: Boolean };

/** The schema with a default that is given as text. */
export function withDefault(schema: JsonSchema, text: string | undefined): JsonSchema {
  return text === undefined ? schema : { ...schema, default: valueOf(text, schema) };
}

/** As JSON, where the schema says that the text becomes a number or a boolean. */
function valueOf(text: string, { type, items, enum: members }: JsonSchema): unknown {
  if (type === 'array') return [valueOf(text, (items ?? {}) as JsonSchema)];
  if (Array.isArray(members)) return members.find((member) => String(member) === text) ?? text;
  const value = PRIMITIVES.get(CONVERTED[String(type)])?.text?.(text);
  return typeof value === 'number' || typeof value === 'boolean' ? value : text;
}
