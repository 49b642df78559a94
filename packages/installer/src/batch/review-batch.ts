import { compareByLocation, hasErrors, type Diagnostic } from '@writ/diagnostics';
import { limitFindings } from '../config/findings-limit.ts';
import { groupFindings, type RowDiagnostic } from '../templates/row-findings.ts';
import { digestBatch } from './batch-digest.ts';
import { reviewPlans, type PlanReview } from './plan-review.ts';
import type { RowPlan, RowSummary } from './plan-row.ts';

/** The plan of a row, without its operations. */
export interface ReviewedRow extends Omit<RowPlan, 'plan'> {
  /** Absent if the row cannot be installed. */
  readonly summary?: RowSummary;
  /** The machine whose workers run the installation; absent if there are no workers. */
  readonly host?: string | undefined;
}

/** The findings, the comparison and the digest of the plans of a batch. */
export interface BatchReview {
  /** The findings of the check and of the plans, sorted by file and position. */
  readonly findings: readonly RowDiagnostic[];
  /** The comparison of the plans; absent if no row has a plan. */
  readonly plans?: PlanReview;
  /** The digest of the batch, to which a client consents; absent unless every row of the table has a plan. */
  readonly digest?: string;
}

/**
 * Combines the plans of a batch.
 *
 * @param rows the rows that have been planned
 */
export function reviewBatch(
  rows: readonly ReviewedRow[],
  {
    checked,
    table,
    count,
  }: {
    /** The findings of the check of the template, and other findings about rows. */
    readonly checked: readonly Diagnostic[];
    /** The file name of the table. */
    readonly table: string;
    /** The number of rows in the table. */
    readonly count: number;
  },
): BatchReview {
  const found = rows.flatMap(({ number, line, findings }) =>
    findings.map((each) => ({ found: each, row: { number, line } })),
  );
  const findings: RowDiagnostic[] = [...checked, ...groupFindings(found, table, count)];
  const planned = rows.flatMap(({ number, targets, host, summary }) =>
    summary === undefined ? [] : [{ number, targets, host, ...summary }],
  );
  const plans = reviewPlans(planned);
  const isComplete = planned.length === count && count > 0 && !hasErrors(findings);
  return {
    findings: limitFindings(findings.toSorted(compareByLocation), 0),
    ...(plans !== undefined && { plans }),
    ...(isComplete && { digest: digestBatch(planned) }),
  };
}
