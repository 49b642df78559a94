import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readFolder } from './folder-contents.ts';
import { machineTree, type MachineTree } from './machine-tree.ts';

/** Creates a folder with these files and folders, the latter with a slash at the end. */
function createFolder(...paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'writ-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'new system');
  for (const path of paths) {
    const at = join(folder, path);
    mkdirSync(path.endsWith('/') ? at : join(at, '..'), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(at, '');
  }
  return folder;
}

/** Returns a machine with these mounts; `DIR` is the folder. */
function machineWith(folder: string, lines: readonly string[]): MachineTree {
  const root = join(folder, '..');
  const escaped = folder.replaceAll(' ', String.raw`\040`);
  mkdirSync(join(root, 'proc/self'), { recursive: true });
  const text = lines.map((line) => `${line.replaceAll('DIR', escaped)}\n`).join('');
  writeFileSync(join(root, 'proc/self/mountinfo'), text);
  return machineTree(root);
}

describe('readFolder', () => {
  it('lists the mounts in a folder with their options and what they contain', async () => {
    const folder = createFolder('lost+found/', 'etc/', 'boot/', 'srv/photos/2026/one');
    const machine = machineWith(folder, [
      '30 1 8:1 / / rw - ext4 /dev/sda1 rw',
      '31 30 8:2 / DIR rw,noatime - ext4 /dev/sda2 rw,errors=remount-ro',
      '33 32 8:3 / DIR/boot rw - vfat /dev/sda3 rw',
      '32 31 8:9 / DIR/boot rw - ext4 /dev/sda9 rw',
      '34 31 0:40 /@photos DIR/srv/photos rw - btrfs /dev/sda4 rw,compress=zstd:3',
      '35 30 8:5 / DIR-other rw - ext4 /dev/sda5 rw',
    ]);
    expect(await readFolder(`${folder}/.`, machine)).toEqual({
      path: folder,
      mounts: [
        expect.objectContaining({
          place: '/',
          source: '/dev/sda2',
          options: ['rw', 'noatime', 'rw', 'errors=remount-ro'],
          // Folders that contain only mount points do not count.
          entries: ['etc'],
        }),
        // The mount that was mounted on another one at the same place hides it.
        expect.objectContaining({ place: '/boot', source: '/dev/sda3', fileSystem: 'vfat', entries: [] }),
        expect.objectContaining({ place: '/srv/photos', root: '/@photos', entries: ['2026'] }),
      ],
    });
  });

  it('lists the files beside mount points, and recovered files', async () => {
    const folder = createFolder(
      'lost+found/#12',
      'srv/backups/one',
      'srv/www/index',
      'srv/www/data/deep/',
      'srv/www/data/other',
    );
    const machine = machineWith(folder, [
      '30 1 8:1 / / rw - ext4 /dev/sda1 rw',
      '31 30 8:2 / DIR rw - ext4 /dev/sda2 rw',
      '32 31 8:3 / DIR/srv/www rw - ext4 /dev/sda3 rw',
      '33 32 8:4 / DIR/srv/www/data/deep rw - ext4 /dev/sda4 rw',
    ]);
    const { mounts } = await readFolder(folder, machine);
    expect(mounts.map(({ place, entries }) => [place, entries])).toEqual([
      ['/', ['lost+found/#12', 'srv/backups']],
      ['/srv/www', ['data/other', 'index']],
      ['/srv/www/data/deep', []],
    ]);
  });

  it('does not list the files at the mount point of a hidden mount as its files', async () => {
    const folder = createFolder('home/alice/letter');
    const machine = machineWith(folder, [
      '30 1 8:1 / / rw - ext4 /dev/sda1 rw',
      '31 30 8:3 / DIR/home rw - ext4 /dev/sda3 rw',
      '32 30 8:2 / DIR rw - ext4 /dev/sda2 rw',
    ]);
    const { mounts } = await readFolder(folder, machine);
    expect(mounts).toMatchObject([
      { place: '/', source: '/dev/sda2' },
      { place: '/home', source: '/dev/sda3', hiddenBy: { source: '/dev/sda2', mountPoint: folder } },
    ]);
    expect(mounts[1]).not.toHaveProperty('entries');
  });
});
