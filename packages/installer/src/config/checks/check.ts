import type { Diagnostic } from '@writ/diagnostics';
import type { Details, RuleName } from '../finding-codes.ts';
import type { LocationPart } from '../model.ts';
import type { InstallerConfig } from '../../schema/types.gen.ts';

/** The valid part of a configuration, and functions to report findings about it. */
export interface CheckContext {
  /** The valid values. Invalid list items are `undefined`, so that the remaining items retain their index. */
  readonly config: Partial<InstallerConfig>;
  /** Whether `--advanced` is passed. */
  readonly advanced: boolean;
  /** The credentials' values by key; absent if no credentials could be read. */
  readonly credentials?: ReadonlyMap<string, unknown>;
  /** Whether a pointer has a value, valid or not, other than null or an ignored empty string. */
  hasValue(pointer: string): boolean;
  /** Whether a pointer has a value other than null, including an empty string. */
  hasKey(pointer: string): boolean;
  /**
   * Whether the value at a pointer, or a nested value, is invalid or could not be read. Checks then report no
   * missing values in it.
   */
  isInvalid(pointer: string): boolean;
  /**
   * Creates a finding, by default at the value. Its strings must not contain a value at or below a key that begins
   * with `!`.
   */
  finding(rule: RuleName, pointer: string, words: FindingText, at?: LocationPart): Diagnostic;
}

export interface FindingText extends Pick<Details, 'message' | 'expected' | 'hint' | 'correction'> {
  /** A related location. */
  readonly other?: { readonly pointer: string; readonly message: string };
}

export type Check = (context: CheckContext) => Diagnostic[];

/** Returns the valid items of a list with their pointers. */
export function withPointers<T>(
  pointer: string,
  list: readonly T[] | undefined,
): { item: T; pointer: string }[] {
  return (list ?? []).flatMap((item: T | undefined, index) =>
    item === undefined ? [] : [{ item, pointer: `${pointer}/${index}` }],
  );
}

/** Returns the items that equal an earlier item, each with the pointer of the first equal item. */
export function findDuplicates(
  items: readonly { item: string; pointer: string }[],
): { item: string; pointer: string; first: string }[] {
  const first = new Map<string, string>();
  return items.flatMap(({ item, pointer }) => {
    const before = first.get(item);
    if (before !== undefined) return [{ item, pointer, first: before }];
    first.set(item, pointer);
    return [];
  });
}
