import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonReport } from '@writ/diagnostics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runShared, type ExitedCommand } from '../../test/shared-command.ts';

const example = fileURLToPath(new URL('../../../../examples/install/minimal.json', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'writ-check-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function check(argv: readonly string[], input: string | Uint8Array = ''): Promise<ExitedCommand> {
  const ended = await runShared(folder, ['check', ...argv], { input });
  expect(`${ended.stdout}${ended.stderr}`, 'a stack trace').not.toMatch(/^ +at .*:\d+:\d+/m);
  return ended;
}

function writeInput(name: string, text: string | Uint8Array): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const minimal = {
  bootloader: 'efistub',
  kernels: ['linux'],
  'mirror-region': {},
  '!root-password': 'canary',
};

it('writ check exits with 0 for the example, which has no findings', async () => {
  const { status, stdout, stderr } = await check([example]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(stderr).toContain('no findings');
});

it('writ check prints the location, rule, message and excerpt of a finding, and exits with 1', async () => {
  const text =
    '{\n  "bootloader": "grub",\n  "kernels": ["linux"],\n  "mirror-region": {},\n  "!root-password": "canary"\n}\n';
  const { status, stdout, stderr } = await check([writeInput('a.json', text)]);
  expect(status).toBe(1);
  expect(stdout).toBe(
    [
      'a.json:2:17: error W1101 not-allowed: "grub" is not allowed for bootloader',
      '  1 | {',
      '  2 |   "bootloader": "grub",',
      '    |                 ^^^^^^',
      '    expected: "systemd-bootctl", "grub-install" or "efistub"',
      '    hint: did you mean "grub-install"?',
      '',
    ].join('\n'),
  );
  expect(stderr).toContain('a.json: 1 error');
});

it('writ check reads standard input, and prints JSON', async () => {
  const { status, stdout, stderr } = await check(
    ['-', '--format', 'json'],
    '{"kernels": ["linux"], "mirror-region": {}, "uki": 1}',
  );
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  const report = JSON.parse(stdout) as JsonReport;
  expect(report).toMatchObject({ file: 'standard input', valid: false });
  expect(report.findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['missing-key', ''],
    ['no-credentials', ''],
    ['wrong-type', '/uki'],
  ]);
  expect(report.findings[2]).toEqual({
    code: 'W1102',
    anchor: 'w1102-wrong-type',
    rule: 'wrong-type',
    severity: 'error',
    message: 'uki is a number, but must be true or false',
    pointer: '/uki',
    range: { start: { line: 1, column: 52, offset: 51 }, end: { line: 1, column: 53, offset: 52 } },
    expected: 'true or false',
    hint: 'write true, without quotes',
    replacement: {
      range: { start: { line: 1, column: 52, offset: 51 }, end: { line: 1, column: 53, offset: 52 } },
      text: 'true',
    },
  });
});

it('writ check merges credentials, and treats warnings as errors with --strict', async () => {
  const { '!root-password': _password, ...rest } = { ...minimal, foo: 1 };
  const config = writeInput('config.json', JSON.stringify(rest));
  const creds = writeInput('creds.json', '{"!root-password": "canary"}');
  expect((await check([config])).status).toBe(1);
  const merged = await check([config, '--creds', creds]);
  expect(merged.status).toBe(0);
  expect(merged.stdout).toContain('warning W1110 unknown-key');
  expect((await check([config, '--creds', creds, '--strict'])).status).toBe(1);
  expect((await check([config, '--creds', '-'], '{"!root-password": "x"}')).status).toBe(0);
});

it('writ check reads language and encoding with --advanced', async () => {
  const config = writeInput('advanced.json', JSON.stringify({ ...minimal, 'sys-language': 'xx_XX' }));
  expect((await check([config])).status).toBe(0);
  expect((await check([config, '--advanced'])).status).toBe(1);
});

it('writ check checks a local profile definition, and does not use the network', async () => {
  writeInput('mine.json', '{"packages": ["git"]}');
  writeInput('empty.json', '{}');
  writeInput('mine.py', 'packages = ["git"] + more\n');
  const checkWithProfile = (path: string): Promise<ExitedCommand> =>
    check([writeInput('profile.json', JSON.stringify({ ...minimal, profile: { path } }))]);
  expect(await checkWithProfile('mine.json')).toMatchObject({ status: 0, stdout: '' });
  expect(await checkWithProfile('missing.json')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/W1520 profile-unreadable: .* cannot be read: the file does not exist/),
  });
  expect((await checkWithProfile('.')).stdout).toContain('cannot be read: it is not a regular file');
  expect(await checkWithProfile('empty.json')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('empty.json:1:1: error W1103 missing-key'),
  });
  expect(await checkWithProfile('mine.py')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('mine.py:1:1: error W1521 profile-python'),
  });
  const pinned = await checkWithProfile(`https://127.0.0.1:1/p.json?key=canary#sha256=${'a'.repeat(64)}`);
  expect(pinned).toMatchObject({ status: 0, stdout: '' });
  expect(pinned.stderr).toContain('the profile definition at https://127.0.0.1:1/p.json\n');
});

describe('the lines after the summary of a check that passes', () => {
  const lastLines = async (config: object, ...argv: string[]): Promise<readonly string[]> => {
    const name = writeInput('passes.json', JSON.stringify({ ...minimal, ...config }));
    const { stderr } = await check([name, ...argv]);
    const lines = stderr.trimEnd().split('\n');
    return lines.slice(lines.findIndex((line) => line.startsWith('passes.json: ')) + 1);
  };

  it('list the checks that need the target and the machine, and those that need the mirrors and the credentials', async () => {
    const secrets = { '!root-password': { $secret: 'root' }, 'custom-commands': [{ $secret: 'join' }] };
    expect(await lastLines(secrets)).toEqual([
      'checked only by plan and install: the target (none configured), the machine',
      'checked only by install: the mirrors, the secrets "root" and "join"',
    ]);
    expect(await lastLines({ harddrives: ['/dev/sda'] })).toEqual([
      'checked only by plan and install: the target, the machine',
      'checked only by install: the mirrors',
    ]);
  });

  it('omit the machine and the secrets if facts and credentials are passed', async () => {
    const facts = fileURLToPath(
      new URL('../../../installer/fixtures/machines/uefi-laptop.json', import.meta.url),
    );
    const creds = writeInput('root.json', '{"root": "x"}');
    const secret = { '!root-password': { $secret: 'root' } };
    const given = ['--facts', facts, '--creds', creds];
    expect(await lastLines(secret, ...given)).toEqual([
      'checked only by plan and install: the target (none configured)',
      'checked only by install: the mirrors',
    ]);
    expect(await lastLines({ ...secret, harddrives: ['/dev/nvme0n1'] }, ...given)).toEqual([
      'checked only by install: the mirrors',
    ]);
  });

  it('are omitted if the check fails', async () => {
    expect(await lastLines({ bootloader: 'grub' })).toEqual([]);
  });
});

it('writ check checks requirements of the machine only with --facts', async () => {
  const server = fileURLToPath(
    new URL('../../../installer/fixtures/machines/bios-server.json', import.meta.url),
  );
  const config = { ...minimal, harddrives: ['/dev/of-no-machine'] };
  const name = writeInput('machine.json', JSON.stringify(config, null, 1));
  expect(await check([name])).toMatchObject({ status: 0, stdout: '' });
  const { status, stdout } = await check([name, '--facts', server]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^machine\.json:2:16: error W1510 loader-needs-uefi: /m);
  expect(stdout).toMatch(/^machine\.json:9:3: error W1606 target-unknown: /m);
  expect((await check([name, '--facts', 'here'])).stdout).toContain('W1606 target-unknown');
  expect((await check([name, '--facts', 'missing.json'])).status).toBe(2);
  expect((await check([name, '--facts', name])).stdout).toContain('W1514 facts-unusable');
});

describe('writ check', () => {
  it.each<[string, string[], RegExp]>([
    ['a missing CONFIG', [], /missing CONFIG/],
    ['a second configuration', ['a', 'b'], /pass one configuration/],
    ['a missing file', ['missing.json'], /file not found/],
    ['a folder', ['.'], /it is a folder/],
    ['an unknown option', ['a.json', '--stirct'], /unknown option --stirct; did you mean --strict\?/],
    ['an unknown format', ['a.json', '--format', 'xml'], /text or json/],
    ['standard input for two files', ['-', '--creds', '-'], /standard input can only be read once/],
    ['missing credentials', [example, '--creds', 'missing.json'], /file not found/],
    ['an address without https', ['http://127.0.0.1:1/a.json'], /pass a file or an https URL/],
    ['an address with a password', ['https://ada:canary@127.0.0.1:1/a.json'], /user name or password/],
    ['an invalid address with a password', ['https://ada:canary@host:99999/a.json'], /user name or password/],
    ['an invalid address with a key', ['https://host:99999/a.json?token=canary'], /invalid URL/],
    ['an address with a key', ['https://127.0.0.1:1/a.json?token=canary'], /cannot read https:/],
    ['an address without a response', ['https://127.0.0.1:1/a.json'], /cannot read https:/],
  ])('exits with 2 for %s', async (_name, argv, message) => {
    const { status, stdout, stderr } = await check(argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.split('\n')).toHaveLength(2);
    expect(stderr).not.toContain('canary');
  });

  it.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'W1006 empty-file'],
    ['text that is not JSON', 'bootloader: grub\n', 'W1007 not-an-object'],
    ['a list', '[]', 'W1007 not-an-object'],
    ['5 MB of brackets', '['.repeat(5_000_000), 'W1001 too-large'],
    ['500 kB of brackets', '['.repeat(500_000), 'W1005 too-deep'],
    ['UTF-16', new Uint8Array(Buffer.from('\ufeff{}', 'utf16le')), 'W1002 wrong-encoding'],
    ['bytes that are not UTF-8', Uint8Array.from([0x7b, 0xff, 0x7d]), 'W1003 not-utf8'],
    [
      'a duplicate key',
      JSON.stringify(minimal).replace('{', '{"uki": true, "uki": false, '),
      'W1032 duplicate-key',
    ],
    ['a secret in a faulty line', '{"!root-password": "canary" "x": "canary"}', 'W1012 missing-comma'],
    ['a file of zero bytes', '\0\0\0', 'W1007 not-an-object'],
  ])('exits with 1 for %s', async (_name, text, code) => {
    const { status, stdout, stderr } = await check([writeInput('bad.json', text)]);
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(String.raw`^bad\.json:\d+:\d+: error ${code}:`, 'm'));
    expect(stdout + stderr).not.toContain('canary');
  });

  it('reports a byte-order mark as a note', async () => {
    const { status, stdout } = await check([writeInput('bom.json', `\ufeff${JSON.stringify(minimal)}`)]);
    expect(status).toBe(0);
    expect(stdout).toContain('note W1004 byte-order-mark');
  });

  it('reads an endless file only up to the size limit of configurations', async () => {
    expect((await check(['/dev/zero'])).stdout).toContain('W1001 too-large');
  });
});
