import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readFolder } from '../../facts/folder-contents.ts';
import type { MachineTree } from '../../facts/machine-tree.ts';
import { makeMountedTree } from './tree.ts';

const files = [
  'etc/fstab',
  'lost+found/#12',
  'srv/backups/one',
  'srv/note',
  'srv/www/index',
  'home/ada/letter',
];

/** Creates a folder with the files, and returns its path with mounts at some places of it. */
function createFolder(places: readonly string[]): { readonly folder: string; readonly machine: MachineTree } {
  const folder = mkdtempSync(join(tmpdir(), 'writ-tree-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  const lines = places.map((place, index) => {
    const path = place === '/' ? folder : folder + place;
    mkdirSync(path, { recursive: true });
    const parent = places.findLastIndex((other, at) => at < index && isIn(place, other === '/' ? '' : other));
    return `${index + 1} ${parent + 1} 8:${index} / ${path} rw - ext4 /dev/sda${index + 1} rw`;
  });
  const machine = { readText: () => Promise.resolve(lines.join('\n')) } as Partial<MachineTree>;
  return { folder, machine: machine as MachineTree };
}

/** True for a folder and the paths in it. `find -xdev` does not descend into those of other file systems. */
const isIn = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);

it.each([
  [['/']],
  [['/', '/srv/www']],
  [['/', '/home', '/srv', '/srv/www']],
  [['/', '/srv/www/cache/deep', '/var/log']],
])('makeMountedTree deletes exactly what readFolder lists, for mounts at %j', async (places) => {
  const { folder, machine } = createFolder(places);
  const { mounts } = await readFolder(folder, machine);
  const finds = makeMountedTree(places, new Set())
    .commands.map(({ argv }) => argv.map((argument) => argument.replaceAll('{tree}', folder)))
    .filter(([program]) => program === 'find');
  expect(finds).toHaveLength(places.length);
  for (const [index, [program = '', ...given]] of finds.entries()) {
    const { mountPoint, entries = [] } = mounts[index]!;
    const other = mounts.filter(
      (mount) => mount.mountPoint !== mountPoint && isIn(mount.mountPoint, mountPoint),
    );
    const argv = given.map((argument) => (argument === '-delete' ? '-print' : argument));
    const deleted = execFileSync(program, argv, { encoding: 'utf8' })
      .split('\n')
      .filter((path) => path !== '' && !other.some((mount) => isIn(path, mount.mountPoint)));
    const listed = entries.map((entry) => join(mountPoint, entry));
    expect(deleted.filter((path) => !listed.some((entry) => isIn(path, entry)))).toEqual([]);
    expect(listed.filter((entry) => !deleted.includes(entry))).toEqual([]);
  }
});
