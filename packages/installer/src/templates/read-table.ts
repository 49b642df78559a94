import type { Diagnostic } from '@writ/diagnostics';
import { decodeText } from '../config/decode.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { readCsv } from './csv.ts';
import { readJsonTable } from './json-table.ts';
import { tableFinding, type Table } from './table.ts';

/** Maximum number of rows. */
const MAX_ROWS = 1000;

/** Maximum number of characters in the configurations of all rows; a check of long lists takes about a minute. */
export const MAX_CHARACTERS: number = 2 ** 23;

/**
 * Reads a table: JSON if the first character is a bracket, otherwise CSV. Findings do not quote cells.
 *
 * @param length the number of characters in the template, which limits the number of rows
 */
export function readTable({ file, text }: ConfigFile, length = 0): Table {
  const { source, findings: decoding, readable } = decodeText(file, text);
  // Spreadsheets write a byte-order mark before CSV.
  const encoding = decoding
    .filter(({ severity }) => severity === 'error')
    .map((found) => (found.rule === 'too-large' ? withoutHint(found) : found));
  if (!readable || encoding.length > 0) return { file, rows: [], findings: encoding };
  const table = /^\s*[[{]/.test(source.text) ? readJsonTable(source) : readCsv(source);
  if (table.findings.length > 0) return table;
  const count = table.rows.length;
  const most = Math.min(MAX_ROWS, Math.floor(MAX_CHARACTERS / Math.max(1, length)));
  if (count > 0 && count <= most) return table;
  const reason = most < MAX_ROWS ? ` for a template of ${length} characters` : '';
  const message =
    count === 0
      ? 'the table has no rows'
      : `the table has ${count} rows, but at most ${most} are allowed${reason}`;
  const hint = count === 0 ? 'add a row for each machine' : 'divide the table into several files';
  return { ...table, rows: [], findings: [tableFinding(file, 1, message, hint)] };
}

function withoutHint({ hint: _hint, ...found }: Diagnostic): Diagnostic {
  return found;
}
