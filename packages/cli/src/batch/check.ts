import { hasErrors } from '@writ/diagnostics';
import { checkTemplate } from '@writ/installer';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import type { BatchArguments } from './arguments.ts';
import { printFindings, toReportedFindings } from './findings.ts';
import { renderReview } from './render-review.ts';

/** `writ batch check`: lists the findings of all rows of a table, and compares the rows. */
export function runCheck({ request, format }: Pick<BatchArguments, 'request' | 'format'>): number {
  const { template, table } = request;
  const { findings, sources, rows, review } = checkTemplate(request);
  if (format === 'json') {
    const report = {
      template: template.file,
      table: table.file,
      valid: !hasErrors(findings),
      rows: rows.map(({ number, line, valid }) => ({ row: number, line, valid })),
      findings: toReportedFindings(template.file, findings),
      ...(review !== undefined && { review }),
    };
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } else {
    const parts = review === undefined ? [] : [renderReview(review)];
    printFindings({ template: template.file, findings, sources }, parts);
    const valid = rows.filter((row) => row.valid).length;
    printMessage(
      `${valid} of ${rows.length} ${rows.length === 1 ? 'row is' : 'rows are'} valid`,
      template.file,
    );
  }
  return hasErrors(findings) ? exitStatus.findings : exitStatus.done;
}
