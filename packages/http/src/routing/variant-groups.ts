import type { Route } from '../contract/route.ts';
import type { PatternEntry } from './pattern-table.ts';

/** Groups routes with the same method and pattern, in order. Omits groups of a single route. */
export function groupVariants(entries: readonly PatternEntry[]): readonly (readonly Route[])[] {
  const groups = new Map<string, Route[]>();
  for (const { route, pattern } of entries) {
    const key = `${route.method} ${pattern.shape}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [route]);
    else if (!group.includes(route)) group.push(route);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Whether two variants have the same media types, so that requests cannot distinguish them. */
export function hasSameMedia(one: Route, other: Route): boolean {
  return isSameSet(one.consumes, other.consumes) && isSameSet(one.produces, other.produces);
}

function isSameSet(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}
