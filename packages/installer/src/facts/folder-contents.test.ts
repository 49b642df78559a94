import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readFolder } from './folder-contents.ts';
import { machineTree } from './machine-tree.ts';

it('readFolder lists the mounts in a folder with their options and the names in them', async () => {
  const root = mkdtempSync(join(tmpdir(), 'writ-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'new system');
  for (const name of ['lost+found', 'etc', 'boot', 'srv/photos/2026'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'srv/photos/2026/one'), '');
  const escaped = folder.replaceAll(' ', String.raw`\040`);
  const lines = [
    '30 1 8:1 / / rw - ext4 /dev/sda1 rw',
    `31 30 8:2 / ${escaped} rw,noatime - ext4 /dev/sda2 rw,errors=remount-ro`,
    `32 31 8:9 / ${escaped}/boot rw - ext4 /dev/sda9 rw`,
    `33 31 8:3 / ${escaped}/boot rw - vfat /dev/sda3 rw`,
    `34 31 0:40 /@photos ${escaped}/srv/photos rw - btrfs /dev/sda4 rw,compress=zstd:3`,
    `35 30 8:5 / ${escaped}-other rw - ext4 /dev/sda5 rw`,
  ];
  mkdirSync(join(root, 'proc/self'), { recursive: true });
  writeFileSync(join(root, 'proc/self/mountinfo'), `${lines.join('\n')}\n`);
  expect(await readFolder(`${folder}/.`, machineTree(root))).toEqual({
    path: folder,
    mounts: [
      expect.objectContaining({
        place: '/',
        source: '/dev/sda2',
        options: ['rw', 'noatime', 'rw', 'errors=remount-ro'],
        // Folders that contain other mounts do not count.
        entries: ['etc'],
      }),
      // The last mount at a place hides the others.
      expect.objectContaining({ place: '/boot', source: '/dev/sda3', fileSystem: 'vfat', entries: [] }),
      expect.objectContaining({ place: '/srv/photos', root: '/@photos', entries: ['2026'] }),
    ],
  });
});
