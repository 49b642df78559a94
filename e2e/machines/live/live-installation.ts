/** Installs from the medium with commands in the shell of the live system, and checks the installed system. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { canaries, passphrase } from '../../installation.ts';
import { count } from '../../scan.ts';
import { answer, expectSystem, unlock } from '../assertions.ts';
import type { Machine } from '../qemu.ts';
import { Hardware, SECOND_SERIAL, SERIAL, type MediumParts } from './live-system.ts';

/** Time limit in milliseconds. The test needs about four minutes of processor time, and the machine may be shared. */
export const INSTALL_LIMIT: number = 20 * 60_000;
/** Time limit in milliseconds for copying the content of one disk to the other. */
const SYNC_LIMIT = 15 * 60_000;

/** The beginning of the passphrase, as a pattern that does not match the command that contains the pattern. */
const PASSPHRASE_PATTERN: string = `[${passphrase[0]}]${passphrase.slice(1)}`;
/** Prints the states of all arrays: a letter or an underscore for each disk. */
const ARRAY_STATES = String.raw`grep -o '\[[U_]*\]$' /proc/mdstat`;

/** Prints what the arrays are doing, such as copying the content of one disk to the other. */
const SYNC_ACTIONS = 'sort -u /sys/block/md*/md/sync_action';

const secrets = [...Object.values(canaries), passphrase];

/** An encryption that is fast to unlock in an emulated machine. */
export const luks: Readonly<Record<string, string | number>> = {
  '!passphrase': passphrase,
  'kdf-memory': 32,
  'kdf-rounds': 4,
};

/** A moment before or after the first command of a program with an argument that matches a pattern. */
export type LiveMoment = readonly [
  when: 'before' | 'after',
  program: 'mdadm' | 'cryptsetup' | 'mkfs.vfat' | 'mkfs.ext4' | 'mount' | 'umount' | 'efibootmgr',
  pattern: string,
  /** A command to run after the kill. */
  afterwards?: string,
];

/** The system that a machine is expected to boot. */
export interface ExpectedSystem {
  /** File system types by mount point. */
  readonly mounts: Readonly<Record<string, string>>;
  /** True if the root file system is encrypted with the passphrase. */
  readonly encrypted?: boolean;
  /** Checks in the machine that booted from the disks. */
  readonly started: (machine: Machine) => Promise<void>;
  /** Checks in the machine that booted without the first of two disks. */
  readonly degraded?: (machine: Machine) => Promise<void>;
}

export interface LiveInstallation extends ExpectedSystem {
  readonly firmware: 'uefi' | 'bios';
  readonly medium: 'cd' | 'usb';
  /** Number of disks (default: 1). */
  readonly disks?: 1 | 2;
  readonly changes: Record<string, unknown>;
  /** The moments at which the installation is killed, each in a run that resumes the previous one. */
  readonly kills?: readonly LiveMoment[];
  /** Size of the package cache in memory, in MiB. It is too small for the packages. */
  readonly cache?: number;
  /** Checks in the live system after the installation. */
  readonly installed: (live: Machine) => Promise<void>;
}

/** The mirror and the medium of a test. */
export interface LiveSources {
  readonly parts: MediumParts;
  /** The mirror's address in a virtual machine. */
  readonly mirror: string;
}

/** Returns the example for the demonstration mirror, with changes. */
export function liveConfiguration(changes: Record<string, unknown>): object {
  const example = new URL('../../../examples/install/minimal.json', import.meta.url);
  return {
    ...(JSON.parse(readFileSync(example, 'utf8')) as object),
    '!root-password': canaries.root,
    '!users': { username: 'ada', '!password': canaries.user, sudo: true },
    ...changes,
  };
}

/** The device of the medium, and the reason for which it is refused as a target. */
const mediumDevices = {
  cd: ['/dev/sr0', '/dev/sr0 is an optical drive'],
  usb: ['/dev/sda', 'is in use: this system was booted from it'],
} as const;

/** Installs with commands in the shell of the live system, and boots the system. */
export async function expectInstalled(test: LiveInstallation, sources: LiveSources): Promise<void> {
  const { firmware, medium, disks = 1, changes, kills = [], cache, installed, encrypted = false } = test;
  using hardware = new Hardware(firmware, disks);
  hardware.makeDrive('STICK', liveConfiguration(changes));
  {
    await using live = await hardware.startShell(sources.parts, medium);
    await live.run('mount -o ro LABEL=STICK /mnt; export NO_COLOR=1');
    const writ = (command: string, limit?: number): ReturnType<Machine['run']> =>
      live.run(`writ ${command} < /dev/null`, limit);
    // The machine has no Node.
    expect((await live.run('type node')).status).toBe(1);
    const facts = JSON.parse((await writ('facts --format=json')).output) as {
      firmware: string;
      disks: { path: string; serial: string }[];
    };
    expect(facts.firmware).toBe(firmware);
    expect(facts.disks.find(({ path }) => path === '/dev/vda')).toMatchObject({ serial: SERIAL });

    const install = `install /mnt/config.json --mirror '${sources.mirror}' --yes --wipe --quiet`;
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
    const targets = [SERIAL, SECOND_SERIAL].slice(0, disks).map((serial) => `--target serial=${serial}`);
    const start = `${install} ${targets.join(' ')}`;
    if (encrypted) expect((await writ(`${start} --dry-run > /run/plan 2>&1`)).status).toBe(0);
    await killAtEach(live, kills, start);
    const run = await writ(`${start}${kills.length === 0 ? '' : ' --resume'} 2>&1`, INSTALL_LIMIT);
    expect(run.status, run.output).toBe(0);
    // /boot is not encrypted, and a live system's cache is in memory.
    const codes = [...run.output.matchAll(/\b(?:note|warning|error) (W\d+) /g)].map(([, code]) => code);
    expect(codes.toSorted()).toEqual(encrypted ? ['W1524', 'W1612'] : ['W1612']);
    expect(await answer(live, 'lsblk --noheadings --output MOUNTPOINTS /dev/vda | tr -d "\\n"')).toBe('');
    expect(await answer(live, 'ps -e -o comm= | grep -E "^(gpg-agent|dirmngr|pacman)"')).toBe('');
    const places =
      '/run/plan /run/killed* /run/events* /run/log /run/little /var/lib/writ /var/cache /var/log';
    expect(await answer(live, `grep -rls "${PASSPHRASE_PATTERN}" ${places}`)).toBe('');
    await installed(live);
    for (const secret of secrets) expect(live.transcript).not.toContain(secret);
    live.send('systemctl poweroff\n');
    await live.off();
  }
  if (encrypted) for (const disk of hardware.disks) expect(await count(disk, [passphrase])).toBe(0);
  await expectStarted(hardware, test);
}

/**
 * Kills the installation at each moment, when the passphrase must not be in any process's arguments or environment.
 *
 * @param start arguments of `writ`
 */
export async function killAtEach(live: Machine, kills: readonly LiveMoment[], start: string): Promise<void> {
  for (const [index, [when, program, pattern, afterwards]] of kills.entries()) {
    const resume = index === 0 ? '' : '--resume';
    const command = `writ ${start} --events /run/events-${index} ${resume}`;
    const killed = await live.run(
      `/mnt/kill-at ${when} ${program} '${pattern}' ${command} 2> /dev/null`,
      INSTALL_LIMIT,
    );
    expect(killed.output, `${when} ${program} ${pattern}`).toBe('137');
    if (afterwards !== undefined) expect(await live.run(afterwards)).toEqual({ output: '', status: 0 });
  }
  if (kills.length > 0) expect(await answer(live, 'sort -u /run/leaks')).toBe('0');
}

/** Boots from the disks, and checks the system; with two disks, also without the first one. */
export async function expectStarted(
  hardware: Hardware,
  { mounts, started, encrypted = false, degraded }: ExpectedSystem,
): Promise<void> {
  const system = { hostname: 'demonstration', kernel: 'linux', mounts };
  {
    await using machine = hardware.startDisks();
    if (encrypted) await unlock(machine);
    await expectSystem(machine, system);
    expect(await answer(machine, 'cat /etc/motd')).toBe('installed by Writ');
    expect(await answer(machine, 'systemctl is-active sshd')).toBe('active');
    if (encrypted) {
      // Without udev in the small initramfs, the volume has its kernel name only.
      expect(await answer(machine, 'findmnt -no SOURCE /')).toBe('/dev/dm-0');
      expect(await answer(machine, 'cat /sys/block/dm-0/dm/uuid')).toMatch(/^CRYPT-LUKS2-.*-root$/);
      const places = '/etc /var /root /boot /run';
      expect(await answer(machine, `grep -rls "${PASSPHRASE_PATTERN}" ${places}`)).toBe('');
    }
    await started(machine);
    if (degraded === undefined) return;
    // Each disk must contain everything before one of them is removed.
    await machine.run('mdadm --wait /dev/md/*', SYNC_LIMIT);
    expect(await answer(machine, `${SYNC_ACTIONS}; ${ARRAY_STATES}`)).toBe('idle\n[UU]\n[UU]');
    machine.send('systemctl poweroff\n');
    await machine.off();
  }
  await using machine = hardware.startSecond();
  if (encrypted) await unlock(machine);
  await expectSystem(machine, system);
  expect(await answer(machine, ARRAY_STATES)).toBe('[_U]\n[_U]');
  await degraded(machine);
}
