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
  it('is rendered with one package per line, sorted by name, and can be parsed again', () => {
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

  it.each(['', '[]', 'linux 6.1'])(
    'is named as the expected content in the finding about a file with %j',
    (nothing) => {
      const { findings } = parseLock('lock.json', nothing);
      expect(findings.map(({ expected }) => expected)).toEqual([
        'a package lock, such as /var/log/writ/packages.lock.json of an installed system',
      ]);
    },
  );

  it('may contain no packages', () => {
    expect(parseLock('lock.json', renderLock({ resolved: [], mirrors })).lock?.packages).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    [
      'an invalid version',
      '"version":"1.0-1"',
      '"version":"1.0"',
      '/packages/0/version has an invalid format',
    ],
    ['an invalid checksum', sha256, 'A'.repeat(64), '/packages/0/sha256 has an invalid format'],
    ['a file in another folder', '"base-1.0-1', '"../base-1.0-1', '/packages/0/file has an invalid format'],
    ['an invalid name', '"name":"base"', '"name":"--root"', '/packages/0/name has an invalid format'],
    ['an unknown architecture', '"x86_64"', '"riscv"', '/packages/0/architecture has an unknown value'],
    ['a negative size', '"size":10', '"size":-1', '/packages/0/size is not a valid count'],
    ['a missing key', '"name":"base",', '', 'missing name in /packages/0'],
    ['an unknown key', '"name":"base"', '"nam":"base"', '/packages/0/nam is not a known key in this version'],
    ['another version of the format', '"version": 1', '"version": 2', '/version has an unknown value'],
    ['a duplicate name', '"name":"linux"', '"name":"base"', 'duplicate package base'],
    ['invalid JSON', '"packages": [', '"packages": [,', ''],
  ])('is rejected at the location of the mistake: %s', (_what, from, to, message) => {
    expect(text).toContain(from);
    const { lock, findings, source } = parseLock('lock.json', text.replace(from, to));
    expect(lock).toBeUndefined();
    expect(findings.map((found) => found.message)).toContainEqual(expect.stringContaining(message));
    expect(renderText(findings, { source: () => source })).toMatch(/^lock\.json:\d+:\d+: error /m);
  });
});

describe('the comparison of the resolved packages with a lock', () => {
  const { lock } = parseLock('lock.json', text);
  const same = [item('base'), item('linux', { version: '1:6.1-2' })];
  const messages = (resolved: ResolvedPackage[]): string[] =>
    compareWithLock(lock!, resolved).map(({ message }) => message);

  it('has no findings if both are equal', () => {
    expect(messages(same)).toEqual([]);
  });

  it('lists packages that have another version or different content on the mirrors', () => {
    expect(
      messages([item('base', { version: '1.1-1' }), item('linux', { version: '1:6.1-2', sha256: 'b' })]),
    ).toEqual([
      'the mirrors do not have the versions in the package lock: base 1.0-1 (the mirrors have 1.1-1), linux 1:6.1-2 with different content',
    ]);
  });

  it('lists packages that are only in the plan or only in the lock', () => {
    expect(messages([item('base'), item('nginx')])).toEqual([
      'the package lock belongs to another configuration; it does not list these packages: nginx',
      'the package lock belongs to another configuration; these packages are not in the plan: linux',
    ]);
  });

  it('lists every difference with both versions and a hint', () => {
    const names = Array.from({ length: 200 }, (_, index) => `p${index}`);
    const old = { ...lock!, packages: names.map((name) => item(name)) };
    const now = names.map((name) => item(name, { version: '1.0-2' }));
    const [finding, ...others] = compareWithLock(old, now);
    expect(others).toEqual([]);
    expect(finding?.message.split(': ')[1]?.split(', ')).toEqual(
      names.map((name) => `${name} 1.0-1 (the mirrors have 1.0-2)`),
    );
    expect(finding?.hint).toMatch(/archive\.archlinux\.org.*for the date.*without --lock/);
  });
});
