import type { Exchange } from '../exchange/exchange.ts';
import { isThenable } from '../internal/thenable.ts';
import { filterApplies } from '../routing/filter-applies.ts';
import type { CompiledFilter, CompiledRoute } from './compiled-route.ts';

/**
 * Runs the filters from `index` onward around `perform`. Returns the result, or a promise for it if any step is
 * asynchronous.
 */
export function runFilters(
  plan: CompiledRoute,
  filters: readonly CompiledFilter[] | null,
  exchange: Exchange,
  index: number,
): unknown {
  if (filters === null) return plan.perform(exchange);
  // A filter may call next() after the request was answered.
  if (exchange.isSettled) return undefined;
  const planned = filters[index];
  if (planned === undefined) return plan.perform(exchange);
  if (!filterApplies(planned.pattern, exchange)) return runFilters(plan, filters, exchange, index + 1);
  let called = false;
  let late = false;
  let rest: unknown;
  const next = (): unknown => {
    if (called) throw new Error('a filter called next() twice');
    called = true;
    if (late) exchange.assertConnected();
    const result = runFilters(plan, filters, exchange, index + 1);
    if (!isThenable(result)) return (rest = result);
    // Converted to a promise, because a thenable such as a query may run again for each caller that awaits it.
    const promise = Promise.resolve(result);
    // Avoids an unhandled rejection if a filter does not await next().
    promise.catch(() => {});
    return (rest = promise);
  };
  const returned = planned.filter(exchange, next);
  late = true;
  if (isThenable(returned))
    return Promise.resolve(returned).then((value) => (value === undefined && called ? rest : value));
  return returned === undefined && called ? rest : returned;
}
