import type { Exchange } from '../exchange/exchange.ts';
import { filterApplies } from '../routing/filter-applies.ts';
import type { CompiledRoute, CompiledRouter } from './compiled-route.ts';

/**
 * Returns the plan for a request that no route matches: the plan of the innermost mounted router with a matching prefix
 * or, if there is none, of the outermost router.
 */
export function findUnmatched(
  exchange: Exchange,
  { unmatched, unmatchedBelow }: Pick<CompiledRouter, 'unmatched' | 'unmatchedBelow'>,
): CompiledRoute {
  for (const below of unmatchedBelow) if (filterApplies(below.pattern, exchange)) return below.unmatched;
  return unmatched;
}
