import type { OffsetRange } from '@writ/diagnostics';

/** What can be wrong with the notation, each with one cause and one place. */
export type FaultKind =
  | 'comment'
  | 'control-character'
  | 'empty-file'
  | 'extra-bracket'
  | 'extra-comma'
  | 'inner-quote'
  | 'line-break'
  | 'missing-bracket'
  | 'missing-colon'
  | 'missing-comma'
  | 'missing-quote'
  | 'missing-value'
  | 'not-an-object'
  | 'invalid-whitespace'
  | 'second-object'
  | 'text-after-object'
  | 'too-many-faults'
  | 'trailing-comma'
  | 'unexpected-text'
  | 'unquoted-key'
  | 'value-without-key'
  | 'wrong-bracket'
  | 'wrong-escape'
  | 'wrong-number'
  | 'wrong-quotes'
  | 'wrong-value';

export interface Fault extends OffsetRange {
  readonly kind: FaultKind;
  /** The text to write, or the bracket that is meant. */
  readonly write?: string | undefined;
  /** Another place that explains it: the opening bracket, the next key, the unread key. */
  readonly other?: OffsetRange;
  /** How often it occurs in the same text. */
  readonly count?: number;
}

/** Faults that leave open which object a key belongs to. */
export const bracketFaultKinds: ReadonlySet<FaultKind> = new Set([
  'extra-bracket',
  'missing-bracket',
  'too-many-faults',
  'wrong-bracket',
]);
