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
import { afterAll, expect, it } from 'vitest';
import { readPart } from './file-part.ts';
import { locate, openFile } from './locate.ts';
import { resolveFolder } from './settings.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'writ-locate-')));
afterAll(() => rmSync(base, { recursive: true }));

const root = join(base, 'www');
for (const folder of ['www/folder', 'www-private', 'outside']) {
  mkdirSync(join(base, folder), { recursive: true });
  writeFileSync(join(base, folder, 'a.txt'), folder);
}
symlinkSync('../www-private', join(root, 'private'));
symlinkSync('folder/a.txt', join(root, 'link.txt'));

async function opened(path: string): Promise<string | undefined> {
  const file = await openFile(path);
  if (typeof file !== 'object') return file;
  const text = new TextDecoder().decode(await readPart(file, { start: 0, length: file.size }));
  await file.handle.close();
  return text;
}

it("locate rejects a folder next to the root whose name starts with the root's name", async () => {
  expect(await locate('private/a.txt', resolveFolder(root))).toBeUndefined();
  // Dotfiles are permitted, so that the path is not rejected because of the dots at its beginning.
  expect(await locate('private/a.txt', resolveFolder(root, { dotfiles: true }))).toBeUndefined();
  expect(await locate('folder/a.txt', resolveFolder(root))).toBe(join(root, 'folder/a.txt'));
});

it('openFile does not open a file that has become a link', async () => {
  expect(await opened(join(root, 'link.txt'))).toBeUndefined();
});

it('openFile does not open a file whose parent folder has become a link', async () => {
  const path = (await locate('folder/a.txt', resolveFolder(root)))!;
  expect(await opened(path)).toBe('www/folder');
  renameSync(join(root, 'folder'), join(root, 'moved'));
  symlinkSync('../outside', join(root, 'folder'));
  expect(await opened(path)).toBeUndefined();
});
