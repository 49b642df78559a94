import type { Diagnostic } from '@writ/diagnostics';
import { templateFinding } from './finding-codes.ts';
import type { Cell } from './value.ts';

/** A row of a table. */
export interface TableRow {
  /** The number of the row, from 1. The header line of a CSV file does not count. */
  readonly number: number;
  /** The line of the file at which the row begins, from 1. */
  readonly line: number;
  /** The cells by column. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** Whether the row has its own findings, in which case its cells may be in the wrong columns. */
  readonly isFaulty: boolean;
}

/** A table with a row for each machine. */
export interface Table {
  /** The name of the file. */
  readonly file: string;
  readonly rows: readonly TableRow[];
  /** The columns of the header line; absent for JSON, in which each row has its own columns. */
  readonly columns?: readonly string[];
  readonly findings: readonly Diagnostic[];
}

/** Creates a finding about the form of a table, at a line. */
export function tableFinding(file: string, line: number, message: string, hint: string): Diagnostic {
  return templateFinding('table-format', { ...lineOf(file, line), message, hint });
}

/**
 * Returns the location of a line. It has no columns: excerpts of tables are not printed, because any cell could be a
 * secret.
 */
export function lineOf(file: string, line: number): Required<Pick<Diagnostic, 'file' | 'range'>> {
  const position = { line, column: 1, offset: 0 };
  return { file, range: { start: position, end: position } };
}
