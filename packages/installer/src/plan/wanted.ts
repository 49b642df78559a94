import type { Wanted } from './plan-type.ts';

/** The first of each name. */
export function unique(wanted: readonly Wanted[]): Wanted[] {
  return [...new Map(wanted.toReversed().map((item) => [item.name, item])).values()].toReversed();
}

export function namesOf(wanted: readonly Wanted[]): string[] {
  return wanted.map(({ name }) => name);
}
