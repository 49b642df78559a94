import { describe, expect, it } from 'vitest';
import { readTable } from './read-table.ts';
import type { Table } from './table.ts';

const read = (text: string | Uint8Array): Table => readTable({ file: 'hosts', text });
const rowsOf = (text: string): unknown[] =>
  read(text).rows.map(({ number, line, cells }) => [number, line, Object.fromEntries(cells)]);
const faultsOf = (text: string | Uint8Array): string[] =>
  read(text).findings.map(({ code, range, message }) => `${code} ${range?.start.line}: ${message}`);

describe('a CSV table', () => {
  it.each<[string, string]>([
    ['commas', 'a,b\n1,2\n3,4\n'],
    ['semicolons', 'a;b\n1;2\n3;4\n'],
    ['tabs', 'a\tb\n1\t2\n3\t4\n'],
    ['CRLF', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['a byte-order mark', '\ufeffa,b\n1,2\n3,4'],
    ['spaces around cells', 'a , b\n 1, 2\n3 ,4'],
    ['quoted cells', '"a","b"\n"1","2"\n"3","4"'],
  ])('may contain %s', (_case, text) => {
    expect(read(text).findings).toEqual([]);
    expect(rowsOf(text)).toEqual([
      [1, 2, { a: '1', b: '2' }],
      [2, 3, { a: '3', b: '4' }],
    ]);
  });

  it('may have empty lines, quotes, separators and line breaks in cells', () => {
    expect(rowsOf('a,b\n\n"x ""y""","p, q"\n"one\ntwo",2\n\nlast,3\n')).toEqual([
      [1, 3, { a: 'x "y"', b: 'p, q' }],
      [2, 4, { a: 'one\ntwo', b: '2' }],
      [3, 7, { a: 'last', b: '3' }],
    ]);
  });

  it.each<[string, string, string]>([
    ['an open quote', 'a,b\n1,"canary\n', 'W2407 2: the file ends inside a quoted cell'],
    [
      'a quote inside a cell',
      'a,b\n1,2\n3,can"ary\n',
      'W2407 3: a quote is inside a cell that does not begin with a quote',
    ],
    ['text after a quote', 'a,b\n"can"ary,2\n', 'W2407 2: a cell continues after its closing quote'],
    ['a missing cell', 'a,b\n1,2\ncanary\n', 'W2407 3: row 2 has 1 cell, but the header line has 2'],
    ['a superfluous cell', 'a,b\n1,2,canary\n', 'W2407 2: row 1 has 3 cells, but the header line has 2'],
    ['a repeated column', 'a,a\n1,2\n', 'W2407 1: the column "a" occurs twice'],
    ['a column without a name', 'a,\n1,2\n', 'W2407 1: a column has no name'],
    ['only a header line', 'a,b\n', 'W2407 1: the table has no rows'],
    ['nothing', '', 'W2407 1: the table has no rows'],
  ])('with %s is rejected, and no cell is printed', (_case, text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
    expect(JSON.stringify(read(text).findings)).not.toContain('canary');
  });

  it('has at most 1,000 rows', () => {
    const withRows = (count: number): string => `a\n${'x\n'.repeat(count)}`;
    expect(read(withRows(1000)).rows).toHaveLength(1000);
    expect(faultsOf(withRows(1001))).toEqual([
      'W2407 1: the table has 1001 rows, but at most 1000 are allowed',
    ]);
  });
});

it('a table has fewer rows if the template is long', () => {
  const read100 = (length: number): Table =>
    readTable({ file: 'hosts', text: `a\n${'x\n'.repeat(100)}` }, length);
  expect(read100(2 ** 23 / 128)).toMatchObject({ rows: { length: 100 }, findings: [] });
  expect(read100(2 ** 23 / 64)).toMatchObject({
    rows: [],
    findings: [
      { message: 'the table has 100 rows, but at most 64 are allowed for a template of 131072 characters' },
    ],
  });
});

describe('a JSON table', () => {
  it('contains strings and numbers', () => {
    expect(rowsOf('[\n  {"a": "1", "b": 2},\n  {"a": "x"}\n]')).toEqual([
      [1, 2, { a: '1', b: 2 }],
      [2, 3, { a: 'x' }],
    ]);
  });

  it.each<[string, string, string]>([
    ['an object', '{"a": 1}', 'W2407 1: the table is not a list'],
    ['a row that is not an object', '[{"a": 1},\n"canary"]', 'W2407 2: row 2 is not an object'],
    [
      'a nested value',
      '[{"a":\n["canary"]}]',
      'W2407 2: row 1 has a value in column "a" that is neither a string nor a number',
    ],
    ['a repeated column', '[{"a": "canary", "a": "x"}]', 'W2407 1: row 1 has the column "a" twice'],
    ['a syntax error', '[{"a": "canary"}\n{"a": 1}]', 'W2407 2: the table is not valid JSON: comma expected'],
    ['a comment', '[] // canary', 'W2407 1: the table is not valid JSON: invalid comment token'],
    ['no rows', '[]', 'W2407 1: the table has no rows'],
    ['many brackets', '['.repeat(100_000), 'W2407 1: the table is nested too deeply'],
  ])('with %s is rejected, and no cell is printed', (_case, text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
    expect(JSON.stringify(read(text).findings)).not.toContain('canary');
  });

  it('masks the name of a column that cannot be a variable', () => {
    expect(faultsOf('[{"CANARY": null}]')[0]).toContain('in column "••••••••"');
  });
});

it('a table in a wrong encoding or of a wrong size is rejected', () => {
  expect(faultsOf(new Uint8Array(Buffer.from('\ufeffa,b', 'utf16le')))[0]).toMatch(/^W1002 /);
  expect(faultsOf(Uint8Array.from([0x61, 0x0a, 0xff]))[0]).toMatch(/^W1003 2: /);
  const { findings } = read('a\n'.repeat(2 ** 20));
  expect(findings).toMatchObject([{ code: 'W1001', message: 'the file is larger than 1 MiB' }]);
  expect(findings[0]?.hint).toBeUndefined();
});
