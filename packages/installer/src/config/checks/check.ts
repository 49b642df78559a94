import type { Diagnostic } from '@writ/diagnostics';
import type { RuleName } from '../finding-codes.ts';
import type { LocationPart } from '../model.ts';
import type { InstallerConfig } from '../../schema/types.gen.ts';

/** What a rule judges: types hold, and what does not fit the schema is left out. */
export interface CheckContext {
  /** Items of a list that do not fit are `undefined`, so that the others keep their index. */
  readonly config: Partial<InstallerConfig>;
  /** `--advanced` is given. */
  readonly advanced: boolean;
  /** What a second file of credentials gives, by key; absent without one, or when it cannot be read. */
  readonly credentials?: ReadonlyMap<string, unknown>;
  /** Whether the file says something there, fitting or not. */
  hasValue(pointer: string): boolean;
  /** Whether the key is there, if only with an empty text. */
  hasKey(pointer: string): boolean;
  /** Whether something there, or below, does not fit: then nothing can be said of what is missing. */
  isInvalid(pointer: string): boolean;
  /** A finding at a value, unless told otherwise. Texts must not hold what stands below a key with `!`. */
  finding(rule: RuleName, pointer: string, words: FindingText, at?: LocationPart): Diagnostic;
}

export interface FindingText extends Pick<Diagnostic, 'message' | 'expected' | 'hint'> {
  /** Another place that explains the finding. */
  readonly other?: { readonly pointer: string; readonly message: string };
}

export type Check = (context: CheckContext) => Diagnostic[];

/** The fitting items of a list with their pointers. */
export function withPointers<T>(
  pointer: string,
  list: readonly T[] | undefined,
): { item: T; pointer: string }[] {
  return (list ?? []).flatMap((item: T | undefined, index) =>
    item === undefined ? [] : [{ item, pointer: `${pointer}/${index}` }],
  );
}

/** The items that equal an earlier one, with the pointer of that. */
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
