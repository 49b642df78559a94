import type { Operation, Plan, PlannedTarget } from '@writ/installer';

/** An operation that an edit adds, removes or changes. */
export interface ChangedOperation {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Position in the new plan, or in the earlier plan if the operation is removed; from 1. */
  readonly number: number;
  readonly id: string;
  readonly title: string;
}

/** The difference between two plans. */
export interface PlanChanges {
  /** Digests of both plans. */
  readonly before: string;
  readonly after: string;
  /** In the order of the new plan; removed operations come last. */
  readonly operations: readonly ChangedOperation[];
  readonly packages: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** Whether partitions, their sizes or file systems differ. */
  readonly layout: boolean;
}

/**
 * Compares two plans. The identifiers of partitions and their content depend on the whole configuration and are not
 * compared.
 */
export function comparePlans(before: Plan, after: Plan): PlanChanges {
  const earlier = describeOperations(before);
  const later = describeOperations(after);
  const changed = after.operations.flatMap(({ id, title }, index): ChangedOperation[] => {
    const kind = earlier.has(id) ? 'changed' : 'added';
    return earlier.get(id) === later.get(id) ? [] : [{ kind, number: index + 1, id, title }];
  });
  const removed = before.operations.flatMap(({ id, title }, index): ChangedOperation[] =>
    later.has(id) ? [] : [{ kind: 'removed', number: index + 1, id, title }],
  );
  const packagesBefore = new Set(before.requirements.packages.map(({ name }) => name));
  const packagesAfter = new Set(after.requirements.packages.map(({ name }) => name));
  return {
    before: before.digest,
    after: after.digest,
    operations: [...changed, ...removed],
    packages: {
      added: [...packagesAfter.difference(packagesBefore)],
      removed: [...packagesBefore.difference(packagesAfter)],
    },
    layout: describeLayouts(before) !== describeLayouts(after),
  };
}

/**
 * Returns every operation as JSON, by its ID, with names in place of identifiers, and without its dependencies, which
 * follow from the other operations.
 */
function describeOperations(plan: Plan): Map<string, string> {
  const names = identifiersOf(plan);
  return new Map(
    plan.operations.map(({ after: _after, ...operation }: Operation) => {
      let text = JSON.stringify(operation);
      for (const [identifier, name] of names) text = text.replaceAll(identifier, name);
      return [operation.id, text];
    }),
  );
}

/** Returns the identifiers that depend on the whole configuration, each with a name. */
function identifiersOf({ target, second }: Plan): [identifier: string, name: string][] {
  const ofTarget = ({ layout }: PlannedTarget, drive: string): [string, string][] => [
    [layout.uuid, `{table of ${drive}}`],
    ...layout.partitions.flatMap(({ uuid, content, luks, number }): [string, string][] => [
      [uuid, `{partition ${number} of ${drive}}`],
      ...(luks === undefined ? [] : [[luks.id, `{encryption ${number} of ${drive}}`] as [string, string]]),
      // FAT identifiers are also written without their hyphen.
      ...(content === undefined
        ? []
        : [content.id, content.id.replace('-', '')].map((id): [string, string] => [
            id,
            `{file system ${number} of ${drive}}`,
          ])),
    ]),
  ];
  return [...ofTarget(target, 'system'), ...(second === undefined ? [] : ofTarget(second, 'home'))];
}

function describeLayouts({ target, second }: Plan): string {
  const describe = ({ layout: { size, partitions } }: PlannedTarget): unknown => [
    size,
    partitions.map(({ name, start, size: length, content }) => [
      name,
      start,
      length,
      content?.kind,
      content?.mountPoint,
    ]),
  ];
  return JSON.stringify([describe(target), second && describe(second)]);
}
