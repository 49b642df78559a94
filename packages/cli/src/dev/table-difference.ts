import type { TableRow } from '@writ/http/kernel';
import { alignColumns } from '../printing/columns.ts';
import { renderLocation } from '../printing/location.ts';
import { toTypedPath } from '../printing/typed-path.ts';

/** Renders the changed rows of a table as aligned lines: `+` added, `-` removed, `~` before a change, `->` after it. */
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

/** Indexes rows by a unique key, because several routes can have the same method and path. */
function rowsByKey(rows: readonly TableRow[]): ReadonlyMap<string, TableRow> {
  const keyed = new Map<string, TableRow>();
  for (const row of rows) {
    let key = `${row.method} ${row.path}`;
    while (keyed.has(key)) key += ' again';
    keyed.set(key, row);
  }
  return keyed;
}

/** Serializes a row without its line number, which changes with every edit above it. */
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
