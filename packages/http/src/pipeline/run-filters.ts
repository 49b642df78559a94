import type { Exchange } from '../exchange/exchange.ts';
import { isThenable } from '../internal/thenable.ts';
import { filterApplies } from '../routing/filter-applies.ts';
import type { CompiledFilter, CompiledRoute } from './compiled-route.ts';

/**
 * Runs filters of the plan, from that one on, around `perform`. Gives the result, a promise only when one of them is
 * asynchronous.
 */
export function runFilters(
  plan: CompiledRoute,
  filters: readonly CompiledFilter[] | null,
  exchange: Exchange,
  index: number,
): unknown {
  if (filters === null) return plan.perform(exchange);
  // A filter may go on when the answer is there.
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
    // Several ask for it, and a thenable that is no promise, such as a query, may begin anew for each.
    const promise = Promise.resolve(result);
    // A filter that does not wait for the rest must not turn its failure into an unhandled one.
    promise.catch(() => {});
    return (rest = promise);
  };
  const given = planned.filter(exchange, next);
  late = true;
  if (isThenable(given))
    return Promise.resolve(given).then((value) => (value === undefined && called ? rest : value));
  return given === undefined && called ? rest : given;
}
