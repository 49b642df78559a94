import { listEnumValues } from '../../contract/enum-members.ts';
import { isKind } from '../../contract/is-kind.ts';
import type { StandardSchemaV1 } from '../../contract/standard-schema.ts';
import type {
  AbstractClass,
  Codec,
  EnumObject,
  Literal,
  ObjectOf,
  Structure,
  TupleOf,
  Type,
} from '../../contract/type.ts';
import { templatePattern } from '../../types/template-type.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { anyOfSchemas } from './combine-schemas.ts';
import type { NamedSchemas } from './named-schemas.ts';
import { PLAIN_SCHEMAS } from './plain.ts';
import { isStandardSchema, jsonSchemaOf, acceptsUndefined } from './standard.ts';

/** The representation of a value: a string, JSON input, or a result that is sent as JSON. */
export type Form = 'text' | 'json' | 'result';

/** Returns the schema of a type for clients. If the type says nothing about the values, returns an empty schema. */
export function schemaOf(
  type: Type,
  form: Form,
  named: NamedSchemas,
  /** The definitions of the recursive types that contain the type. */
  around?: Record<string, JsonSchema>,
): JsonSchema {
  const plain = PLAIN_SCHEMAS.get(type);
  if (plain !== undefined) return plain;
  if (isStandardSchema(type)) return standardSchema(type, form, named, undefined);
  if (typeof type === 'function') return classSchema(type as AbstractClass, form, named);
  const inner = (of: Type): JsonSchema => schemaOf(of, form, named, around);
  const structure = type as Structure | Codec;
  switch (structure.kind) {
    case 'optional':
      return inner(structure.of);
    case 'nullable':
      return form === 'text' ? inner(structure.of) : anyOfSchemas([inner(structure.of), { type: 'null' }]);
    case 'array':
      return { type: 'array', items: inner(structure.of) };
    case 'tuple':
      return tupleSchema(structure, inner);
    case 'template':
      return { type: 'string', pattern: templatePattern(structure) };
    case 'union':
      return anyOfSchemas(structure.of.map(inner));
    case 'set':
      return { type: 'array', items: inner(structure.of), uniqueItems: true };
    case 'map':
      return { type: 'object', additionalProperties: inner(structure.of) };
    case 'recursive': {
      const definitions = around ?? {};
      const { name } = structure;
      definitions[name] = schemaOf(structure.of, form, named, definitions);
      const schema = selfSchema(name);
      return around === undefined ? named.adopt({ ...schema, $defs: definitions }, undefined) : schema;
    }
    case 'self':
      return selfSchema(structure.name);
    case 'oneOf':
      return literalSchema(structure.values);
    case 'object':
      return objectSchema(structure, inner);
    case 'unknown':
      return {};
    case 'codec':
      return structure.schema ?? { type: form === 'text' ? 'string' : (structure.json ?? 'string') };
    default:
      return literalSchema(listEnumValues(type as EnumObject));
  }
}

/** Whether the value may be omitted. */
export function isOptional(type: Type): boolean {
  return isStandardSchema(type) ? acceptsUndefined(type) : isKind(type, 'optional');
}

function standardSchema(
  schema: StandardSchemaV1,
  form: Form,
  named: NamedSchemas,
  className: string | undefined,
): JsonSchema {
  const input = jsonSchemaOf(schema, 'input');
  const json = form === 'result' ? jsonSchemaOf(schema, 'output') : input;
  if (json === undefined) return {};
  // The input and output of a schema often differ. For example, the output always contains a property that has a
  // default.
  const suffix = JSON.stringify(json) === JSON.stringify(input) ? '' : 'Result';
  return named.adopt(json, className ?? nameIn(json), suffix);
}

/** Returns the name that a schema declares for itself; undefined if it declares none. */
function nameIn({ id, $id, title, type, anyOf, oneOf }: JsonSchema): string | undefined {
  const isLarge = type === 'object' || anyOf !== undefined || oneOf !== undefined;
  const name = [
    id,
    typeof $id === 'string' ? $id.split(/[/#]/).findLast(Boolean) : undefined,
    isLarge && title,
  ];
  return name.find((each): each is string => typeof each === 'string' && each !== '');
}

/**
 * For strings, returns the schema of the string from which an instance is created. Otherwise, returns the JSON Schema
 * of the class's `static schema`, or else a schema for any object.
 */
function classSchema(type: AbstractClass, form: Form, named: NamedSchemas): JsonSchema {
  if (form === 'text') return { type: classTextType(type) };
  const name = type.name === '' ? undefined : type.name;
  const { schema } = type as { readonly schema?: unknown };
  if (isStandardSchema(schema)) return standardSchema(schema, form, named, name);
  const open: JsonSchema = { type: 'object', additionalProperties: true };
  return name === undefined ? open : named.add(name, open);
}

/**
 * Returns the type of a class's only constructor parameter if metadata declares it as a number or boolean; otherwise,
 * returns `string`.
 */
function classTextType(type: AbstractClass): string {
  const reflect = Reflect as { getMetadata?: (key: string, target: object) => unknown };
  const declared = reflect.getMetadata?.('design:paramtypes', type);
  const parameterType: unknown = Array.isArray(declared) && type.length === 1 ? declared[0] : undefined;
  return parameterType === Number ? 'number' : parameterType === Boolean ? 'boolean' : 'string';
}

function selfSchema(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

function tupleSchema({ of, rest }: TupleOf, inner: (of: Type) => JsonSchema): JsonSchema {
  return {
    type: 'array',
    ...(of.length === 0 ? {} : { prefixItems: of.map(inner) }),
    minItems: of.findLastIndex((each) => !isOptional(each)) + 1,
    ...(rest === undefined ? { maxItems: of.length } : { items: inner(rest) }),
  };
}

function objectSchema({ fields, rest }: ObjectOf, inner: (of: Type) => JsonSchema): JsonSchema {
  const entries = Object.entries(fields);
  return propertiesSchema(
    entries.map(([name, type]) => ({ name, schema: inner(type), required: !isOptional(type) })),
    rest === undefined ? false : inner(rest),
  );
}

export interface Property {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/**
 * Creates a schema for objects with these properties. `others` is the schema of additional properties; false forbids
 * them.
 */
export function propertiesSchema(properties: readonly Property[], others: JsonSchema | boolean): JsonSchema {
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    ...(others === true ? {} : { additionalProperties: others }),
  };
}

function literalSchema(values: readonly Literal[]): JsonSchema {
  const types = new Set(values.map((value) => typeof value));
  return { ...(types.size === 1 ? { type: [...types][0] } : {}), enum: [...new Set(values)] };
}
