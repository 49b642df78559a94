import {
  hasErrors,
  type Diagnostic,
  type RelatedLocation,
  type Replacement,
  type Severity,
} from '../diagnostic.ts';
import { defined } from '../defined.ts';
import type { Range } from '../position.ts';
import { ruleAnchor } from '../rules.ts';

/** A machine-readable {@link Diagnostic}, without `phrases` and without `file`, which is a member of the report. */
export interface JsonFinding {
  readonly code: string;
  readonly rule?: string;
  /** Anchor of the rule in docs/reference/findings.md. */
  readonly anchor?: string;
  readonly severity: Severity;
  readonly message: string;
  readonly pointer?: string;
  readonly range?: Range;
  readonly expected?: string;
  readonly hint?: string;
  /**
   * The correction; omitted if there is none or more than one, or if it would conflict with another part of the file.
   */
  readonly replacement?: Replacement;
  readonly related?: readonly RelatedLocation[];
}

/** The findings of one file, as plain data. */
export interface JsonReport {
  readonly file: string;
  /** True when no finding is an error. */
  readonly valid: boolean;
  readonly findings: readonly JsonFinding[];
}

/** Creates the report of one file, for `--format json` and for the body of an HTTP response. */
export function toReport(file: string, diagnostics: readonly Diagnostic[]): JsonReport {
  const findings = diagnostics.map(({ file: _file, phrases: _phrases, code, rule, ...finding }) => ({
    code,
    ...defined({ rule, anchor: rule && ruleAnchor(code, rule) }),
    ...finding,
  }));
  return { file, valid: !hasErrors(diagnostics), findings };
}

/** Renders the report of one file as indented JSON that ends with a line break. */
export function renderJson(file: string, diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify(toReport(file, diagnostics), null, 2)}\n`;
}
