import { describe, expect, it } from 'vitest';
import type { Settings } from '../config/settings.ts';
import type { PreparedFolder, PreparedMount } from '../facts/chosen-target.ts';
import type { Disk, DiskPartition } from '../facts/facts.ts';
import { checkFit } from './check-fit.ts';
import { createPlan, type PlanFacts, type PlanOptions } from './create-plan.ts';
import { listEmptied } from './folder-layout.ts';
import { partitionTypes } from './layout.ts';
import type { Plan } from './plan.ts';
import { renderPlan } from './render-plan.ts';
import { contentOf, machineFixture, sampleSettings } from './testing.ts';

const laptop = machineFixture('uefi-laptop');
const MIB = 2 ** 20;
const nvme = laptop.disks.find(({ path }) => path === '/dev/nvme0n1')!;

const partition = (number: number, type: string, changes: Partial<DiskPartition> = {}): DiskPartition => ({
  ...nvme.partitions[0]!,
  path: `/dev/nvme0n1p${number}`,
  number,
  start: number * MIB,
  size: MIB,
  type,
  uuid: `a91c1a52-0000-4c2b-9a51-6d1f5f1f000${number}`,
  name: `part${number}`,
  signatures: [],
  ...changes,
});
const esp = partition(1, partitionTypes.esp);
const system = partition(2, partitionTypes.data);
const homes = partition(3, partitionTypes.data);
const bootCode = partition(4, partitionTypes.biosBoot);
const disk: Disk = { ...nvme, partitions: [esp, system, homes, bootCode] };

const mount = (
  mountPoint: string,
  on: DiskPartition,
  changes: Partial<PreparedMount> = {},
): PreparedMount => ({
  mountPoint,
  partition: on,
  fileSystem: 'ext4',
  uuid: `uuid-${on.number}`,
  options: [],
  isRetained: false,
  entries: [],
  ...changes,
});
const boot = mount('/boot', esp, { fileSystem: 'vfat' });
const root = mount('/', system);
const home = mount('/home', homes, { isRetained: true, options: ['noatime'] });

const settings = (changes: Partial<Settings> = {}): Settings =>
  sampleSettings({ disk: { mounted: true }, users: [{ name: 'ada', sudo: false }], ...changes });

const factsWith = (mounts: readonly PreparedMount[], bootDisk = disk): PlanFacts => {
  const target: PreparedFolder = { kind: 'folder', path: '/mnt', mounts, bootDisk };
  return { target, machine: laptop, losses: [{ target: '/mnt', description: '', contents: [] }] };
};

function plan(
  mounts: readonly PreparedMount[],
  changes: Partial<Settings> = {},
  options: PlanOptions = {},
): Plan {
  return createPlan(settings(changes), factsWith(mounts), options);
}

const commandsOf = ({ operations }: Plan, id: string): string[] =>
  operations.find((one) => one.id === id)?.commands.map(({ argv }) => argv.join(' ')) ?? [];

describe('a plan for a prepared folder', () => {
  it('neither partitions nor mounts, and begins with the folders of the system', () => {
    const { operations } = plan([root, boot, home]);
    const [, first] = operations;
    expect(first).toMatchObject({ id: 'tree', guardsTarget: true });
    expect(operations.some(({ stage }) => stage === 'disk')).toBe(false);
    expect(operations.slice(-2).map(({ id }) => id)).toEqual(['firmware-entries', 'sync-folder']);
  });

  it('empties only file systems to which packages write', () => {
    const emptied = commandsOf(plan([root, boot, home]), 'tree').filter((line) => line.startsWith('find'));
    expect(emptied.map((line) => line.split(' ')[1])).toEqual(['{tree}', '{tree}/boot']);
    expect(emptied[0]).toContain('-not -path {tree}/home');
  });

  it('identifies the file systems that it empties', () => {
    const emptied = (mounts: readonly PreparedMount[]): string[] => {
      const { target } = plan(mounts);
      return target.kind === 'folder' ? listEmptied(target) : [];
    };
    expect(emptied([root, boot, home]).toSorted()).toEqual(['file-system=uuid-1', 'file-system=uuid-2']);
    const subvolumes = [
      mount('/', system, { fileSystem: 'btrfs', subvolume: '@' }),
      mount('/home', system, { fileSystem: 'btrfs', subvolume: '@home', isRetained: true }),
    ];
    expect(emptied([...subvolumes, boot]).toSorted()).toEqual([
      'file-system=uuid-1',
      'file-system=uuid-2;subvolume=@',
    ]);
  });

  it('writes fstab and the kernel command line from the mounts', () => {
    const subvolumes = [
      mount('/', system, { fileSystem: 'btrfs', subvolume: '@', options: ['compress=zstd:3'] }),
      mount('/var/log', system, { fileSystem: 'btrfs', subvolume: '@log' }),
      boot,
      home,
    ];
    const planned = plan(subvolumes);
    expect(contentOf(planned, '/etc/fstab')).toBe(
      [
        'UUID=uuid-2 / btrfs rw,relatime,compress=zstd:3,subvol=/@ 0 0',
        'UUID=uuid-1 /boot vfat rw,umask=0077 0 2',
        'UUID=uuid-3 /home ext4 rw,relatime,noatime 0 2',
        'UUID=uuid-2 /var/log btrfs rw,relatime,compress=zstd:3,subvol=/@log 0 0',
        '',
      ].join('\n'),
    );
    expect(contentOf(planned, '/etc/kernel/cmdline')).toBe('root=UUID=uuid-2 rw rootflags=subvol=/@\n');
    expect(planned.requirements.packages).toContainEqual({
      name: 'btrfs-progs',
      pointer: '/x-writ/disk/layout',
    });
  });

  it('does not delete a home folder that may have existed before', () => {
    const undo = (mounts: readonly PreparedMount[]): unknown =>
      plan(mounts).operations.find(({ id }) => id === 'user-ada')?.undo;
    expect(JSON.stringify(undo([root, boot, home]))).not.toContain('"-r"');
    expect(JSON.stringify(undo([root, boot]))).toContain('"-r"');
  });

  it('has a digest that covers neither the path of the folder nor that of the disk', () => {
    const facts = factsWith([root, boot]);
    const target = { ...facts.target, path: '/media/new', bootDisk: { ...disk, path: '/dev/sda' } };
    const moved = createPlan(settings(), { ...facts, target: target as PreparedFolder }, {});
    expect(moved.digest).toBe(plan([root, boot]).digest);
    expect(plan([root, boot, home]).digest).not.toBe(moved.digest);
  });

  it('lists the boot code among the losses on BIOS machines', () => {
    const planned = plan([root, home], { bootloader: 'grub-install' }, { firmware: 'bios' });
    expect(planned.losses[0]?.contents).toEqual([
      'the boot code of /dev/nvme0n1, in its first sector and in partition 4',
    ]);
    expect(commandsOf(planned, 'device-boot-code')).toContainEqual(
      expect.stringMatching(/^dd .*seek=4 .*of=\{target\}$/),
    );
    expect(plan([root, boot]).losses[0]?.contents).toEqual([]);
  });

  it('shows the mounted partitions', () => {
    const text = renderPlan(plan([root, boot, home]), 'summary');
    expect(text).toContain('Installs into the folder /mnt, for UEFI machines.\n');
    expect(text).toMatch(/^Mounted partitions\n {2}2 {2}\/ +ext4 +1 MiB {2}UUID uuid-2 {2}kept$/m);
  });
});

describe('the check of a prepared folder', () => {
  const messages = (
    mounts: readonly PreparedMount[],
    firmware: 'uefi' | 'bios',
    changes: Partial<Settings> = {},
    bootDisk = disk,
  ): string[] => {
    const loader = firmware === 'bios' ? ({ bootloader: 'grub-install' } as const) : {};
    return checkFit(settings({ ...loader, ...changes }), factsWith(mounts, bootDisk), { firmware }).flatMap(
      ({ rule, message }) => (rule === 'folder-unsuitable' ? [message] : []),
    );
  };

  it.each([
    [[root, boot], 'uefi', []],
    [[root], 'uefi', ['no file system is mounted at /mnt/boot']],
    [
      [root, mount('/boot', homes)],
      'uefi',
      ['/dev/nvme0n1p3, which is mounted at /mnt/boot, is not an EFI system partition with FAT'],
    ],
    [[root], 'bios', []],
    [[mount('/', system, { fileSystem: 'xfs' }), mount('/boot', homes)], 'bios', []],
    [
      [mount('/', system, { fileSystem: 'xfs' })],
      'bios',
      ['on BIOS machines, GRUB reads kernels only from ext4, not from xfs'],
    ],
  ] as const)('requires file systems from which the boot loader starts: %#', (mounts, firmware, expected) => {
    expect(messages(mounts, firmware)).toEqual(expected);
  });

  it('requires one suitable partition for the boot code', () => {
    const without = (...partitions: DiskPartition[]): string[] =>
      messages([root], 'bios', {}, { ...disk, partitions: [system, ...partitions] });
    const missing = ['/dev/nvme0n1 has no suitable partition for the boot code'];
    expect(without()).toEqual(missing);
    expect(without(bootCode, partition(5, partitionTypes.biosBoot))).toEqual(missing);
    expect(without({ ...bootCode, start: MIB + 512 })).toEqual(missing);
    expect(without({ ...bootCode, size: MIB - 512 })).toEqual(missing);
  });

  it('requires a GPT on the disk from which the machine starts', () => {
    expect(messages([root, boot], 'uefi', {}, { ...disk, table: 'dos' })).toEqual([
      '/dev/nvme0n1 has a partition table of the type dos',
    ]);
  });

  it('reports SSH keys for a home folder that remains', () => {
    const users = [{ name: 'ada', sudo: false, extension: { authorizedKeys: ['ssh-ed25519 AAAA'] } }];
    const keys = (entries: readonly string[]): string[] =>
      messages([root, boot, { ...home, entries }], 'uefi', { users });
    expect(keys(['bob'])).toEqual([]);
    for (const entry of ['ada', 'ada/.ssh']) {
      expect(keys([entry])).toEqual([
        'these keys would replace those in the home folder of ada, which remains',
      ]);
    }
    expect(
      messages([root, boot, { ...home, mountPoint: '/home/ada/.ssh', entries: ['config'] }], 'uefi', {
        users,
      }),
    ).toHaveLength(1);
  });

  it('retains the permissions of a home folder that remains, even if it is a link to another folder', () => {
    const users = [{ name: 'ada', sudo: false, extension: { homeMode: '0711' } }];
    const modes = (entries: readonly string[]): string[] =>
      messages([root, boot, { ...home, entries }], 'uefi', { users });
    expect(modes(['bob'])).toEqual([]);
    expect(modes(['ada'])).toEqual(['the home folder of ada remains with its permissions']);
  });
});
