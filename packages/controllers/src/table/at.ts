import type { Range } from '@writ/diagnostics';

/** Creates a range in a built table from the line, column and offset of its start, followed by those of its end. */
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
