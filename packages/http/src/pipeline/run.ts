import type { Exchange } from '../exchange/exchange.ts';
import { isThenable } from '../internal/thenable.ts';
import { discardUploads } from '../binding/uploads/read-uploads.ts';
import { startDeadline } from './deadline.ts';
import { respondError, tellLate } from './fail.ts';
import { refuseAnnounced } from './next.ts';
import { admitEarly } from './preflight.ts';
import { runFilters } from './run-filters.ts';
import type { CompiledRoute } from './compiled-route.ts';
import { releaseUnsent } from '../writing/release-unsent.ts';

/**
 * Answers a request, whatever happens: never throws and never rejects. Synchronous, with no promise made, when filters,
 * body, bindings, handler and writer are.
 */
export function run(plan: CompiledRoute, exchange: Exchange): void | Promise<void> {
  exchange.plan = plan;
  exchange.watched?.routed();
  if (plan.limits.time !== undefined) startDeadline(plan.limits.time, exchange);
  const { watchdog } = exchange.toolkit;
  const since = watchdog.enter();
  try {
    refuseEarly(plan, exchange);
    const result =
      plan.filters === null ? plan.perform(exchange) : runFilters(plan, plan.filters, exchange, 0);
    watchdog.leave(exchange.plan.route, since);
    if (isThenable(result)) return settle(exchange, result);
    const written = conclude(exchange, result);
    if (written !== undefined) return settleAnswer(exchange, written);
  } catch (error) {
    watchdog.leave(exchange.plan.route, since);
    const pending = respondError(exchange, error, exchange.plan.remedies);
    if (pending !== undefined) return settleAnswer(exchange, pending);
  }
  clearTimeout(exchange.clock);
}

/** What is refused before any filter runs; a page of another origin may read even that. */
function refuseEarly(plan: CompiledRoute, exchange: Exchange): void {
  try {
    exchange.transport.judge();
    // Before any filter: a body that is too large is not waited for. That of a request which may be left is not read.
    const { transport } = exchange;
    if (transport.hasBody && (exchange.match !== undefined || transport.leave === undefined)) {
      refuseAnnounced(exchange);
    }
  } catch (error) {
    admitEarly(plan, exchange);
    throw error;
  }
}

function settle(exchange: Exchange, pending: PromiseLike<unknown>): Promise<void> {
  return Promise.resolve(pending).then(
    (result) => concludeLate(exchange, result),
    (error) => failLate(exchange, error),
  );
}

function settleAnswer(exchange: Exchange, pending: Promise<unknown>): Promise<void> {
  return pending.then(
    () => release(exchange),
    (error) => failLate(exchange, error),
  );
}

function concludeLate(exchange: Exchange, result: unknown): void | Promise<void> {
  exchange.toolkit.watchdog.leaveLate(exchange.route);
  if (isLeftToClock(exchange)) {
    releaseUnsent(result);
    return release(exchange);
  }
  try {
    const written = conclude(exchange, result);
    if (written !== undefined) return settleAnswer(exchange, written);
  } catch (error) {
    return failLate(exchange, error);
  }
  release(exchange);
}

function failLate(exchange: Exchange, error: unknown): void | Promise<void> {
  exchange.toolkit.watchdog.leaveLate(exchange.route);
  if (isLeftToClock(exchange)) {
    tellLate(exchange, error);
    return release(exchange);
  }
  const pending = respondError(exchange, error, exchange.plan!.remedies);
  if (pending !== undefined) return settleAnswer(exchange, pending);
  release(exchange);
}

/** What was held for the request. */
function release(exchange: Exchange): void {
  // The clock still looks after an exception handler that it has asked.
  if (!isLeftToClock(exchange)) clearTimeout(exchange.clock);
  discardUploads(exchange);
}

/** Whether an exception handler is about to answer that the time was up. */
function isLeftToClock({ overdue }: Exchange): boolean {
  return overdue;
}

/** Turns the result into the answer, unless the handler has answered itself. */
function conclude(exchange: Exchange, result: unknown): void | Promise<void> {
  const response = exchange.openedResponse;
  if (exchange.answered || response?.started) {
    exchange.move('answer');
    releaseUnsent(result);
    if (response?.started && !response.ended) response.end();
    return undefined;
  }
  if (result !== undefined) return exchange.plan!.write(exchange, result);
  const { passed } = exchange;
  if (passed !== undefined) {
    // The handler called `next()` and left its result lying: it is the result all the same.
    exchange.passed = undefined;
    return isThenable(passed) ? settle(exchange, passed) : conclude(exchange, passed);
  }
  exchange.answer(response?.chosenStatus ?? 204, undefined, undefined);
  return undefined;
}
