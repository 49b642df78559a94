import type { Schema } from './schema.ts';

/** A value that the schema lists. */
export interface Value {
  /** JSON on one line. */
  readonly json: string;
  /** The label: a string without quotes, or any other value as JSON. */
  readonly label: string;
  readonly isString: boolean;
  /** The role of the value in the schema. */
  readonly kind: 'choice' | 'default' | 'example';
}

/** The allowed values, if the schemas list them, followed by the default and the examples. */
export function suggestedValues(schemas: readonly Schema[]): readonly Value[] {
  const values = new Map<string, Value>();
  const defaults = new Set(
    schemas.flatMap((schema) => ('default' in schema ? [toJson(schema.default)] : [])),
  );
  const addValue = (value: unknown, kind: Value['kind']): void => {
    const text = toJson(value);
    if (values.has(text)) return;
    const label = typeof value === 'string' ? value : text;
    const shown = defaults.has(text) ? 'default' : kind;
    values.set(text, { json: text, label, isString: typeof value === 'string', kind: shown });
  };
  for (const value of allowedValues(schemas)) addValue(value, 'choice');
  for (const schema of schemas) {
    if ('default' in schema) addValue(schema.default, 'default');
    for (const example of schema.examples ?? []) addValue(example, 'example');
  }
  return [...values.values()];
}

/** The values that the schemas list, and `true` and `false` for a Boolean. */
export function allowedValues(schemas: readonly Schema[]): readonly unknown[] {
  return schemas.flatMap((schema) => schema.enum ?? (schema.type === 'boolean' ? [true, false] : []));
}

/** The empty value of the first type in the schemas, as JSON; an empty string if the type has none. */
export function emptyValue(schemas: readonly Schema[]): string {
  const type = schemas.find((schema) => schema.type !== undefined)?.type;
  return { string: '""', object: '{}', array: '[]' }[type ?? ''] ?? '';
}

export function toJson(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
}
