import type { OffsetRange } from '@writ/diagnostics';

/** The kinds of syntax errors. */
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
  /** The text that would be correct. */
  readonly write?: string | undefined;
  /** A related range, such as the opening bracket, the next entry, or the key without a value. */
  readonly other?: OffsetRange;
  /** The number of times that the fault occurs in the same string. */
  readonly count?: number;
}

/** Faults after which it is uncertain to which object a key belongs. */
export const bracketFaultKinds: ReadonlySet<FaultKind> = new Set([
  'extra-bracket',
  'missing-bracket',
  'too-many-faults',
  'wrong-bracket',
]);
