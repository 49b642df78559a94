import { stages, type Operation } from './operation.ts';

/** Operations and the order in which they may run. */
export type Schedule =
  | Operation
  | { readonly sequence: readonly Schedule[] }
  | { readonly parallel: readonly Schedule[] };

/** Creates a schedule in which each part starts when the previous part is done. */
export function inSequence(...sequence: Schedule[]): Schedule {
  return { sequence };
}

/** Creates a schedule whose parts do not depend on each other. */
export function inParallel(...parallel: Schedule[]): Schedule {
  return { parallel };
}

/**
 * Lists the operations of a schedule by stage, each after its dependencies.
 *
 * @throws Error if an operation depends on an operation in a later stage, or two have the same ID
 */
export function listOperations(schedule: Schedule): Operation[] {
  const operations: Operation[] = [];
  addOperations(schedule, [], operations);
  const sorted = operations.toSorted((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage));
  const listed = new Set<string>();
  for (const { id, after } of sorted) {
    if (listed.has(id)) throw new Error(`two operations have the ID ${id}`);
    for (const earlier of after)
      if (!listed.has(earlier)) throw new Error(`${id} is listed before ${earlier}, on which it depends`);
    listed.add(id);
  }
  return sorted;
}

/**
 * Adds the operations of a schedule that starts after the operations in `after`. Returns the IDs on which the
 * next part depends.
 */
function addOperations(schedule: Schedule, after: readonly string[], into: Operation[]): readonly string[] {
  if ('sequence' in schedule) {
    return schedule.sequence.reduce((before, part) => addOperations(part, before, into), after);
  }
  if ('parallel' in schedule) {
    const ends = schedule.parallel.flatMap((part) => {
      const last = addOperations(part, after, into);
      // A part without operations returns `after` itself.
      return last === after ? [] : last;
    });
    return ends.length === 0 ? after : ends;
  }
  into.push({ ...schedule, after });
  return [schedule.id];
}

/** The direct and indirect dependencies of each operation, by ID. */
export type DependencyIndex = ReadonlyMap<string, ReadonlySet<string>>;

/** @param operations each listed after its dependencies */
export function indexDependencies(operations: readonly Pick<Operation, 'id' | 'after'>[]): DependencyIndex {
  const index = new Map<string, ReadonlySet<string>>();
  for (const { id, after } of operations) {
    index.set(id, new Set(after.flatMap((earlier) => [earlier, ...(index.get(earlier) ?? [])])));
  }
  return index;
}
