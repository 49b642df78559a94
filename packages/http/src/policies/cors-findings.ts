import type { PlannedFilter } from '../pipeline/plan.ts';
import type { Finding } from '../table/findings.ts';
import { isCorsFilter } from './cors.ts';

/** Warns of filters that let the pages of everybody act with the credentials of whoever looks at them; of each once. */
export function reportOpenCors(filters: Iterable<PlannedFilter>, report: (finding: Finding) => void): void {
  const told = new Set<unknown>();
  for (const { filter, scope, origin } of filters) {
    if (!isCorsFilter(filter) || !filter.lendsCredentials || told.has(filter)) continue;
    told.add(filter);
    report({
      code: 'W2016',
      severity: 'warning',
      message: `cors (${scope}) lets the pages of every origin use a visitor’s cookies and credentials`,
      hint: 'name the origins that may, or leave credentials out',
      origin,
    });
  }
}
