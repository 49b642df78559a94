/** Every boot loader, and what decides how a machine starts: installed by the command, then started and asked. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMirror, serveMirror, type MirrorServer, type SetName } from '@writ/mirror';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answer, expectSystem, firmwareVariable, type Expected } from './assertions.ts';
import { Workbench } from './installation.ts';
import { emulated, Machine, NEW_VARIABLES, NIC, type MachineOptions } from './qemu.ts';

// Two processors start two machines in little more than the time of one, and no more.
vi.setConfig({ maxConcurrency: 2 });

/** Milliseconds in which every unit stops. */
const STOP_LIMIT = 240_000;

const servers: Partial<Record<SetName, MirrorServer>> = {};
const caches = mkdtempSync(join(tmpdir(), 'writ-e2e-cache-'));

beforeAll(async () => {
  for (const set of ['tiny', 'full'] as const) {
    const { root } = await buildMirror({ set, log: (line) => console.log(line) });
    servers[set] = await serveMirror(root);
  }
});

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
  rmSync(caches, { recursive: true, force: true });
});

interface Case {
  /** Which mirror; the tiny one without it. */
  readonly set?: SetName;
  /** Of the example's configuration. */
  readonly changes?: Record<string, unknown>;
  /** Of `writ install`. */
  readonly args?: readonly string[];
  readonly machine?: MachineOptions;
  /** There is a second drive. */
  readonly two?: true;
  readonly expected?: Partial<Expected>;
  /** Asks the machine, at which root is logged in, what the case is about. */
  readonly check: (machine: Machine, mirror: MirrorServer) => Promise<void>;
  /** Restarts the machine by this command, and it is again as expected, but for what stands here. */
  readonly again?: { readonly by: string; readonly expected?: Partial<Expected> };
}

const usual: Expected = {
  hostname: 'demonstration',
  kernel: 'linux',
  mounts: { '/': 'ext4', '/boot': 'vfat' },
};

/** Installs, starts, and asks. */
async function prove(wanted: Case): Promise<void> {
  const { set = 'tiny', changes, args = [], two, expected, check, again } = wanted;
  // Making host keys takes an emulated machine half as long as starting.
  using bench = new Workbench({ packages: [], services: [], ...changes });
  const mirror = servers[set]!;
  const further = two ? [bench.second] : [];
  const more = [...args, ...further.flatMap((path) => ['--target', path])];
  // Packages of both mirrors have the same names.
  const run = await bench.install(mirror.address, more, { cache: join(caches, set) });
  expect(run.status, run.stderr).toBe(0);

  const drives = [bench.target, ...further];
  const variables = join(bench.folder, 'variables.fd');
  copyFileSync(NEW_VARIABLES, variables);
  const options: MachineOptions = { ...wanted.machine, variables, keeps: true };
  {
    await using machine = new Machine(drives, options);
    await expectSystem(machine, { ...usual, ...expected });
    await check(machine, mirror);
    if (again === undefined) return;
    machine.send(`${again.by}\n`);
    await machine.off(STOP_LIMIT);
  }
  await using machine = new Machine(drives, options);
  await expectSystem(machine, { ...usual, ...expected, ...again.expected });
}

describe.concurrent('systemd-boot', emulated, () => {
  it('starts unified images without any entry', () =>
    prove({
      changes: { uki: true },
      check: async (machine) => {
        expect(await answer(machine, 'ls -d /boot/*.img /boot/loader/entries/* 2> /dev/null')).toBe('');
        expect(await firmwareVariable(machine, 'LoaderEntrySelected')).toBe('arch-linux.efi');
        expect(await firmwareVariable(machine, 'StubInfo')).toMatch(/^systemd-stub /);
      },
    }));

  it('starts the first of two kernels, and the second when it is told to', () =>
    prove({
      set: 'full',
      changes: { kernels: ['linux', 'linux-lts'] },
      check: async (machine) => {
        expect(await firmwareVariable(machine, 'LoaderEntrySelected')).toBe('arch-linux.conf');
      },
      again: {
        by: 'systemctl reboot --boot-loader-entry=arch-linux-lts.conf',
        expected: { kernel: 'linux-lts' },
      },
    }));
});

describe.concurrent('GRUB', emulated, () => {
  it('starts UEFI machines, also by a menu that was made anew', () =>
    prove({
      changes: { bootloader: 'grub-install' },
      check: async (machine) => {
        expect(await answer(machine, 'cat /proc/cmdline')).toMatch(/^BOOT_IMAGE=\/vmlinuz-linux /);
        const made = await machine.run('grub-mkconfig -o /boot/grub/grub.cfg', 300_000);
        expect(made.status, made.output).toBe(0);
      },
      again: { by: 'systemctl reboot' },
    }));

  it('starts BIOS machines', () =>
    prove({
      changes: { bootloader: 'grub-install' },
      args: ['--firmware', 'bios'],
      machine: { firmware: 'bios' },
      expected: { mounts: { '/': 'ext4' } },
      check: async (machine) => {
        expect(await answer(machine, 'cat /proc/cmdline')).toMatch(/^BOOT_IMAGE=\/boot\/vmlinuz-linux /);
        expect(await answer(machine, 'ls -d /sys/firmware/efi; findmnt /boot')).toMatch(/^ls: .*$/);
      },
    }));
});

describe.concurrent('efistub', emulated, () => {
  it('is a unified image that the firmware starts without being told', () =>
    prove({
      set: 'full',
      changes: { bootloader: 'efistub', kernels: ['linux', 'linux-lts'] },
      check: async (machine) => {
        expect(await firmwareVariable(machine, 'StubInfo')).toMatch(/^systemd-stub /);
        expect(await firmwareVariable(machine, 'LoaderInfo')).toBe('');
        // The second kernel's lies beside it. Each names its release where it is not compressed.
        const release = 'basename $(dirname $(grep -lx linux-lts /usr/lib/modules/*/pkgbase))';
        const holds = `cd /boot/EFI; ls -1 */*; grep -laF "$(${release}) (" */*`;
        expect((await answer(machine, holds)).split('\n')).toEqual([
          'BOOT/BOOTX64.EFI',
          'Linux/arch-linux-lts.efi',
          'Linux/arch-linux-lts.efi',
        ]);
      },
    }));
});

describe.concurrent('a second drive', emulated, () => {
  it('holds /home', () =>
    prove({
      two: true,
      expected: { mounts: { ...usual.mounts, '/home': 'ext4' } },
      check: async (machine) => {
        expect(await answer(machine, 'for at in / /home; do findmnt -no SOURCE $at; done')).toBe(
          '/dev/vda2\n/dev/vdb1',
        );
        expect(await answer(machine, 'stat -c "%U %a" /home/ada')).toMatch(/^ada 7[05][05]$/);
      },
    }));
});

describe.concurrent('the network', emulated, () => {
  /** The mirror is asked from inside the machine, with nothing but a shell. */
  const reachesHost = async (machine: Machine, { port }: MirrorServer): Promise<void> => {
    const asked = await machine.run(
      String.raw`exec 3<>/dev/tcp/10.0.2.2/${port} && printf 'GET /writ-mirror.fingerprint HTTP/1.0\r\n\r\n' >&3 && tail -n 1 <&3`,
    );
    expect(asked.output).toMatch(/^[0-9A-F]{40}$/);
  };

  it('is set up with a fixed address', () =>
    prove({
      changes: {
        network_config: {
          type: 'manual',
          nics: [{ iface: NIC, ip: '10.0.2.77/24', gateway: '10.0.2.2', dns: ['10.0.2.3'] }],
        },
      },
      machine: { network: true },
      check: async (machine, mirror) => {
        expect(await answer(machine, `busybox ip -4 -o address show ${NIC}`)).toContain(' 10.0.2.77/24 ');
        expect(await answer(machine, 'busybox ip route')).toContain(`default via 10.0.2.2 dev ${NIC}`);
        expect((await machine.run('busybox ping -c 1 -W 10 10.0.2.2')).status).toBe(0);
        expect(await answer(machine, `resolvectl dns ${NIC}`)).toMatch(/: 10\.0\.2\.3$/);
        await reachesHost(machine, mirror);
      },
    }));

  it('is left to NetworkManager', () =>
    prove({
      set: 'full',
      changes: { network_config: { type: 'nm' } },
      machine: { network: true },
      check: async (machine, mirror) => {
        expect((await machine.run('nm-online --timeout 60')).status).toBe(0);
        expect(await answer(machine, 'nmcli --colors no --terse --fields DEVICE,STATE device')).toContain(
          `${NIC}:connected`,
        );
        expect(await answer(machine, 'systemctl is-enabled systemd-networkd')).toBe('disabled');
        await reachesHost(machine, mirror);
      },
    }));
});

describe.concurrent('a profile', emulated, () => {
  it('brings a server that runs', () =>
    prove({
      changes: {
        packages: ['openssh'],
        services: ['sshd'],
        profile: { main: 'server', details: 'nginx' },
      },
      check: async (machine) => {
        expect(await answer(machine, 'systemctl is-active nginx sshd')).toBe('active\nactive');
        expect(await answer(machine, 'busybox wget -qO- http://127.0.0.1/')).toContain('Welcome to nginx!');
        expect(await answer(machine, 'head -n 1 < /dev/tcp/127.0.0.1/22')).toMatch(/^SSH-2\.0-OpenSSH/);
      },
    }));

  it('of one’s own brings packages and services of what is enabled in it', () =>
    prove({
      changes: {
        profile: {
          main: 'custom',
          custom: [
            { packages: 'nginx tree', services: 'nginx' },
            { packages: 'openssh', services: 'sshd', enabled: false },
          ],
        },
      },
      check: async (machine) => {
        expect(await answer(machine, 'systemctl is-active nginx')).toBe('active');
        expect((await machine.run('tree --version')).status).toBe(0);
        expect((await machine.run('test -e /usr/sbin/sshd')).status).toBe(1);
      },
    }));
});
