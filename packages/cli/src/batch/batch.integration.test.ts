import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runShared, type ExitedCommand } from '../../test/shared-command.ts';

const template = {
  variables: {
    hostname: { type: 'hostname' },
    '!password': { type: 'text' },
  },
  configuration: {
    bootloader: 'efistub',
    kernels: ['linux'],
    'mirror-region': {},
    hostname: '{{hostname}}',
    '!root-password': '{{!password}}',
  },
};
const table = 'hostname,!password\nweb-01,c4n4ry-1\nweb-02,c4n4ry-2\n';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'writ-batch-'));
  writeFileSync(join(folder, 'web.json'), JSON.stringify(template, null, 2));
  writeFileSync(join(folder, 'hosts.csv'), table);
  writeFileSync(join(folder, 'wrong.csv'), table.replace('web-02', 'web_02'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function batch(argv: readonly string[], input = ''): Promise<ExitedCommand> {
  const ended = await runShared(folder, ['batch', ...argv], { input });
  expect(`${ended.stdout}${ended.stderr}`).not.toContain('c4n4ry');
  expect(`${ended.stdout}${ended.stderr}`, 'a stack trace').not.toMatch(/^ +at .*:\d+:\d+/m);
  return ended;
}

it('writ batch check prints the review, and exits with 0 if all rows are valid', async () => {
  expect(await batch(['check', 'web.json', 'hosts.csv'])).toEqual({
    status: 0,
    stdout: [
      'The same in 2 rows:',
      '  /bootloader      "efistub"',
      '  /kernels/0       "linux"',
      '  /mirror-region   {}',
      '',
      'Different between the rows:',
      '  /hostname        2 values: "web-01", "web-02"',
      '  /!root-password  secret, from "!password"',
      '',
    ].join('\n'),
    stderr: '\nweb.json: no findings\nweb.json: 2 of 2 rows are valid\n',
  });
});

it('writ batch check prints all findings, and exits with 1', async () => {
  const { status, stdout, stderr } = await batch(['check', 'web.json', 'wrong.csv']);
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^wrong\.csv:3:1: error W2409 table-value: row 2, column "hostname": "web_02" is not a valid host name/,
  );
  expect(stdout).toContain('\nThe same in 1 row:\n');
  expect(stderr).toContain('web.json: 1 of 2 rows are valid');
});

it('writ batch check prints JSON', async () => {
  const { status, stdout, stderr } = await batch(
    ['check', 'web.json', '-', '--format', 'json'],
    table.replace('web-02', 'web_02'),
  );
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    template: 'web.json',
    table: 'standard input',
    valid: false,
    rows: [
      { row: 1, line: 2, valid: true },
      { row: 2, line: 3, valid: false },
    ],
    findings: [
      {
        file: 'standard input',
        code: 'W2409',
        anchor: 'w2409-table-value',
        range: { start: { line: 3 } },
        related: [{ file: 'web.json' }],
      },
    ],
    review: { rows: 1, outliers: [] },
  });
});

it('writ batch check passes credentials and options to the check of each row', async () => {
  const { configuration } = template;
  const reference = { ...configuration, '!root-password': { $secret: 'root' }, packages: ['git', 'git'] };
  writeFileSync(join(folder, 'creds.json'), '{"other": "c4n4ry"}');
  const input = JSON.stringify({ variables: { hostname: { type: 'hostname' } }, configuration: reference });
  writeFileSync(join(folder, 'names.csv'), 'hostname\na\nb\n');
  const argv = ['check', '-', 'names.csv', '--creds', 'creds.json'];
  const lenient = await batch(argv, input);
  expect(lenient.status).toBe(0);
  expect(lenient.stdout).toContain('warning W1307 secret-not-found');
  expect(lenient.stdout).toContain('names.csv:2:1: in all 2 rows');
  expect((await batch([...argv, '--strict'], input)).status).toBe(1);
});

describe('writ batch exits with 2 for the arguments', () => {
  it.each<[string[], RegExp]>([
    [[], /missing action: write writ batch check TEMPLATE TABLE/],
    [['plan', 'web.json', 'hosts.csv'], /unknown action "plan"/],
    [['check'], /missing TEMPLATE/],
    [['check', 'web.json'], /missing TABLE/],
    [['check', 'web.json', 'hosts.csv', 'more'], /unexpected argument more/],
    [['check', '-', '-'], /standard input can only be read once/],
    [['check', 'web.json', '-', '--creds', '-'], /standard input can only be read once/],
    [['check', 'web.json', 'missing.csv'], /file not found/],
    [['check', 'web.json', 'hosts.csv', '--facts', 'here'], /unknown option --facts/],
  ])('%j', async (argv, message) => {
    const { status, stdout, stderr } = await batch(argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
