import type { Exchange } from '../exchange/exchange.ts';
import { presentOf } from '../contract/required-type.ts';
import type { NamedBinding } from '../contract/route.ts';
import type { RouteBindings } from './binding-plan.ts';
import { compileConverter } from './compile-binding.ts';
import { withPathCheck } from './extract/extractor.ts';
import { RAW_TYPES } from './readers/resolve-readers.ts';

/** An argument of a handler that is a path variable. */
export interface PathArgument {
  /** The index of the variable among the values of a match. */
  readonly index: number;
  /** Converts the value. Returns the argument or a failure. */
  readonly convert: (text: string) => unknown;
  /** Records a failure in an exchange. */
  readonly report: (exchange: Exchange, value: unknown) => void;
}

export const BODY: unique symbol = Symbol('body');

/** The arguments of a handler that takes only values of the path and a JSON body. */
export interface DirectArguments {
  readonly all: readonly (PathArgument | typeof BODY)[];
  /** Converts the JSON value of the body; undefined if the handler does not take the body. */
  readonly convertBody: ((value: unknown) => unknown) | undefined;
}

/**
 * Compiles bindings that need only the values of the path and a JSON body, and whose conversions are synchronous.
 * Returns undefined for other bindings. The types must be valid.
 */
export function compileDirectArguments(plan: RouteBindings): DirectArguments | undefined {
  const { route, variables, body, validator } = plan;
  const all: (PathArgument | typeof BODY)[] = [];
  let convertBody: DirectArguments['convertBody'];
  for (const { binding, reader } of plan.bindings) {
    if (reader !== undefined || (binding.source !== 'path' && binding.source !== 'body')) return undefined;
    const { text, json, async } = compileConverter(binding, undefined, validator);
    if (async) return undefined;
    if (binding.source === 'path') {
      all.push(pathArgument(binding, variables, text!, route.pathMismatchStatus));
      continue;
    }
    if (body?.as !== 'value' || body.readers.length > 0 || RAW_TYPES.has(presentOf(binding.type)))
      return undefined;
    all.push(BODY);
    convertBody = json;
  }
  return { all, convertBody };
}

function pathArgument(
  { name }: NamedBinding,
  variables: readonly string[],
  convert: PathArgument['convert'],
  mismatchStatus: 400 | 404 | undefined,
): PathArgument {
  return {
    index: variables.indexOf(name),
    convert,
    report: (exchange, value) => void withPathCheck(exchange, name, value, mismatchStatus),
  };
}
