import type { Route } from '../contract/route.ts';
import type { PatternEntry } from './pattern-table.ts';

/** The routes with the same verb and pattern, where there are several, in order. */
export function twinsIn(entries: readonly PatternEntry[]): readonly (readonly Route[])[] {
  const groups = new Map<string, Route[]>();
  for (const { route, pattern } of entries) {
    const key = `${route.method} ${pattern.shape}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [route]);
    else if (!group.includes(route)) group.push(route);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Whether two twins take and give the same media types, so that no request tells them apart. */
export function sameMedia(one: Route, other: Route): boolean {
  return sameSet(one.consumes, other.consumes) && sameSet(one.produces, other.produces);
}

function sameSet(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}
