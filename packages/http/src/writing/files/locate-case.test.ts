/** Simulates a case-insensitive file system, such as on macOS and Windows, with a mock of `realpath`. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { locate } from './locate.ts';
import { resolveFolder } from './settings.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    realpath: (path: string) =>
      real.realpath(path.replace('PRIVATE', 'private').replace('A.TXT', 'a.txt').normalize('NFC')),
  };
});

const base = realpathSync(mkdtempSync(join(tmpdir(), 'writ-case-')));
afterAll(() => rmSync(base, { recursive: true }));

const root = join(base, 'www');
mkdirSync(join(root, 'private'), { recursive: true });
writeFileSync(join(root, 'private/a.txt'), 'a');
writeFileSync(join(root, 'private/\u00e9.txt'), 'e');
writeFileSync(join(root, 'README'), 'read');
symlinkSync('README', join(root, 'readme'));

it.each(['PRIVATE/a.txt', 'private/A.TXT', 'PRIVATE/A.TXT', 'private/e\u0301.txt'])(
  'a file is not served as %s if its name on disk is spelled differently',
  async (path) => {
    expect(await locate(path, resolveFolder(root))).toBeUndefined();
  },
);

it.each([
  ['private/a.txt', 'private/a.txt'],
  ['private/\u00e9.txt', 'private/\u00e9.txt'],
  ['readme', 'README'],
])('%s is served from %s', async (path, place) => {
  expect(await locate(path, resolveFolder(root))).toBe(join(root, place));
});
