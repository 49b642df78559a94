import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonReport } from '@writ/diagnostics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runShared, type ExitedCommand } from '../../test/shared-command.ts';
import { keys, TerminalSession } from '../../test/terminal-session.ts';

const bin = fileURLToPath(new URL('../../bin/writ.js', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'writ-convert-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function writ(argv: readonly string[], input = ''): Promise<ExitedCommand> {
  const ended = await runShared(folder, argv, { input });
  expect(`${ended.stdout}${ended.stderr}`, 'a stack trace').not.toMatch(/^ +at .*:\d+:\d+/m);
  return ended;
}

const convert = (argv: readonly string[], input?: string): Promise<ExitedCommand> =>
  writ(['convert', ...argv], input);
const check = (text: string): Promise<ExitedCommand> => writ(['check', '-', '--format', 'json'], text);

function writeInput(name: string, content: unknown): string {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return name;
}

const old = {
  bootloader: 'Grub',
  kernels: ['linux'],
  mirror_config: { mirror_regions: {} },
  silent: true,
};
const creds = { '!root-password': 'canary', users: [{ username: 'ada', enc_password: '', sudo: false }] };
const converted = {
  bootloader: 'grub-install',
  kernels: ['linux'],
  'mirror-region': {},
  '!root-password': 'canary',
  '!users': [{ username: 'ada', '!password': '', sudo: false }],
};

it('writ convert writes the configuration to stdout and notes to stderr', async () => {
  const { status, stdout, stderr } = await convert([
    writeInput('old.json', old),
    '--creds',
    writeInput('creds.json', creds),
  ]);
  expect(status).toBe(0);
  expect(stdout).toBe(`${JSON.stringify(converted, null, 2)}\n`);
  expect(stderr).toContain(
    [
      'old.json:2:3: note W1902 converted: bootloader: "Grub" becomes bootloader: "grub-install"',
      '  1 | {',
      '  2 |   "bootloader": "Grub",',
      '    |   ^^^^^^^^^^^^',
      '',
    ].join('\n'),
  );
  expect(stderr).toMatch(/^old\.json: \d+ notes$/m);
  expect(stderr).not.toContain('canary');
  expect((await check(stdout)).status).toBe(0);
});

it('writ convert reports missing settings, exits with 1 and writes the rest', async () => {
  const { status, stdout, stderr } = await convert([writeInput('old.json', old)]);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).not.toHaveProperty('!root-password');
  expect(stderr).toContain('old.json:1:1: error W1104 no-credentials');
});

it('writ convert reads standard input, and prints JSON', async () => {
  const { status, stderr } = await convert(['-', '--format', 'json'], JSON.stringify(old));
  expect(status).toBe(1);
  const report = JSON.parse(stderr) as JsonReport;
  expect(report).toMatchObject({
    file: 'standard input',
    valid: false,
    keys: expect.arrayContaining([{ file: 'standard input', key: 'kernels', outcome: 'kept' }]),
  });
  expect(report.findings.map(({ rule }) => rule)).toContain('converted');
});

it('writ convert prints the effect on each key after the findings', async () => {
  const { stderr } = await convert([writeInput('old.json', old), '--creds', writeInput('creds.json', creds)]);
  const lines = stderr.slice(stderr.indexOf('notes\n')).trim().split('\n').slice(2);
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['old.json', 'changed', 'bootloader', '"Grub" becomes bootloader: "grub-install"'],
    ['old.json', 'kept', 'kernels'],
    [
      'old.json',
      'changed',
      'mirror_config',
      'contains no mirrors, so mirror-region becomes {} and Writ chooses the fastest ones',
    ],
    ['old.json', 'omitted', 'mirror_config.mirror_regions', 'is left out: it is empty'],
    ['old.json', 'omitted', 'silent', 'is left out: an installation with Writ is always unattended'],
    ['creds.json', 'kept', '!root-password'],
    ['creds.json', 'changed', 'users', 'becomes a list in !users'],
    ['creds.json', 'changed', 'users[0].enc_password', 'becomes !password'],
  ]);
  expect(stderr).not.toContain('canary');
});

describe('an existing partition', () => {
  const KEY = 'disk_config.device_modifications[0].partitions[0]';
  const uuid = 'a91c1a52-0001-4c2b-9a51-6d1f5f1f0001';
  const existing = {
    ...old,
    disk_config: {
      device_modifications: [
        {
          device: '/dev/sda',
          wipe: false,
          partitions: [
            { status: 'existing', dev_path: '/dev/sda1', fs_type: 'ntfs', mountpoint: null },
            { status: 'create', fs_type: 'ext4', mountpoint: '/', size: { unit: 'GiB', value: 20 } },
          ],
        },
      ],
    },
    '!root-password': 'canary',
  };

  it('is kept with the PARTUUID that --partuuid contains', async () => {
    const name = writeInput('existing.json', existing);
    const without = await convert([name]);
    expect(without).toMatchObject({ status: 1, stdout: '' });
    expect(without.stderr).toContain(
      `nothing was converted; to keep the partitions, add --partuuid '${KEY}=PARTUUID'\n`,
    );
    const { status, stdout } = await convert([name, '--partuuid', `${KEY}=${uuid.toUpperCase()}`]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      'x-writ': {
        disk: {
          partitions: [{ kind: 'bios' }, { keep: { partuuid: uuid } }, { kind: 'root', size: 'rest' }],
        },
      },
    });
  });

  it.each([
    [`${KEY}=sda1`, /invalid --partuuid .*: pass KEY=PARTUUID, as printed by lsblk/],
    [uuid, /invalid --partuuid/],
    [`${KEY.replace('0]', '1]')}=${uuid}`, /this key is not a partition to keep; did you mean/],
    [[`${KEY}=${uuid}`, `other=${uuid}`], /two partitions cannot have the PARTUUID a91c1a52/],
  ])('causes a usage error for --partuuid %s', async (values, message) => {
    const options = [values].flat().map((value) => `--partuuid=${value}`);
    const name = writeInput('existing.json', existing);
    const { status, stdout, stderr } = await convert([name, ...options]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('is asked for at a terminal', async () => {
    const name = writeInput('existing.json', existing);
    const session = new TerminalSession([process.execPath, bin, 'convert', name, '-o', 'asked.json'], folder);
    await session.answer('PARTUUID of "/dev/sda1", "ntfs"', `sda1${keys.enter}`);
    await session.answer('type a UUID such as', `${keys.clear}${uuid}${keys.enter}`);
    await session.expect('wrote asked.json');
    expect(await session.end()).toBe(0);
    expect(readFileSync(join(folder, 'asked.json'), 'utf8')).toContain(uuid);
  }, 300_000);

  it('is asked for until the user cancels the command, which writes nothing', async () => {
    const name = writeInput('existing.json', existing);
    const session = new TerminalSession([process.execPath, bin, 'convert', name, '-o', 'no.json'], folder);
    await session.answer('PARTUUID of', keys.interrupt);
    await session.expect('nothing was written');
    expect(await session.end()).toBe(130);
    expect(readdirSync(folder)).not.toContain('no.json');
  }, 300_000);
});

it('writ convert reports the same findings as writ check for malformed JSON, and writes no configuration', async () => {
  const name = writeInput('faulty.json', '{"silent": true,, "kernels": ["linux",]}');
  const { status, stdout, stderr } = await convert([name, '-o', 'faulty-new.json']);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  const found = (await writ(['check', name])).stdout
    .match(/^faulty\.json:.*$/gm)
    ?.filter((line) => /W10\d\d/.test(line));
  expect(found).toHaveLength(2);
  for (const line of found ?? []) expect(stderr).toContain(line);
  expect(readdirSync(folder)).not.toContain('faulty-new.json');
});

describe('a setting of disks, encryption or credentials without an equivalent', () => {
  const encrypted = {
    ...old,
    disk_config: { disk_encryption: { encryption_type: 'luks' } },
    '!encryption-password': 'canary',
  };
  const argv = (...more: string[]): string[] => [
    writeInput('encrypted.json', encrypted),
    '--creds',
    writeInput('creds.json', creds),
    ...more,
  ];
  const accepting = ['--accept-loss', 'disk_config', '--accept-loss', '!encryption-password'];

  it('exits with 1, writes no file and prints how to continue', async () => {
    const { status, stdout, stderr } = await convert(argv('-o', 'lost.json'));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^encrypted\.json:\d+:\d+: error W1908 setting-lost: !encryption-password would be/m,
    );
    expect(stderr).toContain(
      "nothing was converted; to convert without these settings, add --accept-loss disk_config.disk_encryption --accept-loss '!encryption-password'\nlost.json was not written\n",
    );
    expect(stderr).not.toContain('canary');
    expect(readdirSync(folder)).not.toContain('lost.json');
  });

  it('is omitted with status 0 if its loss is accepted', async () => {
    const { status, stdout, stderr } = await convert(argv(...accepting));
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(converted);
    expect(stderr).toContain('warning W1908 setting-lost');
  });

  it('can be reported as JSON', async () => {
    const { status, stdout, stderr } = await convert(argv('--format', 'json'));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    const lost = (JSON.parse(stderr) as JsonReport).findings.filter(({ rule }) => rule === 'setting-lost');
    expect(lost.map(({ pointer }) => pointer)).toEqual([
      '/disk_config/disk_encryption',
      '/!encryption-password',
    ]);
  });

  it.each([
    ['disk_encryption', 'disk_encryption: this key is not lost; did you mean disk_config.disk_encryption?'],
    ['encryption-password', 'encryption-password: this key is not lost; did you mean !encryption-password?'],
    ['kernels', 'kernels: this key is not lost\n'],
  ])('causes a usage error if its loss is accepted although it is not lost: %s', async (key, message) => {
    const { status, stdout, stderr } = await convert(argv(...accepting, '--accept-loss', key));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`writ convert: --accept-loss ${message}`);
  });
});

describe('writ convert -o', () => {
  const argv = (to: string): string[] => [
    writeInput('old.json', old),
    '--creds',
    writeInput('creds.json', creds),
    '-o',
    to,
  ];

  it('creates a file that only its owner can read', async () => {
    const { status, stdout, stderr } = await convert(argv('new.json'));
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/^wrote new\.json$/m);
    expect(statSync(join(folder, 'new.json')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(folder, 'new.json'), 'utf8'))).toEqual(converted);
  });

  it('accepts the longest possible file name', async () => {
    expect((await convert(argv('a'.repeat(255)))).status).toBe(0);
  });

  it('reports that it replaces a file, and restricts its permissions', async () => {
    writeFileSync(join(folder, 'there.json'), 'x', { mode: 0o644 });
    expect((await convert(argv('there.json'))).stderr).toMatch(/^replaced there\.json$/m);
    expect(statSync(join(folder, 'there.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it.each<[string, (to: string) => void, RegExp]>([
    ['old.json', () => undefined, /is also the input/],
    ['creds.json', () => undefined, /is also the input/],
    ['folder', (to) => mkdirSync(to), /not a regular file/],
    ['link', (to) => symlinkSync('old.json', to), /not a regular file/],
    ['no/such/folder.json', () => undefined, /its folder does not exist/],
    ['a'.repeat(300), () => undefined, /file name too long/],
  ])('exits with 2 and does not write to %s', async (to, make, message) => {
    make(join(folder, to));
    const { status, stdout, stderr } = await convert(argv(to));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(JSON.parse(readFileSync(join(folder, 'old.json'), 'utf8'))).toEqual(old);
  });
});

describe('writ convert exits with 2 for the arguments', () => {
  it.each<[string[], RegExp]>([
    [[], /missing CONFIG/],
    [['a', 'b'], /pass one configuration/],
    [['missing.json'], /file not found/],
    [['-', '--creds', '-'], /standard input can only be read once/],
    [['-', '--format', 'xml'], /text or json/],
    [['-', '--advanced'], /unknown option --advanced; see --help/],
    [['http://127.0.0.1:1/a.json'], /pass a file or an https URL/],
  ])('%j', async (argv, message) => {
    const { status, stdout, stderr } = await convert(argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

// WRIT_SAMPLES specifies a folder of real files, which cannot be published.
const samples = process.env['WRIT_SAMPLES'];

describe.skipIf(samples === undefined)('real files', () => {
  const root = samples ?? '.';
  const files =
    samples === undefined ? [] : readdirSync(root).filter((file) => /(?<!INDEX)\.json$/.test(file));

  it.each(files)('%s', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const first = JSON.parse((await convert(['-', '--format', 'json'], text)).stderr) as JsonReport;
    const lost = first.findings.flatMap(({ rule, hint = '' }) =>
      rule === 'setting-lost' ? [/--accept-loss '?(.*?)'?$/.exec(hint)?.[1] ?? ''] : [],
    );
    if (lost.length > 0) expect(await convert(['-'], text)).toMatchObject({ status: 1, stdout: '' });
    const accepted = lost.flatMap((key) => ['--accept-loss', key]);
    const { status, stdout, stderr } = await convert(['-', '--format', 'json', ...accepted], text);
    const report = JSON.parse(stderr) as JsonReport;
    expect(status).toBe(report.valid ? 0 : 1);
    const found = JSON.parse((await check(text)).stdout) as JsonReport;
    const syntaxErrors = found.findings.filter(
      ({ code, severity }) => code.startsWith('W10') && severity === 'error',
    );
    if (syntaxErrors.length > 0) {
      expect(stdout).toBe('');
      expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual(syntaxErrors);
      return;
    }
    expect((await convert(['-'], stdout)).stdout).toBe(stdout);
    const before = JSON.parse(text) as Record<string, unknown>;
    const after = JSON.parse(stdout) as Record<string, unknown>;
    for (const [key, value] of Object.entries(before)) {
      const isReported = report.findings.some(
        ({ pointer = '' }) => pointer === `/${key}` || pointer.startsWith(`/${key}/`),
      );
      // The conversion may add keys from adjacent settings to a profile.
      if (!isReported) expect({ [key]: after[key] }).toMatchObject({ [key]: value });
    }
    const rules = (JSON.parse((await check(stdout)).stdout) as JsonReport).findings.map(({ rule }) => rule);
    expect(rules).not.toContain('legacy-key');
    expect(rules).not.toContain('critical-legacy-key');
    const isComplete = report.findings.every(({ rule }) => rule !== 'credentials-file');
    if (status === 0 && isComplete) expect(rules).not.toContain('missing-key');
  });
});
