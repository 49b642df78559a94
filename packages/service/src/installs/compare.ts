import { isObject } from '@writ/diagnostics/internal';
import { escapePointer } from '@writ/installer/internal';
import type { TimelineStep } from './timeline.ts';

/** A difference between two configurations. Secrets are masked or replaced by their names. */
export interface ConfigurationChange {
  /** RFC 6901 JSON pointer. */
  readonly pointer: string;
  /** Absent if the key was added. */
  readonly before?: unknown;
  /** Absent if the key was removed. */
  readonly after?: unknown;
}

/** Lists the differences between two JSON values. Objects are compared key by key, and lists as a whole. */
export function compareConfigurations(before: unknown, after: unknown, pointer = ''): ConfigurationChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ pointer, before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const inner = `${pointer}/${escapePointer(key)}`;
    if (!Object.hasOwn(before, key)) return [{ pointer: inner, after: after[key] }];
    if (!Object.hasOwn(after, key)) return [{ pointer: inner, before: before[key] }];
    return compareConfigurations(before[key], after[key], inner);
  });
}

/** The fields of a locked package that are compared. */
interface LockedVersion {
  readonly name: string;
  readonly version: string;
}

/** The differences between two package locks, sorted by name. */
export interface PackageChanges {
  readonly added: readonly LockedVersion[];
  readonly removed: readonly LockedVersion[];
  readonly changed: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

/** Compares two package locks, each as JSON. */
export function comparePackages(before: string, after: string): PackageChanges {
  const versionsOf = (text: string): Map<string, string> => {
    const { packages } = JSON.parse(text) as { readonly packages: readonly LockedVersion[] };
    return new Map(packages.map(({ name, version }) => [name, version]));
  };
  const [earlier, later] = [versionsOf(before), versionsOf(after)];
  const only = (these: Map<string, string>, others: Map<string, string>): LockedVersion[] =>
    [...these].flatMap(([name, version]) => (others.has(name) ? [] : [{ name, version }]));
  return {
    added: only(later, earlier),
    removed: only(earlier, later),
    changed: [...earlier].flatMap(([name, version]) => {
      const other = later.get(name);
      return other === undefined || other === version ? [] : [{ name, before: version, after: other }];
    }),
  };
}

/** The durations of a step in two runs, in milliseconds. */
export interface DurationChange {
  readonly id: string;
  readonly title: string;
  readonly stage: string;
  /** Absent if the first run did not complete the step. */
  readonly before?: number;
  /** Absent if the second run did not complete the step. */
  readonly after?: number;
}

/**
 * Compares the durations of steps, in the order of the first run, followed by steps that only the second run has.
 */
export function compareDurations(
  before: readonly TimelineStep[],
  after: readonly TimelineStep[],
): DurationChange[] {
  const durationsOf = (steps: readonly TimelineStep[]): Map<string, number> =>
    new Map(
      steps.flatMap(({ id, start, end, outcome }) =>
        end === undefined || outcome !== 'done' ? [] : [[id, end - start]],
      ),
    );
  const [earlier, later] = [durationsOf(before), durationsOf(after)];
  const steps = new Map([...after, ...before].map((step) => [step.id, step]));
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids].map((id) => {
    const { title, stage } = steps.get(id)!;
    const [one, other] = [earlier.get(id), later.get(id)];
    return {
      id,
      title,
      stage,
      ...(one !== undefined && { before: one }),
      ...(other !== undefined && { after: other }),
    };
  });
}
