import { compilePathArguments, type PathArgument } from '../binding/path-arguments.ts';
import type { Route } from '../contract/route.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { isUnrestricted } from '../policies/access.ts';
import type { RequestPath } from '../protocol/request-path.ts';
import { segmentAt } from '../routing/lookup.ts';
import { Failure } from '../types/failure.ts';
import { compileBodyForms, type BodyForms } from '../writing/body-forms.ts';
import type { CompiledRoute } from './compiled-route.ts';
import { withChecks, type ResponseChecks } from './response-checks.ts';

/**
 * A route whose handler can be called without an `Exchange`, because nothing but the values of the path affects the
 * call. Most requests to it need no exchange at all: only if the result is neither a string nor plain data, or if the
 * handler throws an error, the pipeline continues with one.
 */
export interface DirectRoute {
  readonly compiled: CompiledRoute;
  /**
   * Calls the handler. Returns {@link INVALID_VALUE} if a value of the path is invalid.
   *
   * @param picks the indexes of the segments that are values
   */
  readonly call: (path: RequestPath, picks: readonly number[]) => unknown;
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
    const path = needsExchange(plan, compiled) ? undefined : compilePathArguments(plan);
    if (forms === undefined || path === undefined) return null;
    return { compiled, call: compileCall(withChecks(plan.route.handler, plan, this.#checks), path), forms };
  }
}

/** Whether anything in a plan, except its bindings and writers, reads or changes the exchange. */
function needsExchange(
  { route, body, access, headers }: RoutePlan,
  { filters, limits, events, variants }: CompiledRoute,
): boolean {
  return (
    filters !== null ||
    limits.time !== undefined ||
    events !== undefined ||
    variants !== undefined ||
    body !== undefined ||
    headers.length > 0 ||
    route.blocking !== undefined ||
    !isUnrestricted(access)
  );
}

function compileCall(handler: Route['handler'], path: readonly PathArgument[]): DirectRoute['call'] {
  const [first, ...others] = path;
  if (first === undefined) return () => handler();
  if (others.length > 0) return (given, picks) => callWithAll(handler, path, given, picks);
  const { index, convert } = first;
  return (given, picks) => {
    const value = convert(segmentAt(given, picks[index]!));
    return value instanceof Failure ? INVALID_VALUE : handler(value);
  };
}

function callWithAll(
  handler: Route['handler'],
  path: readonly PathArgument[],
  given: RequestPath,
  picks: readonly number[],
): unknown {
  const args = path.map(({ index, convert }) => convert(segmentAt(given, picks[index]!)));
  return args.some((value) => value instanceof Failure) ? INVALID_VALUE : handler(...args);
}
