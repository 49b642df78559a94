import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

describe('writ batch plan', () => {
  const argv = ['plan', 'web.json', 'hosts.csv', '--target', '{{hostname}}.img'];

  it('prints the review, the digest of each plan and the digest of the batch', async () => {
    const { status, stdout, stderr } = await batch(argv);
    expect(stderr).toBe('\nweb.json: 1 note\nweb.json: 2 of 2 rows have a plan\n');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^web\.json: note W1513 removable-path: [^\n]*\n {4}hosts\.csv:2:1: in all 2 rows\n[^]*Different between the rows:[^]*\nPlans:\n {2}row 1 {2}web-01\.img {2}[0-9a-f]{64}\n {2}row 2 {2}web-02\.img {2}[0-9a-f]{64}\n\nThe same operations in rows 1 and 2: \d+ operations, \d+ named packages\n\nbatch [0-9a-f]{64}\n$/,
    );
  });

  it('prints JSON with the digests that writ plan prints, and writes the plans', async () => {
    const printed = await batch([...argv, '--output', 'plans/all', '--format', 'json']);
    expect([printed.status, printed.stderr]).toEqual([0, '']);
    const report = JSON.parse(printed.stdout) as { rows: { digest: string }[]; digest: string };
    expect(report).toMatchObject({
      template: 'web.json',
      valid: true,
      rows: [
        { row: 1, line: 2, valid: true, target: 'web-01.img', losses: [] },
        { row: 2, line: 3, valid: true, target: 'web-02.img', losses: [] },
      ],
      plans: { usual: [1, 2], variants: [] },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const files = readdirSync(join(folder, 'plans/all')).toSorted();
    expect(files).toEqual(['row-1.json', 'row-2.json']);
    const plans = files.map((name) => readFileSync(join(folder, 'plans/all', name), 'utf8'));
    expect(plans.join('')).not.toContain('c4n4ry');
    expect(plans.map((text) => (JSON.parse(text) as { digest: string }).digest)).toEqual(
      report.rows.map(({ digest }) => digest),
    );
    const configuration = { ...template.configuration, hostname: 'web-01', '!root-password': 'c4n4ry-1' };
    writeFileSync(join(folder, 'one.json'), JSON.stringify(configuration));
    const one = await runShared(folder, ['plan', 'one.json', '--target', 'web-01.img', '--format', 'json']);
    expect((JSON.parse(one.stdout) as { digest: string }).digest).toBe(report.rows[0]!.digest);
  });

  it('marks rows whose target contains data', async () => {
    // The GUID of its partition table identifies an image that Writ created.
    const header = Buffer.alloc(1024);
    header.write('EFI PART', 512, 'latin1');
    Buffer.from('74697277000000808000000000000001', 'hex').copy(header, 568);
    writeFileSync(join(folder, 'web-02.img'), header);
    const { stdout } = await batch(argv);
    expect(stdout).toMatch(
      /row 1 {2}web-01\.img {2}[0-9a-f]{64}\n {2}row 2 {2}web-02\.img {2}[0-9a-f]{64} {2}data would be lost\n/,
    );
    rmSync(join(folder, 'web-02.img'));
  });

  it('prints no digest of the batch, and exits with 1, if a row cannot be installed', async () => {
    const shared = await batch(['plan', 'web.json', 'hosts.csv', '--target', 'disk.img']);
    expect(shared.status).toBe(1);
    expect(shared.stdout).toMatch(
      /^hosts\.csv:3:1: error W2410 row-target: row 2: "disk\.img" is also the target of row 1/,
    );
    expect(shared.stdout).not.toContain('\nbatch ');
    const wrong = await batch([
      'plan',
      'web.json',
      'wrong.csv',
      '--target',
      '{{hostname}}.img',
      '--format',
      'json',
    ]);
    expect(wrong.status).toBe(1);
    const report = JSON.parse(wrong.stdout) as object;
    expect(report).toMatchObject({ rows: [{ valid: true, digest: expect.anything() }, { valid: false }] });
    expect(report).not.toHaveProperty('digest');
  });

  it('does not replace a file that it reads', async () => {
    writeFileSync(join(folder, 'row-1.json'), JSON.stringify(template));
    const ended = await batch([
      'plan',
      'row-1.json',
      'hosts.csv',
      '--target',
      '{{hostname}}.img',
      '--output',
      '.',
    ]);
    expect([ended.status, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('TEMPLATE and --output are the same file');
    expect(JSON.parse(readFileSync(join(folder, 'row-1.json'), 'utf8'))).toEqual(template);
  });
});

describe('writ batch exits with 2 for the arguments', () => {
  it.each<[string[], RegExp]>([
    [[], /missing action: write writ batch check TEMPLATE TABLE/],
    [['run', 'web.json', 'hosts.csv'], /unknown action "run"/],
    [['plan', 'web.json', 'hosts.csv'], /missing --target: pass the image or disk of each row/],
    [['plan', 'web.json', 'hosts.csv', '--target', ''], /--target is empty/],
    [['check', 'web.json', 'hosts.csv', '--label', 'rack'], /invalid --label: pass NAME=PATTERN/],
    [['check', 'web.json', 'hosts.csv', '--output', 'plans'], /--output requires the action plan/],
    [['plan', 'web.json', 'hosts.csv', '--target', 'a', '--image-size', 'x'], /invalid --image-size/],
    [['check'], /missing TEMPLATE/],
    [['check', 'web.json'], /missing TABLE/],
    [['check', 'web.json', 'hosts.csv', 'more'], /unexpected argument more/],
    [['check', '-', '-'], /standard input can only be read once/],
    [['check', 'web.json', '-', '--creds', '-'], /standard input can only be read once/],
    [['check', 'web.json', 'missing.csv'], /file not found/],
    [['check', 'web.json', 'hosts.csv', '--facts', 'here'], /--facts requires the action plan/],
  ])('%j', async (argv, message) => {
    const { status, stdout, stderr } = await batch(argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
