import { compileDirectArguments, type DirectArgument } from '../binding/direct-arguments.ts';
import type { Route } from '../contract/route.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { isUnrestricted } from '../policies/access.ts';
import type { RequestPath } from '../protocol/request-path.ts';
import { segmentAt } from '../routing/lookup.ts';
import { Failure } from '../types/failure.ts';
import { JSON_TYPE } from '../writing/encodings.ts';
import { compileBodyForms, type BodyForms } from '../writing/body-forms.ts';
import type { CompiledRoute } from './compiled-route.ts';
import { withChecks, type ResponseChecks } from './response-checks.ts';

/**
 * A route whose handler can be called without an `Exchange`, because nothing but the values of the path and a JSON body
 * affects the call. Most requests to it need no exchange at all: only if the result is neither a string nor plain data,
 * or if the handler throws an error, the pipeline continues with one.
 */
export interface DirectRoute {
  readonly compiled: CompiledRoute;
  /**
   * Calls the handler. Returns {@link INVALID_VALUE} if a value of the path or the body is invalid.
   *
   * @param picks the indexes of the segments that are values
   * @param body the JSON value of the body; undefined if the handler takes none
   */
  readonly call: (path: RequestPath, picks: readonly number[], body: unknown) => unknown;
  /** Whether the handler takes the body. */
  readonly takesBody: boolean;
  readonly forms: BodyForms;
}

export const INVALID_VALUE: unique symbol = Symbol('invalid value');

/** The direct routes of the pattern table. A route is compiled when the first request matches it. */
export class DirectRoutes {
  readonly #compiled: readonly CompiledRoute[];
  readonly #plans: ReadonlyMap<Route, RoutePlan>;
  readonly #checks: ResponseChecks;
  /** The routes by position; undefined until the first request, and null if an exchange is needed. */
  #routes: (DirectRoute | null | undefined)[] | undefined;

  constructor(
    compiled: readonly CompiledRoute[],
    plans: ReadonlyMap<Route, RoutePlan>,
    checks: ResponseChecks,
  ) {
    this.#compiled = compiled;
    this.#plans = plans;
    this.#checks = checks;
  }

  /** Returns the route at a position of the table; null if its handler cannot be called without an exchange. */
  at(position: number): DirectRoute | null {
    this.#routes ??= Array.from({ length: this.#compiled.length });
    return (this.#routes[position] ??= this.#compile(position));
  }

  #compile(position: number): DirectRoute | null {
    const compiled = this.#compiled[position]!;
    const plan = this.#plans.get(compiled.route!)!;
    const forms = compileBodyForms(plan.writers);
    const args = needsExchange(plan, compiled) ? undefined : compileDirectArguments(plan);
    if (forms === undefined || args === undefined) return null;
    const handler = withChecks(plan.route.handler, plan, this.#checks);
    return { compiled, call: compileCall(handler, args), takesBody: plan.body !== undefined, forms };
  }
}

/** Whether anything in a plan, except its bindings and writers, reads or changes the exchange. */
function needsExchange(
  { route, body, access, headers, media }: RoutePlan,
  { filters, limits, events, variants }: CompiledRoute,
): boolean {
  return (
    filters !== null ||
    limits.time !== undefined ||
    events !== undefined ||
    variants !== undefined ||
    // The path is checked before the body is read.
    (body !== undefined && route.pathMismatchStatus === 404) ||
    media?.consumes.every((type) => type === JSON_TYPE) === false ||
    headers.length > 0 ||
    route.blocking !== undefined ||
    !isUnrestricted(access)
  );
}

function compileCall(handler: Route['handler'], args: readonly DirectArgument[]): DirectRoute['call'] {
  const [first, ...others] = args;
  if (first === undefined) return () => handler();
  if (others.length > 0) return (path, picks, body) => callWithAll(handler, args, path, picks, body);
  const { index, convert } = first;
  const callWith = (value: unknown): unknown => (value instanceof Failure ? INVALID_VALUE : handler(value));
  return index === undefined
    ? (_path, _picks, body) => callWith(convert(body))
    : (path, picks) => callWith(convert(segmentAt(path, picks[index]!)));
}

function callWithAll(
  handler: Route['handler'],
  args: readonly DirectArgument[],
  path: RequestPath,
  picks: readonly number[],
  body: unknown,
): unknown {
  const values = args.map(({ index, convert }) =>
    convert(index === undefined ? body : segmentAt(path, picks[index]!)),
  );
  return values.some((value) => value instanceof Failure) ? INVALID_VALUE : handler(...values);
}
