/** Tests that the single executable installs to an empty disk from a live system in a virtual machine. */
import { readFileSync } from 'node:fs';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answer, expectSystem, firmwareVariable } from '../assertions.ts';
import { canaries } from '../../installation.ts';
import { emulated, type Machine } from '../qemu.ts';
import { Hardware, SERIAL } from './live-system.ts';
import { buildMedium, type Medium } from './medium/build.ts';

/** Time limit in milliseconds. The test needs about four minutes of processor time, and the machine may be shared. */
const INSTALL_LIMIT = 15 * 60_000;

let mirror: MirrorServer;
let medium: Medium;

beforeAll(async () => {
  const log = (line: string): void => console.log(line);
  const built = await buildMirror({ set: 'tiny', log });
  medium = await buildMedium(built, log);
  mirror = await serveMirror(built.root);
});

afterAll(() => mirror?.close());

/** The example for the demonstration mirror, with changes. */
function configuration(changes: Record<string, unknown>): object {
  const example = new URL('../../../examples/install/minimal.json', import.meta.url);
  return {
    ...(JSON.parse(readFileSync(example, 'utf8')) as object),
    '!root-password': canaries.root,
    '!users': { username: 'ada', '!password': canaries.user, sudo: true },
    ...changes,
  };
}

interface Case {
  readonly firmware: 'uefi' | 'bios';
  readonly changes: Record<string, unknown>;
  readonly mounts: Readonly<Record<string, string>>;
  /** Size of the package cache in memory, in MiB. It is too small for the packages. */
  readonly cache?: number;
  /** Checks in the live system after the installation. */
  readonly installed: (live: Machine) => Promise<void>;
  /** Checks in the machine that booted from the disk. */
  readonly started: (machine: Machine) => Promise<void>;
}

async function expectInstalled({
  firmware,
  changes,
  mounts,
  cache,
  installed,
  started,
}: Case): Promise<void> {
  using hardware = new Hardware(firmware);
  await hardware.makeStick(configuration(changes));
  {
    await using live = await hardware.startLive(medium);
    const writ = (command: string, limit?: number): ReturnType<Machine['run']> =>
      live.run(`NO_COLOR=1 /mnt/writ ${command} < /dev/null`, limit);
    // The machine has one disk, and no Node.
    expect((await live.run('type node')).status).toBe(1);
    const facts = JSON.parse((await writ('facts --format=json')).output) as {
      firmware: string;
      disks: { path: string; serial: string }[];
    };
    expect(facts.firmware).toBe(firmware);
    expect(facts.disks.find(({ path }) => path === '/dev/vda')).toMatchObject({ serial: SERIAL });

    const install = `install /mnt/machine.json --mirror '${mirror.address.replace('127.0.0.1', '10.0.2.2')}' --yes --wipe --quiet`;
    const onMedium = await writ(`${install} --target /dev/vdb 2>&1`);
    expect(onMedium.status).toBe(3);
    expect(onMedium.output).toContain('/dev/vdb is in use: this system was booted from it');
    const onNone = await writ(`${install} --target serial=OTHER 2>&1`);
    expect(onNone.status).toBe(3);
    expect(onNone.output).toContain(`/dev/vda (serial ${SERIAL}, 2 GiB)`);
    expect(hardware.isBlank).toBe(true);

    if (cache !== undefined) {
      const little = `mkdir /run/little && mount -t tmpfs -o size=${cache}M little /run/little`;
      expect((await live.run(`${little} && export WRIT_CACHE=/run/little`)).status).toBe(0);
    }
    const run = await writ(`${install} --target /dev/vda 2>&1`, INSTALL_LIMIT);
    expect(run.status, run.output).toBe(0);
    // A live system's cache is in memory.
    expect(run.output).toMatch(/^note W1612 late-download: .*\n *hint: .*\n\n1 note$/);
    expect(await answer(live, 'lsblk --noheadings --output MOUNTPOINTS /dev/vda | tr -d "\\n"')).toBe('');
    expect(await answer(live, 'ps -e -o comm= | grep -E "^(gpg-agent|dirmngr|pacman)"')).toBe('');
    await installed(live);
    for (const secret of Object.values(canaries)) expect(live.transcript).not.toContain(secret);
    live.send('systemctl poweroff\n');
    await live.off();
  }
  await using machine = hardware.startDisk();
  await expectSystem(machine, { hostname: 'demonstration', kernel: 'linux', mounts });
  expect(await answer(machine, 'cat /etc/motd')).toBe('installed by Writ');
  expect(await answer(machine, 'systemctl is-active sshd')).toBe('active');
  await started(machine);
}

// On two processors, booting two machines takes little longer than booting one.
vi.setConfig({ maxConcurrency: 2 });

/** An emulated installation takes minutes, so that the other boot loaders are tested with the first part of the matrix. */
const isThorough = process.env['WRIT_MATRIX']?.startsWith('1/') === true;

describe.concurrent('a system installed on an empty disk', { ...emulated, timeout: 30 * 60_000 }, () => {
  it.runIf(isThorough)('boots with UEFI and efistub through a firmware entry that starts the kernel', () =>
    expectInstalled({
      firmware: 'uefi',
      changes: { bootloader: 'efistub' },
      mounts: { '/': 'ext4', '/boot': 'vfat' },
      installed: async (live) => {
        expect(await answer(live, 'efibootmgr')).toMatch(
          /^BootOrder: (\d{4}).*\n(?:.*\n)*Boot\1\* Arch Linux \(linux\)/m,
        );
      },
      started: async (machine) => {
        // The removable media path remains empty.
        expect(await answer(machine, 'ls /boot/EFI/BOOT 2> /dev/null')).toBe('');
        expect(await answer(machine, 'efibootmgr')).toMatch(
          /^BootCurrent: (\d{4})\n(?:.*\n)*Boot\1\* Arch Linux \(linux\)/m,
        );
      },
    }),
  );

  it('boots with UEFI and systemd-boot through a firmware entry, and has a copy of the boot loader at the removable path', () =>
    expectInstalled({
      firmware: 'uefi',
      changes: { bootloader: 'systemd-bootctl' },
      mounts: { '/': 'ext4', '/boot': 'vfat' },
      installed: async (live) => {
        expect(await answer(live, 'efibootmgr')).toMatch(
          /^BootOrder: (\d{4}).*\n(?:.*\n)*Boot\1\* Linux Boot Manager/m,
        );
      },
      started: async (machine) => {
        expect(await firmwareVariable(machine, 'LoaderEntrySelected')).toBe('arch-linux.conf');
        expect(await answer(machine, 'efibootmgr')).toMatch(
          /^BootCurrent: (\d{4})\n(?:.*\n)*Boot\1\* Linux Boot Manager/m,
        );
        const programs = '/boot/EFI/systemd/systemd-bootx64.efi /boot/EFI/BOOT/BOOTX64.EFI';
        expect(await answer(machine, `sha256sum ${programs} | cut -d ' ' -f 1 | uniq | wc -l`)).toBe('1');
      },
    }));

  it.runIf(isThorough)('boots with UEFI and GRUB through a firmware entry', () =>
    expectInstalled({
      firmware: 'uefi',
      changes: { bootloader: 'grub-install' },
      mounts: { '/': 'ext4', '/boot': 'vfat' },
      installed: async (live) => {
        expect(await answer(live, 'efibootmgr')).toMatch(/^BootOrder: (\d{4}).*\n(?:.*\n)*Boot\1\* GRUB/m);
      },
      started: async (machine) => {
        expect(await answer(machine, 'cat /proc/cmdline')).toMatch(/^BOOT_IMAGE=\/vmlinuz-linux root=UUID=/);
        expect(await answer(machine, 'efibootmgr')).toMatch(/^BootCurrent: (\d{4})\n(?:.*\n)*Boot\1\* GRUB/m);
      },
    }),
  );

  it('boots with BIOS and GRUB, even if its packages were downloaded to the disk because the cache was too small', () =>
    expectInstalled({
      firmware: 'bios',
      changes: { bootloader: 'grub-install' },
      mounts: { '/': 'ext4' },
      cache: 40,
      installed: async (live) => {
        expect(await answer(live, 'lsblk --noheadings --output PARTTYPENAME /dev/vda1')).toBe('BIOS boot');
      },
      started: async (machine) => {
        expect((await machine.run('test -e /sys/firmware/efi')).status).toBe(1);
        expect(await answer(machine, 'cat /proc/cmdline')).toMatch(/^BOOT_IMAGE=.*vmlinuz-linux root=UUID=/);
      },
    }));
});
