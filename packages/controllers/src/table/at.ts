import type { Range } from '@writ/diagnostics';

/** A range in a built table: line, column and offset of its start, then of its end. */
export function at(
  line: number,
  column: number,
  offset: number,
  endLine: number,
  endColumn: number,
  endOffset: number,
): Range {
  return { start: { line, column, offset }, end: { line: endLine, column: endColumn, offset: endOffset } };
}
