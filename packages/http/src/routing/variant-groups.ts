import type { Route } from '../contract/route.ts';
import type { PatternEntry } from './pattern-table.ts';

/** Groups entries with the same method and pattern, in order. Omits groups that consist of a single entry. */
export function groupVariants(entries: readonly PatternEntry[]): readonly (readonly PatternEntry[])[] {
  const byShape = new Map<string, PatternEntry[]>();
  entries.forEach((entry) => {
    const { shape } = entry.pattern;
    const same = byShape.get(shape);
    if (same === undefined) byShape.set(shape, [entry]);
    else same.push(entry);
  });
  const groups: PatternEntry[][] = [];
  byShape.forEach((same) => {
    if (same.length === 1) return;
    const byMethod = Map.groupBy(same, ({ route }) => route.method);
    if (byMethod.size === same.length) return;
    for (const group of byMethod.values()) if (group.length > 1) groups.push(group);
  });
  return groups;
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
