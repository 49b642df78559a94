import { presentOf } from '../contract/required-type.ts';
import type { BindingPlan, RouteBindings } from './binding-plan.ts';
import { compileConverter } from './compile-binding.ts';
import { RAW_TYPES } from './readers/resolve-readers.ts';

/** An argument of a handler that is a path variable or the body. */
export interface DirectArgument {
  /** The index of the variable among the values of a match; undefined for the body. */
  readonly index: number | undefined;
  /** Converts the string, or the JSON value of the body. Returns the argument or a failure. */
  readonly convert: (value: any) => unknown;
}

/**
 * Compiles bindings that need only the values of the path and a JSON body, and whose conversions are synchronous.
 * Returns undefined for other bindings. The types must be valid.
 */
export function compileDirectArguments(plan: RouteBindings): readonly DirectArgument[] | undefined {
  const all: DirectArgument[] = [];
  for (const each of plan.bindings) {
    const compiled = compileDirectArgument(each, plan);
    if (compiled === undefined) return undefined;
    all.push(compiled);
  }
  return all;
}

function compileDirectArgument(
  { binding, reader }: BindingPlan,
  { variables, body, validator }: RouteBindings,
): DirectArgument | undefined {
  if (reader !== undefined || (binding.source !== 'path' && binding.source !== 'body')) return undefined;
  const { text, json, async } = compileConverter(binding, undefined, validator);
  if (async) return undefined;
  if (binding.source === 'path') return { index: variables.indexOf(binding.name), convert: text! };
  const isJson = body?.as === 'value' && body.readers.length === 0 && !RAW_TYPES.has(presentOf(binding.type));
  return isJson ? { index: undefined, convert: json } : undefined;
}
