import { covers } from './covers.ts';
import type { Finding } from '../report/findings.ts';
import { routeName } from '../report/findings.ts';
import { NO_MATRIX } from '../protocol/matrix.ts';
import type { PatternEntry, PatternTable } from './pattern-table.ts';
import { groupVariants, hasSameMedia } from './variant-groups.ts';

/** Reports duplicate routes, and routes that are reachable only if another route passes the request on. */
export function lintRoutes(
  table: PatternTable,
  groups: readonly (readonly PatternEntry[])[] = groupVariants(table.entries),
): Finding[] {
  const findings: Finding[] = [];
  const earlier = new EarlierRoutes();
  const groupOf = new Map(groups.flatMap((group) => group.map((entry) => [entry, group] as const)));
  table.entries.forEach((entry) => {
    const { route } = entry;
    const group = groupOf.get(entry);
    const variants = group === undefined ? NONE : group.slice(0, group.indexOf(entry));
    const same = variants.find((variant) => hasSameMedia(variant.route, route));
    const shadow = variants.length === 0 ? findShadowing(table, earlier, entry) : undefined;
    earlier.add(entry);
    if (same !== undefined) {
      findings.push({
        rule: 'duplicate-route',
        message: `${routeName(route)} duplicates ${routeName(same.route)}, which precedes it and handles all requests unless its handler returns undefined or calls context.next()`,
        hint: 'give one of them a different path, let them consume or produce different media types, or remove one',
        origin: route.origin,
        related: same.route.origin && { message: 'the first one', origin: same.route.origin },
      });
    } else if (shadow !== undefined) {
      findings.push({
        rule: 'unreachable-route',
        message: `${routeName(route)} is unreachable: ${routeName(shadow)} precedes it and matches all its paths`,
        hint: 'register it before the other route, give it a lower order, or restrict the variables of the other route, as in {id:\\d+}; otherwise, it is reached only if the other handler calls context.next()',
        origin: route.origin,
        related: shadow.origin && { message: 'the route that answers', origin: shadow.origin },
      });
    }
  });
  return findings;
}

const NONE: readonly PatternEntry[] = [];

/** Returns an earlier route that matches every path that the entry matches; undefined if there is none. */
function findShadowing(
  table: PatternTable,
  earlier: EarlierRoutes,
  entry: PatternEntry,
): PatternEntry['route'] | undefined {
  const { route, pattern } = entry;
  const { literal } = pattern;
  if (literal === undefined) return earlier.shadowing(entry)?.route;
  const segments = literal === '/' ? [] : literal.slice(1).split('/');
  const path = { raw: literal, plain: false, segments, parts: segments, matrix: NO_MATRIX };
  const winner = table.match(route.method === 'ANY' ? 'a method without routes' : route.method, path);
  return winner.route === route ? undefined : winner.route;
}

/** Earlier entries. They are indexed by the beginning of their paths, so that an entry is compared with only a few. */
class EarlierRoutes {
  readonly #byFirst = new Map<string | undefined, PatternEntry[]>();

  add(entry: PatternEntry): void {
    append(this.#byFirst, firstLiteral(entry), entry);
  }

  shadowing(entry: PatternEntry): PatternEntry | undefined {
    const first = firstLiteral(entry);
    const { method } = entry.route;
    const isShadowing = ({ route, pattern }: PatternEntry): boolean =>
      (route.method === method || route.method === 'ANY') && covers(pattern, entry.pattern);
    const literal = first === undefined ? undefined : this.#byFirst.get(first)?.find(isShadowing);
    return literal ?? this.#byFirst.get(undefined)?.find(isShadowing);
  }
}

function append<K>(map: Map<K, PatternEntry[]>, key: K, entry: PatternEntry): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [entry]);
  else list.push(entry);
}

/**
 * Returns the first segment if it is literal. Returns undefined if a path may be empty or begin with another segment.
 */
function firstLiteral({ pattern }: PatternEntry): string | undefined {
  const [first] = pattern.segments;
  return first?.kind === 'literal' ? first.text : undefined;
}
