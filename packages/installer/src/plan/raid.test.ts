import { describe, expect, it } from 'vitest';
import type { Operation } from './operation.ts';
import type { Plan } from './plan.ts';
import { renderPlan } from './render-plan.ts';
import {
  contentOf,
  machineFixture,
  minimalConfiguration,
  planFor,
  planMinimal,
  type PlannedCase,
} from './testing.ts';

const bios = { bootloader: 'grub-install' };
const targets = ['serial=ZC11A0B1', 'serial=ZC11A0B2'];
const twoDisks = { machine: 'bios-server', targets } as const;
const server = machineFixture('bios-server');
const uefi = { machine: { ...server, firmware: 'uefi', firmwareBits: 64 }, targets } as const;
const luks = { '!passphrase': 'canary passphrase' };
const raid = 1;

function planned(disk: object, options: PlannedCase, more: object = {}): Promise<Plan> {
  return planMinimal({ 'x-writ': { disk: { raid, ...disk } }, ...more }, options);
}

const operation = (plan: Plan, id: string): Operation => plan.operations.find((one) => one.id === id)!;
const commands = (plan: Plan, id: string): string[] =>
  operation(plan, id).commands.map(({ argv }) => argv.join(' '));

describe('the plan of a RAID', () => {
  it.each<[string, object, PlannedCase, object]>([
    ['raid-uefi-server', {}, uefi, {}],
    ['raid-luks-bios-server', { luks, home: { size: 'rest', 'root-size': '64GiB' } }, twoDisks, bios],
  ])('matches the golden file %s', async (name, disk, options, more) => {
    const plan = renderPlan(await planned(disk, options, more));
    await expect(plan).toMatchFileSnapshot(`fixtures/layouts/${name}.plan.txt`);
  });

  it('creates each array from the partitions with the same number on both disks, and mounts it', async () => {
    const plan = await planned({}, uefi);
    const [esp, root] = plan.target.layout.partitions.map((partition) => partition.raid!);
    expect(plan.second?.layout.partitions.map((partition) => partition.raid)).toEqual([esp, root]);
    expect(plan.second?.layout.partitions.map(({ content }) => content)).toEqual([undefined, undefined]);
    expect(commands(plan, 'array-root')[0]).toMatch(/ --metadata=1\.2 --uuid=\S+ \{target\}2 \{second\}2$/);
    // The firmware reads the EFI system partition from a single disk.
    expect(commands(plan, 'array-esp')[0]).toMatch(/ --metadata=1\.0 --uuid=\S+ \{target\}1 \{second\}1$/);
    const path = `/dev/md/writ-${root!.id.slice(0, 8)}`;
    expect(commands(plan, 'format-root')[0]).toMatch(new RegExp(`^mkfs.ext4 .* ${path}$`));
    expect(commands(plan, 'mount')).toContain(`mount -t ext4 -- ${path} {tree}`);
    expect(operation(plan, 'assemble').everyRun).toBe(true);
  });

  it('encrypts the arrays, not their members', async () => {
    const plan = await planned({ luks }, twoDisks, bios);
    const root = plan.target.layout.partitions.find(({ name }) => name === 'root')!;
    expect(commands(plan, 'encrypt-root')[0]).toMatch(
      new RegExp(` /dev/md/writ-${root.raid!.id.slice(0, 8)}$`),
    );
    expect(plan.operations.filter(({ id }) => id.includes('encrypt-'))).toHaveLength(1);
    expect(contentOf(plan, '/etc/mkinitcpio.conf.d/writ.conf')).toContain(
      ' block mdadm_udev sd-encrypt filesystems',
    );
  });

  it('includes in the initramfs the units that start an array without a missing disk', async () => {
    const plan = await planned({}, uefi);
    const units = ['service', 'timer'].map((kind) => `usr/lib/systemd/system/mdadm-last-resort@.${kind}`);
    expect(contentOf(plan, '/etc/mkinitcpio.conf.d/writ.conf')).toMatch(
      new RegExp(`^FILES\\+=\\(/${units.join(' /')}\\)$`, 'm'),
    );
    expect(plan.requirements.files).toEqual(expect.arrayContaining(units));
  });

  it('configures mdadm with an address, without which its monitor fails', async () => {
    const plan = await planned({}, uefi);
    const [esp, root] = plan.target.layout.partitions.map(({ raid: array }) =>
      array!.id.replaceAll('-', '').replace(/(.{8})(.{8})(.{8})(.{8})/, '$1:$2:$3:$4'),
    );
    expect(contentOf(plan, '/etc/mdadm.conf')).toBe(
      `MAILADDR root\nARRAY /dev/md/esp metadata=1.0 UUID=${esp}\nARRAY /dev/md/root metadata=1.2 UUID=${root}\n`,
    );
    expect(plan.requirements.packages.map(({ name }) => name)).toContain('mdadm');
    expect(plan.requirements.tools.map(({ program }) => program)).toContain('mdadm');
    expect(plan.requirements.files).toContain('usr/lib/initcpio/install/mdadm_udev');
  });

  it('makes both disks bootable', async () => {
    const onUefi = await planned({}, uefi);
    expect(commands(onUefi, 'second-firmware-entries')[0]).toContain('--disk {second} --part 1 ');
    const order = onUefi.operations.map(({ id }) => id);
    // The entry that is created last starts first.
    expect(order.indexOf('firmware-entries')).toBeGreaterThan(order.indexOf('second-firmware-entries'));
    const onBios = await planned({}, twoDisks, bios);
    expect(commands(onBios, 'second-boot-code').every((line) => line.includes('of={second}'))).toBe(true);
    expect(commands(onBios, 'device-boot-code').every((line) => line.includes('of={target}'))).toBe(true);
  });

  it('has an array for /boot that GRUB can read from a single disk on BIOS machines', async () => {
    const { target } = await planned({}, twoDisks, bios);
    expect(target.layout.partitions.map(({ name, raid: array }) => [name, array?.metadata])).toEqual([
      ['bios', undefined],
      ['boot', '1.0'],
      ['root', '1.2'],
    ]);
  });

  it('prevents systemd-boot from writing a random seed to one member only', async () => {
    const path = '{tree}/etc/systemd/system/systemd-boot-random-seed.service';
    const masks = (plan: Plan): boolean => operation(plan, 'arrays').files.some((file) => file.path === path);
    expect(masks(await planned({}, uefi))).toBe(true);
    expect(masks(await planned({}, uefi, bios))).toBe(false);
  });

  it('is as large as the smaller disk', async () => {
    const [first, second] = server.disks;
    const disks = [first!, { ...second!, size: 100 * 2 ** 30 }];
    const { target, second: other } = await planned({}, { ...uefi, machine: { ...uefi.machine, disks } });
    expect(target.layout.partitions.at(-1)?.size).toBe((100 * 1024 - 1024 - 2) * 2 ** 20);
    expect(other?.layout.partitions.at(-1)?.size).toBe(target.layout.partitions.at(-1)?.size);
  });

  it('has swap space with a random key in an array', async () => {
    const swap = { kind: 'partition', size: '1GiB' };
    const plan = await planMinimal({ ...bios, 'x-writ': { disk: { raid, luks }, swap } }, twoDisks);
    expect(contentOf(plan, '/etc/crypttab')).toMatch(
      /^swap \/dev\/disk\/by-id\/md-uuid-(?:[0-9a-f]{8}:){3}[0-9a-f]{8} \/dev\/urandom swap,/m,
    );
  });

  it('is refused for an image, a single disk, disks with different sectors, and disks that are too small', async () => {
    const findings = async (options: PlannedCase): Promise<(string | undefined)[]> => {
      const { findings: found } = await planFor(
        { ...minimalConfiguration, 'x-writ': { disk: { raid } } },
        options,
      );
      return found.map(({ rule, message }) => `${rule}: ${message}`);
    };
    const [first, second] = server.disks;
    const withSecond = (changes: object): PlannedCase => ({
      ...uefi,
      machine: { ...uefi.machine, disks: [first!, { ...second!, ...changes }] },
    });
    expect(await findings({})).toEqual(['raid-unsuitable: only disks can form a RAID, not images']);
    expect(await findings({ ...uefi, targets: targets.slice(1) })).toEqual([
      'raid-unsuitable: RAID 1 requires two disks',
    ]);
    expect(await findings(withSecond({ sectorSize: 4096 }))).toEqual([
      'raid-unsuitable: /dev/sda has 512-byte sectors, but /dev/sdb has 4096-byte sectors',
    ]);
    expect(await findings(withSecond({ size: 2 ** 30 }))).toEqual([
      'target-too-small: /dev/sdb has 1,024 MiB, which is too little for a system',
    ]);
  });
});
