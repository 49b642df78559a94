import { describe, expect, it } from 'vitest';
import type { Plan } from './plan.ts';
import { renderPlan } from './render-plan.ts';
import {
  contentOf,
  laptopDisk,
  minimalConfiguration,
  planFor,
  planMinimal,
  serverDisk,
  type PlannedCase,
} from './testing.ts';

const bios = { bootloader: 'grub-install' };

const btrfs = { disk: { 'file-system': 'btrfs' } };
const withSnapshots = (snapshots: string, more: object = {}): object => ({
  disk: { 'file-system': 'btrfs', btrfs: { snapshots, ...more } },
});
const snapper = withSnapshots('snapper');
const timeshift = withSnapshots('timeshift');
const xfs = {
  disk: { 'file-system': 'xfs', home: { size: 'rest', 'root-size': '4GiB' } },
  swap: { kind: 'partition', size: '1GiB' },
};
const f2fs = { disk: { 'file-system': 'f2fs', home: { size: 'rest', 'root-size': '64GiB' } } };
const hibernating = { swap: { kind: 'partition', size: '32GiB', hibernate: true } };
const swapFile = { swap: { kind: 'file', size: '512MiB' } };

function planned(extension: object, options?: PlannedCase, more: object = {}): Promise<Plan> {
  return planMinimal({ ...more, 'x-writ': extension }, options);
}

const partitionsOf = ({ target }: Plan): unknown[] =>
  target.layout.partitions.map(({ name, size, content }) => [
    name,
    size / 2 ** 20,
    content?.kind,
    content?.mountPoint,
  ]);
const packagesOf = ({ requirements }: Plan): string[] => requirements.packages.map(({ name }) => name);

describe('the plan of a disk layout', () => {
  it.each<[string, object, PlannedCase, object]>([
    ['btrfs-image', { ...btrfs, ...swapFile }, {}, {}],
    ['btrfs-uefi-laptop', { ...btrfs, ...swapFile }, laptopDisk, {}],
    ['btrfs-bios-server', btrfs, serverDisk, bios],
    ['snapper-image', snapper, {}, {}],
    ['snapper-uefi-laptop', snapper, laptopDisk, {}],
    ['timeshift-bios-server', timeshift, serverDisk, bios],
    ['xfs-image', xfs, {}, {}],
    ['xfs-uefi-laptop', xfs, laptopDisk, {}],
    ['swap-file-image', swapFile, {}, {}],
    ['hibernate-uefi-laptop', hibernating, laptopDisk, {}],
    ['f2fs-bios-server', f2fs, serverDisk, bios],
  ])('matches the golden file %s', async (name, extension, options, more) => {
    const plan = renderPlan(await planned(extension, options, more));
    await expect(plan).toMatchFileSnapshot(`fixtures/layouts/${name}.plan.txt`);
  });

  it('contains neither subvolumes nor a folder for the swap file if the list of subvolumes is empty', async () => {
    const disk = { ...btrfs.disk, btrfs: { subvolumes: [] } };
    const plan = await planned({ disk, ...swapFile }, laptopDisk);
    const fstab = contentOf(plan, '/etc/fstab');
    expect(fstab).toMatch(/^UUID=\S+ \/ btrfs rw,relatime,compress=zstd 0 0$/m);
    expect(fstab).toMatch(/^\/swapfile none swap/m);
    expect(fstab).not.toContain('subvol');
    expect(JSON.stringify(plan.target.layout)).not.toContain('subvolumes');
  });

  it('with snapper contains its settings, packages and timers, and a subvolume for the snapshots', async () => {
    const plan = await planned(snapper, laptopDisk);
    expect(packagesOf(plan)).toEqual(expect.arrayContaining(['snapper', 'snap-pac']));
    expect(plan.requirements.units.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['snapper-timeline.timer', 'snapper-cleanup.timer']),
    );
    expect(contentOf(plan, '/etc/conf.d/snapper')).toBe('SNAPPER_CONFIGS="root"\n');
    expect(contentOf(plan, '/etc/snapper/configs/root')).toContain('SUBVOLUME="/"\nFSTYPE="btrfs"\n');
    expect(contentOf(plan, '/etc/fstab')).toMatch(/ \/\.snapshots btrfs \S+subvol=\/@snapshots /);
  });

  it('with snapper uses the configured subvolume for the snapshots', async () => {
    const subvolumes = [
      { name: '@', mount: '/' },
      { name: '@.snapshots', mount: '/.snapshots' },
    ];
    const plan = await planned(withSnapshots('snapper', { subvolumes }), laptopDisk);
    expect(contentOf(plan, '/etc/fstab')).toMatch(/ \/\.snapshots btrfs \S+subvol=\/@\.snapshots /);
    expect(contentOf(plan, '/etc/fstab')).not.toContain('@snapshots');
  });

  it('with Timeshift contains its settings, which name the file system and its encryption', async () => {
    const luks = { '!passphrase': 'long enough' };
    const disk = { 'file-system': 'btrfs', btrfs: { snapshots: 'timeshift' }, luks };
    const plan = await planned({ disk }, laptopDisk);
    const root = plan.target.layout.partitions.find(({ name }) => name === 'root')!;
    expect(packagesOf(plan)).toEqual(expect.arrayContaining(['timeshift', 'cronie']));
    const settings = contentOf(plan, '/etc/timeshift/timeshift.json');
    expect(JSON.parse(settings)).toMatchObject({
      backup_device_uuid: (root.content as { id: string }).id,
      parent_device_uuid: root.luks!.id,
      btrfs_mode: 'true',
    });
    expect(contentOf(plan, '/etc/cron.d/timeshift-hourly')).toContain('timeshift --check --scripted');
    expect(contentOf(plan, '/etc/fstab')).not.toContain('snapshots');
  });

  it('is unchanged by snapshots of the kind none', async () => {
    const [without, none] = [
      await planned(btrfs, laptopDisk),
      await planned(withSnapshots('none'), laptopDisk),
    ];
    expect(none.digest).toBe(without.digest);
  });

  it('mounts the default subvolumes of btrfs, except for /home on another file system', async () => {
    const subvolumes = (plan: Plan): string[] =>
      [...contentOf(plan, '/etc/fstab').matchAll(/ (\S+) btrfs \S*subvol=\/(\S+) 0 0$/gm)].map(
        ([, mountPoint, name]) => `${name} ${mountPoint}`,
      );
    const all = ['@ /', '@home /home', '@pkg /var/cache/pacman/pkg', '@log /var/log'];
    expect(subvolumes(await planned(btrfs))).toEqual(all);
    const separate = { disk: { ...btrfs.disk, home: { size: '1GiB' } } };
    expect(subvolumes(await planned(separate))).toEqual(all.filter((line) => !line.includes('home')));
    const drives = { ...serverDisk, targets: ['serial=ZC11A0B1', 'serial=ZC11A0B2'] };
    expect(subvolumes(await planned(btrfs, drives, bios))).toEqual(
      all.filter((line) => !line.includes('home')),
    );
  });

  it('passes the subvolume of / to the kernel with every boot loader', async () => {
    const flags = / rw rootflags=subvol=\/@\s/;
    expect(contentOf(await planned(btrfs), '/boot/loader/entries/arch-linux.conf')).toMatch(flags);
    expect(contentOf(await planned(btrfs, {}, bios), '/boot/grub/grub.cfg')).toMatch(flags);
    expect(contentOf(await planned(btrfs, {}, { uki: true }), '/etc/kernel/cmdline')).toMatch(flags);
    const flat = { disk: { ...btrfs.disk, btrfs: { subvolumes: [] } } };
    expect(contentOf(await planned(flat), '/etc/kernel/cmdline')).not.toContain('rootflags');
  });

  it('contains the programs of the file system', async () => {
    expect(packagesOf(await planned(btrfs))).toContain('btrfs-progs');
    expect(packagesOf(await planned(xfs))).toContain('xfsprogs');
    expect(packagesOf(await planned(f2fs, laptopDisk))).toContain('f2fs-tools');
    const tools = (await planned(xfs)).requirements.tools.map(({ program }) => program);
    expect(tools).toEqual(expect.arrayContaining(['mkfs.xfs', 'xfs_repair', 'mkswap']));
  });

  it('contains a partition for the kernels on BIOS machines, because GRUB reads only ext4 there', async () => {
    expect(partitionsOf(await planned(btrfs, serverDisk, bios)).slice(0, 2)).toEqual([
      ['bios', 1, undefined, undefined],
      ['boot', 1024, 'ext4', '/boot'],
    ]);
    expect(partitionsOf(await planned(btrfs, {}, bios))[0]).toEqual(['esp', 1024, 'vfat', '/boot']);
  });

  it('fills the drive with the partition that has no size', async () => {
    expect(partitionsOf(await planned(xfs))).toEqual([
      ['esp', 1024, 'vfat', '/boot'],
      ['swap', 1024, 'swap', undefined],
      ['root', 4096, 'xfs', '/'],
      ['home', 2046, 'xfs', '/home'],
    ]);
  });

  it('requires root for an image only if its file systems are filled while they are mounted', async () => {
    expect((await planned(xfs)).requirements.root).toMatch(/which only root can do$/);
    expect((await planned(swapFile)).requirements.root).toBeDefined();
    const ext4 = { disk: { home: { size: '1GiB' } }, swap: { kind: 'partition', size: '1GiB' } };
    expect((await planned(ext4)).requirements.root).toBeUndefined();
  });

  it('passes the swap partition to which the machine hibernates to the kernel with every boot loader', async () => {
    const plan = await planned(hibernating, laptopDisk);
    const { content } = plan.target.layout.partitions.find(({ name }) => name === 'swap')!;
    const resume = new RegExp(` resume=UUID=${content!.id}\\s`);
    expect(contentOf(plan, '/boot/loader/entries/arch-linux.conf')).toMatch(resume);
    expect(contentOf(plan, '/etc/kernel/cmdline')).toMatch(resume);
    const withGrub = await planned(hibernating, serverDisk, bios);
    expect(contentOf(withGrub, '/boot/grub/grub.cfg')).toContain(' resume=UUID=');
    // On UEFI machines, systemd stores the position of a swap file in a variable of the firmware.
    const file = await planned({ swap: { ...hibernating.swap, kind: 'file' } }, laptopDisk);
    expect(contentOf(file, '/etc/kernel/cmdline')).not.toContain('resume');
  });

  it('is refused for an image with f2fs', async () => {
    const pointers = async (disk: object): Promise<string[]> => {
      const { findings } = await planFor({ ...minimalConfiguration, 'x-writ': { disk } });
      return findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
    };
    const efi = { kind: 'efi', size: '1GiB' };
    const listed = (root: object): object => ({
      layout: 'partitions',
      partitions: [efi, { kind: 'root', size: 'rest', ...root }],
    });
    const standard = ['file-system-unsuitable /x-writ/disk/file-system'];
    expect(await pointers({ 'file-system': 'f2fs' })).toEqual(standard);
    expect(await pointers({ 'file-system': 'f2fs', ...listed({}) })).toEqual(standard);
    expect(await pointers(listed({ 'file-system': 'f2fs' }))).toEqual([
      'file-system-unsuitable /x-writ/disk/partitions/1/file-system',
    ]);
    expect(await pointers({ 'file-system': 'f2fs', ...listed({ 'file-system': 'ext4' }) })).toEqual([]);
  });

  it('is refused if a BIOS machine would hibernate to a swap file, and warns about swap space that is smaller than the memory', async () => {
    const rules = async (swap: object, options: PlannedCase): Promise<(string | undefined)[]> => {
      const config = { ...minimalConfiguration, ...bios, 'x-writ': { swap: { hibernate: true, ...swap } } };
      return (await planFor(config, options)).findings.map(({ rule }) => rule);
    };
    expect(await rules({ kind: 'file', size: '64GiB' }, serverDisk)).toEqual(['hibernate-unsuitable']);
    expect(await rules({ kind: 'file', size: '64GiB' }, laptopDisk)).toEqual([]);
    expect(await rules({ kind: 'partition', size: '1GiB' }, laptopDisk)).toEqual(['hibernate-small']);
    expect(await rules({ kind: 'partition', size: '1GiB' }, {})).toEqual([]);
  });

  it('is refused if the drive is too small, or if /home is also on a second drive', async () => {
    const rules = async (extension: object, options: PlannedCase = {}): Promise<(string | undefined)[]> => {
      const { findings } = await planFor({ ...minimalConfiguration, ...bios, 'x-writ': extension }, options);
      return findings.map(({ rule }) => rule);
    };
    const large = { swap: { kind: 'partition', size: '8GiB' } };
    expect(await rules(large)).toEqual(['target-too-small']);
    expect(await rules(large, { imageSize: 12 * 2 ** 30 })).toEqual([]);
    const drives = { ...serverDisk, targets: ['serial=ZC11A0B1', 'serial=ZC11A0B2'] };
    expect(await rules({ disk: { home: { size: '1GiB' } } }, drives)).toEqual(['home-twice']);
  });

  it('empties mounted subvolumes without deleting the folders in which they are mounted', async () => {
    const plan = await planned(btrfs, laptopDisk);
    const tree = plan.operations.find(({ id }) => id === 'tree');
    const [first] = tree?.commands.map(({ argv }) => argv.join(' ')) ?? [];
    for (const kept of [
      '/home',
      '/var',
      '/var/log',
      '/var/cache',
      '/var/cache/pacman',
      '/var/cache/pacman/pkg',
    ])
      expect(first).toContain(`-not -path {tree}${kept} `);
  });
});
