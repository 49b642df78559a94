import { hasErrors, type Diagnostic, type RelatedPlace, type Severity } from '../diagnostic.ts';
import type { Range } from '../position.ts';

/** A {@link Diagnostic} as programs read it; `file` stands once, in the report. */
export interface JsonFinding {
  readonly code: string;
  readonly rule?: string;
  readonly severity: Severity;
  readonly message: string;
  readonly pointer?: string;
  readonly range?: Range;
  readonly expected?: string;
  readonly hint?: string;
  readonly related?: readonly RelatedPlace[];
}

export interface JsonReport {
  readonly file: string;
  /** True when no finding is an error. */
  readonly valid: boolean;
  readonly findings: readonly JsonFinding[];
}

/** The report of one file: for `--format json` and for the body of an HTTP answer. */
export function toReport(file: string, diagnostics: readonly Diagnostic[]): JsonReport {
  const findings = diagnostics.map(({ file: _file, ...finding }) => finding);
  return { file, valid: !hasErrors(diagnostics), findings };
}

export function renderJson(file: string, diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify(toReport(file, diagnostics), null, 2)}\n`;
}
