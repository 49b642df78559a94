import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPython } from '@writ/convert/python';
import { hasErrors, type Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import {
  checkRowTargets,
  checkTemplate,
  currentLosses,
  planRow,
  renderPlan,
  reviewBatch,
  summarizeRow,
  toPlannable,
  type BatchReview,
  type Plan,
  type PlannableRow,
  type ReviewedRow,
  type TemplateCheck,
} from '@writ/installer';
import { UsageError } from '../command-line/usage-error.ts';
import { describeWriteError } from '../files/file-errors.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import { targetsOf, type BatchArguments } from './arguments.ts';
import { printFindings, toReportedFindings } from './findings.ts';
import { prepareOutput } from './output-folder.ts';
import { renderPlans } from './render-plans.ts';
import { renderReview } from './render-review.ts';

/** `writ batch plan`: plans the installation of each row, and compares the rows and their plans. */
export async function runPlan(batch: BatchArguments): Promise<number> {
  const { request, planOptions, output, format } = batch;
  const template = request.template.file;
  const check = checkTemplate(request);
  const plannable = check.rows.flatMap((row) => toPlannable(row, targetsOf(row.filled)) ?? []);
  if (plannable.some(({ targets }) => targets.length === 0))
    throw new UsageError(
      'missing --target: pass the image or disk of each row, such as {{hostname}}.img, or write harddrives in the template',
    );
  const shared = checkRowTargets(plannable, request.table.file);
  if (output !== undefined) {
    const plans = plannable.map((row) => planFile(output, row));
    await prepareOutput(output, plans, batch.files);
  }
  const rows: ReviewedRow[] = [];
  for (const row of plannable) {
    const { plan, ...planned } = await planRow(row, { ...planOptions, readPython, template });
    const summary = plan && { ...summarizeRow(plan), losses: currentLosses(plan) };
    rows.push({ ...planned, ...defined({ summary }) });
    if (output !== undefined && plan !== undefined) await writePlan(output, row, plan);
  }
  const checked: readonly Diagnostic[] = [...check.findings, ...shared];
  const review = reviewBatch(rows, { checked, table: request.table.file, count: check.rows.length });
  if (format === 'json') process.stdout.write(renderJson(batch, check, rows, review));
  else {
    const parts = [
      ...(check.review === undefined ? [] : [renderReview(check.review)]),
      ...(review.plans === undefined ? [] : [renderPlans(rows, review.plans)]),
      ...(review.digest === undefined ? [] : [`batch ${review.digest}\n`]),
    ];
    printFindings({ template, findings: review.findings, sources: check.sources }, parts);
    const planned = rows.filter(({ summary }) => summary !== undefined).length;
    const count = check.rows.length;
    printMessage(`${planned} of ${count} ${count === 1 ? 'row has' : 'rows have'} a plan`, template);
  }
  return hasErrors(review.findings) ? exitStatus.findings : exitStatus.done;
}

function renderJson(
  { request: { template, table } }: BatchArguments,
  check: TemplateCheck,
  rows: readonly ReviewedRow[],
  { findings, plans, digest }: BatchReview,
): string {
  const planned = new Map(rows.map((row) => [row.number, row]));
  const report = {
    template: template.file,
    table: table.file,
    valid: !hasErrors(findings),
    rows: check.rows.map(({ number, line }) => {
      const { targets, summary } = planned.get(number) ?? {};
      return {
        row: number,
        line,
        valid: summary !== undefined,
        ...defined({ targets, digest: summary?.digest, losses: summary?.losses }),
      };
    }),
    findings: toReportedFindings(template.file, findings),
    ...(check.review !== undefined && { review: check.review }),
    ...(plans !== undefined && { plans }),
    ...(digest !== undefined && { digest }),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** @throws UsageError */
async function writePlan(folder: string, row: PlannableRow, plan: Plan): Promise<void> {
  try {
    await writeFile(planFile(folder, row), renderPlan(plan, 'json'));
  } catch (error) {
    throw new UsageError(`--output: ${describeWriteError(error)}`);
  }
}

function planFile(folder: string, { number }: PlannableRow): string {
  return join(folder, `row-${number}.json`);
}
