import type { Binding, FieldDocumentation, ObjectBinding } from '../contract/route.ts';
import type { Parameter } from './document/document.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import { bindingSchema, descriptionMember, type ParameterContext } from './parameters.ts';
import type { NamedSchemas } from './schema/named-schemas.ts';
import { jsonSchemaOf } from './schema/standard.ts';
import { isOptional, schemaOf, type Form, type Property } from './schema/type-schema.ts';
import type { Type } from '../contract/type.ts';

/** A value that requests pass by name in the query or the body. */
export interface NamedValue {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: (form: Form) => JsonSchema;
}

/** Methods for which a body has no meaning, and DELETE, because proxies may discard its body. */
const QUERY_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE']);

export function usesQuery(method: string): boolean {
  return QUERY_METHODS.has(method);
}

/** Lists the values that `position`, `name` and `object` bindings receive. */
export function namedValues(bindings: readonly Binding[], around: ParameterContext): readonly NamedValue[] {
  const found = bindings.flatMap((binding): readonly NamedValue[] => {
    if (binding.source === 'object') return fieldsOf(binding, around);
    if (binding.source !== 'position' && binding.source !== 'name') return [];
    const { name, type } = binding;
    const required = !isOptional(type);
    return [
      withDescription(
        { name, type, required, schema: (form) => bindingSchema(binding, around, form) },
        binding,
      ),
    ];
  });
  // An argument takes precedence over a field of the same name.
  return [...new Map(found.toReversed().map((each) => [each.name, each])).values()].toReversed();
}

function fieldsOf(binding: ObjectBinding, { named }: ParameterContext): readonly NamedValue[] {
  const { type, optional, notes = {} } = binding;
  const { properties, needed } = checkedFields(binding, named);
  return Object.entries(type.fields).map(([name, of]) => {
    const required = optional !== true && (needed?.has(name) ?? !isOptional(of));
    const schema = (form: Form): JsonSchema => properties[name] ?? schemaOf(of, form, named);
    return withDescription({ name, type: of, required, schema }, notes[name] ?? {});
  });
}

interface CheckedFields {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** Required fields; undefined if they follow from the types of the fields. */
  readonly needed?: ReadonlySet<string>;
}

/** Extracts the schemas of fields from the schema of the whole object. */
function checkedFields({ checkedBy }: ObjectBinding, named: NamedSchemas): CheckedFields {
  const whole = checkedBy && jsonSchemaOf(checkedBy, 'input');
  const { properties, required = [] } =
    whole === undefined ? {} : named.resolve(named.adopt(whole, undefined));
  if (properties === undefined) return { properties: {} };
  return {
    properties: properties as CheckedFields['properties'],
    needed: new Set(required as readonly string[]),
  };
}

/**
 * Adds the description and the default value. A default that is not a literal is added to the description as source
 * code.
 */
function withDescription(
  of: Omit<NamedValue, 'description'>,
  { description, defaultSource }: FieldDocumentation,
): NamedValue {
  const value = defaultSource === undefined ? undefined : literalOf(defaultSource);
  const defaultNote =
    defaultSource !== undefined && value === undefined ? `Default: \`${defaultSource}\`.` : undefined;
  const texts = [description, defaultNote].filter((text) => text !== undefined);
  return {
    ...of,
    description: texts.length === 0 ? undefined : texts.join('\n\n'),
    schema: (form) => (value === undefined ? of.schema(form) : { ...of.schema(form), default: value }),
  };
}

/** Evaluates a literal in source code. Returns undefined for other expressions. */
function literalOf(source: string): unknown {
  const text = /^'([^'"\\]*)'$/.exec(source)?.[1];
  if (text !== undefined) return text;
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return undefined;
  }
}

export function queryOfNames(names: readonly NamedValue[]): readonly Parameter[] {
  return names.map(({ name, required, description, schema }) => ({
    name,
    in: 'query',
    required,
    ...descriptionMember(description),
    schema: schema('text'),
  }));
}

export function propertyOf({ name, required, description, schema }: NamedValue, form: Form): Property {
  return { name, required, schema: { ...schema(form), ...descriptionMember(description) } };
}
