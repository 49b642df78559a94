import { isKind } from '../contract/is-kind.ts';
import type { Binding } from '../contract/route.ts';
import type { Type } from '../contract/type.ts';
import type { Parameter } from './document/document.ts';
import type { JsonSchema } from './schema/json-schema.ts';
import { isRequired } from './path-forms.ts';
import { allOfSchemas } from './schema/combine-schemas.ts';
import { withDefault } from './schema/default.ts';
import type { NamedSchemas } from './schema/named-schemas.ts';
import { isStandardSchema, jsonSchemaOf } from './schema/standard.ts';
import { schemaOf, type Form } from './schema/type-schema.ts';
import { variablesIn, type PathForm, type PathVariable } from './path-template.ts';

/** What all parts of an operation share while it is made. */
export interface ParameterContext {
  readonly named: NamedSchemas;
  /** The bindings whose values a reader makes. */
  readonly read: ReadonlySet<Binding>;
}

/** Those that stand in the path, in its order; `nameOf` says what the template calls them. */
export function pathParameters(
  form: PathForm,
  bindings: readonly Binding[],
  nameOf: (variable: PathVariable) => string,
  around: ParameterContext,
): readonly Parameter[] {
  return variablesIn(form).map((variable) => {
    const binding = bindings.find((each) => isBindingOf(each, variable));
    const schema = binding === undefined ? { type: 'string' } : bindingSchema(binding, around);
    const description = [
      binding?.description,
      variable.spansSegments && 'May be several segments of the path.',
    ];
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

/** Headers that OpenAPI keeps for other parts of a document. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** Those of query, headers and cookies. */
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
        // A cookie is one text, whatever is in it; an array takes several cookies.
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

/** What a schema for values that are converted says of them. */
export function checkSchema(valid: Binding['valid'], named: NamedSchemas): JsonSchema {
  return isStandardSchema(valid) ? named.adopt(jsonSchemaOf(valid, 'input') ?? {}, undefined) : {};
}

type StringBinding = Exclude<Binding, { source: 'context' | 'bean' | 'body' | 'object' }>;

function isBindingOf(binding: Binding, { name, isMatrix }: PathVariable): binding is StringBinding {
  const { source } = binding;
  if (isMatrix) return source === 'matrix' && binding.name === name;
  return (source === 'path' || source === 'position' || source === 'rest') && binding.name === name;
}

/** The schema of a value that is given as text. */
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

/** What a reader makes of a text is known to the reader alone. */
function readSchema(type: Type): JsonSchema {
  if (isKind(type, 'optional')) return readSchema(type.of);
  return isKind(type, 'array') ? { type: 'array', items: { type: 'string' } } : { type: 'string' };
}
