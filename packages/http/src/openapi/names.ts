import type { Binding, ObjectBinding } from '../route.ts';
import type { JsonSchema, Parameter } from './document.ts';
import { boundSchema, described, type Surroundings } from './parameters.ts';
import type { Form, Property } from './schema/type-schema.ts';
import { isOptional, schemaOf } from './schema/type-schema.ts';
import type { Type } from '../values/type.ts';

/** A value that is given by its name, in the query or in the body. */
export interface Named {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: (form: Form) => JsonSchema;
}

/** Methods whose requests mean nothing by a body, and the one whose body servers on the way may drop. */
const BY_QUERY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE']);

export function areInQuery(method: string): boolean {
  return BY_QUERY.has(method);
}

/** Those of `position`, `name` and `object` bindings that the path does not hold. */
export function namesIn(bindings: readonly Binding[], around: Surroundings): readonly Named[] {
  const found = bindings.flatMap((binding): readonly Named[] => {
    if (binding.source === 'object') return fieldsOf(binding, around);
    if (binding.source !== 'position' && binding.source !== 'name') return [];
    const { name, type, description } = binding;
    return [
      {
        name,
        type,
        required: !isOptional(type),
        description,
        schema: (form) => boundSchema(binding, around, form),
      },
    ];
  });
  // An argument of its own comes before the field of the same name.
  return [...new Map(found.toReversed().map((each) => [each.name, each])).values()].toReversed();
}

function fieldsOf({ type, optional }: ObjectBinding, { named }: Surroundings): readonly Named[] {
  return Object.entries(type.fields as Readonly<Record<string, Type>>).map(([name, of]) => ({
    name,
    type: of,
    required: optional !== true && !isOptional(of),
    description: undefined,
    schema: (form) => schemaOf(of, form, named),
  }));
}

export function queryOfNames(names: readonly Named[]): readonly Parameter[] {
  return names.map(({ name, required, description, schema }) => ({
    name,
    in: 'query',
    required,
    ...described(description),
    schema: schema('text'),
  }));
}

export function propertyOf({ name, required, description, schema }: Named, form: Form): Property {
  return { name, required, schema: { ...schema(form), ...described(description) } };
}
