import type { Diagnostic } from '@writ/diagnostics';
import { displayValue } from '../config/secrets.ts';
import { templateFinding } from './finding-codes.ts';
import { lineOf } from './table.ts';

/** A row and the targets of its installation. */
export interface RowTarget {
  /** The number of the row, from 1. */
  readonly number: number;
  /** The line of the table at which the row begins, from 1. */
  readonly line: number;
  readonly targets: readonly string[];
}

/**
 * Reports rows that have a target of an earlier row.
 *
 * @param table the file name of the table
 */
export function checkRowTargets(rows: readonly RowTarget[], table: string): Diagnostic[] {
  const first = new Map<string, number>();
  return rows.flatMap((row) => {
    const { number, targets } = row;
    return [...new Set(targets)].flatMap((target) => {
      const earlier = first.get(target);
      if (earlier === undefined) {
        first.set(target, number);
        return [];
      }
      const fault = `${displayValue(target)} is also the target of row ${earlier}`;
      const hint = 'use a variable whose values differ between the rows';
      return [describeRow('row-target', row, table, { fault, hint })];
    });
  });
}

/** A rule about what a request specifies for each row, apart from its configuration. */
export type RowRule = 'row-target' | 'row-labels' | 'row-selector';

/** Creates a finding about what a request specifies for a row. */
export function describeRow(
  rule: RowRule,
  { number, line }: Pick<RowTarget, 'number' | 'line'>,
  table: string,
  { fault, hint }: { readonly fault: string; readonly hint: string },
): Diagnostic {
  return templateFinding(rule, { ...lineOf(table, line), message: `row ${number}: ${fault}`, hint });
}
