import type { Binding, NamedBinding, ParamSource } from './route.ts';

/**
 * The traits that a source can have. `named`: its bindings are {@link NamedBinding}s, whose values are strings that
 * readers may convert. `in-address`: the value is part of the route's address. `from-body`: the body must be read.
 * `by-name`: the value is found by name or position in the query and the body. `own-name`: object bindings leave out
 * the value with this name. `request-name`: the name may occur in the query or body.
 */
type Trait = 'named' | 'in-address' | 'from-body' | 'by-name' | 'own-name' | 'request-name';

/** The traits of every source. Omitting a source is a compile-time error. */
const SOURCES: Readonly<Record<ParamSource, readonly Trait[]>> = {
  path: ['named', 'in-address'],
  query: ['named', 'in-address', 'request-name'],
  matrix: ['named', 'in-address'],
  cookie: ['named'],
  header: ['named'],
  form: ['named', 'from-body', 'request-name'],
  body: ['from-body'],
  context: [],
  bean: [],
  position: ['from-body', 'by-name', 'own-name', 'request-name'],
  name: ['from-body', 'by-name', 'own-name', 'request-name'],
  object: ['from-body', 'by-name'],
  rest: ['from-body', 'by-name'],
};

/** Whether a binding's source has the trait. */
export function hasTrait({ source }: Binding, trait: Trait): boolean {
  return SOURCES[source].includes(trait);
}

/** Whether the binding is a {@link NamedBinding}. */
export function isNamedBinding(binding: Binding): binding is NamedBinding {
  return hasTrait(binding, 'named');
}
