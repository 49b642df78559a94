import { describe, expect, it } from 'vitest';
import { renderText } from '@writ/diagnostics';
import type { ResolvedPackage } from '../journal-record.ts';
import { compareWithLock } from './compare.ts';
import { parseLock } from './parse.ts';
import { renderLock } from './render.ts';

const sha256 = 'a'.repeat(64);
const item = (name: string, changes: Partial<ResolvedPackage> = {}): ResolvedPackage => ({
  name,
  version: '1.0-1',
  architecture: 'x86_64',
  repository: 'core',
  file: `${name}-1.0-1-x86_64.pkg.tar.zst`,
  sha256,
  size: 10,
  installedSize: 20,
  ...changes,
});
const mirrors = ['https://mirror.example/$repo/os/$arch'];
const text = renderLock({ resolved: [item('linux', { version: '1:6.1-2' }), item('base')], mirrors });

describe('a package lock', () => {
  it('is written a package a line, by name, and read back', () => {
    expect(text.split('\n').filter((line) => line.includes('"name"'))).toEqual([
      expect.stringContaining('"name":"base","version":"1.0-1","architecture":"x86_64","repository":"core"'),
      expect.stringContaining('"name":"linux","version":"1:6.1-2"'),
    ]);
    const { lock, findings } = parseLock('lock.json', text);
    expect(findings).toEqual([]);
    expect(lock?.mirrors).toEqual(mirrors);
    expect(lock?.packages.map(({ name }) => name)).toEqual(['base', 'linux']);
    expect(lock?.packages[0]).not.toHaveProperty('installedSize');
  });

  it.each(['', '[]', 'linux 6.1'])('is expected, and no configuration, where there is %j', (nothing) => {
    const { findings } = parseLock('lock.json', nothing);
    expect(findings.map(({ expected }) => expected)).toEqual([
      'what an installation leaves in /var/log/writ/packages.lock.json',
    ]);
  });

  it('of nothing is one as well', () => {
    expect(parseLock('lock.json', renderLock({ resolved: [], mirrors })).lock?.packages).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    [
      'a version',
      '"version":"1.0-1"',
      '"version":"1.0"',
      '/packages/0/version is not written as it should be',
    ],
    ['a checksum', sha256, 'A'.repeat(64), '/packages/0/sha256 is not written as it should be'],
    ['a file elsewhere', '"base-1.0-1', '"../base-1.0-1', '/packages/0/file is not written as it should be'],
    ['a name', '"name":"base"', '"name":"--root"', '/packages/0/name is not written as it should be'],
    ['an architecture', '"x86_64"', '"riscv"', '/packages/0/architecture is none of what it can be'],
    ['a size', '"size":10', '"size":-1', '/packages/0/size is no count'],
    ['a missing key', '"name":"base",', '', 'name missing in /packages/0'],
    [
      'an unknown key',
      '"name":"base"',
      '"nam":"base"',
      '/packages/0/nam is no part of a record of this version',
    ],
    ['another version', '"version": 1', '"version": 2', '/version is none of what it can be'],
    ['a name twice', '"name":"linux"', '"name":"base"', 'base stands twice in the lock'],
    ['no JSON', '"packages": [', '"packages": [,', ''],
  ])('with a fault in it is refused at its place: %s', (_what, from, to, message) => {
    expect(text).toContain(from);
    const { lock, findings, source } = parseLock('lock.json', text.replace(from, to));
    expect(lock).toBeUndefined();
    expect(findings.map((found) => found.message)).toContainEqual(expect.stringContaining(message));
    expect(renderText(findings, { source: () => source })).toMatch(/^lock\.json:\d+:\d+: error /m);
  });
});

describe('what would be installed', () => {
  const { lock } = parseLock('lock.json', text);
  const same = [item('base'), item('linux', { version: '1:6.1-2' })];
  const messages = (resolved: ResolvedPackage[]): string[] =>
    compareWithLock(lock!, resolved).map(({ message }) => message);

  it('is what the lock names', () => {
    expect(messages(same)).toEqual([]);
  });

  it('is told by name where the mirrors have another version or another content', () => {
    expect(
      messages([item('base', { version: '1.1-1' }), item('linux', { version: '1:6.1-2', sha256: 'b' })]),
    ).toEqual([
      'the mirrors do not have what the lock names: base 1.0-1 (they have 1.1-1), linux 1:6.1-2 with another content',
    ]);
  });

  it('is told by name where the lock is of another configuration', () => {
    expect(messages([item('base'), item('nginx')])).toEqual([
      'the lock is of another configuration: it lacks packages that would be installed: nginx',
      'the lock is of another configuration: it names packages that would not be installed: linux',
    ]);
  });

  it('is told whole, with both versions and what to do, however much differs', () => {
    const names = Array.from({ length: 200 }, (_, index) => `p${index}`);
    const old = { ...lock!, packages: names.map((name) => item(name)) };
    const now = names.map((name) => item(name, { version: '1.0-2' }));
    const [finding, ...others] = compareWithLock(old, now);
    expect(others).toEqual([]);
    expect(finding?.message.split(': ')[1]?.split(', ')).toEqual(
      names.map((name) => `${name} 1.0-1 (they have 1.0-2)`),
    );
    expect(finding?.hint).toMatch(/archive\.archlinux\.org.*the day stands in the log.*without --lock/);
  });
});
