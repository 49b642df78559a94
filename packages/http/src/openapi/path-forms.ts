import type { Binding, NamedBinding, Route } from '../contract/route.ts';
import {
  formsOfPattern,
  formsOfPrinted,
  type PathForm,
  type TemplateVariable,
  type PathVariable,
} from './path-template.ts';
import { isOptional } from './schema/type-schema.ts';

/**
 * Returns all forms of a route's path. Matrix parameters follow the last segment. If any are optional, there is a form
 * without the optional ones and a form with all of them.
 */
export function resolveForms(
  route: Route,
  bindings: readonly Binding[],
  isPattern: boolean,
): readonly PathForm[] {
  const forms = isPattern
    ? formsOfPattern(route.path, (name) => mayVariableBeEmpty(name, bindings))
    : formsOfPrinted(route.path, (name) => findVariable(name, bindings));
  const matrix = bindings.filter(isMatrix);
  if (matrix.length === 0) return forms;
  const needed = matrix.filter(isRequired);
  const sets = needed.length === matrix.length ? [matrix] : [needed, matrix];
  return forms.flatMap((form) => sets.map((set) => withMatrix(form, set)));
}

/** Whether the route rejects requests without the value. */
export function isRequired(binding: {
  readonly type: NamedBinding['type'];
  readonly default?: string;
}): boolean {
  return binding.default === undefined && !isOptional(binding.type);
}

function isMatrix(binding: Binding): binding is NamedBinding {
  return binding.source === 'matrix';
}

function mayVariableBeEmpty(name: string, bindings: readonly Binding[]): boolean {
  const binding = bindings.find((each) => each.source === 'path' && each.name === name);
  if (binding?.source !== 'path') return true;
  return binding.type === String || !isRequired(binding);
}

function findVariable(name: string, bindings: readonly Binding[]): TemplateVariable | undefined {
  const binding = bindings.find(
    (each) => (each.source === 'position' || each.source === 'rest') && each.name === name,
  );
  if (binding?.source === 'rest') return { optional: true, rest: true };
  return binding?.source === 'position' ? { optional: isOptional(binding.type), rest: false } : undefined;
}

function withMatrix(form: PathForm, matrix: readonly NamedBinding[]): PathForm {
  if (matrix.length === 0) return form;
  const names = [...new Set(matrix.map(({ name }) => name))];
  const variables = names.map((name): PathVariable => ({ name, isMatrix: true }));
  return [...form.slice(0, -1), [...(form.at(-1) ?? []), ...variables]];
}
