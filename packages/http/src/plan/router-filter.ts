import type { Filter } from '../contract/filter.ts';
import { filterProblem } from '../policies/filter-metadata.ts';
import { limitsIn } from '../policies/limits.ts';
import type { Finding } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import { PatternProblem } from '../routing/pattern-tokens.ts';
import { parsePattern } from '../routing/pattern.ts';
import type { PlannedFilter } from './filters.ts';

/**
 * Plans a filter that was set for the router, either for a pattern or for all paths. Returns a finding if it is
 * invalid.
 */
export function planRouterFilter(
  text: string | undefined,
  filter: Filter,
  origin: Origin,
): { readonly planned: PlannedFilter } | { readonly finding: Finding } {
  const wrong = filterProblem(filter);
  if (wrong !== undefined) return { finding: { rule: 'filter', ...wrong, origin } };
  const plan = (pattern: string | undefined): { planned: PlannedFilter } => ({
    planned: { filter, pattern, scope: 'router', origin, outer: true },
  });
  if (text === undefined) return plan(undefined);
  if (limitsIn([filter]).length > 0) {
    const message = `limits(…) cannot be used for the pattern ${text}`;
    const hint = 'set limits on the router without a pattern, on a class or on a route';
    return { finding: { rule: 'limits-by-pattern', message, hint, origin } };
  }
  try {
    return plan(parsePattern(text).text);
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    const { message, index, hint } = error;
    const where = `the filter pattern ${text} is invalid at character ${index + 1}: ${message}`;
    return { finding: { rule: 'filter-pattern', message: where, hint, origin } };
  }
}
