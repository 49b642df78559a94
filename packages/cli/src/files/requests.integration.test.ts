import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../../bin/writ.js', import.meta.url));
const laptop = new URL('../../../installer/fixtures/machines/uefi-laptop.json', import.meta.url);
const page = readFileSync(new URL('../../../../docs/command.md', import.meta.url), 'utf8');
let folder: string;

const definition = '{"packages": ["git"]}';
const digest = createHash('sha256').update(definition).digest('hex');
const config = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': { Here: ['https://mirror.example/$repo/os/$arch'] },
  profile: { path: `https://files.example/profile.json#sha256=${digest}` },
  harddrives: ['serial=S5GXNX0T123456A'],
};
const answers: Readonly<Record<string, string>> = {
  'https://files.example/config.json': JSON.stringify(config),
  'https://files.example/old.json': JSON.stringify({ ...config, silent: true, profile: undefined }),
  'https://files.example/creds.json': '{"!root-password": "x"}',
  'https://files.example/facts.json': readFileSync(laptop, 'utf8'),
  'https://files.example/profile.json': definition,
};

/** Answers and records every request, and blocks all other network access. */
const preload = `
import { appendFileSync } from 'node:fs';
import net from 'node:net';
const answers = ${JSON.stringify(answers)};
const record = (what) => appendFileSync(process.env.REQUESTS, what + '\\n');
net.Socket.prototype.connect = function () { record('a connection'); throw new Error('no network'); };
globalThis.fetch = async (address) => {
  record(String(address));
  const answer = answers[String(address)];
  return new Response(answer ?? '', { status: answer === undefined ? 404 : 200 });
};`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'writ-requests-'));
  writeFileSync(join(folder, 'preload.mjs'), preload.replaceAll('\\\\n', '\\n'));
  for (const [address, text] of Object.entries(answers))
    writeFileSync(join(folder, address.slice(address.lastIndexOf('/') + 1)), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

function requestsOf(argv: readonly string[]): { status: number | null; requests: string[]; stderr: string } {
  const file = join(folder, 'requests');
  const { NODE_OPTIONS: inherited = '' } = process.env;
  writeFileSync(file, '');
  const { status, stderr } = spawnSync(process.execPath, [bin, ...argv], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    env: {
      ...process.env,
      REQUESTS: file,
      NODE_OPTIONS: `${inherited} --import=${join(folder, 'preload.mjs')}`,
    },
  });
  return { status, stderr, requests: readFileSync(file, 'utf8').split('\n').filter(Boolean).toSorted() };
}

const at = (name: string): string => `https://files.example/${name}`;
const files = ['--creds', at('creds.json'), '--facts', at('facts.json')];
const read = [at('config.json'), at('creds.json'), at('facts.json')];
const target = ['--target', 'disk.img'];

it.each<[string, string[], string[]]>([
  ['check', [at('config.json'), ...files], read],
  ['plan', [at('config.json'), ...files, ...target], [...read, at('profile.json')]],
  ['install', [at('config.json'), ...files, ...target, '--dry-run'], [...read, at('profile.json')]],
  ['convert', [at('old.json'), '--creds', at('creds.json')], [at('creds.json'), at('old.json')]],
])('writ %s sends only the requests that docs/command.md lists', (command, argv, expected) => {
  const { status, requests, stderr } = requestsOf([command, ...argv]);
  expect(status, stderr).toBe(0);
  expect(requests).toEqual(expected);
  const rows = page.split('\n').filter((line) => new RegExp(`\\| (.*, )?${command}\\b[^|]*\\|$`).test(line));
  for (const [name, words] of [
    [/config|old/, '`CONFIG` (`OLD.json` for `convert`), if it is'],
    [/creds/, '`--creds`, if it is'],
    [/facts/, '`--facts`, if it is'],
    [/profile/, 'the [profile definition]'],
  ] as const) {
    const isMade = requests.some((address) => name.test(address));
    expect(
      rows.some((row) => row.startsWith(`| ${words}`)),
      `${command}: ${words}`,
    ).toBe(isMade);
  }
});

it.each<[string, string[]]>([
  ['check', ['config.json', '--creds', 'creds.json', '--facts', 'facts.json']],
  ['plan', ['plain.json', '--creds', 'creds.json', '--facts', 'facts.json', ...target]],
  ['install', ['plain.json', '--creds', 'creds.json', ...target, '--dry-run']],
  ['convert', ['old.json', '--creds', 'creds.json']],
])('writ %s of local files sends no request', (command, argv) => {
  writeFileSync(join(folder, 'plain.json'), JSON.stringify({ ...config, profile: undefined }));
  const { status, requests, stderr } = requestsOf([command, ...argv]);
  expect(status, stderr).toBe(0);
  expect(requests).toEqual([]);
});
