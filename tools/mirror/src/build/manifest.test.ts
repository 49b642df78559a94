import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEntries, renderManifest, type ManifestEntry } from './manifest.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writ-manifest-'));
  await mkdir(join(folder, 'usr/bin'), { recursive: true });
  await writeFile(join(folder, 'usr/bin/sudo'), '12345', { mode: 0o700 });
  await writeFile(join(folder, 'usr/data'), '', { mode: 0o600 });
  await symlink('usr/bin', join(folder, 'bin'));
});

afterEach(() => rm(folder, { recursive: true }));

describe('readEntries', () => {
  it('lists entries with one of two modes, except for configured ones', async () => {
    await chmod(join(folder, 'usr'), 0o700);
    const entries = await readEntries(folder, { 'usr/bin/sudo': [0o4755, 42] });
    expect(entries.map((entry) => ({ ...entry, time: 0 }))).toEqual([
      { path: 'bin', type: 'link', mode: 0o777, group: 0, size: 0, link: 'usr/bin', time: 0 },
      { path: 'usr', type: 'dir', mode: 0o755, group: 0, size: 0, time: 0 },
      { path: 'usr/bin', type: 'dir', mode: 0o755, group: 0, size: 0, time: 0 },
      { path: 'usr/bin/sudo', type: 'file', mode: 0o4755, group: 42, size: 5, time: 0 },
      { path: 'usr/data', type: 'file', mode: 0o644, group: 0, size: 0, time: 0 },
    ]);
  });
});

describe('renderManifest', () => {
  const entry: ManifestEntry = {
    path: 'a',
    type: 'file',
    mode: 0o644,
    group: 0,
    size: 3,
    time: 1_700_000_000,
  };

  it('adds `..` after a folder that bsdtar enters', () => {
    const folders = ['usr', 'usr/bin'].map((path): ManifestEntry => ({
      ...entry,
      path,
      type: 'dir',
      mode: 0o755,
    }));
    expect(renderManifest([...folders, entry])).toBe(
      [
        '#mtree',
        'usr type=dir mode=755 uid=0 gid=0 time=1700000000.0',
        '..',
        'usr/bin type=dir mode=755 uid=0 gid=0 time=1700000000.0',
        'a type=file mode=644 uid=0 gid=0 time=1700000000.0 size=3',
        '',
      ].join('\n'),
    );
  });

  it('escapes special characters byte by byte', () => {
    const text = renderManifest([{ ...entry, path: 'ä b#\\', type: 'link', link: 'a=b' }]);
    expect(text).toContain(String.raw`\303\244\040b\043\134 type=link`);
    expect(text).toContain(String.raw`link=a\075b`);
  });
});
