import type { SourceText } from '@writ/diagnostics';
import { CsvError, parse } from 'csv-parse/sync';
import { displayColumn } from './display-column.ts';
import { tableFinding, type Table, type TableRow } from './table.ts';

/** The characters that may separate columns; semicolons are common where the decimal separator is a comma. */
const DELIMITERS = [',', ';', '\t'];

/** Corrections by error of the parser, whose messages quote cells. */
const FAULTS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  CSV_QUOTE_NOT_CLOSED: ['the file ends inside a quoted cell', 'add the closing quote'],
  INVALID_OPENING_QUOTE: [
    'a quote is inside a cell that does not begin with a quote',
    'put the cell in double quotes, and write each quote inside it twice',
  ],
  CSV_INVALID_CLOSING_QUOTE: [
    'a cell continues after its closing quote',
    'write each quote inside a quoted cell twice',
  ],
};

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Reads a CSV table (RFC 4180) whose first line contains the names of the columns. */
export function readCsv(source: SourceText): Table {
  const file = source.name;
  const text = source.text.replaceAll(/\r\n?/g, '\n');
  const [header = ''] = text.trimStart().split('\n', 1);
  const delimiter = DELIMITERS.find((each) => header.includes(each)) ?? ',';
  let records: readonly CsvRecord[];
  try {
    const options = { delimiter, info: true, trim: true, skip_empty_lines: true } as const;
    records = parse(text, { ...options, relax_column_count: true }) as unknown as readonly CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const [message, hint] = FAULTS[error.code] ?? ['the file is not valid CSV', 'correct this line'];
    return { file, rows: [], findings: [tableFinding(file, Number(error['lines'] ?? 1), message, hint)] };
  }
  const [first, ...others] = records;
  if (first === undefined) return { file, rows: [], findings: [] };
  const columns = first.record;
  const repeated = columns.find((column, index) => columns.indexOf(column) !== index);
  if (repeated !== undefined || columns.includes('')) {
    const message =
      repeated === undefined || repeated === ''
        ? 'a column has no name'
        : `the column ${displayColumn(repeated)} occurs twice`;
    const finding = tableFinding(file, startLine(first), message, 'give each column its own name');
    return { file, rows: [], findings: [finding] };
  }
  const rows = others.map((each, index): TableRow => {
    const { record } = each;
    const cells = new Map(columns.map((column, at) => [column, record[at] ?? '']));
    const isFaulty = record.length !== columns.length;
    return { number: index + 1, line: startLine(each), cells, isFaulty };
  });
  const findings = rows.flatMap(({ number, line, isFaulty }, index) => {
    if (!isFaulty) return [];
    const length = others[index]!.record.length;
    const cells = length === 1 ? '1 cell' : `${length} cells`;
    const message = `row ${number} has ${cells}, but the header line has ${columns.length}`;
    return [tableFinding(file, line, message, 'put cells that contain the separator in double quotes')];
  });
  return { file, columns, rows, findings };
}

/** The parser counts lines to the end of a record, which may contain line breaks. */
function startLine({ record, info }: CsvRecord): number {
  const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
  return info.lines - breaks;
}
