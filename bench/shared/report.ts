import { writeFileSync } from 'node:fs';
import { markdownTable } from '../../scripts/reference/markdown-table.ts';
import type { Chart } from './chart.ts';
import type { Conditions } from './conditions.ts';

/** The results of a benchmark as data, which `--json FILE` writes and `npm run bench` reads. */
export interface Report {
  /** Name of the benchmark, such as `http`. */
  readonly benchmark: string;
  /** A sentence about the method of measurement: rounds, requests, connections. */
  readonly method: string;
  readonly conditions: Conditions;
  readonly tables: readonly ReportTable[];
  readonly charts?: readonly Chart[];
}

export interface ReportTable {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Column {
  readonly title: string;
  /** Number of decimal places in the column [0]. */
  readonly digits?: number;
}

/** A figure, a name, or null where there is no figure. */
export type Cell = string | number | null;

/** Prints the tables, and writes the report as JSON to the file, if there is one. */
export function publishReport(report: Report, file: string | undefined): void {
  console.log(`${report.method}\n${describeConditions(report.conditions)}`);
  for (const table of report.tables) console.log(`\n${table.title}\n\n${renderTable(table)}`);
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

export function describeConditions({
  node,
  kernel,
  processor,
  memory,
  packages,
  load,
  date,
}: Conditions): string {
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  return [`Node ${node}`, ...versions, kernel, processor, memory, `load average ${load}`, date].join(', ');
}

/** Renders the table as Markdown. */
export function renderTable({ columns, rows }: ReportTable): string {
  return markdownTable(
    columns.map(({ title }) => title),
    rows.map((row) => row.map((cell, index) => renderCell(cell, columns[index]))),
  );
}

function renderCell(cell: Cell, column: Column | undefined): string {
  if (cell === null) return '-';
  return typeof cell === 'number' ? cell.toFixed(column?.digits ?? 0) : cell;
}
