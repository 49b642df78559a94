import type { Exchange } from '../exchange/exchange.ts';
import { isThenable } from '../internal/thenable.ts';
import { discardUploads } from '../binding/uploads/read-uploads.ts';
import { startDeadline } from './deadline.ts';
import { respondError, logLateError } from './respond-error.ts';
import { assertDeclaredLength } from './next.ts';
import { applyCorsHeaders } from './preflight.ts';
import { runFilters } from './run-filters.ts';
import type { CompiledRoute, CompiledRouter } from './compiled-route.ts';
import { matchRoute } from './match-route.ts';
import { selectVariant } from './variants.ts';
import { findUnmatched } from './find-unmatched.ts';
import { releaseUnsent } from '../writing/release-unsent.ts';

/** Selects the route of a request, unless its match is set, and answers it. Never throws. */
export function respond(exchange: Exchange, compiled: CompiledRouter): void {
  const { unmatched } = compiled;
  try {
    if (exchange.match === undefined) matchRoute(compiled.matchers, exchange);
  } catch (error) {
    // The path is invalid. The router's filters, such as CORS, run for this response as well.
    const perform = (): never => {
      throw error;
    };
    void run({ ...unmatched, perform }, exchange);
    return;
  }
  void run(selectCompiledRoute(exchange, compiled), exchange);
}

/** Returns the route that the matchers selected, one of its variants, or the plan for unmatched requests. */
function selectCompiledRoute(exchange: Exchange, compiled: CompiledRouter): CompiledRoute {
  const { match } = exchange;
  if (match === undefined) return findUnmatched(exchange, compiled);
  const { routes, byPosition } = compiled;
  const { position } = match;
  const indexed = position === undefined ? undefined : byPosition[position];
  const found = indexed?.route === match.route ? indexed : routes.get(match.route);
  if (found.variants === undefined) return found;
  const chosen = selectVariant(found.variants, exchange);
  if (chosen === undefined) return found.variants.unmatched;
  if (chosen === match.route) return found;
  exchange.match = { ...match, route: chosen };
  return routes.get(chosen);
}

/**
 * Answers a request. Never throws or rejects. Creates no promise if filters, body, bindings, handler and writer are
 * synchronous.
 */
function run(plan: CompiledRoute, exchange: Exchange): void | Promise<void> {
  exchange.plan = plan;
  exchange.telemetry?.routed();
  if (plan.limits.time !== undefined) startDeadline(plan.limits.time, exchange);
  const { watchdog } = exchange.toolkit;
  const since = watchdog.enter();
  try {
    rejectEarly(plan, exchange);
    const result =
      plan.filters === null ? plan.perform(exchange) : runFilters(plan, plan.filters, exchange, 0);
    watchdog.leave(exchange.plan.route, since);
    return finish(exchange, result);
  } catch (error) {
    watchdog.leave(exchange.plan.route, since);
    return fail(exchange, error);
  }
}

/** Writes the result of a handler that was called before the exchange was created. Never throws or rejects. */
export function respondResult(
  plan: CompiledRoute,
  exchange: Exchange,
  result: unknown,
): void | Promise<void> {
  exchange.plan = plan;
  try {
    return finish(exchange, result);
  } catch (error) {
    return fail(exchange, error);
  }
}

/** Responds to the error of a handler that was called before the exchange was created. Never throws or rejects. */
export function respondFailure(
  plan: CompiledRoute,
  exchange: Exchange,
  error: unknown,
): void | Promise<void> {
  exchange.plan = plan;
  return fail(exchange, error);
}

function finish(exchange: Exchange, result: unknown): void | Promise<void> {
  if (isThenable(result)) return settleResult(exchange, result);
  const written = writeResult(exchange, result);
  if (written !== undefined) return settleResponse(exchange, written);
  clearTimeout(exchange.deadline);
}

function fail(exchange: Exchange, error: unknown): void | Promise<void> {
  const pending = respondError(exchange, error, exchange.plan!.errorHandlers);
  if (pending !== undefined) return settleResponse(exchange, pending);
  clearTimeout(exchange.deadline);
}

/**
 * Rejects invalid requests before any filter runs. Sets the CORS headers in that case, so that pages from other origins
 * can read the response.
 */
function rejectEarly(plan: CompiledRoute, exchange: Exchange): void {
  try {
    exchange.transport.assertValidHead();
    // Rejects a large body before any filter reads it, unless the request may be passed to other middleware, which may
    // accept the body.
    const { transport } = exchange;
    if (transport.hasBody && (exchange.match !== undefined || transport.leave === undefined)) {
      assertDeclaredLength(exchange);
    }
  } catch (error) {
    applyCorsHeaders(plan, exchange);
    throw error;
  }
}

function settleResult(exchange: Exchange, pending: PromiseLike<unknown>): Promise<void> {
  return Promise.resolve(pending).then(
    (result) => writeLateResult(exchange, result),
    (error) => respondLateError(exchange, error),
  );
}

function settleResponse(exchange: Exchange, pending: Promise<unknown>): Promise<void> {
  return pending.then(
    () => releaseResources(exchange),
    (error) => respondLateError(exchange, error),
  );
}

function writeLateResult(exchange: Exchange, result: unknown): void | Promise<void> {
  exchange.toolkit.watchdog.leaveLate(exchange.route);
  if (isLeftToDeadline(exchange)) {
    releaseUnsent(result);
    return releaseResources(exchange);
  }
  try {
    const written = writeResult(exchange, result);
    if (written !== undefined) return settleResponse(exchange, written);
  } catch (error) {
    return respondLateError(exchange, error);
  }
  releaseResources(exchange);
}

function respondLateError(exchange: Exchange, error: unknown): void | Promise<void> {
  exchange.toolkit.watchdog.leaveLate(exchange.route);
  if (isLeftToDeadline(exchange)) {
    logLateError(exchange, error);
    return releaseResources(exchange);
  }
  const pending = respondError(exchange, error, exchange.plan!.errorHandlers);
  if (pending !== undefined) return settleResponse(exchange, pending);
  releaseResources(exchange);
}

/** Clears the request's deadline and deletes its uploads. */
function releaseResources(exchange: Exchange): void {
  // An overdue request still needs its deadline, because an exception handler may be running.
  if (!isLeftToDeadline(exchange)) clearTimeout(exchange.deadline);
  discardUploads(exchange);
}

/** Whether the deadline has passed, so the timeout response will be sent. */
function isLeftToDeadline({ isTimedOut }: Exchange): boolean {
  return isTimedOut;
}

/** Writes the result as the response, unless the handler has responded. */
function writeResult(exchange: Exchange, result: unknown): void | Promise<void> {
  const response = exchange.openedResponse;
  if (exchange.answered || response?.started) {
    exchange.move('answer');
    releaseUnsent(result);
    if (response?.started && !response.ended) response.end();
    return undefined;
  }
  if (result !== undefined) return exchange.plan!.write(exchange, result);
  const { nextResult } = exchange;
  if (nextResult !== undefined) {
    // The handler ignored the result of next(), which is therefore written.
    exchange.nextResult = undefined;
    return isThenable(nextResult) ? settleResult(exchange, nextResult) : writeResult(exchange, nextResult);
  }
  exchange.answer(response?.chosenStatus ?? 204, undefined, undefined);
  return undefined;
}
