import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

it('writ batch check writes the configuration and the secrets of each valid row, which lead to its plan', async () => {
  const argv = ['check', 'web.json', 'wrong.csv', '--output', 'rows'];
  expect((await batch(argv)).status).toBe(1);
  const names = readdirSync(join(folder, 'rows')).toSorted();
  expect(names).toEqual(['config-1.json', 'creds-1.json']);
  const [config, creds] = names.map((name) => {
    expect(statSync(join(folder, 'rows', name)).mode & 0o777).toBe(0o600);
    return readFileSync(join(folder, 'rows', name), 'utf8');
  });
  expect(config).toContain('"hostname": "web-01"');
  expect(config).not.toContain('c4n4ry');
  expect(JSON.parse(creds!)).toEqual({ root: 'c4n4ry-1' });
  const digestOf = async (command: readonly string[]): Promise<string> =>
    (JSON.parse((await runShared(folder, command)).stdout) as { digest: string }).digest;
  const target = ['--target', 'web-01.img', '--format', 'json'];
  const written = { ...template.configuration, hostname: 'web-01', '!root-password': 'c4n4ry-1' };
  writeFileSync(join(folder, 'written.json'), JSON.stringify(written));
  expect(await digestOf(['plan', 'rows/config-1.json', '--creds', 'rows/creds-1.json', ...target])).toBe(
    await digestOf(['plan', 'written.json', ...target]),
  );
});

it('writ batch check does not replace a file that it reads', async () => {
  writeFileSync(join(folder, 'config-1.json'), JSON.stringify(template));
  const ended = await batch(['check', 'config-1.json', 'hosts.csv', '--output', '.']);
  expect([ended.status, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toContain('TEMPLATE and --output are the same file');
  expect(JSON.parse(readFileSync(join(folder, 'config-1.json'), 'utf8'))).toEqual(template);
});

it('writ batch check warns of two rows with the same host name', async () => {
  const twice = await batch(['check', 'web.json', '-'], table.replace('web-02', 'web-01'));
  expect(twice.status).toBe(0);
  expect(twice.stdout).toMatch(
    /^standard input:3:1: warning W2412 repeated-value: row 2, column "hostname": "web-01" is also the value of row 1\n/,
  );
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
        { row: 1, line: 2, valid: true, targets: ['web-01.img'], losses: [] },
        { row: 2, line: 3, valid: true, targets: ['web-02.img'], losses: [] },
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

  it('plans a RAID for the disks in harddrives, or for two targets', async () => {
    const facts = fileURLToPath(
      new URL('../../../installer/fixtures/machines/bios-server.json', import.meta.url),
    );
    copyFileSync(facts, join(folder, 'server.json'));
    const { configuration, variables } = template;
    const disks = { 'x-writ': { disk: { raid: 1 } }, bootloader: 'grub-install' };
    const harddrives = ['serial={{disk_1}}', 'serial={{disk_2}}'];
    const serials = { disk_1: { type: 'text' }, disk_2: { type: 'text' } };
    const raid = (more: object): string =>
      JSON.stringify({
        variables: { ...variables, ...serials },
        configuration: { ...configuration, ...disks, ...more },
      });
    writeFileSync(join(folder, 'raid.json'), raid({ harddrives }));
    writeFileSync(join(folder, 'raid-targets.json'), raid({}));
    const rows = 'hostname,!password,disk_1,disk_2\na,c4n4ry,ZC11A0B1,ZC11A0B2\n';
    const planned = await batch(['plan', 'raid.json', '-', '--facts', 'server.json'], rows);
    expect([planned.status, planned.stderr]).toEqual([0, expect.stringContaining('1 of 1 row has a plan')]);
    expect(planned.stdout).toMatch(/^ {2}row 1 {2}serial=ZC11A0B1, serial=ZC11A0B2 {2}[0-9a-f]{64}/m);
    const targets = harddrives.flatMap((drive) => ['--target', drive]);
    const passed = await batch(
      ['plan', 'raid-targets.json', '-', '--facts', 'server.json', ...targets],
      rows,
    );
    expect(passed.status).toBe(0);
    expect(passed.stdout).toContain('serial=ZC11A0B1, serial=ZC11A0B2');
    const one = await batch(['plan', 'raid.json', '-', '--facts', 'server.json', ...targets.slice(2)], rows);
    expect(one.status).toBe(1);
    expect(one.stdout).toContain(
      'hint: add the second disk to harddrives, or pass two targets with --target',
    );
    const twice = await batch(
      ['plan', 'raid.json', '-', '--facts', 'server.json'],
      `${rows}b,c4n4ry,ZC11A0B2,ZC11A0B3\n`,
    );
    expect(twice.stdout).toContain('row 2: "serial=ZC11A0B2" is also the target of row 1');
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
    [
      ['plan', 'web.json', 'hosts.csv', '--target', 'a', '--target', 'b', '--target', 'c'],
      /--target was passed 3 times: a row has at most two targets/,
    ],
    [['check', 'web.json', 'hosts.csv', '--output', 'hosts.csv'], /--output: .*hosts\.csv.*/],
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
