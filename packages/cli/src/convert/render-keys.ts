import { printable } from '@writ/diagnostics';
import type { KeyReport } from '@writ/convert';
import { alignColumns } from '../printing/columns.ts';

/** Renders the effect of a conversion on each key: a line for each key, with the name of the file if there are two. */
export function renderKeys(keys: readonly KeyReport[]): string {
  const files = new Set(keys.map(({ file }) => file));
  const rows = keys.map(({ file, key, outcome, explanation = '' }) => [
    files.size > 1 ? file : '',
    outcome,
    key,
    explanation,
  ]);
  return alignColumns(rows)
    .map((line) => `${printable(line)}\n`)
    .join('');
}
