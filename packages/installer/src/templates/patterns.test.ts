import { expect, it } from 'vitest';
import { checkRows, summarizeFindings, templateOf } from './testing.ts';

const table = 'hostname,size,!password\na,1,c4n4ry\nb,2,c4n4ry\n';
const template = templateOf(
  { hostname: '{{hostname}}', '!root-password': '{{!password}}' },
  'hostname',
  'size',
  '!password',
);

it('variables of patterns count as used, and patterns contain the values of each row', () => {
  expect(summarizeFindings(checkRows(template, table))).toEqual([
    expect.stringContaining('"size" is declared'),
  ]);
  const { findings, rows } = checkRows(template, table, {
    patterns: { '--target': '{{hostname}}.img', '--label size': '{{size}}', other: 'fixed' },
  });
  expect(findings).toEqual([]);
  expect(rows.map(({ filled }) => filled)).toEqual([
    { '--target': 'a.img', '--label size': '1', other: 'fixed' },
    { '--target': 'b.img', '--label size': '2', other: 'fixed' },
  ]);
});

it('patterns contain only declared variables that are not secrets', () => {
  const { findings } = checkRows(template, table, {
    patterns: { '--target': '{{hostnam}}.img', '--label a': '{{size}} {{!password}}' },
  });
  expect(findings.map(({ code, message, hint }) => [code, message, hint])).toEqual([
    ['W2403', '--target: the variable "hostnam" is not declared', 'did you mean {{hostname}}?'],
    [
      'W2406',
      '--label a: the variable "!password" is a secret, but this value is printed',
      'use a variable that is not a secret',
    ],
  ]);
});

it('a row with a faulty cell has no patterns', () => {
  const { rows } = checkRows(template, table.replace('b,2', 'b,x'), { patterns: { target: '{{size}}' } });
  expect(rows.map(({ filled }) => filled)).toEqual([{ target: '1' }, {}]);
});

it('a row with a pattern that would be too long has a finding, and neither patterns nor a configuration', () => {
  const note = 'n'.repeat(40);
  const short = 'hostname,size,note,!password\na,1,n,c4n4ry\n';
  const withNote = templateOf(
    { hostname: '{{hostname}}', '!root-password': '{{!password}}' },
    'hostname',
    'size',
    'note',
    '!password',
  );
  const pattern = '{{note}}'.repeat(25) + 'x'.repeat(24);
  const check = (patterns: Readonly<Record<string, string>>) =>
    checkRows(withNote, `${short}b,2,${note},c4n4ry\n`, { patterns: { size: '{{size}}', ...patterns } });
  expect(check({ '--target': pattern }).findings).toEqual([]);
  const { findings, rows } = check({ '--target': `${pattern}x` });
  expect(findings).toMatchObject([
    {
      code: 'W2413',
      file: 'hosts',
      range: { start: { line: 3 } },
      message: 'row 2: --target has more than 1,024 characters',
      hint: 'use fewer variables, or variables with shorter values',
    },
  ]);
  expect(rows.map(({ filled, check: checked }) => [Object.keys(filled), checked !== undefined])).toEqual([
    [['size', '--target'], true],
    [[], false],
  ]);
});
