import { nearest, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { displayValue } from '../config/secrets.ts';
import { displayColumn } from './display-column.ts';
import { templateFinding, type TemplateRule } from './finding-codes.ts';
import { lineOf, type Table, type TableRow } from './table.ts';
import { matchPattern, readValue, type Cell, type ValueFault } from './value.ts';
import { isSecretVariable, type Variable } from './variable.ts';

/** A row whose cells have been converted to the types of the variables. */
export interface ValueRow extends TableRow {
  /** The values by variable; absent if a cell is missing or invalid. */
  readonly values?: ReadonlyMap<string, Cell>;
}

/** The rows with their values, and the findings about columns and cells. */
export interface TableValues {
  readonly rows: readonly ValueRow[];
  readonly findings: readonly Diagnostic[];
}

/** Compares the columns of a table with the variables of a template, and converts the cells. */
export function readValues(table: Table, variables: readonly Variable[], template: SourceText): TableValues {
  const names = variables.map(({ name }) => name);
  const findings: Diagnostic[] = [];
  const report = (
    rule: TemplateRule,
    line: number,
    message: string,
    hint?: string,
    variable?: Variable,
  ): void => {
    const declaration = variable && {
      message: `"${variable.name}" is declared here`,
      file: template.name,
      range: template.rangeAt(variable.range.start, variable.range.end),
    };
    findings.push(
      templateFinding(rule, {
        ...lineOf(table.file, line),
        message,
        ...(hint !== undefined && { hint }),
        ...(declaration && { related: [declaration] }),
      }),
    );
  };
  const { columns } = table;
  if (columns !== undefined) {
    if (names.length > 0 && !columns.some((column) => names.includes(column))) {
      const message = 'the first line contains no variable name';
      const hint = `begin the table with a line of names, such as ${names.slice(0, 3).join(',')}`;
      report('table-columns', 1, message, hint, variables[0]);
      return { rows: table.rows, findings };
    }
    for (const column of columns) {
      if (!names.includes(column))
        report(
          'table-columns',
          1,
          `the column ${displayColumn(column)} is not used`,
          unusedHint(column, names),
        );
    }
    for (const variable of variables) {
      if (columns.includes(variable.name)) continue;
      report('table-columns', 1, `the column "${variable.name}" is missing`, 'add the column', variable);
    }
  }
  const mismatches = matchPatterns(table.rows, variables);
  const rows = table.rows.map((row): ValueRow => {
    if (row.isFaulty) return row;
    const before = findings.length;
    const at = (column: string): string => `row ${row.number}, column ${displayColumn(column)}`;
    if (columns === undefined) {
      for (const column of row.cells.keys()) {
        if (!names.includes(column))
          report(
            'table-columns',
            row.line,
            `${at(column)}: the column is not used`,
            unusedHint(column, names),
          );
      }
    }
    const values = new Map<string, Cell>();
    for (const variable of variables) {
      const { name } = variable;
      if (columns !== undefined && !columns.includes(name)) continue;
      const cell = row.cells.get(name);
      if (cell === undefined || cell === '') {
        const fault = cell === undefined ? 'the column is missing' : 'the cell is empty';
        const rule = cell === undefined ? 'table-columns' : 'table-value';
        report(rule, row.line, `${at(name)}: ${fault}`, 'write a value', variable);
        continue;
      }
      const read = readValue(variable, cell);
      const wrong: ValueFault | undefined = 'fault' in read ? read : mismatches.get(variable)?.(cell);
      if (wrong !== undefined) {
        const value = isSecretVariable(name) ? 'the value' : displayValue(cell);
        report('table-value', row.line, `${at(name)}: ${value} ${wrong.fault}`, wrong.hint, variable);
      } else if ('value' in read) values.set(name, read.value);
    }
    const isComplete = findings.length === before && values.size === variables.length;
    return isComplete ? { ...row, values } : row;
  });
  return { rows, findings };
}

function unusedHint(column: string, names: readonly string[]): string {
  const close = nearest(column, names);
  return close === undefined
    ? 'declare and use a variable with this name, or remove the column'
    : `did you mean "${close}"?`;
}

type DescribeMismatch = (cell: Cell) => ValueFault | undefined;

/** Matches each pattern with all values of its column at once. */
function matchPatterns(
  rows: readonly TableRow[],
  variables: readonly Variable[],
): ReadonlyMap<Variable, DescribeMismatch> {
  const all = new Map<Variable, DescribeMismatch>();
  for (const variable of variables) {
    const { name, pattern } = variable;
    if (pattern === undefined) continue;
    const cells = rows.flatMap(({ cells: row, isFaulty }) => {
      const cell = isFaulty ? undefined : row.get(name);
      return typeof cell === 'string' && 'value' in readValue(variable, cell) ? [cell] : [];
    });
    const values = [...new Set(cells)];
    const matches = matchPattern(pattern, values);
    const slow = { fault: 'cannot be matched in time', hint: 'simplify the pattern of the variable' };
    const wrong = new Set(values.filter((_value, index) => matches?.[index] === false));
    all.set(variable, (cell) => {
      if (matches === undefined) return slow;
      if (!wrong.has(String(cell))) return undefined;
      return { fault: 'does not match the pattern of the variable', hint: `the pattern is ${pattern}` };
    });
  }
  return all;
}
