/** Changes files while they are opened, with a mock of `OpenFile.open`. */
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { readPart } from './file-part.ts';
import { openInFolder } from './locate.ts';
import { OpenFile } from './open-file.ts';
import { resolveFolder } from './settings.ts';

const hooks: { before?: () => void; after?: () => void } = {};
/** The files that are open. */
const opened = new Set<OpenFile>();
/** The number of files that have been opened, including closed ones. */
let openings = 0;

const realOpen = OpenFile.open.bind(OpenFile);
vi.spyOn(OpenFile, 'open').mockImplementation(async (path, flags) => {
  const { before, after } = hooks;
  delete hooks.before;
  delete hooks.after;
  before?.();
  const file = await realOpen(path, flags);
  opened.add(file);
  openings += 1;
  const close = file.close.bind(file);
  file.close = () => {
    opened.delete(file);
    return close();
  };
  after?.();
  return file;
});

const base = realpathSync(mkdtempSync(join(tmpdir(), 'writ-open-')));
afterAll(() => rmSync(base, { recursive: true }));

const root = join(base, 'www');
const folder = resolveFolder(root);

beforeEach(() => {
  rmSync(base, { recursive: true });
  opened.clear();
  openings = 0;
  for (const each of ['www/folder', 'www/.hidden', 'outside']) {
    mkdirSync(join(base, each), { recursive: true });
    writeFileSync(join(base, each, 'a.txt'), each);
  }
});

/** Returns the path and the content of the opened file, or what else `openInFolder` returned. */
async function open(path: string): Promise<unknown> {
  const file = await openInFolder(path, folder);
  // All other files have been closed.
  expect([...opened]).toEqual(typeof file === 'object' ? [file.handle] : []);
  if (typeof file !== 'object') return file;
  const text = new TextDecoder().decode(await readPart(file, { start: 0, length: file.size }));
  await file.handle.close();
  return [file.path.slice(root.length), text];
}

it('openInFolder returns the real path of a link that does not leave the folder', async () => {
  symlinkSync('folder/a.txt', join(root, 'link.txt'));
  expect(await open('link.txt')).toEqual(['/folder/a.txt', 'www/folder']);
});

it.each([
  ['a link that leaves the folder', '../outside/a.txt'],
  ['a link to a dotfile', '.hidden/a.txt'],
  ['a link without a target', 'missing.txt'],
])('openInFolder does not open the file of %s', async (_what, target) => {
  symlinkSync(target, join(root, 'link.txt'));
  expect(await open('link.txt')).toBeUndefined();
  expect(openings).toBe(0);
});

it('openInFolder does not return a file whose parent folder becomes a link before it is opened', async () => {
  hooks.before = () => {
    renameSync(join(root, 'folder'), join(root, 'moved'));
    symlinkSync('../outside', join(root, 'folder'));
  };
  expect(await open('folder/a.txt')).toBeUndefined();
});

it('openInFolder returns the new file if a file is replaced while it is opened', async () => {
  hooks.after = () => {
    rmSync(join(root, 'folder/a.txt'));
    writeFileSync(join(root, 'folder/a.txt'), 'new');
  };
  expect(await open('folder/a.txt')).toEqual(['/folder/a.txt', 'new']);
});

it('openInFolder returns a file whose name looks like that of a deleted file', async () => {
  writeFileSync(join(root, 'a.txt (deleted)'), 'kept');
  expect(await open('a.txt (deleted)')).toEqual(['/a.txt (deleted)', 'kept']);
});

it.each(['folder', 'folder/'])('openInFolder returns folders as such: %s', async (path) => {
  expect(await open(path)).toBe(path === 'folder' ? 'folder' : undefined);
});
