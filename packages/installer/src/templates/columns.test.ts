import { describe, expect, it } from 'vitest';
import { checkRows, summarizeFindings, templateOf } from './testing.ts';

const template = templateOf(
  { hostname: '{{hostname}}', kernels: ['{{kernel}}'], '!root-password': '{{!password}}' },
  'hostname',
  'kernel',
  '!password',
);
const findingsOf = (table: string | readonly object[]): string[] =>
  summarizeFindings(checkRows(template, table));
const good = { hostname: 'a', kernel: 'linux', '!password': 'canary' };

describe('the columns of a table', () => {
  it('must include all variables, and no others', () => {
    expect(findingsOf('hostname,kernle,!password\na,linux,canary\n')).toEqual([
      'W2408 hosts:1: the column "kernle" is not used',
      'W2408 hosts:1: the column "kernel" is missing',
    ]);
  });

  it('are checked for each row of a JSON table', () => {
    const { kernel: _kernel, ...missing } = good;
    expect(findingsOf([good, missing, { ...good, rack: 3 }])).toEqual([
      'W2408 hosts:1: row 2, column "kernel": the column is missing',
      'W2408 hosts:1: row 3, column "rack": the column is not used',
    ]);
  });

  it('are not named if the header line is missing, because its cells may be secrets', () => {
    const { findings } = checkRows(template, 'a,linux,canary\nb,linux,canary\n');
    expect(findings).toMatchObject([{ code: 'W2408', message: 'the first line contains no variable name' }]);
    expect(JSON.stringify(findings)).not.toContain('canary');
  });

  it('are located in the table, with the declaration as a related location', () => {
    const { findings } = checkRows(template, 'hostname,!password\na,canary\n');
    expect(findings).toMatchObject([
      {
        file: 'hosts',
        range: { start: { line: 1 } },
        related: [
          {
            file: 'web.json',
            range: { start: { line: 6, column: 5 } },
            message: '"kernel" is declared here',
          },
        ],
      },
    ]);
  });
});

describe('a cell', () => {
  it('of a wrong type is reported with its row, its column and its line', () => {
    expect(
      findingsOf('hostname,kernel,!password\na,linux,canary\nb_c,linux,canary\nd,linx,canary\n'),
    ).toEqual([
      'W2409 hosts:3: row 2, column "hostname": "b_c" is not a valid host name: "_" is not allowed',
      'W2409 hosts:4: row 3, column "kernel": "linx" is not one of the declared values',
    ]);
  });

  it('must not be empty', () => {
    expect(findingsOf('hostname,kernel,!password\na,,canary\n')).toEqual([
      'W2409 hosts:2: row 1, column "kernel": the cell is empty',
    ]);
  });

  it('of a secret is not printed', () => {
    const { findings } = checkRows(template, [{ ...good, '!password': 'can' }]);
    expect(findings).toMatchObject([
      { message: 'row 1, column "!password": the value has 3 characters, but must have at least 4' },
    ]);
  });

  it('must match the pattern of its variable', () => {
    const rack = { type: 'text', pattern: 'rack-[0-9]+' };
    const { configuration } = templateOf({ hostname: 'in-{{rack}}' });
    const checked = checkRows({ variables: { rack }, configuration }, 'rack\nrack-1\nrack-x\nrack-2\n');
    expect(summarizeFindings(checked)).toEqual([
      'W2409 hosts:3: row 2, column "rack": "rack-x" does not match the pattern of the variable',
    ]);
    expect(checked.rows.map(({ valid }) => valid)).toEqual([true, false, true]);
  });
});
