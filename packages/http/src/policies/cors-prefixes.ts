import type { Exchange } from '../exchange/exchange.ts';
import { matchSegment } from '../routing/fit.ts';
import { parsePattern, type Pattern } from '../routing/pattern.ts';
import type { Spelling } from '../routing/spellings.ts';
import type { Route } from '../contract/route.ts';
import { isCorsFilter, isSamePolicy, type CorsFilter } from './cors.ts';

/** A CORS policy of a class or route, with the path below which it holds for errors. */
interface Prefixed {
  readonly pattern: Pattern;
  readonly filter: CorsFilter;
}

/** Gives the policy for a request that no route answers; undefined when there is none. */
export type FindPolicy = (exchange: Exchange) => CorsFilter | undefined;

/**
 * The policies that classes and routes set, for what is answered without them: 404, 405, 406, 415 and OPTIONS. The longest
 * prefix of the path counts; where two different policies share it, neither does. Undefined when none is set.
 */
export function policiesByPrefix(routes: readonly Route[]): FindPolicy | undefined {
  const all = distinct(routes.flatMap(prefixedIn)).toSorted(byLength);
  if (all.length === 0) return undefined;
  return (exchange) => {
    const spellings = spellingsOf(exchange);
    const found = all.find(({ pattern }) => spellings.some((spelling) => isBelow(pattern, spelling)));
    if (found === undefined) return undefined;
    const rivals = all.filter(
      (each) =>
        lengthOf(each.pattern) === lengthOf(found.pattern) &&
        literalsIn(each.pattern) === literalsIn(found.pattern) &&
        spellings.some((spelling) => isBelow(each.pattern, spelling)),
    );
    return rivals.every(({ filter }) => isSamePolicy(filter.policy, found.filter.policy))
      ? found.filter
      : undefined;
  };
}

function prefixedIn({ path, scopes = [] }: Route): Prefixed[] {
  return scopes.flatMap((scope) => {
    const filter = scope.filters?.findLast(isCorsFilter);
    const pattern = filter && patternOf(scope.path ?? path);
    return filter !== undefined && pattern !== undefined ? [{ pattern, filter }] : [];
  });
}

/** Undefined for a path that is no pattern: it is reported, or printed by a mounted matcher. */
function patternOf(path: string): Pattern | undefined {
  try {
    return parsePattern(path);
  } catch {
    return undefined;
  }
}

/** One for each policy of a prefix: routes of a class share both. */
function distinct(all: readonly Prefixed[]): Prefixed[] {
  const byShape = Map.groupBy(all, ({ pattern }) => pattern.shape);
  return [...byShape.values()].flatMap((same) => [
    ...new Map(same.map((each) => [each.filter, each])).values(),
  ]);
}

/** The longest first; of equally long ones that with more literal segments, as routes are looked up. */
function byLength(one: Prefixed, other: Prefixed): number {
  const length = lengthOf(other.pattern) - lengthOf(one.pattern);
  return length === 0 ? literalsIn(other.pattern) - literalsIn(one.pattern) : length;
}

function lengthOf({ segments, tail }: Pattern): number {
  return segments.length + (tail === undefined ? 0 : 1);
}

function literalsIn({ segments }: Pattern): number {
  return segments.filter(({ kind }) => kind === 'literal').length;
}

/** Nothing for a path that cannot be read. */
function spellingsOf(exchange: Exchange): readonly Spelling[] {
  try {
    return [exchange.path, ...exchange.spellings];
  } catch {
    return [];
  }
}

function isBelow(pattern: Pattern, { segments, parts }: Spelling): boolean {
  if (pattern.tail !== undefined) return matchSegment(pattern, { segments, parts }) !== undefined;
  const first = segments.slice(0, pattern.segments.length);
  return matchSegment(pattern, { segments: first, parts: first }) !== undefined;
}
