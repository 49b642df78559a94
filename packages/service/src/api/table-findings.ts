import { toProblem, toReport, type Diagnostic, type JsonReport } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { HttpError } from '@writ/http';
import { problem } from '../problems.ts';
import { TEMPLATE_NAME } from '../records/configuration-name.ts';

/** A finding about a template, its table or a plan, with its file: `template`, `table` or `credentials`. */
export type BatchFinding = JsonReport['findings'][number] & { readonly file?: string };

/** Returns a finding for a response. */
export function toBatchFinding(found: Diagnostic): BatchFinding {
  return {
    ...toReport(TEMPLATE_NAME, [found]).findings[0]!,
    ...defined({ file: found.file }),
  };
}

/** Returns the error with all findings about a table that was refused. */
export function toTableRefusal(findings: readonly Diagnostic[]): HttpError {
  const { detail, errors } = toProblem(findings);
  return problem('configuration-refused', {
    detail,
    errors: errors.map((error, index) => ({ source: findings[index]?.file ?? TEMPLATE_NAME, ...error })),
  });
}
