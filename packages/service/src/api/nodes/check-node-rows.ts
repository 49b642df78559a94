import { compareByLocation, hasErrors, type Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { Review } from '@writ/installer';
import { limitFindings } from '@writ/installer/internal';
import { findMaskedSecrets } from '../../plans/masked-secrets.ts';
import { CREDENTIALS_NAME, TABLE_NAME, TEMPLATE_NAME } from '../../records/configuration-name.ts';
import type { NodeSelector } from '../../records/node.ts';
import type { PlanOptions } from '../../records/plan-options.ts';
import type { Planner } from '../../work/planner.ts';
import { resolveSelectors, selectorPatterns, type SelectorRow } from './row-selectors.ts';

/** A template and a table, with the selector of each row. */
export interface NodeRowsRequest extends Pick<
  PlanOptions,
  'advanced' | 'strict' | 'commandLimit' | 'mirror' | 'profile' | 'minRate'
> {
  /** The template as JSON. */
  readonly template: string;
  /** The table as CSV or JSON. */
  readonly table: string;
  /** Credentials for all rows, as JSON. */
  readonly credentials?: string | undefined;
  /** The selector of each row, with variables such as `{{mac}}`. */
  readonly selector: NodeSelector;
}

/** A row that can be added. */
export interface CheckedNodeRow extends SelectorRow {
  /** The configuration as JSON, with its secrets. */
  readonly configuration: string;
}

/** The check of a table for nodes. */
export interface NodeRowsCheck {
  /** The number of rows in the table. */
  readonly count: number;
  readonly rows: readonly CheckedNodeRow[];
  readonly findings: readonly Diagnostic[];
  /** Whether all rows can be added. */
  readonly isValid: boolean;
  /** The comparison of the configurations; absent if no row has one. */
  readonly review?: Review;
}

/**
 * Checks the configurations and the selectors of all rows. The drives are not checked, because only the facts of a node
 * show them.
 *
 * @throws {HttpError} 400 for too many or too long patterns, 503 when the planner is overloaded
 */
export async function checkNodeRows(
  { template, table, credentials, selector, advanced, strict }: NodeRowsRequest,
  planner: Pick<Planner, 'checkBatch'>,
  signal: AbortSignal,
): Promise<NodeRowsCheck> {
  const patterns = selectorPatterns(selector);
  const creds = credentials === undefined ? undefined : { file: CREDENTIALS_NAME, text: credentials };
  const checked = await planner.checkBatch(
    { template, table, patterns, ...defined({ creds, advanced, strict }) },
    signal,
  );
  const { selected, findings: ofSelectors } = resolveSelectors(checked.rows);
  const findings = [
    ...findMaskedSecrets({
      [TEMPLATE_NAME]: template,
      [TABLE_NAME]: table,
      [CREDENTIALS_NAME]: credentials,
    }),
    ...checked.findings,
    ...ofSelectors,
  ].toSorted(compareByLocation);
  const configurationOf = new Map(checked.rows.map((row) => [row.number, row.configuration]));
  const { review } = checked;
  return {
    count: checked.rows.length,
    rows: selected.map((row) => ({ ...row, configuration: configurationOf.get(row.number)! })),
    findings: limitFindings(findings, 0),
    isValid: !hasErrors(findings),
    ...defined({ review }),
  };
}
