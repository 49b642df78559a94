import { anything, optional, type StandardSchemaV1, type Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';

interface JsonSchema {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
}

/**
 * Whether the schema says that it takes an object. One that says nothing may take any value; undefined then.
 */
export function acceptsObject(schema: StandardSchemaV1): boolean | undefined {
  const json = readJsonSchema(schema);
  return json === undefined ? undefined : json.type === 'object';
}

/**
 * The names that a schema takes, each prepared as it wants it and not checked: that is the schema's affair, once they
 * are together. Names it does not speak of are refused unless it lets them through; of a schema that cannot say its
 * names, all are taken.
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

/** What makes of a text the number, boolean or array that is wanted, and leaves everything else as it is. */
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
    // What the schema checks cannot be said in JSON Schema.
    return undefined;
  }
}
