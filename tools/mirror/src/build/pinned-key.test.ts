import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isPinned, pinnedKeyFolder, pinKey, unpinKey } from './pinned-key.ts';

const fingerprint = '0123456789ABCDEF0123456789ABCDEF01234567';
let folder: string;

beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'writ-pins-'));
  onTestFinished(() => rm(home, { recursive: true }));
  folder = join(home, 'writ/mirror-keys');
});

describe('a pinned key', () => {
  it('is a file with mode 0600 that contains the fingerprint, in a folder with mode 0700', async () => {
    expect(await isPinned(fingerprint, folder)).toBe(false);
    await pinKey(fingerprint, folder);
    await pinKey(fingerprint, folder);
    expect(await readdir(folder)).toEqual([fingerprint]);
    expect(await readFile(join(folder, fingerprint), 'utf8')).toBe(`${fingerprint}\n`);
    expect((await stat(join(folder, fingerprint))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await isPinned(fingerprint, folder)).toBe(true);
    await unpinKey(fingerprint, folder);
    expect(await isPinned(fingerprint, folder)).toBe(false);
  });

  it('is ignored if others may read or write its file, or if it is a symbolic link', async () => {
    await pinKey(fingerprint, folder);
    await chmod(join(folder, fingerprint), 0o644);
    expect(await isPinned(fingerprint, folder)).toBe(false);
    await rm(join(folder, fingerprint));
    await writeFile(join(folder, 'elsewhere'), `${fingerprint}\n`, { mode: 0o600 });
    await symlink('elsewhere', join(folder, fingerprint));
    expect(await isPinned(fingerprint, folder)).toBe(false);
  });

  it('replaces an existing entry without following symbolic links', async () => {
    await pinKey(fingerprint, folder);
    await rm(join(folder, fingerprint));
    await writeFile(join(folder, 'elsewhere'), 'untouched', { mode: 0o600 });
    await symlink('elsewhere', join(folder, fingerprint));
    await pinKey(fingerprint, folder);
    expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toBe('untouched');
    expect(await isPinned(fingerprint, folder)).toBe(true);
  });
});

it('the folder of pinned keys depends on the user, and on XDG_STATE_HOME if its path is absolute', () => {
  expect(pinnedKeyFolder({ XDG_STATE_HOME: '/state' })).toBe('/state/writ/mirror-keys');
  const usual = pinnedKeyFolder({});
  expect(usual).toMatch(/^\/.*\/writ\/mirror-keys$/);
  expect(pinnedKeyFolder({ XDG_STATE_HOME: 'state' })).toBe(usual);
});
