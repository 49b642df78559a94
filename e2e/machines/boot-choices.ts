/** Assertions about each boot option, made with commands at the console as root. */
import type { MirrorServer } from '@writ/mirror';
import { expect } from 'vitest';
import type { Boot } from '../../scripts/boots/boots.ts';
import { answer, firmwareVariable } from './assertions.ts';
import { NIC, type Machine } from './qemu.ts';

export async function expectChoices(machine: Machine, boot: Boot, mirror: MirrorServer): Promise<void> {
  // In the small systems, only busybox contains these programs.
  await machine.run('for one in ip ping; do type $one > /dev/null 2>&1 || alias $one="busybox $one"; done');
  await loaders[boot.loader](machine, boot);
  await expectDrives(machine, boot);
  await networks[boot.network](machine, mirror);
  await profiles[boot.profile](machine);
}

const loaders: Readonly<Record<Boot['loader'], (machine: Machine, boot: Boot) => Promise<void>>> = {
  'systemd-bootctl': async (machine, { unified }) => {
    const selected = unified ? 'arch-linux.efi' : 'arch-linux.conf';
    expect(await firmwareVariable(machine, 'LoaderEntrySelected')).toBe(selected);
    if (!unified) return;
    expect(await answer(machine, 'ls -d /boot/*.img /boot/loader/entries/* 2> /dev/null')).toBe('');
    expect(await firmwareVariable(machine, 'StubInfo')).toMatch(/^systemd-stub /);
  },
  'grub-install': async (machine, { firmware }) => {
    const kernel = firmware === 'bios' ? '/boot/vmlinuz-linux' : '/vmlinuz-linux';
    expect((await answer(machine, 'cat /proc/cmdline')).split(' ')[0]).toBe(`BOOT_IMAGE=${kernel}`);
    if (firmware === 'uefi') return;
    expect(await answer(machine, 'ls -d /sys/firmware/efi; findmnt /boot')).toMatch(/^ls: .*$/);
  },
  // A unified image at the removable media path.
  efistub: async (machine, { kernels }) => {
    expect(await firmwareVariable(machine, 'StubInfo')).toMatch(/^systemd-stub /);
    expect(await firmwareVariable(machine, 'LoaderInfo')).toBe('');
    if (kernels === 'linux') {
      expect(await answer(machine, 'cd /boot/EFI; ls -1 */*')).toBe('BOOT/BOOTX64.EFI');
      return;
    }
    // The image of the second kernel is in the same folder. Each image contains its release outside of
    // compressed sections.
    const release = 'basename $(dirname $(grep -lx linux-lts /usr/lib/modules/*/pkgbase))';
    const holds = `cd /boot/EFI; ls -1 */*; grep -laF "$(${release}) (" */*`;
    expect((await answer(machine, holds)).split('\n')).toEqual([
      'BOOT/BOOTX64.EFI',
      'Linux/arch-linux-lts.efi',
      'Linux/arch-linux-lts.efi',
    ]);
  },
};

async function expectDrives(machine: Machine, { drives }: Boot): Promise<void> {
  if (drives === 2) {
    const sources = await answer(machine, 'for at in / /home; do findmnt -no SOURCE $at; done');
    expect(sources).toBe('/dev/vda2\n/dev/vdb1');
  }
  expect(await answer(machine, 'stat -c "%U %a" /home/ada')).toMatch(/^ada 7[05][05]$/);
}

/** Queries the mirror from inside the machine, using only features of the shell. */
async function expectToReach(machine: Machine, { port }: MirrorServer): Promise<void> {
  const asked = await machine.run(
    String.raw`exec 3<>/dev/tcp/10.0.2.2/${port} && printf 'GET /writ-mirror.fingerprint HTTP/1.0\r\n\r\n' >&3 && tail -n 1 <&3`,
  );
  expect(asked.output).toMatch(/^[0-9A-F]{40}$/);
}

const networks: Readonly<Record<Boot['network'], (machine: Machine, mirror: MirrorServer) => Promise<void>>> =
  {
    none: async (machine) => {
      expect(await answer(machine, 'systemctl is-enabled systemd-networkd')).toBe('disabled');
    },
    manual: async (machine, mirror) => {
      expect(await answer(machine, `ip -4 -o address show ${NIC}`)).toContain(' 10.0.2.77/24 ');
      expect(await answer(machine, 'ip route')).toContain(`default via 10.0.2.2 dev ${NIC}`);
      expect((await machine.run('ping -c 1 -W 10 10.0.2.2')).status).toBe(0);
      expect(await answer(machine, `resolvectl dns ${NIC}`)).toMatch(/: 10\.0\.2\.3$/);
      await expectToReach(machine, mirror);
    },
    nm: async (machine, mirror) => {
      expect((await machine.run('nm-online --timeout 60')).status).toBe(0);
      expect(await answer(machine, 'nmcli --colors no --terse --fields DEVICE,STATE device')).toContain(
        `${NIC}:connected`,
      );
      expect(await answer(machine, 'systemctl is-enabled systemd-networkd')).toBe('disabled');
      await expectToReach(machine, mirror);
    },
  };

const welcome = String.raw`exec 4<>/dev/tcp/127.0.0.1/80 && printf 'GET / HTTP/1.0\r\n\r\n' >&4 && cat <&4`;

const profiles: Readonly<Record<Boot['profile'], (machine: Machine) => Promise<void>>> = {
  none: async (machine) => {
    expect((await machine.run('test -e /usr/sbin/nginx -o -e /usr/sbin/sshd')).status).toBe(1);
  },
  server: async (machine) => {
    expect(await answer(machine, 'systemctl is-active nginx sshd')).toBe('active\nactive');
    expect(await answer(machine, welcome)).toContain('Welcome to nginx!');
    expect(await answer(machine, 'head -n 1 < /dev/tcp/127.0.0.1/22')).toMatch(/^SSH-2\.0-OpenSSH/);
  },
  custom: async (machine) => {
    expect(await answer(machine, 'systemctl is-active nginx')).toBe('active');
    expect((await machine.run('tree --version')).status).toBe(0);
    expect((await machine.run('test -e /usr/sbin/sshd')).status).toBe(1);
  },
};
