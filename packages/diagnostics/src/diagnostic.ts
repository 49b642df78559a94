import type { Range } from './position.ts';

/** Severity of a finding: an error stops the work, a warning does not, a note only informs. */
export type Severity = 'error' | 'warning' | 'note';

/** Another location that explains a finding, such as the first of two conflicting declarations. */
export interface RelatedLocation {
  readonly message: string;
  readonly file?: string;
  readonly range?: Range;
}

/**
 * One finding with its location: plain data that every renderer prints.
 *
 * No member may contain a secret. The {@link SourceText} masks the excerpt; the check that creates the finding masks
 * the other members.
 */
export interface Diagnostic {
  /** Stable, searchable code, such as `W1203`. */
  readonly code: string;
  /** Name of the rule, such as `uki-needs-efi-loader`. */
  readonly rule?: string;
  readonly severity: Severity;
  /** Names the thing and what is wrong with it, without the location. */
  readonly message: string;
  /** Path as it is printed. */
  readonly file?: string;
  /** RFC 6901 JSON pointer of the value that the finding is about. */
  readonly pointer?: string;
  /** Part of the file that the finding points at. */
  readonly range?: Range;
  /** The values or form that would be valid. */
  readonly expected?: string;
  /** Instruction to fix it: the text to write, or the action. */
  readonly hint?: string;
  /** Other locations that explain the finding. */
  readonly related?: readonly RelatedLocation[];
}

const severityOrder: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

/** Order of findings: by file and offset, those without a location first; at one location, by severity. */
export function compareByLocation(a: Diagnostic, b: Diagnostic): number {
  return (
    compareStrings(a.file ?? '', b.file ?? '') ||
    (a.range?.start.offset ?? -1) - (b.range?.start.offset ?? -1) ||
    severityOrder[a.severity] - severityOrder[b.severity]
  );
}

/** Compares code units: `localeCompare` loads collation data, which takes longer than the rest of a short command. */
function compareStrings(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Whether a finding has the severity `error`. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
