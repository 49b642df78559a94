/** Tests installations onto empty disks from the installation medium in a virtual machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answer, firmwareVariable } from '../assertions.ts';
import { canaries } from '../../installation.ts';
import { emulated, type Machine } from '../qemu.ts';
import {
  expectInstalled,
  expectStarted,
  INSTALL_LIMIT,
  killAtEach,
  liveConfiguration,
  luks,
  type LiveInstallation,
} from './live-installation.ts';
import { BOOT_LIMIT, buildParts, Hardware, SECOND_SERIAL, SERIAL, type MediumParts } from './live-system.ts';

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

function install(test: LiveInstallation): Promise<void> {
  return expectInstalled(test, { parts, mirror: mirrorAddress() });
}

/** Checks that the firmware started the first entry with this label. */
async function expectFirstEntry(machine: Machine, label: string): Promise<void> {
  expect(await answer(machine, 'efibootmgr')).toMatch(
    new RegExp(
      String.raw`^BootCurrent: ([\dA-F]{4})\n(?:.*\n)*BootOrder: \1.*\n(?:.*\n)*Boot\1\* ${label}`,
      'm',
    ),
  );
}

/** Checks that the firmware started the second entry with this label. */
async function expectSecondEntry(machine: Machine, label: string): Promise<void> {
  expect(await answer(machine, 'efibootmgr')).toMatch(
    new RegExp(
      String.raw`^BootCurrent: ([\dA-F]{4})\n(?:.*\n)*BootOrder: (?!\1)[\dA-F]{4},\1.*\n(?:.*\n)*Boot\1\* ${label}`,
      'm',
    ),
  );
}

// On two processors, booting two machines takes little longer than booting one.
vi.setConfig({ maxConcurrency: 2 });

/**
 * Puts an array into the state in which a kill leaves it after mdadm has added the disks and before it starts the
 * array: it uses the disks, but udev creates no link for it.
 */
const STOP_HALFWAY = [
  'array=/sys/block/$(basename $(readlink -f /dev/md/writ-*))',
  'echo inactive > $array/md/array_state',
  'udevadm trigger --action=change --settle $array',
  '! ls /dev/md/writ-* 2> /dev/null',
].join(' && ');

/** An emulated installation takes minutes, so that the other boot loaders are tested with the first part of the matrix. */
const isThorough = process.env['WRIT_MATRIX']?.startsWith('1/') === true;

describe.concurrent('a system installed on empty disks', { ...emulated, timeout: 75 * 60_000 }, () => {
  it.runIf(isThorough)('boots with UEFI and efistub through a firmware entry that starts the kernel', () =>
    install({
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

  it('boots with UEFI and systemd-boot from a RAID, even without the first disk, after an unattended installation from a USB stick, with a configuration on a drive', async () => {
    using hardware = new Hardware('uefi', 2);
    hardware.makeDrive(
      'WRIT',
      liveConfiguration({
        bootloader: 'systemd-bootctl',
        harddrives: [`serial=${SERIAL}`, `serial=${SECOND_SERIAL}`],
        'mirror-region': { Test: { [mirrorAddress()]: true } },
        'x-writ': { disk: { raid: 1 } },
      }),
    );
    {
      const append = `writ.wipe=${SERIAL} writ.wipe=${SECOND_SERIAL}`;
      await using live = await hardware.startMedium(parts, { kind: 'usb', append });
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
        await expectFirstEntry(machine, 'Linux Boot Manager');
        // The boot loader is also at the removable path.
        const programs = '/boot/EFI/systemd/systemd-bootx64.efi /boot/EFI/BOOT/BOOTX64.EFI';
        expect(await answer(machine, `sha256sum ${programs} | cut -d ' ' -f 1 | uniq | wc -l`)).toBe('1');
        expect(await answer(machine, 'findmnt -no SOURCE /; findmnt -no SOURCE /boot')).toMatch(
          /^\/dev\/md\d+\n\/dev\/md\d+$/,
        );
      },
      degraded: (machine) => expectSecondEntry(machine, 'Linux Boot Manager'),
    });
  });

  it.runIf(isThorough)(
    'boots with UEFI and systemd-boot after an installation into a prepared folder, even if it was killed when it changed the firmware entries',
    async () => {
      using hardware = new Hardware('uefi');
      hardware.makeDrive('STICK', liveConfiguration({ 'x-writ': { disk: { layout: 'mounted' } } }));
      {
        await using live = await hardware.startShell(parts, 'cd');
        for (const command of [
          'mount -o ro LABEL=STICK /mnt; export NO_COLOR=1',
          String.raw`printf 'label: gpt
size=300MiB, type=U
type=L
' | sfdisk --quiet /dev/vda && udevadm settle`,
          'mkfs.vfat /dev/vda1 > /dev/null && mkfs.ext4 -q /dev/vda2',
          'mount --mkdir /dev/vda2 /run/new && mount --mkdir /dev/vda1 /run/new/boot',
        ])
          expect((await live.run(command)).status, command).toBe(0);
        const start = `install /mnt/config.json --mirror '${mirrorAddress()}' --target /run/new --yes --quiet`;
        await killAtEach(
          live,
          [
            ['before', 'efibootmgr', '--create'],
            ['after', 'efibootmgr', '--create'],
          ],
          start,
        );
        const run = await live.run(`writ ${start} --resume 2>&1 < /dev/null`, INSTALL_LIMIT);
        expect(run.status, run.output).toBe(0);
        expect(await answer(live, 'efibootmgr | grep -c "Linux Boot Manager"')).toBe('1');
        live.send('systemctl poweroff\n');
        await live.off();
      }
      await expectStarted(hardware, {
        mounts: { '/': 'ext4', '/boot': 'vfat' },
        started: (machine) => expectFirstEntry(machine, 'Linux Boot Manager'),
      });
    },
  );

  it.runIf(isThorough)(
    'boots with UEFI and GRUB from an encrypted RAID, even without the first disk, after an installation that was killed at each step that RAID and encryption add',
    () =>
      install({
        firmware: 'uefi',
        medium: 'usb',
        disks: 2,
        changes: { bootloader: 'grub-install', 'x-writ': { disk: { raid: 1, luks } } },
        mounts: { '/': 'ext4', '/boot': 'vfat' },
        encrypted: true,
        kills: [
          ['before', 'mdadm', '--name=esp'],
          ['after', 'mdadm', '--name=esp'],
          ['before', 'mdadm', '--name=root'],
          ['after', 'mdadm', '--name=root', STOP_HALFWAY],
          ['before', 'mdadm', '--assemble'],
          ['after', 'mdadm', '--assemble'],
          ['before', 'mkfs.vfat', '/dev/md/*'],
          ['after', 'mkfs.vfat', '/dev/md/*'],
          ['before', 'cryptsetup', 'luksFormat'],
          ['after', 'cryptsetup', 'luksFormat'],
          ['before', 'cryptsetup', '--deferred'],
          ['before', 'mkfs.ext4', '/dev/mapper/*'],
          ['after', 'mkfs.ext4', '/dev/mapper/*'],
          ['before', 'mount', '/dev/mapper/*'],
          ['after', 'mount', '/dev/mapper/*'],
          ['before', 'efibootmgr', '--create'],
          ['after', 'efibootmgr', '--create'],
          ['before', 'umount', '--recursive'],
          ['after', 'umount', '--recursive'],
        ],
        installed: async (live) => {
          expect(await answer(live, 'efibootmgr | grep -c "GRUB"')).toBe('2');
          // The medium does not assemble arrays, so that it can install onto the disks again.
          expect((await live.run('udevadm trigger --action=add --settle')).status).toBe(0);
          expect(await answer(live, 'grep -c ^md /proc/mdstat')).toBe('0');
          expect(await answer(live, 'ls /dev/mapper')).toBe('control');
        },
        started: async (machine) => {
          expect(await answer(machine, 'cat /proc/cmdline')).toMatch(
            /^BOOT_IMAGE=\/vmlinuz-linux root=UUID=/,
          );
          await expectFirstEntry(machine, 'GRUB');
        },
        degraded: (machine) => expectSecondEntry(machine, 'GRUB'),
      }),
  );

  it('boots with BIOS and GRUB from an encrypted disk after an installation from a CD, even if it was killed and its packages were downloaded to the disk because the cache was too small', () =>
    install({
      firmware: 'bios',
      medium: 'cd',
      changes: { bootloader: 'grub-install', 'x-writ': { disk: { luks } } },
      mounts: { '/': 'ext4', '/boot': 'ext4' },
      cache: 40,
      encrypted: true,
      kills: [
        ['after', 'cryptsetup', 'luksFormat'],
        // The volume is open, and remains open.
        ['before', 'cryptsetup', '--deferred'],
        ['after', 'mount', '/dev/mapper/*'],
      ],
      installed: async (live) => {
        expect(await answer(live, 'lsblk --noheadings --output PARTTYPENAME /dev/vda1')).toBe('BIOS boot');
        expect((await live.run('cryptsetup isLuks --type luks2 /dev/vda3')).status).toBe(0);
        expect(await answer(live, 'ls /dev/mapper')).toBe('control');
      },
      started: async (machine) => {
        expect((await machine.run('test -e /sys/firmware/efi')).status).toBe(1);
        expect(await answer(machine, 'cat /proc/cmdline')).toMatch(/^BOOT_IMAGE=.*vmlinuz-linux root=UUID=/);
      },
    }));
});
