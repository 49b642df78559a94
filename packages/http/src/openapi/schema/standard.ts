import { isThenable } from '../../internal/thenable.ts';
import type { StandardSchemaV1 } from '../../contract/standard-schema.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';

export function isStandardSchema(type: unknown): type is StandardSchemaV1 {
  return (typeof type === 'object' || typeof type === 'function') && type !== null && '~standard' in type;
}

/**
 * Returns the JSON Schema of a schema, or undefined if its library does not provide one or cannot represent the schema,
 * such as a transformation.
 */
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

/** Whether the schema accepts `undefined`. Returns false if validation is asynchronous. */
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
