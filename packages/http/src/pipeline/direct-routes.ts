import {
  BODY,
  compileDirectArguments,
  type DirectArguments,
  type PathArgument,
} from '../binding/direct-arguments.ts';
import type { Route } from '../contract/route.ts';
import type { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { isUnrestricted } from '../policies/access.ts';
import type { RequestPath } from '../protocol/request-path.ts';
import { segmentAt } from '../routing/lookup.ts';
import { Failure } from '../types/failure.ts';
import { JSON_TYPE } from '../writing/encodings.ts';
import { compileBodyForms, type BodyForms } from '../writing/body-forms.ts';
import type { CompiledRoute } from './compiled-route.ts';
import { findInvalidValues } from './perform.ts';
import { withChecks, type ResponseChecks } from './response-checks.ts';

/**
 * A route whose handler can be called without an `Exchange`, because nothing but the values of the path and a JSON body
 * affects the call. Most requests to it need no exchange at all: only if the result is neither a string nor plain data,
 * or if the handler throws an error, the pipeline continues with one.
 */
export interface DirectRoute {
  readonly compiled: CompiledRoute;
  /** Converts the JSON value of the body; undefined if the handler does not take the body. */
  readonly convertBody: ((value: unknown) => unknown) | undefined;
  /**
   * Calls the handler. Returns {@link InvalidArguments} if a value is invalid, and {@link NEEDS_EXCHANGE} if a conversion
   * returns a promise.
   *
   * @param picks the indexes of the segments that are values
   * @param body the converted body or the failure of its conversion; undefined if the handler takes no body
   */
  readonly call: (path: RequestPath, picks: readonly number[], body: unknown) => unknown;
  readonly forms: BodyForms;
}

export const NEEDS_EXCHANGE: unique symbol = Symbol('needs an exchange');

/** The arguments of a handler, at least one of which is a failure. */
export class InvalidArguments {
  readonly #args: DirectArguments['all'];
  readonly #values: readonly unknown[];

  constructor(args: DirectArguments['all'], values: readonly unknown[]) {
    this.#args = args;
    this.#values = values;
  }

  /** Records the failures in an exchange, and returns the error for them. */
  report(exchange: Exchange): HttpError {
    const body = this.#values[this.#args.indexOf(BODY)];
    if (body instanceof Failure) exchange.addIssue('body', undefined, body);
    for (const [index, arg] of this.#args.entries()) {
      if (arg !== BODY) arg.report(exchange, this.#values[index]);
    }
    return findInvalidValues(exchange.openBinding())!;
  }
}

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
    const known = this.#routes[position];
    return known === undefined ? (this.#routes[position] = this.#compile(position)) : known;
  }

  #compile(position: number): DirectRoute | null {
    const compiled = this.#compiled[position]!;
    const plan = this.#plans.get(compiled.route!)!;
    const forms = compileBodyForms(plan.writers);
    const args = needsExchange(plan, compiled) ? undefined : compileDirectArguments(plan);
    if (forms === undefined || args === undefined) return null;
    const handler = withChecks(plan.route.handler, plan, this.#checks);
    return { compiled, convertBody: args.convertBody, call: compileCall(handler, args.all), forms };
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
    (body !== undefined && (body.as !== 'value' || route.pathMismatchStatus === 404)) ||
    route.closed === true ||
    media?.consumes.every((type) => type === JSON_TYPE) === false ||
    headers.length > 0 ||
    route.blocking !== undefined ||
    !isUnrestricted(access)
  );
}

function compileCall(handler: Route['handler'], args: DirectArguments['all']): DirectRoute['call'] {
  const [first, ...others] = args;
  if (first === undefined) return () => handler();
  const callWith = (value: unknown): unknown => (isArgument(value) ? handler(value) : refuse(args, [value]));
  if (others.length === 0) {
    return first === BODY
      ? (_path, _picks, body) => callWith(body)
      : (path, picks) => callWith(convertValue(first, path, picks));
  }
  return (path, picks, body) => {
    const values = args.map((arg) => (arg === BODY ? body : convertValue(arg, path, picks)));
    return values.every(isArgument) ? handler(...values) : refuse(args, values);
  };
}

function convertValue(
  { index, convert }: PathArgument,
  path: RequestPath,
  picks: readonly number[],
): unknown {
  return convert(segmentAt(path, picks[index]!));
}

function isArgument(value: unknown): boolean {
  return typeof value !== 'object' || !(value instanceof Failure || value instanceof Promise);
}

function refuse(
  args: DirectArguments['all'],
  values: readonly unknown[],
): InvalidArguments | typeof NEEDS_EXCHANGE {
  const pending = values.filter((value) => value instanceof Promise);
  // The exchange converts the values again.
  for (const each of pending) each.catch(() => {});
  return pending.length > 0 ? NEEDS_EXCHANGE : new InvalidArguments(args, values);
}
