import { hasErrors } from '@writ/diagnostics';
import { checkTemplate } from '@writ/installer';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import type { BatchArguments } from './arguments.ts';
import { prepareOutput } from './output-folder.ts';
import { writeConfiguration, configurationFiles } from './row-configuration.ts';
import { printFindings, toReportedFindings } from './findings.ts';
import { renderReview } from './render-review.ts';

/**
 * `writ batch check`: lists the findings of all rows of a table, compares the rows, and with `--output` writes the
 * configurations and the secrets of the valid ones.
 */
export async function runCheck({
  request,
  format,
  output,
  files,
}: Pick<BatchArguments, 'request' | 'format' | 'output' | 'files'>): Promise<number> {
  const { template, table } = request;
  const { findings, sources, rows, review } = checkTemplate(request);
  if (output !== undefined) {
    const written = rows.filter((row) => row.valid);
    await prepareOutput(
      output,
      written.flatMap(({ number }) => Object.values(configurationFiles(output, number))),
      files,
    );
    for (const row of written) await writeConfiguration(output, row);
  }
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
