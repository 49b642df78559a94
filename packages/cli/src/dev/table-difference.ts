import type { TableRow } from '@writ/http/kernel';
import { columns } from '../printing/columns.ts';
import { placeText } from '../printing/place.ts';
import { typedPath } from '../printing/typed-path.ts';

/** What became of a table, a line for each route: `+` added, `-` removed, `~` changed from and to. */
export function tableDifference(before: readonly TableRow[], after: readonly TableRow[]): readonly string[] {
  const old = byKey(before);
  const now = byKey(after);
  const cells: string[][] = [];
  for (const [key, row] of old) if (!now.has(key)) cells.push(line('-', row));
  for (const [key, row] of now) {
    const earlier = old.get(key);
    if (earlier === undefined) cells.push(line('+', row));
    else if (contract(earlier) !== contract(row)) cells.push(line('~', earlier), line('  ->', row));
  }
  return columns(cells).map((text) => `  ${text}`);
}

/** Several routes may have one verb and one pattern. */
function byKey(rows: readonly TableRow[]): ReadonlyMap<string, TableRow> {
  const keyed = new Map<string, TableRow>();
  for (const row of rows) {
    let key = `${row.method} ${row.path}`;
    while (keyed.has(key)) key += ' again';
    keyed.set(key, row);
  }
  return keyed;
}

/** All but its line, which moves with everything above it. */
function contract({ origin: { file }, ...row }: TableRow): string {
  return JSON.stringify({ ...row, file });
}

function line(mark: string, row: TableRow): string[] {
  const { path, takes } = typedPath(row);
  return [
    mark,
    row.method,
    path,
    row.handler,
    [...takes, ...row.access, ...row.filters].join(', '),
    placeText(row.origin),
  ];
}
