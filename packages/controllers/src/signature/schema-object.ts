import { anything, optional, type StandardSchemaV1, type Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';

interface JsonSchema {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
}

/** Whether the schema accepts only objects; undefined if it has no JSON Schema, so that it may accept any value. */
export function acceptsObject(schema: StandardSchemaV1): boolean | undefined {
  const json = readJsonSchema(schema);
  return json === undefined ? undefined : json.type === 'object';
}

/**
 * Converts a schema to an object type that only converts values; the schema itself validates the whole object. Unknown
 * names are rejected unless the schema allows them. Without a JSON Schema, all names are accepted.
 */
export function toObjectType(schema: StandardSchemaV1): ObjectOf {
  const { properties, additionalProperties } = readJsonSchema(schema) ?? {};
  if (properties === undefined) return { kind: 'object', fields: {}, rest: anything };
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, optional(toPropertyType(property))]),
  );
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  return isOpen ? { kind: 'object', fields, rest: anything } : { kind: 'object', fields };
}

/** A type that converts a string to the number, boolean or array that the JSON Schema expects, without validation. */
function toPropertyType(json: JsonSchema): Type {
  const isPlain = typeof json.type === 'string' && json.type !== 'object' && json.format !== 'binary';
  if (!isPlain) return anything;
  const jsonSchema = (): Record<string, unknown> => ({ ...json });
  return {
    '~standard': {
      version: 1,
      vendor: '',
      validate: (value) => ({ value }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  } satisfies StandardSchemaV1;
}

function readJsonSchema(schema: StandardSchemaV1): JsonSchema | undefined {
  try {
    return schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' });
  } catch {
    // The schema cannot be expressed as JSON Schema.
    return undefined;
  }
}
