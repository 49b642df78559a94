import type { SourceText } from '@writ/diagnostics';
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { displayColumn } from './display-column.ts';
import { tableFinding, type Table, type TableRow } from './table.ts';
import type { Cell } from './value.ts';

/** Maximum nesting of brackets: a list of objects, and one level more so that a nested value is reported. */
const MAX_LEVELS = 64;

/** Reads a JSON table: a list with an object for each row, whose values are strings and numbers. */
export function readJsonTable(source: SourceText): Table {
  const file = source.name;
  const lineAt = (offset: number): number => source.positionAt(offset).line;
  const refuse = (offset: number, message: string, hint: string): Table => ({
    file,
    rows: [],
    findings: [tableFinding(file, lineAt(offset), message, hint)],
  });
  const list = 'write a list with an object for each row, such as [{"hostname": "web-01"}]';
  if (isTooDeep(source.text)) return refuse(0, 'the table is nested too deeply', list);
  const errors: ParseError[] = [];
  const root = parseTree(source.text, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined) {
    const name = printParseErrorCode(error.error).replaceAll(
      /\B[A-Z]/g,
      (letter) => ` ${letter.toLowerCase()}`,
    );
    return refuse(error.offset, `the table is not valid JSON: ${name.toLowerCase()}`, 'correct this line');
  }
  if (root?.type !== 'array') return refuse(0, 'the table is not a list', list);
  const findings: Table['findings'][number][] = [];
  const rows = (root.children ?? []).map((node, index): TableRow => {
    const number = index + 1;
    const cells = new Map<string, Cell>();
    const before = findings.length;
    const report = (offset: number, message: string, hint: string): void => {
      findings.push(tableFinding(file, lineAt(offset), `row ${number} ${message}`, hint));
    };
    if (node.type !== 'object') report(node.offset, 'is not an object', list);
    else {
      for (const [key, value] of membersOf(node)) {
        const column = displayColumn(key);
        if (cells.has(key)) report(node.offset, `has the column ${column} twice`, 'remove one of them');
        if (value !== undefined && (value.type === 'string' || value.type === 'number'))
          cells.set(key, value.value as Cell);
        else {
          const message = `has a value in column ${column} that is neither a string nor a number`;
          report(value?.offset ?? node.offset, message, 'write a string or a number');
        }
      }
    }
    return { number, line: lineAt(node.offset), cells, isFaulty: findings.length > before };
  });
  return { file, rows, findings };
}

function membersOf({ children = [] }: Node): readonly (readonly [string, Node | undefined])[] {
  return children.map(({ children: [key, value] = [] }) => [String(key?.value), value]);
}

/** Whether brackets are nested so deeply that a recursive parser could exhaust the stack. */
function isTooDeep(text: string): boolean {
  let level = 0;
  for (const [bracket] of text.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    level += bracket === '[' || bracket === '{' ? 1 : -1;
    if (level > MAX_LEVELS) return true;
  }
  return false;
}
