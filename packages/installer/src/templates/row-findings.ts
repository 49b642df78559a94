import type { Diagnostic } from '@writ/diagnostics';
import { lineOf } from './table.ts';

/** A finding about a template or a table. */
export interface RowDiagnostic extends Diagnostic {
  /** The numbers of the rows whose configurations have this finding; absent if it is not about a configuration. */
  readonly rows?: readonly number[];
}

interface RowFinding {
  readonly found: Diagnostic;
  readonly row: { readonly number: number; readonly line: number };
}

/**
 * Combines equal findings of different rows, and adds the rows to each finding.
 *
 * @param table the file name of the table
 * @param count the number of rows in the table
 */
export function groupFindings(
  findings: readonly RowFinding[],
  table: string,
  count: number,
): readonly RowDiagnostic[] {
  const groups = new Map<string, RowFinding[]>();
  for (const finding of findings) {
    const key = JSON.stringify(finding.found);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()].map((group) => {
    const [first] = group;
    const { found, row } = first!;
    const rows = group.map((each) => each.row.number);
    const message = rows.length === count && count > 1 ? `in all ${count} rows` : `in ${listRows(rows)}`;
    return { ...found, related: [...(found.related ?? []), { message, ...lineOf(table, row.line) }], rows };
  });
}

/** Formats numbers of rows in ascending order, such as `row 3` or `rows 1 to 4, 7 and 12`. */
export function listRows(rows: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const row of rows) {
    const range = ranges.at(-1);
    if (range !== undefined && row === range.last + 1) range.last = row;
    else ranges.push({ first: row, last: row });
  }
  const parts = ranges.flatMap(({ first, last }) => {
    if (last > first + 1) return [`${first} to ${last}`];
    return last > first ? [String(first), String(last)] : [String(first)];
  });
  const text = parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  return `${rows.length === 1 ? 'row' : 'rows'} ${text}`;
}
