import { isThenable } from '../../internal/thenable.ts';
import type { StandardSchemaV1 } from '../../contract/standard-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export function isStandardSchema(type: unknown): type is StandardSchemaV1 {
  return (typeof type === 'object' || typeof type === 'function') && type !== null && '~standard' in type;
}

/** Undefined when the library does not say it in JSON Schema, or cannot: of a date or a transformation, say. */
export function jsonSchemaOf(
  schema: StandardSchemaV1,
  direction: 'input' | 'output',
): JsonSchema | undefined {
  try {
    return schema['~standard'].jsonSchema?.[direction]({ target: 'draft-2020-12' });
  } catch {
    return undefined;
  }
}

/** Whether the schema has a value for what is not there, as far as that can be known without waiting. */
export function acceptsUndefined(schema: StandardSchemaV1): boolean {
  try {
    const result = schema['~standard'].validate(undefined);
    if (!isThenable(result)) return (result as { readonly issues?: unknown }).issues === undefined;
    Promise.resolve(result).catch(() => {});
    return false;
  } catch {
    return false;
  }
}
