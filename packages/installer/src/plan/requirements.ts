import type { Requirement } from './plan.ts';

/** Returns the first requirement with each name. */
export function uniqueByName(wanted: readonly Requirement[]): Requirement[] {
  const first = new Map<string, Requirement>();
  for (const item of wanted) if (!first.has(item.name)) first.set(item.name, item);
  return [...first.values()];
}

export function requirementNames(wanted: readonly Requirement[]): string[] {
  return wanted.map(({ name }) => name);
}
