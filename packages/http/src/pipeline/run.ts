import { HttpError } from '../errors/http-error.ts';
import { tooLarge } from '../errors/too-large.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isThenable } from '../thenable.ts';
import { fail } from './fail.ts';
import { runFilters } from './run-filters.ts';
import type { Plan } from './plan.ts';

/**
 * Answers a request, whatever happens: never throws and never rejects. Synchronous, with no promise made, when filters,
 * body, bindings, handler and writer are.
 */
export function run(plan: Plan, exchange: Exchange): void | Promise<void> {
  const clock = plan.limits.time === undefined ? undefined : startClock(plan.limits.time, plan, exchange);
  try {
    // Judged first of all: nobody's body is waited for that is too large anyway.
    refuseAnnounced(plan, exchange);
    const result = plan.filters === null ? plan.perform(exchange) : runFilters(plan, exchange);
    if (isThenable(result)) return settle(plan, exchange, result, clock, false);
    const written = conclude(plan, exchange, result);
    if (written !== undefined) return settle(plan, exchange, written, clock, true);
  } catch (error) {
    const pending = fail(exchange, error, plan.remedies);
    if (pending !== undefined) return settle(plan, exchange, pending, clock, true);
  }
  clearTimeout(clock);
}

/** `concluded` when what is pending is the answer itself. */
async function settle(
  plan: Plan,
  exchange: Exchange,
  pending: PromiseLike<unknown>,
  clock: NodeJS.Timeout | undefined,
  concluded: boolean,
): Promise<void> {
  try {
    const result = await pending;
    if (!concluded) await conclude(plan, exchange, result);
  } catch (error) {
    await fail(exchange, error, plan.remedies);
  } finally {
    clearTimeout(clock);
  }
}

/** Turns the result into the answer, unless the handler has answered itself. */
function conclude(plan: Plan, exchange: Exchange, result: unknown): void | Promise<void> {
  const response = exchange.openedResponse;
  if (exchange.answered || response?.started) {
    exchange.answered = true;
    if (response?.started && !response.ended) response.end();
    return undefined;
  }
  if (result !== undefined) return plan.write(exchange, result);
  exchange.answer(response?.chosenStatus ?? 204, undefined, undefined);
  return undefined;
}

function refuseAnnounced({ limits }: Plan, { transport }: Exchange): void {
  if (!transport.hasBody) return;
  const announced = Number(transport.header('content-length') ?? 0);
  if (announced > limits.body) throw tooLarge(limits.body);
}

function startClock(time: number, plan: Plan, exchange: Exchange): NodeJS.Timeout {
  const late = new HttpError('unavailable', `the answer took longer than ${time} ms`);
  return setTimeout(() => {
    exchange.cancel(late);
    if (!exchange.answered && !exchange.openedResponse?.started) void fail(exchange, late, plan.remedies);
  }, time);
}
