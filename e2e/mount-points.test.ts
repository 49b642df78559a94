/** Tests the owners and permissions of folders at which the new system mounts further file systems. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Workbench } from './installation.ts';
import { hasLoopDevices, LoopDisk, run } from './loop-disk.ts';
import { sharedMirror } from './shared-mirror.ts';

const { mirror, cache } = sharedMirror();

const data = (mount: string, more: object = {}): object => ({ kind: 'data', mount, size: '64MiB', ...more });
const partitions = [
  data('/data'),
  data('/mnt', { 'file-system': 'vfat' }),
  data('/root'),
  data('/var/tmp'),
  data('/home/ada'),
  data('/home/ada/music/new'),
  { kind: 'root', size: 'rest' },
];
const layout = (more: readonly object[]): Record<string, unknown> => ({
  'x-writ': { disk: { layout: 'partitions', partitions: [...more, ...partitions] } },
});

/** Returns the owner and mode of a folder in ext4. The place is a partition, or a part of an image. */
function ownerAndMode(place: string, folder = '/'): string {
  const stat = run('debugfs', '-R', `stat ${folder}`, place);
  return /Mode:\s+(\d+)[^]*User:\s+(\d+)\s+Group:\s+(\d+)/.exec(stat)!.slice(1).join(' ');
}

function expectFolders(place: (index: number) => string): void {
  expect(ownerAndMode(place(0))).toBe('0755 0 0');
  expect(ownerAndMode(place(2))).toBe('0700 0 0');
  expect(ownerAndMode(place(3))).toBe('01777 0 0');
  expect(ownerAndMode(place(4))).toBe('0700 1000 1000');
  expect(ownerAndMode(place(4), '/music')).toBe('0755 1000 1000');
  expect(ownerAndMode(place(5))).toBe('0755 1000 1000');
  // The package contains this file in /etc/skel.
  expect(ownerAndMode(place(4), '/.bashrc')).toBe('0644 1000 1000');
  expect(ownerAndMode(place(6), '/data')).toBe('0755 0 0');
}

it('an image has the mount points of all its file systems, with their owners and permissions', async () => {
  using bench = new Workbench(layout([{ kind: 'efi', size: '512MiB' }]));
  const { status, stderr } = await bench.install(mirror.address, ['--image-size', '2G'], { cache });
  expect(status, stderr).toBe(0);
  const { partitiontable } = JSON.parse(run('sfdisk', '--json', bench.target)) as {
    readonly partitiontable: { readonly partitions: readonly { readonly start: number }[] };
  };
  const starts = partitiontable.partitions.map(({ start }) => start * 512);
  expectFolders((index) => `${bench.target}?offset=${starts[index + 1]}`);
  const list = (index: number): string => run('mdir', '-b', '-i', `${bench.target}@@${starts[index]}`, '::/');
  expect(list(0)).toContain('vmlinuz-linux');
  expect(list(2)).not.toContain('vmlinuz');
});

describe.skipIf(!hasLoopDevices())('a disk (skipped on machines without loop devices)', () => {
  it('has mount points with the owners and permissions of packages and users', async () => {
    using bench = new (class extends Workbench {
      readonly disk: LoopDisk = new LoopDisk(join(this.folder, 'system.raw'), '2G');
      override readonly target: string = this.disk.path;

      override [Symbol.dispose](): void {
        this.disk[Symbol.dispose]();
        super[Symbol.dispose]();
      }
    })({
      bootloader: 'grub-install',
      'x-writ': {
        // The group exists as soon as the user does.
        accounts: { ada: { groups: ['ada'] } },
        disk: {
          layout: 'partitions',
          partitions: [{ kind: 'bios' }, data('/data'), data('/opt/x'), ...partitions.slice(2)],
        },
      },
    });
    const options = ['--firmware', 'bios', '--wipe'];
    const { status, stderr } = await bench.install(mirror.address, options, { cache });
    expect(status, stderr).toBe(0);
    expectFolders((index) => bench.disk.partition(index + 2));
  });
});
