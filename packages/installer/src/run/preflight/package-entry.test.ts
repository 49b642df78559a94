import { describe, expect, it } from 'vitest';
import { parseEntries, type DatabaseEntry } from './database.ts';
import { DatabaseFault, parsePackageEntry } from './package-entry.ts';

const fields = {
  FILENAME: 'sudo-1:1.9.17.p2-1-x86_64.pkg.tar.zst',
  NAME: 'sudo',
  VERSION: '1:1.9.17.p2-1',
  ARCH: 'x86_64',
  SHA256SUM: 'a'.repeat(64),
  CSIZE: '1234',
  ISIZE: '5678',
};

function entryOf(changes: Partial<typeof fields> = {}): DatabaseEntry {
  const lines = Object.entries({ ...fields, ...changes }).map(([key, value]) => `%${key}%\n${value}\n`);
  return parseEntries(lines.join('\n'), 'FILENAME')[0]!;
}

it('parsePackageEntry reads the sizes of a package', () => {
  expect(parsePackageEntry(entryOf(), 'core')).toEqual({
    name: 'sudo',
    version: '1:1.9.17.p2-1',
    architecture: 'x86_64',
    repository: 'core',
    file: 'sudo-1:1.9.17.p2-1-x86_64.pkg.tar.zst',
    sha256: 'a'.repeat(64),
    size: 1234,
    installedSize: 5678,
  });
});

describe('parsePackageEntry rejects a package', () => {
  it.each<[string, Partial<typeof fields>]>([
    ['whose file is in another folder', { FILENAME: '../../../../etc/shadow' }],
    ['whose file is in a subfolder', { FILENAME: 'a/b.pkg.tar.zst' }],
    ['whose file is a folder', { FILENAME: '..' }],
    ['whose file is hidden', { FILENAME: '.a.pkg.tar.zst' }],
    ['whose file is an option', { FILENAME: '--help' }],
    ['whose file has no name', { FILENAME: '' }],
    ['whose file contains a zero byte', { FILENAME: 'a\0b' }],
    ['whose file has a name that is too long', { FILENAME: 'a'.repeat(241) }],
    ['whose name is a pattern', { NAME: 'su*' }],
    ['whose version is a path', { VERSION: '1/../2' }],
    ['whose size is negative', { CSIZE: '-1' }],
    ['whose size is not a number', { CSIZE: 'NaN' }],
    ['whose size is in exponential notation', { CSIZE: '1e300' }],
    ['whose size is absent', { CSIZE: '' }],
    ['whose size is too large for a number', { ISIZE: '9'.repeat(16) }],
    ['whose checksum is too short', { SHA256SUM: 'abc' }],
  ])('%s', (_what, changes) => {
    const [[key = '', value = '']] = Object.entries(changes) as [[string, string]];
    expect(() => parsePackageEntry(entryOf(changes), 'core')).toThrow(DatabaseFault);
    expect(() => parsePackageEntry(entryOf(changes), 'core')).toThrow(
      `the database of core has an invalid ${key} for ${key === 'NAME' ? 'a package' : 'sudo'}: ${JSON.stringify(value.slice(0, 80))}`,
    );
  });
});
