/** Checks the files for systemd and for containers. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const deploy = join(root, 'packages/service/deploy');
const units = globSync('*.service', { cwd: deploy }).sort();
const folder = mkdtempSync(join(tmpdir(), 'writ-units-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Copies a unit, with an existing program in the place of `writ`, and returns its path. */
function copyUnit(name: string, change: (text: string) => string = (text) => text): string {
  const program = join(folder, 'writ');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  const path = join(folder, name.replace('@', '@1'));
  const text = readFileSync(join(deploy, name), 'utf8');
  writeFileSync(path, change(text.replace('ExecStart=writ ', `ExecStart=${program} `)));
  return path;
}

function verify(path: string): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const lines = `${stdout}${stderr}`.split('\n');
  return { status, output: lines.filter((line) => line.includes(basename(path))).join('\n') };
}

it('there are units for a service, for servers and for workers', () => {
  expect(units).toEqual(['writ-server.service', 'writ-worker@.service', 'writ.service']);
});

describe.each(units)('the unit %s', (name) => {
  it('is accepted by systemd-analyze verify', () => {
    expect(verify(copyUnit(name))).toEqual({ status: 0, output: '' });
  });

  it('is found faulty by systemd-analyze verify if an option is misspelt', () => {
    const path = copyUnit(name, (text) => text.replace('KillMode=', 'KilMode='));
    expect(verify(path).output).toContain('KilMode');
  });

  it('passes secrets as credentials only, and waits longer than --drain', () => {
    const text = readFileSync(join(deploy, name), 'utf8');
    const secrets = [...text.matchAll(/(WRIT_\w+_FILE)=(\S+)/g)];
    const credentials = new Set([...text.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, id]) => id));
    expect(secrets.length).toBeGreaterThan(0);
    expect(new Set(secrets.map(([, , path = '']) => path.replace('%d/', '')))).toEqual(credentials);
    expect(text).not.toMatch(/WRIT_(?:DATABASE_URL|TOKEN|METRICS_TOKEN)=/);
    const drain = Number(/--drain (\d+)m/.exec(text)?.[1] ?? 0);
    expect(Number(/^TimeoutStopSec=(\d+)m$/m.exec(text)?.[1])).toBeGreaterThan(drain);
  });
});

it.each([
  ['writ-server.service', 2.5],
  ['writ-worker@.service', 9],
  ['writ.service', 9],
])('the exposure of %s, by systemd-analyze security, is at most %d', (name, limit) => {
  const argv = ['security', '--offline=true', '--no-pager', copyUnit(name)];
  const output = execFileSync('systemd-analyze', argv, { encoding: 'utf8', timeout: 60_000 });
  expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(output)?.[1])).toBeLessThanOrEqual(limit);
});

describe('the Containerfile', () => {
  const text = readFileSync(join(deploy, 'Containerfile'), 'utf8');
  const instructions = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ name: line.split(' ', 1)[0]!, rest: line.slice(line.indexOf(' ') + 1) }));
  const of = (name: string): string[] =>
    instructions.filter((each) => each.name === name).map(({ rest }) => rest);

  it('consists of known instructions, in a valid order', () => {
    const known = new Set([
      'FROM',
      'RUN',
      'COPY',
      'USER',
      'ENV',
      'VOLUME',
      'EXPOSE',
      'STOPSIGNAL',
      'ENTRYPOINT',
      'CMD',
    ]);
    expect(instructions.filter(({ name }) => !known.has(name))).toEqual([]);
    expect(instructions[0]!.name).toBe('FROM');
    expect(of('FROM')).toEqual([expect.stringMatching(/^docker\.io\/library\/node:24-\w+-slim$/)]);
    for (const name of ['USER', 'ENTRYPOINT', 'CMD']) expect(of(name)).toHaveLength(1);
  });

  it('has shell commands that the shell can parse', () => {
    for (const command of of('RUN'))
      expect(spawnSync('sh', ['-n', '-c', command], { timeout: 10_000 }).status, command).toBe(0);
  });

  it('installs the programs that an installation needs', () => {
    const listed = readFileSync(join(root, 'scripts/debian/installer.txt'), 'utf8');
    const needed = listed.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const [install = ''] = of('RUN');
    const installed = new Set(install.split(' '));
    expect(needed.filter((name) => !installed.has(name))).toEqual([]);
  });

  it('runs as a user without privileges, and starts a command that the service refuses without TLS', () => {
    expect(of('USER')).toEqual(['writ']);
    // The page about operation passes secrets with this uid.
    expect(of('RUN').join('\n')).toContain('useradd --system --uid 900 ');
    const page = readFileSync(join(root, 'docs/guide/fleet/operation.md'), 'utf8');
    const uids = [...page.matchAll(/\buid(?:=| )(\d+)/g)].map(([, uid]) => uid);
    expect([...new Set(uids)]).toEqual(['900']);
    expect(JSON.parse(of('ENTRYPOINT')[0]!)).toEqual(['tini', '--', 'writ']);
    expect(JSON.parse(of('CMD')[0]!)).toEqual(['serve', '--listen', '0.0.0.0:7878']);
    expect(of('ENV').join()).not.toMatch(/TOKEN|KEY|PASSWORD|DATABASE/);
  });
});
