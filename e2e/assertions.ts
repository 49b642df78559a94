/** What every installed machine must be, asked over its console. */
import { expect } from 'vitest';
import { canaries } from './installation.ts';
import type { Machine } from './qemu.ts';

/** Emulated, all units together take their time. */
const START_LIMIT = 10 * 60_000;

export interface Expected {
  readonly hostname: string;
  /** The package of the kernel that runs. */
  readonly kernel: string;
  /** File systems by their places. */
  readonly mounts: Readonly<Record<string, string>>;
}

/** The first line of what a command says; that it fails is what a test says about it. */
export async function answer(machine: Machine, command: string): Promise<string> {
  return (await machine.run(command)).output;
}

/**
 * Logs in as ada and as root; every unit has started and none has failed; name, kernel and mounts are those that were
 * asked for. Leaves root logged in.
 */
export async function expectSystem(machine: Machine, { hostname, kernel, mounts }: Expected): Promise<void> {
  await machine.login('ada', canaries.user);
  expect(await answer(machine, `sudo -S -p '' id -un <<< ${canaries.user}`)).toBe('root');
  machine.send('exit\n');
  await machine.login('root', canaries.root);
  // Otherwise long answers wait for who reads them, page by page.
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

/** The kernel that runs is the one of this package. */
async function expectKernel(machine: Machine, name: string): Promise<void> {
  expect(await answer(machine, 'cat /usr/lib/modules/$(uname -r)/pkgbase')).toBe(name);
}

/** What the boot loader or the stub left in the firmware, as plain text; empty when it left nothing. */
export function firmwareVariable(machine: Machine, name: string): Promise<string> {
  // Behind four bytes of attributes; these files do not seek.
  return answer(
    machine,
    `cat /sys/firmware/efi/efivars/${name}-* 2> /dev/null | tail -c +5 | tr -d '\\0'; echo`,
  );
}
