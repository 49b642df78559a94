import type { Wanted } from './plan-type.ts';

/** The first of each name, in its place. */
export function unique(wanted: readonly Wanted[]): Wanted[] {
  const first = new Map<string, Wanted>();
  for (const item of wanted) if (!first.has(item.name)) first.set(item.name, item);
  return [...first.values()];
}

export function namesOf(wanted: readonly Wanted[]): string[] {
  return wanted.map(({ name }) => name);
}
