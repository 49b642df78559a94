import type { Exchange } from '../exchange/exchange.ts';
import { isThenable } from '../internal/thenable.ts';
import { discardUploads } from '../binding/uploads/read-uploads.ts';
import { startDeadline } from './deadline.ts';
import { respondError, logLateError } from './respond-error.ts';
import { assertDeclaredLength } from './next.ts';
import { applyCorsHeaders } from './preflight.ts';
import { runFilters } from './run-filters.ts';
import type { CompiledRoute } from './compiled-route.ts';
import { releaseUnsent } from '../writing/release-unsent.ts';

/**
 * Answers a request, whatever happens: never throws and never rejects. Synchronous, with no promise made, when filters,
 * body, bindings, handler and writer are.
 */
export function run(plan: CompiledRoute, exchange: Exchange): void | Promise<void> {
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
    if (isThenable(result)) return settleResult(exchange, result);
    const written = writeResult(exchange, result);
    if (written !== undefined) return settleResponse(exchange, written);
  } catch (error) {
    watchdog.leave(exchange.plan.route, since);
    const pending = respondError(exchange, error, exchange.plan.errorHandlers);
    if (pending !== undefined) return settleResponse(exchange, pending);
  }
  clearTimeout(exchange.deadline);
}

/** What is refused before any filter runs; a page of another origin may read even that. */
function rejectEarly(plan: CompiledRoute, exchange: Exchange): void {
  try {
    exchange.transport.assertValidHead();
    // Before any filter: a body that is too large is not waited for. That of a request which may be left is not read.
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

/** What was held for the request. */
function releaseResources(exchange: Exchange): void {
  // The clock still looks after an exception handler that it has asked.
  if (!isLeftToDeadline(exchange)) clearTimeout(exchange.deadline);
  discardUploads(exchange);
}

/** Whether an exception handler is about to answer that the time was up. */
function isLeftToDeadline({ isTimedOut }: Exchange): boolean {
  return isTimedOut;
}

/** Turns the result into the answer, unless the handler has answered itself. */
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
    // The handler called `next()` and left its result lying: it is the result all the same.
    exchange.nextResult = undefined;
    return isThenable(nextResult) ? settleResult(exchange, nextResult) : writeResult(exchange, nextResult);
  }
  exchange.answer(response?.chosenStatus ?? 204, undefined, undefined);
  return undefined;
}
