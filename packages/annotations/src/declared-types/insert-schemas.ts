import type { StandardSchemaV1 } from '@writ/http';
import type { DeclaredResult, JsonSchema } from '@writ/http/kernel';
import { readSchema } from './read-schema.ts';
import { SCHEMA_KEY, type RecordedSchema } from './recorded-class.ts';

/** Returns the declared result, in which the JSON Schemas of the record's schemas have replaced their marks. */
export function insertSchemas(result: DeclaredResult, schemas: readonly RecordedSchema[]): DeclaredResult {
  if (result.schema === undefined || schemas.length === 0) return result;
  const schema = insert(result.schema, schemas) as JsonSchema;
  // The result is a string that is sent as text, not as JSON.
  const isText = result.form === 'json' && isMark(result.schema) && schema['type'] === 'string';
  return { ...result, schema, ...(isText ? { form: 'text' } : {}) };
}

function insert(value: unknown, schemas: readonly RecordedSchema[]): unknown {
  if (Array.isArray(value)) return value.map((each) => insert(each, schemas));
  if (typeof value !== 'object' || value === null) return value;
  if (!isMark(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, insert(each, schemas)]));
  const { [SCHEMA_KEY]: index, input, ...others } = value;
  return { ...jsonSchemaOf(schemas[index], input === true ? 'input' : 'output'), ...others };
}

interface Mark {
  readonly [SCHEMA_KEY]: number;
  readonly input?: boolean;
}

function isMark(value: object): value is Mark {
  return SCHEMA_KEY in value;
}

/** Returns the JSON Schema of a schema, or one that accepts any value if the schema cannot be read or has none. */
function jsonSchemaOf(recorded: RecordedSchema | undefined, side: 'input' | 'output'): JsonSchema {
  try {
    const schema: StandardSchemaV1 = readSchema(recorded);
    return schema['~standard'].jsonSchema?.[side]({ target: 'draft-2020-12' }) ?? {};
  } catch {
    // JSON Schema cannot express every output, such as a date.
    return {};
  }
}
