import type { PlanOutline } from './plan-outline.ts';

/** A row and the outline of its plan. */
export interface OutlinedRow {
  /** The number of the row, from 1. */
  readonly number: number;
  readonly outline: PlanOutline;
}

/** Names that a plan has in addition to the usual plan, and those that it lacks. */
export interface NameChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Plans that differ from the usual plan in the same way. */
export interface PlanVariant {
  /** The numbers of the rows, in ascending order. */
  readonly rows: readonly number[];
  /** The IDs of operations. */
  readonly operations: NameChanges;
  readonly packages: NameChanges;
  /** Whether the partitions, their sizes or their file systems differ. */
  readonly layout: boolean;
}

/** A comparison of the plans of all rows. */
export interface PlanReview {
  /** The number of operations in the usual plan, which most rows have. */
  readonly operations: number;
  /** The number of packages and groups that the usual plan names. */
  readonly packages: number;
  /** The numbers of the rows with the usual plan, in ascending order. */
  readonly usual: readonly number[];
  /** All other plans, the most frequent ones first. */
  readonly variants: readonly PlanVariant[];
}

/** Compares the plans of rows; returns undefined if there are none. */
export function reviewPlans(rows: readonly OutlinedRow[]): PlanReview | undefined {
  const groups = [...Map.groupBy(rows, ({ outline }) => JSON.stringify(outline)).values()];
  const [usual, ...others] = groups.toSorted((a, b) => b.length - a.length);
  const first = usual?.[0];
  if (usual === undefined || first === undefined) return undefined;
  return {
    operations: first.outline.operations.length,
    packages: first.outline.packages.length,
    usual: numbersOf(usual),
    variants: others.map((group) => {
      const { outline } = group[0]!;
      return {
        rows: numbersOf(group),
        operations: compareNames(first.outline.operations, outline.operations),
        packages: compareNames(first.outline.packages, outline.packages),
        layout: first.outline.layout !== outline.layout,
      };
    }),
  };
}

function numbersOf(rows: readonly OutlinedRow[]): number[] {
  return rows.map(({ number }) => number);
}

function compareNames(before: readonly string[], after: readonly string[]): NameChanges {
  const [earlier, later] = [new Set(before), new Set(after)];
  return { added: [...later.difference(earlier)], removed: [...earlier.difference(later)] };
}
