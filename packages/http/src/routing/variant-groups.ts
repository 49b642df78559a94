import type { Route } from '../contract/route.ts';
import type { PatternEntry } from './pattern-table.ts';

/** Groups routes with the same method and pattern, in order. Omits groups that consist of a single route. */
export function groupVariants(entries: readonly PatternEntry[]): readonly (readonly Route[])[] {
  const byShape = new Map<string, Route[][]>();
  for (const { route, pattern } of entries) {
    let groups = byShape.get(pattern.shape);
    if (groups === undefined) byShape.set(pattern.shape, (groups = []));
    const group = groups.find(([first]) => first!.method === route.method);
    if (group === undefined) groups.push([route]);
    else if (!group.includes(route)) group.push(route);
  }
  return [...byShape.values()].flat().filter((group) => group.length > 1);
}

/** Whether two variants have the same media types and upgrade, so that requests cannot distinguish them. */
export function hasSameMedia(one: Route, other: Route): boolean {
  return (
    one.upgrade === other.upgrade &&
    isSameSet(one.consumes, other.consumes) &&
    isSameSet(one.produces, other.produces)
  );
}

function isSameSet(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}
