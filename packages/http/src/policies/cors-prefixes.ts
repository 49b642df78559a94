import type { Exchange } from '../exchange/exchange.ts';
import { matchPattern } from '../routing/match-pattern.ts';
import { parsePattern, type Pattern } from '../routing/pattern.ts';
import type { Spelling } from '../routing/spellings.ts';
import type { Route } from '../contract/route.ts';
import { isCorsFilter, isSamePolicy, type CorsFilter } from './cors.ts';

/** The CORS policy of a class or route, and the path prefix below which it applies to errors. */
interface PrefixedPolicy {
  readonly pattern: Pattern;
  readonly filter: CorsFilter;
}

/** Finds the policy for a request to which no route responds. Returns undefined if there is none. */
export type FindPolicy = (exchange: Exchange) => CorsFilter | undefined;

/**
 * Indexes the CORS policies of classes and routes by prefix, for responses that no route sends: 404, 405, 406, 415 and
 * responses to OPTIONS. The policy of the longest matching prefix applies. If that prefix has several different
 * policies, none of them applies. Returns undefined if no policy is set.
 */
export function policiesByPrefix(routes: readonly Route[]): FindPolicy | undefined {
  const all = uniquePolicies(routes.flatMap(prefixedPolicies)).toSorted(byLength);
  if (all.length === 0) return undefined;
  return (exchange) => {
    const spellings = pathSpellings(exchange);
    const found = all.find(({ pattern }) => spellings.some((spelling) => isBelow(pattern, spelling)));
    if (found === undefined) return undefined;
    const equallySpecific = all.filter(
      (each) =>
        prefixLength(each.pattern) === prefixLength(found.pattern) &&
        countLiterals(each.pattern) === countLiterals(found.pattern) &&
        spellings.some((spelling) => isBelow(each.pattern, spelling)),
    );
    return equallySpecific.every(({ filter }) => isSamePolicy(filter.policy, found.filter.policy))
      ? found.filter
      : undefined;
  };
}

function prefixedPolicies({ path, scopes = [] }: Route): PrefixedPolicy[] {
  return scopes.flatMap((scope) => {
    const filter = scope.filters?.findLast(isCorsFilter);
    const pattern = filter && parsePrefix(scope.path ?? path);
    return filter !== undefined && pattern !== undefined ? [{ pattern, filter }] : [];
  });
}

/**
 * Parses a prefix. Returns undefined if the pattern is invalid: it is reported elsewhere or belongs to a mounted
 * matcher.
 */
function parsePrefix(path: string): Pattern | undefined {
  try {
    return parsePattern(path);
  } catch {
    return undefined;
  }
}

/** Removes duplicates, which occur because the routes of a class share their prefix and policy. */
function uniquePolicies(all: readonly PrefixedPolicy[]): PrefixedPolicy[] {
  const byShape = Map.groupBy(all, ({ pattern }) => pattern.shape);
  return [...byShape.values()].flatMap((same) => [
    ...new Map(same.map((each) => [each.filter, each])).values(),
  ]);
}

/**
 * Sorts longer prefixes first. Of two prefixes with the same length, the one with more literal segments comes first.
 */
function byLength(one: PrefixedPolicy, other: PrefixedPolicy): number {
  const length = prefixLength(other.pattern) - prefixLength(one.pattern);
  return length === 0 ? countLiterals(other.pattern) - countLiterals(one.pattern) : length;
}

function prefixLength({ segments, tail }: Pattern): number {
  return segments.length + (tail === undefined ? 0 : 1);
}

function countLiterals({ segments }: Pattern): number {
  return segments.filter(({ kind }) => kind === 'literal').length;
}

/** Returns the spellings of the path, or an empty list if the path is invalid. */
function pathSpellings(exchange: Exchange): readonly Spelling[] {
  try {
    return [exchange.path, ...exchange.spellings];
  } catch {
    return [];
  }
}

function isBelow(pattern: Pattern, { segments, parts }: Spelling): boolean {
  if (pattern.tail !== undefined) return matchPattern(pattern, { segments, parts }) !== undefined;
  const first = segments.slice(0, pattern.segments.length);
  return matchPattern(pattern, { segments: first, parts: first }) !== undefined;
}
