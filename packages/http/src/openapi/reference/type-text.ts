import type { JsonSchema } from '../../contract/json-schema.ts';

/** Abbreviates a schema in TypeScript notation: `integer`, `Note[]`, `"a" | "b"`. */
export function typeText(schema: JsonSchema): string {
  const { $ref, type, items, format, enum: members, const: constant, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(members)) return members.map((each) => JSON.stringify(each)).join(' | ');
  for (const [list, sign] of [
    [anyOf ?? oneOf, ' | '],
    [allOf, ' & '],
  ] as const) {
    if (Array.isArray(list)) return list.map((each) => parenthesize(each as JsonSchema)).join(sign);
  }
  if (type === 'array') return `${parenthesize((items ?? {}) as JsonSchema)}[]`;
  if (Array.isArray(type)) return type.join(' | ');
  if (typeof type !== 'string') return 'any';
  return typeof format === 'string' ? `${type} (${format})` : type;
}

function parenthesize(schema: JsonSchema): string {
  const text = typeText(schema);
  return text.includes(' ') ? `(${text})` : text;
}
