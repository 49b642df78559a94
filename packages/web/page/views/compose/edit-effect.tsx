import { Diff } from 'lucide';
import type { JSX } from 'preact';
import type { PlanChanges } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import type { Words } from '../../words/english.ts';

/** What the last edit changes in the plan. */
export function EditEffect(): JSX.Element | null {
  const { planning } = usePage();
  const words = useWords().plan;
  const changes = planning.changes.value;
  if (changes === undefined) return null;
  return (
    <p class="edit-effect">
      <Icon of={Diff} />
      <span>{describeChanges(changes, words)}</span>
    </p>
  );
}

/** Returns a sentence about the changed operations, packages and partitions. */
export function describeChanges({ operations, packages, layout }: PlanChanges, words: Words['plan']): string {
  const numbersOf = (...kinds: readonly string[]): number[] =>
    operations.flatMap(({ kind, number }) => (kinds.includes(kind) ? [number] : []));
  const [changed, removed] = [numbersOf('changed', 'added'), numbersOf('removed')];
  const parts = [
    ...(changed.length > 0 ? [words.changedOperations(changed)] : []),
    ...(removed.length > 0 ? [words.removedOperations(removed.length)] : []),
    ...(packages.added.length > 0 ? [words.addedPackages(packages.added.length)] : []),
    ...(packages.removed.length > 0 ? [words.removedPackages(packages.removed.length)] : []),
    ...(layout ? [words.changedLayout] : []),
  ];
  return words.effect(parts.length === 0 ? words.noEffect : parts.join('; '));
}
