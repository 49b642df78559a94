import type { Range } from './position.ts';

/** How much a finding weighs: an error stops the work, a warning does not, a note only tells. */
export type Severity = 'error' | 'warning' | 'note';

/** Another place that explains a finding, such as the first of two clashing declarations. */
export interface RelatedLocation {
  readonly message: string;
  readonly file?: string;
  readonly range?: Range;
}

/**
 * One located finding: plain data that every renderer prints.
 *
 * No field may hold a secret. The excerpt is masked by the {@link SourceText} it is cut from; the other
 * fields are masked by whoever writes them.
 */
export interface Diagnostic {
  /** Stable and searchable, such as `W1203`. */
  readonly code: string;
  /** The rule's name in words, such as `uki-needs-efi-loader`. */
  readonly rule?: string;
  readonly severity: Severity;
  /** What is wrong, in plain words, without the place. */
  readonly message: string;
  readonly file?: string;
  /** RFC 6901 JSON pointer of the value that the finding is about. */
  readonly pointer?: string;
  readonly range?: Range;
  /** What would have been right. */
  readonly expected?: string;
  /** What to write or do instead. */
  readonly hint?: string;
  readonly related?: readonly RelatedLocation[];
}

const severityOrder: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

/** In the order of the text; findings without a place come first, the heavier before the lighter at one place. */
export function compareByLocation(a: Diagnostic, b: Diagnostic): number {
  return (
    compareStrings(a.file ?? '', b.file ?? '') ||
    (a.range?.start.offset ?? -1) - (b.range?.start.offset ?? -1) ||
    severityOrder[a.severity] - severityOrder[b.severity]
  );
}

/** By code units: `localeCompare` loads collation data, which costs a short command more than its work. */
function compareStrings(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Whether a finding has the severity `error`. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
