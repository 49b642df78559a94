import type { Finding } from './findings.ts';
import { nameOf } from './findings.ts';
import { NO_MATRIX } from './matrix.ts';
import { literalPath, type Entry, type PatternTable } from './pattern-table.ts';

/** Routes that are never asked, and routes of which only the first is asked. */
export function lint(table: PatternTable): Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, Entry>();
  for (const entry of table.entries) {
    const { route, pattern } = entry;
    const key = `${route.method} ${pattern.shape}`;
    const first = seen.get(key);
    if (first !== undefined) {
      findings.push({
        code: 'W2003',
        severity: 'warning',
        message: `${nameOf(route)} is the same route as ${nameOf(first.route)}, which answers first`,
        hint: 'give one of them another path, or remove it',
        origin: route.origin,
        related: first.route.origin && { message: 'the first one', origin: first.route.origin },
      });
      continue;
    }
    seen.set(key, entry);
    const shadow = shadowOf(table, entry);
    if (shadow !== undefined) {
      findings.push({
        code: 'W2004',
        severity: 'warning',
        message: `${nameOf(route)} is never asked: ${nameOf(shadow)} comes first and fits the same path`,
        hint: 'declare it before the other, or give it a lower order',
        origin: route.origin,
        related: shadow.origin && { message: 'the one that answers', origin: shadow.origin },
      });
    }
  }
  return findings;
}

/** The route that answers in place of one without variables. */
function shadowOf(table: PatternTable, { route, pattern }: Entry): Entry['route'] | undefined {
  const path = literalPath(pattern);
  if (path === undefined) return undefined;
  const segments = path === '/' ? [] : path.slice(1).split('/');
  const winner = table.match(route.method, {
    raw: path,
    plain: true,
    segments,
    parts: segments,
    matrix: NO_MATRIX,
  });
  return winner.route === route ? undefined : winner.route;
}
