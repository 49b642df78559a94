import { isKind } from '../contract/is-kind.ts';
import type { Binding } from '../contract/route.ts';
import type { Type } from '../contract/type.ts';
import type { Parameter } from './document/document.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import { isRequired } from './path-forms.ts';
import { allOfSchemas } from './schema/combine-schemas.ts';
import { withDefault } from './schema/default.ts';
import type { NamedSchemas } from './schema/named-schemas.ts';
import { isStandardSchema, jsonSchemaOf } from './schema/standard.ts';
import { schemaOf, type Form } from './schema/type-schema.ts';
import { variablesIn, type PathForm, type PathVariable } from './path-template.ts';

/** The context that all parts of an operation share. */
export interface ParameterContext {
  readonly named: NamedSchemas;
  /** The bindings whose values readers create. */
  readonly read: ReadonlySet<Binding>;
}

/** Describes the path parameters, in the order of the path. `nameOf` returns their names in the template. */
export function pathParameters(
  form: PathForm,
  bindings: readonly Binding[],
  nameOf: (variable: PathVariable) => string,
  around: ParameterContext,
): readonly Parameter[] {
  return variablesIn(form).map((variable) => {
    const binding = bindings.find((each) => isBindingOf(each, variable));
    const schema = binding === undefined ? { type: 'string' } : bindingSchema(binding, around);
    const description = [binding?.description, variable.spansSegments && 'May span several path segments.'];
    return {
      name: nameOf(variable),
      in: 'path',
      required: true,
      ...descriptionMember(description.filter(Boolean).join('\n\n')),
      ...(variable.isMatrix ? { style: 'matrix', explode: true } : {}),
      schema:
        variable.regex === undefined ? schema : allOfSchemas(schema, { pattern: `^(?:${variable.regex})$` }),
    };
  });
}

/** Headers that OpenAPI describes in other parts of the document. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** Describes the parameters in the query, headers and cookies. */
export function namedParameters(
  bindings: readonly Binding[],
  around: ParameterContext,
): readonly Parameter[] {
  return bindings.flatMap((binding): Parameter[] => {
    const { source } = binding;
    if (source !== 'query' && source !== 'header' && source !== 'cookie') return [];
    if (source === 'header' && RESERVED_HEADERS.has(binding.name.toLowerCase())) return [];
    const schema = bindingSchema(binding, around);
    return [
      {
        name: binding.name,
        in: source,
        required: isRequired(binding),
        ...descriptionMember(binding.description),
        // A cookie contains one string. An array is sent as several cookies.
        ...(source === 'cookie' && schema.type !== 'array' ? { explode: false } : {}),
        ...(binding.raw ? { allowReserved: true } : {}),
        schema,
      },
    ];
  });
}

export function descriptionMember(description: string | undefined): { readonly description?: string } {
  return description === undefined || description === '' ? {} : { description };
}

/** Returns the JSON Schema of a schema that validates converted values; an empty schema if there is none. */
export function checkSchema(valid: Binding['valid'], named: NamedSchemas): JsonSchema {
  return isStandardSchema(valid) ? named.adopt(jsonSchemaOf(valid, 'input') ?? {}, undefined) : {};
}

type StringBinding = Exclude<Binding, { source: 'context' | 'bean' | 'body' | 'object' }>;

function isBindingOf(binding: Binding, { name, isMatrix }: PathVariable): binding is StringBinding {
  const { source } = binding;
  if (isMatrix) return source === 'matrix' && binding.name === name;
  return (source === 'path' || source === 'position' || source === 'rest') && binding.name === name;
}

/** Returns the schema of a value that is passed as a string. */
export function bindingSchema(
  binding: StringBinding,
  { named, read }: ParameterContext,
  form: Form = 'text',
): JsonSchema {
  const { type, valid } = binding;
  const own = read.has(binding) ? readSchema(type) : schemaOf(type, form, named);
  return withDefault(
    allOfSchemas(own, checkSchema(valid, named)),
    'default' in binding ? binding.default : undefined,
  );
}

/** Returns the schema of strings that a reader converts. The strings that it accepts are unknown. */
function readSchema(type: Type): JsonSchema {
  if (isKind(type, 'optional')) return readSchema(type.of);
  return isKind(type, 'array') ? { type: 'array', items: { type: 'string' } } : { type: 'string' };
}
