import { hasErrors, renderText, summarize, toReport, type SourceText } from '@writ/diagnostics';
import { checkTemplate, type TemplateCheck } from '@writ/installer';
import { exitStatus } from '../process/exit-status.ts';
import { readInput } from '../files/read-input.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { printMessage, writeStandardError } from '../process/standard-error.ts';
import { batchCommand } from './command.ts';
import { renderReview } from './render-review.ts';

/** `writ batch check`: lists the findings of all rows of a table, and compares the rows. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, operands } = readArguments(batchCommand, argv);
  const { template, table } = resolveOperands(operands, values.creds);
  const files = { template: await readInput(template), table: await readInput(table) };
  const checked = checkTemplate({
    ...files,
    ...(values.creds === undefined ? {} : { creds: await readInput(values.creds) }),
    advanced: values.advanced,
    strict: values.strict,
  });
  if (values.format === 'json')
    process.stdout.write(renderJson(files.template.file, files.table.file, checked));
  else printText(files.template.file, checked);
  return hasErrors(checked.findings) ? exitStatus.findings : exitStatus.done;
}

/** @throws UsageError */
function resolveOperands(
  [action, template, table, ...more]: readonly string[],
  creds: string | undefined,
): { readonly template: string; readonly table: string } {
  if (action !== 'check') {
    const found = action === undefined ? 'missing action' : `unknown action ${JSON.stringify(action)}`;
    throw new UsageError(`${found}: write writ batch check TEMPLATE TABLE`);
  }
  if (template === undefined || table === undefined) {
    const missing = template === undefined ? 'TEMPLATE' : 'TABLE';
    throw new UsageError(`missing ${missing}: pass a file, an https URL, or - for standard input`);
  }
  if (more.length > 0)
    throw new UsageError(`unexpected argument ${more.join(' ')}: pass one template and one table`);
  if ([template, table, creds].filter((given) => given === '-').length > 1)
    throw new UsageError('standard input can only be read once: use - for only one file');
  return { template, table };
}

function printText(template: string, { findings, sources, rows, review }: TemplateCheck): void {
  const findSource = (file: string): SourceText | undefined => sources.find((one) => one.name === file);
  const color = process.stdout.isTTY && !process.env['NO_COLOR'];
  process.stdout.write(renderText(findings, { source: findSource, color }));
  if (review !== undefined) process.stdout.write(`${findings.length > 0 ? '\n' : ''}${renderReview(review)}`);
  writeStandardError('\n');
  printMessage(summarize(findings), template);
  const valid = rows.filter((row) => row.valid).length;
  printMessage(`${valid} of ${rows.length} ${rows.length === 1 ? 'row is' : 'rows are'} valid`, template);
}

function renderJson(template: string, table: string, { findings, rows, review }: TemplateCheck): string {
  const reported = findings.map((found) => ({
    ...(found.file !== undefined && { file: found.file }),
    ...toReport(template, [found]).findings[0],
  }));
  const report = {
    template,
    table,
    valid: !hasErrors(findings),
    rows: rows.map(({ number, line, valid }) => ({ row: number, line, valid })),
    findings: reported,
    ...(review !== undefined && { review }),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
