import type { TableRow } from '@writ/http/kernel';
import { alignColumns } from '../printing/columns.ts';
import { renderLocation } from '../printing/location.ts';
import { toTypedPath } from '../printing/typed-path.ts';

/** What became of a table, a line for each route: `+` added, `-` removed, `~` changed from and to. */
export function tableDifference(before: readonly TableRow[], after: readonly TableRow[]): readonly string[] {
  const old = rowsByKey(before);
  const now = rowsByKey(after);
  const cells: string[][] = [];
  for (const [key, row] of old) if (!now.has(key)) cells.push(renderRow('-', row));
  for (const [key, row] of now) {
    const earlier = old.get(key);
    if (earlier === undefined) cells.push(renderRow('+', row));
    else if (comparableRow(earlier) !== comparableRow(row))
      cells.push(renderRow('~', earlier), renderRow('  ->', row));
  }
  return alignColumns(cells).map((text) => `  ${text}`);
}

/** Several routes may have one verb and one pattern. */
function rowsByKey(rows: readonly TableRow[]): ReadonlyMap<string, TableRow> {
  const keyed = new Map<string, TableRow>();
  for (const row of rows) {
    let key = `${row.method} ${row.path}`;
    while (keyed.has(key)) key += ' again';
    keyed.set(key, row);
  }
  return keyed;
}

/** All but its line, which moves with everything above it. */
function comparableRow({ origin: { file }, ...row }: TableRow): string {
  return JSON.stringify({ ...row, file });
}

function renderRow(mark: string, row: TableRow): string[] {
  const { path, takes } = toTypedPath(row);
  return [
    mark,
    row.method,
    path,
    row.handler,
    [...takes, ...row.access, ...row.filters].join(', '),
    renderLocation(row.origin),
  ];
}
