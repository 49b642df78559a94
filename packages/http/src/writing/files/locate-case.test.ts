/** Simulates a case-insensitive file system, such as on macOS and Windows, by replacing `realpath`. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locate } from './locate.ts';
import { resolveFolder } from './settings.ts';

const { realpath } = promises;

/** Replaces `realpath` for all importing modules. A mock would not affect those that an earlier file has imported. */
function replaceRealpath(replacement: (path: string) => Promise<string>): void {
  Object.assign(promises, { realpath: replacement });
  syncBuiltinESMExports();
}

beforeAll(() =>
  replaceRealpath((path) =>
    realpath(path.replace('PRIVATE', 'private').replace('A.TXT', 'a.txt').normalize('NFC')),
  ),
);
afterAll(() => replaceRealpath(realpath as (path: string) => Promise<string>));

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
