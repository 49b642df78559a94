import { compileType } from '../types/compile-type.ts';
import type { BindingPlan, RouteBindings } from './binding-plan.ts';

/** An argument of a handler that is a path variable. */
export interface PathArgument {
  /** The index of the variable among the values of a match. */
  readonly index: number;
  /** Converts the value. Returns the argument or a failure. */
  readonly convert: (text: string) => unknown;
}

/**
 * Compiles bindings that need only the values of the path, and whose conversions are synchronous. Returns undefined for
 * other bindings. The types must be valid.
 */
export function compilePathArguments({
  bindings,
  variables,
}: RouteBindings): readonly PathArgument[] | undefined {
  const all: PathArgument[] = [];
  for (const plan of bindings) {
    const compiled = compilePathArgument(plan, variables);
    if (compiled === undefined) return undefined;
    all.push(compiled);
  }
  return all;
}

function compilePathArgument(
  { binding, reader }: BindingPlan,
  variables: readonly string[],
): PathArgument | undefined {
  if (binding.source !== 'path' || reader !== undefined || binding.valid !== undefined) return undefined;
  const { text, async } = compileType(binding.type);
  return text === undefined || async ? undefined : { index: variables.indexOf(binding.name), convert: text };
}
