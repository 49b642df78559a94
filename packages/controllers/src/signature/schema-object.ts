import { anything, optional, type StandardSchemaV1, type Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';

interface JsonSchema {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/**
 * Whether the schema accepts only objects; undefined if it has no JSON Schema, in which case it may accept any value.
 */
export function acceptsObject(schema: StandardSchemaV1): boolean | undefined {
  const json = readJsonSchema(schema);
  return json === undefined ? undefined : isObjectSchema(json);
}

/** Whether the schema describes an object, or a union or intersection of objects. */
function isObjectSchema(json: JsonSchema): boolean {
  const members = membersOf(json);
  return json.type === 'object' || (members.length > 0 && members.every(isObjectSchema));
}

function membersOf({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema): readonly JsonSchema[] {
  return [...anyOf, ...oneOf, ...allOf];
}

/** Returns the schemas with `properties`: the schema itself, and the members of its unions and intersections. */
function objectsIn(json: JsonSchema): readonly JsonSchema[] {
  return [json, ...membersOf(json).flatMap(objectsIn)].filter(({ properties }) => properties !== undefined);
}

/**
 * Returns an object type that only converts the values, because the schema itself validates the whole object. Unknown
 * names are rejected unless `additionalProperties` allows them. Without a JSON Schema that lists properties, all names
 * are accepted.
 */
export function toObjectType(schema: StandardSchemaV1): ObjectOf {
  const objects = objectsIn(readJsonSchema(schema) ?? {});
  if (objects.length === 0) return { kind: 'object', fields: {}, rest: anything };
  const properties = objects.flatMap((each) => Object.entries(each.properties ?? {}));
  const byName = Map.groupBy(properties, ([name]) => name);
  const fields = Object.fromEntries(
    [...byName].map(([name, found]) => [
      name,
      optional(toPropertyType(commonSchema(found.map(([, property]) => property)))),
    ]),
  );
  const isOpen = objects.some(
    ({ additionalProperties }) => additionalProperties !== undefined && additionalProperties !== false,
  );
  return isOpen ? { kind: 'object', fields, rest: anything } : { kind: 'object', fields };
}

/**
 * Returns the schema of a property that several objects may have. If more than one has it, the result contains only the
 * type that all of them share, if there is one: `{ type: 'string' }` for the literals of a key.
 */
function commonSchema([first = {}, ...others]: readonly JsonSchema[]): JsonSchema {
  if (others.length === 0) return first;
  const { type } = first;
  return type !== 'array' && others.every((each) => each.type === type) ? { type } : {};
}

/**
 * Returns a type that converts a string to the number, boolean or array that the JSON Schema expects, without
 * validation.
 */
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
