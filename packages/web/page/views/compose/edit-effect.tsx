import { Diff } from 'lucide';
import type { JSX } from 'preact';
import type { PlanChanges } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import type { PackageDifference } from '../../state/resolution.ts';
import type { Words } from '../../words/english.ts';
import type { Formats } from '../../words/formats.ts';

/** The effect of the last edit on the plan. */
export function EditEffect(): JSX.Element | null {
  const { planning, resolution } = usePage();
  const words = useWords().plan;
  const formats = useFormats();
  const changes = planning.changes.value;
  if (changes === undefined) return null;
  return (
    <p class="edit-effect">
      <Icon of={Diff} />
      <span>{describeChanges(changes, resolution.difference.value, words, formats)}</span>
    </p>
  );
}

/**
 * Returns a sentence about the changed operations, packages and partitions.
 *
 * @param difference the changed packages with their dependencies; undefined while it is unknown
 */
export function describeChanges(
  { operations, packages, layout }: PlanChanges,
  difference: PackageDifference | undefined,
  words: Words['plan'],
  formats: Formats,
): string {
  const numbersOf = (...kinds: readonly string[]): number[] =>
    operations.flatMap(({ kind, number }) => (kinds.includes(kind) ? [number] : []));
  const [changed, removed] = [numbersOf('changed', 'added'), numbersOf('removed')];
  const sizes = difference === undefined ? [] : describeDifference(difference, words, formats);
  const parts = [
    ...(changed.length > 0 ? [words.changedOperations(changed)] : []),
    ...(removed.length > 0 ? [words.removedOperations(removed.length)] : []),
    ...(sizes.length > 0 ? sizes : describeNamed(packages, words)),
    ...(layout ? [words.changedLayout] : []),
  ];
  return words.effect(parts.length === 0 ? words.noEffect : parts.join('; '));
}

/** The changed packages with their dependencies. */
function describeDifference(
  { added, removed }: PackageDifference,
  words: Words['plan'],
  formats: Formats,
): string[] {
  return [
    ...(added.count > 0 ? [words.morePackages(added.count, formats.bytes(added.download))] : []),
    ...(removed.count > 0 ? [words.lessPackages(removed.count, formats.bytes(removed.download))] : []),
  ];
}

/** The changed packages that the plan names. */
function describeNamed({ added, removed }: PlanChanges['packages'], words: Words['plan']): string[] {
  return [
    ...(added.length > 0 ? [words.addedPackages(added.length)] : []),
    ...(removed.length > 0 ? [words.removedPackages(removed.length)] : []),
  ];
}
