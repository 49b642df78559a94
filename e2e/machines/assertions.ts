/** Assertions about every installed machine, made with commands at its console. */
import { expect } from 'vitest';
import { canaries, passphrase } from '../installation.ts';
import type { Machine } from './qemu.ts';

/** Time limit in milliseconds for all units to start, which takes long in an emulated machine. */
const START_LIMIT = 10 * 60_000;

/** Time limits in milliseconds until a machine asks for the passphrase, and until it has mounted the file system. */
const PROMPT_LIMIT = 15 * 60_000;
const UNLOCK_LIMIT = 4 * 60_000;
const UNLOCK_ATTEMPTS = 3;

/** A message about the root file system: from the kernel or, if the initramfs contains it, from systemd. */
const UNLOCKED =
  /EXT4-fs \(dm-0\): mounted|XFS \(dm-0\): Ending clean mount|BTRFS info \(device dm-0\)|Mounted \S*sysroot\.mount/;

export interface Expected {
  readonly hostname: string;
  /** Package of the running kernel. */
  readonly kernel: string;
  /** File system types by mount point. */
  readonly mounts: Readonly<Record<string, string>>;
}

/** Returns the first line of a command's output, whatever its exit status. */
export async function answer(machine: Machine, command: string): Promise<string> {
  return (await machine.run(command)).output;
}

/**
 * Types the passphrase of the encrypted root file system. The machine discards what is typed before it turns off the
 * echo, so the passphrase may have to be repeated.
 */
export async function unlock(machine: Machine): Promise<void> {
  await machine.expect(/[Ee]nter passphrase for [^\r\n]*: ?/, PROMPT_LIMIT);
  for (let attempt = 1; ; attempt += 1) {
    machine.send(`${passphrase}\n`);
    try {
      await machine.expect(UNLOCKED, UNLOCK_LIMIT);
      return;
    } catch (error) {
      if (attempt === UNLOCK_ATTEMPTS) throw error;
    }
  }
}

/**
 * Logs in as ada and as root. Checks the host name, the kernel, the mounts and that every unit has started.
 * Root remains logged in.
 */
export async function expectSystem(machine: Machine, { hostname, kernel, mounts }: Expected): Promise<void> {
  await machine.login('ada', canaries.user);
  expect(await answer(machine, `sudo -S -p '' id -un <<< ${canaries.user}`)).toBe('root');
  machine.send('exit\n');
  await machine.login('root', canaries.root);
  // Disable pagers.
  await machine.run('export SYSTEMD_PAGER=cat');
  const running = await machine.run('systemctl is-system-running --wait', START_LIMIT);
  const failed = await answer(machine, 'systemctl list-units --failed --plain --no-legend');
  expect([running.output, failed]).toEqual(['running', '']);
  expect(await answer(machine, 'cat /proc/sys/kernel/hostname')).toBe(hostname);
  await expectKernel(machine, kernel);
  const places = Object.keys(mounts);
  const found = await answer(machine, `for at in ${places.join(' ')}; do findmnt -no FSTYPE $at; done`);
  expect(found.split('\n')).toEqual(places.map((place) => mounts[place]));
}

/** Checks that the running kernel belongs to this package. */
async function expectKernel(machine: Machine, name: string): Promise<void> {
  expect(await answer(machine, 'cat /usr/lib/modules/$(uname -r)/pkgbase')).toBe(name);
}

/** Reads a firmware variable of the boot loader or stub as text; empty if the variable does not exist. */
export function firmwareVariable(machine: Machine, name: string): Promise<string> {
  // Four bytes of attributes precede the value. These files do not support seeking.
  return answer(
    machine,
    `cat /sys/firmware/efi/efivars/${name}-* 2> /dev/null | tail -c +5 | tr -d '\\0'; echo`,
  );
}
