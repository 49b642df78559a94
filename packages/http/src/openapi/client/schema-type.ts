import type { JsonSchema } from '../../contract/json-schema.ts';

/** Formats the TypeScript type of the values that a schema accepts, indented by `depth` levels. */
export function schemaType(schema: JsonSchema, depth = 0): string {
  const { $ref, enum: members, const: constant, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return refType($ref);
  if (constant !== undefined) return literalType(constant);
  if (Array.isArray(members)) return union(members.map(literalType));
  const alternatives = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (alternatives !== undefined) return union(alternatives.map((each) => schemaType(each, depth)));
  if (Array.isArray(allOf))
    return allOf.map((each) => parenthesize(schemaType(each as JsonSchema, depth))).join(' & ');
  if (Array.isArray(type))
    return union(type.map((each: string) => schemaType({ ...schema, type: each }, depth)));
  switch (type) {
    case 'string':
      return isFile(schema) ? 'Blob' : 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayType(schema, depth);
    case 'object':
      return objectType(schema, depth);
    default:
      return 'properties' in schema ? objectType(schema, depth) : 'not' in schema ? 'never' : 'unknown';
  }
}

/** Returns the type to which a reference refers: `components["schemas"]["Note"]` for `#/components/schemas/Note`. */
export function refType(ref: string): string {
  const keys = ref.split('/').slice(2);
  return `components${keys.map((key) => `[${JSON.stringify(key)}]`).join('')}`;
}

/** A member of an object type. */
export interface TypeMember {
  readonly name: string;
  readonly type: string;
  readonly optional?: boolean;
  readonly description?: unknown;
  readonly deprecated?: unknown;
}

/** Formats an object type with one member per line. */
export function membersType(members: readonly TypeMember[], depth: number): string {
  const indentation = '  '.repeat(depth + 1);
  const lines = members.map(({ name, type, optional = false, ...comment }) => {
    const declaration = `${writeName(name)}${optional ? '?' : ''}: ${type};`;
    return `${writeComment(comment, indentation)}${indentation}${declaration}\n`;
  });
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}

function writeComment(
  { description, deprecated }: Pick<TypeMember, 'description' | 'deprecated'>,
  indentation: string,
): string {
  const text = typeof description === 'string' ? description.split('\n') : [];
  const lines = [...text, ...(deprecated === true ? ['@deprecated'] : [])].map((line) =>
    line.replaceAll('*/', String.raw`*\/`),
  );
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indentation}/** ${lines[0]} */\n`;
  return `${indentation}/**\n${lines.map((line) => `${indentation} * ${line}`.trimEnd()).join('\n')}\n${indentation} */\n`;
}

function writeName(name: string): string {
  return /^[A-Za-z_$][\w$]*$|^[1-9]\d*$/.test(name) ? name : JSON.stringify(name);
}

function literalType(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ');
}

function parenthesize(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type;
}

/** Whether the schema describes a file in a form. */
function isFile({ format, contentMediaType }: JsonSchema): boolean {
  return format === 'binary' || contentMediaType === 'application/octet-stream';
}

function arrayType({ items, prefixItems, minItems }: JsonSchema, depth: number): string {
  if (!Array.isArray(prefixItems)) return `${parenthesize(schemaType((items ?? {}) as JsonSchema, depth))}[]`;
  const required = typeof minItems === 'number' ? minItems : 0;
  const elements = prefixItems.map((each: JsonSchema, index) => {
    const type = schemaType(each, depth);
    return index < required ? type : `${parenthesize(type)}?`;
  });
  const rest = items === undefined ? [] : [`...${parenthesize(schemaType(items as JsonSchema, depth))}[]`];
  return `[${[...elements, ...rest].join(', ')}]`;
}

function objectType(schema: JsonSchema, depth: number): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = new Set(required as readonly string[]);
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, property]): TypeMember => ({
      name,
      type: schemaType(property, depth + 1),
      optional: !names.has(name),
      description: property['description'],
      deprecated: property['deprecated'],
    }),
  );
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  const others = additionalProperties === true ? {} : (additionalProperties as JsonSchema | undefined);
  const index = isOpen ? `{ [key: string]: ${schemaType(others ?? {}, depth)} }` : undefined;
  if (members.length === 0) {
    if (index !== undefined) return index;
    return additionalProperties === false ? 'Record<string, never>' : '{ [key: string]: unknown }';
  }
  const own = membersType(members, depth);
  return index === undefined ? own : `${own} & ${index}`;
}
