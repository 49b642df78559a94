import type { Phrases } from './phrase.ts';
import type { Range } from './position.ts';

/** Severity of a finding. An error prevents the operation, a warning does not, and a note is only informative. */
export type Severity = 'error' | 'warning' | 'note';

/** Another location that explains a finding, such as the first of two conflicting declarations. */
export interface RelatedLocation {
  readonly message: string;
  readonly file?: string;
  readonly range?: Range;
}

/** A correction of a file, which a front end can apply. */
export interface Replacement {
  /** Part of the file that `text` replaces; omitted if `text` is the value of a missing member. */
  readonly range?: Range;
  /** RFC 6901 JSON pointer of the missing member to add; omitted if `range` is set. */
  readonly pointer?: string;
  /** The text to write, as JSON. */
  readonly text: string;
}

/**
 * A finding with its location, as plain data for all renderers.
 *
 * Members must not contain secrets: the {@link SourceText} masks excerpts, and the check that creates the finding must
 * mask the other members.
 */
export interface Diagnostic {
  /** Stable, searchable code, such as `W1203`. */
  readonly code: string;
  /** Name of the rule, such as `uki-needs-efi-loader`. */
  readonly rule?: string;
  readonly severity: Severity;
  /** The problem and the value that has it, without the location. */
  readonly message: string;
  /** Path of the file as printed. */
  readonly file?: string;
  /** RFC 6901 JSON pointer of the value that the finding is about. */
  readonly pointer?: string;
  /** Part of the file that the finding points at. */
  readonly range?: Range;
  /** The valid values, or the required form. */
  readonly expected?: string;
  /** The solution to the problem: the text to write, or the action to take. */
  readonly hint?: string;
  /**
   * The correction; omitted if there is none or more than one, or if it would conflict with another part of the file.
   */
  readonly replacement?: Replacement;
  /** The same texts as phrases, if they name options or steps, for front ends other than the command line. */
  readonly phrases?: Phrases<'message' | 'expected' | 'hint'>;
  /** Other locations that explain the finding. */
  readonly related?: readonly RelatedLocation[];
}

const severityOrder: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

/** Compares two findings by file, then offset, then severity. Findings without a location come first. */
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

/** Whether any of the findings has severity `error`. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
