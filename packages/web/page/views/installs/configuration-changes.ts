import type { ConfigurationChange } from '../../api/answers.ts';
import { parsePointer } from '../../text/json-edit.ts';
import { diffLines, type DiffLine } from '../../text/line-diff.ts';

/** The line diff of a changed value, or all lines of one that was added or removed. */
export function describeChange(change: ConfigurationChange): DiffLine[] {
  // Print without trailing commas, because adding an item to a list also adds a comma to the item before it.
  const print = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll(/,$/gm, '');
  const mark = (kind: DiffLine['kind'], value: unknown): DiffLine[] =>
    print(value)
      .split('\n')
      .map((line) => ({ kind, line }));
  if (change.before === undefined) return mark('added', change.after);
  if (change.after === undefined) return mark('removed', change.before);
  return diffLines(print(change.before), print(change.after));
}

/** Returns the keys of a JSON pointer, such as `profile › main`; empty for the whole configuration. */
export function describePointer(pointer: string): string {
  return parsePointer(pointer).join(' › ');
}
