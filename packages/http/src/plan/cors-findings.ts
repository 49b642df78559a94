import type { PlannedFilter } from './filters.ts';
import { checkExpression } from '../routing/lint-expressions.ts';
import type { Finding } from '../report/findings.ts';
import { isCorsFilter, type CorsFilter } from '../policies/cors.ts';

/**
 * Warns, once per filter, about policies that expose a visitor's credentials to all origins, and about strings that are
 * not the origin of a page.
 */
export function reportCors(filters: Iterable<PlannedFilter>, report: (finding: Finding) => void): void {
  const reported = new Set<unknown>();
  for (const { filter, scope, origin } of filters) {
    if (!isCorsFilter(filter) || reported.has(filter)) continue;
    reported.add(filter);
    for (const finding of checkCorsFilter(filter, scope)) report({ ...finding, origin });
    const { pattern } = filter;
    if (pattern === undefined) continue;
    const { source: regex, flags } = pattern;
    const what = `the origin of cors (${scope}), ${regex},`;
    checkExpression({ what, regex, write: (other) => other, origin }, flags).forEach(report);
  }
}

function checkCorsFilter(
  { exposesCredentials, invalidOrigins }: CorsFilter,
  scope: string,
): readonly Pick<Finding, 'rule' | 'message' | 'hint'>[] {
  const open = {
    rule: 'open-cors',
    message: `cors (${scope}) allows pages of all origins to send requests with the credentials of the user and to read the responses`,
    hint: 'list the allowed origins, or do not allow credentials',
  } as const;
  const unmatchable = invalidOrigins.map(({ text, why, hint }) => ({
    rule: 'cors-origin' as const,
    message: `cors (${scope}) allows ${JSON.stringify(text)}, which is not a valid origin: ${why}`,
    hint,
  }));
  return exposesCredentials ? [open, ...unmatchable] : unmatchable;
}
