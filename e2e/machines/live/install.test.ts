/** Tests installations onto an empty disk from the installation medium in a virtual machine. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answer, expectSystem, firmwareVariable } from '../assertions.ts';
import { canaries } from '../../installation.ts';
import { emulated, type Machine } from '../qemu.ts';
import { BOOT_LIMIT, buildParts, Hardware, SERIAL, type MediumParts } from './live-system.ts';

/** Time limit in milliseconds. The test needs about four minutes of processor time, and the machine may be shared. */
const INSTALL_LIMIT = 20 * 60_000;

let mirror: MirrorServer;
let parts: MediumParts;
const folder = mkdtempSync(join(tmpdir(), 'writ-medium-'));

beforeAll(async () => {
  const log = (line: string): void => console.log(line);
  const built = await buildMirror({ set: 'tiny', log });
  parts = await buildParts(built, folder, log);
  mirror = await serveMirror(built.root);
});

afterAll(async () => {
  await mirror?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The mirror's address in a virtual machine. */
function mirrorAddress(): string {
  return mirror.address.replace('127.0.0.1', '10.0.2.2');
}

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
  readonly medium: 'cd' | 'usb';
  readonly changes: Record<string, unknown>;
  readonly mounts: Readonly<Record<string, string>>;
  /** Size of the package cache in memory, in MiB. It is too small for the packages. */
  readonly cache?: number;
  /** Checks in the live system after the installation. */
  readonly installed: (live: Machine) => Promise<void>;
  /** Checks in the machine that booted from the disk. */
  readonly started: (machine: Machine) => Promise<void>;
}

/** The device of the medium, and the reason for which it is refused as a target. */
const mediumDevices = {
  cd: ['/dev/sr0', '/dev/sr0 is an optical drive'],
  usb: ['/dev/sda', '/dev/sda is in use: this system was booted from it'],
} as const;

/** Installs with commands in the shell of the live system. */
async function expectInstalled(test: Case): Promise<void> {
  const { firmware, medium, changes, cache, installed } = test;
  using hardware = new Hardware(firmware);
  hardware.makeDrive('STICK', configuration(changes));
  {
    await using live = await hardware.startShell(parts, medium);
    await live.run('mount -o ro LABEL=STICK /mnt');
    const writ = (command: string, limit?: number): ReturnType<Machine['run']> =>
      live.run(`NO_COLOR=1 writ ${command} < /dev/null`, limit);
    // The machine has one disk, and no Node.
    expect((await live.run('type node')).status).toBe(1);
    const facts = JSON.parse((await writ('facts --format=json')).output) as {
      firmware: string;
      disks: { path: string; serial: string }[];
    };
    expect(facts.firmware).toBe(firmware);
    expect(facts.disks.find(({ path }) => path === '/dev/vda')).toMatchObject({ serial: SERIAL });

    const install = `install /mnt/config.json --mirror '${mirrorAddress()}' --yes --wipe --quiet`;
    const [device, reason] = mediumDevices[medium];
    const onMedium = await writ(`${install} --target ${device} 2>&1`);
    expect(onMedium.status).toBe(3);
    expect(onMedium.output).toContain(reason);
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
  await expectStarted(hardware, test);
}

/** Boots from the disk, and checks the system. */
async function expectStarted(
  hardware: Hardware,
  { mounts, started }: Pick<Case, 'mounts' | 'started'>,
): Promise<void> {
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

describe.concurrent('a system installed on an empty disk', { ...emulated, timeout: 50 * 60_000 }, () => {
  it.runIf(isThorough)('boots with UEFI and efistub through a firmware entry that starts the kernel', () =>
    expectInstalled({
      firmware: 'uefi',
      medium: 'usb',
      changes: { bootloader: 'efistub' },
      mounts: { '/': 'ext4', '/boot': 'vfat' },
      installed: async (live) => {
        expect(await answer(live, 'efibootmgr')).toMatch(
          /^BootOrder: ([\dA-F]{4}).*\n(?:.*\n)*Boot\1\* Arch Linux \(linux\)/m,
        );
      },
      started: async (machine) => {
        // The removable media path remains empty.
        expect(await answer(machine, 'ls /boot/EFI/BOOT 2> /dev/null')).toBe('');
        expect(await answer(machine, 'efibootmgr')).toMatch(
          /^BootCurrent: ([\dA-F]{4})\n(?:.*\n)*Boot\1\* Arch Linux \(linux\)/m,
        );
      },
    }),
  );

  it('boots with UEFI and systemd-boot after an unattended installation from a USB stick, with a configuration on a drive', async () => {
    using hardware = new Hardware('uefi');
    hardware.makeDrive(
      'WRIT',
      configuration({
        bootloader: 'systemd-bootctl',
        harddrives: [`serial=${SERIAL}`],
        'mirror-region': { Test: { [mirrorAddress()]: true } },
      }),
    );
    {
      await using live = await hardware.startMedium(parts, { kind: 'usb', append: `writ.wipe=${SERIAL}` });
      await live.expect(
        /writ medium: installing \/run\/writ\/drive\/config\.json without questions/,
        BOOT_LIMIT,
      );
      await live.expect(/writ medium: installed; next: poweroff/, INSTALL_LIMIT);
      await live.off();
      for (const secret of Object.values(canaries)) expect(live.transcript).not.toContain(secret);
    }
    await expectStarted(hardware, {
      mounts: { '/': 'ext4', '/boot': 'vfat' },
      started: async (machine) => {
        expect(await firmwareVariable(machine, 'LoaderEntrySelected')).toBe('arch-linux.conf');
        expect(await answer(machine, 'efibootmgr')).toMatch(
          /^BootCurrent: ([\dA-F]{4})\n(?:.*\n)*BootOrder: \1.*\n(?:.*\n)*Boot\1\* Linux Boot Manager/m,
        );
        // The boot loader is also at the removable path.
        const programs = '/boot/EFI/systemd/systemd-bootx64.efi /boot/EFI/BOOT/BOOTX64.EFI';
        expect(await answer(machine, `sha256sum ${programs} | cut -d ' ' -f 1 | uniq | wc -l`)).toBe('1');
      },
    });
  });

  it.runIf(isThorough)('boots with UEFI and GRUB through a firmware entry', () =>
    expectInstalled({
      firmware: 'uefi',
      medium: 'usb',
      changes: { bootloader: 'grub-install' },
      mounts: { '/': 'ext4', '/boot': 'vfat' },
      installed: async (live) => {
        expect(await answer(live, 'efibootmgr')).toMatch(
          /^BootOrder: ([\dA-F]{4}).*\n(?:.*\n)*Boot\1\* GRUB/m,
        );
      },
      started: async (machine) => {
        expect(await answer(machine, 'cat /proc/cmdline')).toMatch(/^BOOT_IMAGE=\/vmlinuz-linux root=UUID=/);
        expect(await answer(machine, 'efibootmgr')).toMatch(
          /^BootCurrent: ([\dA-F]{4})\n(?:.*\n)*Boot\1\* GRUB/m,
        );
      },
    }),
  );

  it('boots with BIOS and GRUB after an installation from a CD, even if its packages were downloaded to the disk because the cache was too small', () =>
    expectInstalled({
      firmware: 'bios',
      medium: 'cd',
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
