/** Tests that the record in /var/log/writ documents an installation and is sufficient to repeat it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallEvent } from '@writ/installer';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { readImage, type ImageContent } from './compare-image.ts';
import { canaries, Workbench, type Ended } from './installation.ts';
import { killedAt } from './kill-at.ts';
import { serveThirdParty, type ThirdPartyRepository } from './third-party.ts';

const writ = resolve(fileURLToPath(import.meta.url), '../../packages/cli/bin/writ.js');
const hash = execFileSync('openssl', ['passwd', '-6', 'canary-hashed'], { encoding: 'utf8' }).trim();

const cache = mkdtempSync(join(tmpdir(), 'writ-e2e-cache-'));
const shortFolder = mkdtempSync(join(tmpdir(), 'writ-'));
const canaryLogin = 'ada:canary-login-4c81e7';
const repository: ThirdPartyRepository = await serveThirdParty(join(shortFolder, 'r'), canaryLogin);
const bench = new Workbench({
  packages: ['openssh', repository.packageName],
  'x-writ': { repositories: [repository.entry] },
  '!root-password': hash,
  '!users': [
    { username: 'ada', '!password': canaries.user, sudo: true },
    { username: 'eve', '!password': { $secret: 'eve' } },
  ],
  'custom-commands': ['echo installed > /etc/motd', `echo ${canaries.user} > /dev/null`],
  wifi_password: canaries.root,
});
const creds = join(bench.folder, 'creds.json');
let mirror: MirrorServer;
let killed: Ended;
let run: Ended;
let content: ImageContent;

function left(name: string): string {
  return readFileSync(content.copyOf(`/var/log/writ/${name}`), 'utf8');
}

function started(events: readonly InstallEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'start' ? [event.id] : []));
}

function command(...argv: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [writ, ...argv], { encoding: 'utf8', timeout: 60_000 });
}

beforeAll(async () => {
  const { root } = await buildMirror({ set: 'tiny', log: (line) => console.log(line) });
  mirror = await serveMirror(root);
  writeFileSync(creds, JSON.stringify({ eve: canaries.root }), { mode: 0o600 });
  const given = ['--creds', creds, '--image-size', '4G'];
  killed = await bench.install(mirror.address, given, {
    cache,
    environment: killedAt({ record: 'start', operation: 'image-root', when: 'after' }),
  });
  run = await bench.install(mirror.address, [...given, '--resume'], { cache });
  if (run.status === 0) content = readImage(bench.target, join(bench.folder, 'content'));
});

afterAll(async () => {
  await mirror?.close();
  await repository.close();
  rmSync(shortFolder, { recursive: true, force: true });
  bench[Symbol.dispose]();
  rmSync(cache, { recursive: true, force: true });
});

describe('an installation that was killed and resumed', () => {
  it('completes', () => {
    expect(killed.signal).toBe('SIGKILL');
    expect(run.status, run.stderr).toBe(0);
    expect(bench.exists).toBe(true);
  });

  it('installs a package of a third-party repository that requires a login', () => {
    expect(content.files.has(repository.file)).toBe(true);
    const shown = [...killed.events, ...run.events].map((event) => JSON.stringify(event)).join('\n');
    expect(`${shown}${killed.stderr}${run.stderr}`).not.toContain('canary-login');
    for (const name of ['config.json', 'events.jsonl', 'facts.json', 'log', 'packages.lock.json'])
      expect(left(name), name).not.toContain('canary-login');
  });

  it('stores five files that only root may read', () => {
    const found = [...content.files].filter(([path]) => path.startsWith('/var/log/writ'));
    const modes = found.map(([path, { mode, owner }]) => [path, mode, owner]);
    expect(modes.toSorted()).toEqual([
      ['/var/log/writ', '040700', '0:0'],
      ...['config.json', 'events.jsonl', 'facts.json', 'log', 'packages.lock.json'].map((name) => [
        `/var/log/writ/${name}`,
        '100600',
        '0:0',
      ]),
    ]);
  });

  it('stores all events up to the step that stores them', () => {
    const events = left('events.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as InstallEvent);
    const ids = started(events);
    for (const id of ['preflight', 'download', 'packages', 'command-1', 'verify-system'])
      expect(ids).toContain(id);
    expect(ids.at(-1)).toBe('install-record');
    expect(events.map(({ number }) => number)).toEqual(events.map((_event, index) => index + 1));
    expect(events).toEqual(killed.events.slice(0, events.length));
    const log = left('log').trimEnd().split('\n');
    expect(log.length).toBeGreaterThan(50);
    expect(log.filter((line) => !/^\d{4}-\d\d-\d\dT[\d:.]+Z [\w-]+: \S/.test(line))).toEqual([]);
  });

  it('stores a lock of the installed packages', () => {
    const { version, mirrors, packages } = JSON.parse(left('packages.lock.json')) as {
      version: number;
      mirrors: string[];
      packages: Record<string, string>[];
    };
    expect({ version, mirrors }).toEqual({ version: 1, mirrors: [mirror.address] });
    const installed = [...content.files.keys()].flatMap(
      (path) => /^\/var\/lib\/pacman\/local\/([^/]+)\/desc$/.exec(path)?.[1] ?? [],
    );
    expect(packages.map((item) => `${item['name']}-${item['version']}`).toSorted()).toEqual(
      installed.toSorted(),
    );
    for (const item of packages) {
      expect(item).toMatchObject({
        architecture: expect.stringMatching(/^(x86_64|any)$/),
        repository: expect.stringMatching(/^(core|extra|third-party)$/),
        file: expect.stringMatching(/\.pkg\.tar\.zst$/),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    }
  });

  it('stores a configuration without secrets that `writ check` accepts', () => {
    const text = left('config.json');
    for (const secret of [...Object.values(canaries), hash, 'canary-login'])
      expect(text).not.toContain(secret);
    expect(JSON.parse(text)).toMatchObject({
      '!root-password': { $secret: 'root', hash: true },
      '!users': [{ '!password': { $secret: 'ada' } }, { '!password': { $secret: 'eve' } }],
      'custom-commands': ['echo installed > /etc/motd', { $secret: 'custom command 2' }],
      wifi_password: { $secret: 'value of wifi_password' },
      harddrives: [bench.target],
    });
    expect(command('check', content.copyOf('/var/log/writ/config.json'))).toMatchObject({ status: 0 });
  });

  it('stores everything needed to reproduce its plan', () => {
    const { 'x-plan': planned } = JSON.parse(left('config.json')) as {
      'x-plan': { sha256: string; options: string[] };
    };
    expect(planned.options).toEqual(['--advanced', `--image-size=${4 * 1024 ** 3}`]);
    const files = ['config.json', 'facts.json'].map((name) => content.copyOf(`/var/log/writ/${name}`));
    const [config = '', facts = ''] = files;
    const again = command('plan', config, '--facts', facts, ...planned.options, '--format', 'json');
    expect(again.status, again.stderr).toBe(0);
    expect((JSON.parse(again.stdout) as { digest: string }).digest).toBe(planned.sha256);
    // The plan must be the same, because another digest would be refused.
    const target = ['--target', bench.target, '--mirror', mirror.address, '--image-size', '4G'];
    const agreed = ['--plan-sha256', planned.sha256, '--dry-run'];
    const same = command('install', bench.config, '--advanced', '--creds', creds, ...target, ...agreed);
    expect(same.stdout).toContain(planned.sha256);
  });

  it('leaves no files next to the image', () => {
    expect(bench.mounts).toEqual([]);
    expect(readdirSync(bench.folder).toSorted()).toEqual([
      'content',
      'creds.json',
      'disk.img',
      'machine.json',
    ]);
  });
});
