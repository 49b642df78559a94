import { defined } from '../defined.ts';
import { ruleAnchor } from '../rules.ts';
import type { Diagnostic, Replacement, Severity } from '../diagnostic.ts';
import type { Range } from '../position.ts';

/** One entry of the `errors` member of a problem document. */
export interface ProblemError {
  readonly code: string;
  /** Anchor of the finding's rule in docs/reference/findings.md. */
  readonly anchor?: string;
  readonly detail: string;
  readonly severity: Severity;
  readonly pointer?: string;
  readonly range?: Range;
  /** The values that are possible instead, such as the disks of the machine. */
  readonly expected?: string;
  readonly hint?: string;
  readonly replacement?: Replacement;
}

/** Members of an RFC 9457 problem document. */
export interface ProblemMembers {
  readonly detail: string;
  readonly errors: readonly ProblemError[];
}

/** Converts findings to members of an RFC 9457 problem document; the caller adds type, title and status. */
export function toProblem(diagnostics: readonly Diagnostic[]): ProblemMembers {
  const errors = diagnostics.map(
    ({ code, rule, message, severity, pointer, range, expected, hint, replacement }) => ({
      code,
      ...defined({ anchor: rule && ruleAnchor(code, rule) }),
      detail: message,
      severity,
      ...defined({ pointer, range, expected, hint, replacement }),
    }),
  );
  return { detail: summarize(diagnostics), errors };
}

/** Counts findings by severity: `2 errors, 1 warning`, or `no findings`. */
export function summarize(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Severity): string[] => {
    const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}${number === 1 ? '' : 's'}`];
  };
  const parts = [...count('error'), ...count('warning'), ...count('note')];
  return parts.length === 0 ? 'no findings' : parts.join(', ');
}
