/** The installation medium in a virtual machine with an empty disk and an administrator's drive. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mirror } from '@writ/mirror';
import { buildExecutable } from '../../../scripts/exe/build-executable.ts';
import { makeIso } from '../../../scripts/medium/iso.ts';
import { buildSystem, type LiveSystem } from '../../../scripts/medium/system.ts';
import { Machine, NEW_VARIABLES, type MachineOptions } from '../qemu.ts';

/** Serial number of the empty disk, /dev/vda. */
export const SERIAL = 'WRIT-DISK-1';
/** Serial number of the second empty disk. */
export const SECOND_SERIAL = 'WRIT-DISK-2';

/** Programs that kill an installation in the live system. */
const TOOLS = ['kill-at', 'watched-program'].map((name) =>
  fileURLToPath(new URL(`tools/${name}`, import.meta.url)),
);

const DISK_BYTES = 2 * 2 ** 30;
const DRIVE_BYTES = 16 * 2 ** 20;
/** Time limit in milliseconds from the firmware to the console. */
export const BOOT_LIMIT: number = 25 * 60_000;

/**
 * `no_timer_check`: on a busy host, the kernel considers the emulated timer broken. `mitigations=off`:
 * mitigations for processor vulnerabilities take a quarter of the boot time of an emulated machine. The limits: on a
 * busy host, the serial port appeared after systemd's limit of 90 s.
 */
export const KERNEL_ARGUMENTS: string = [
  'console=ttyS0 no_timer_check mitigations=off no5lvl',
  'systemd.default_timeout_start_sec=15min',
].join(' ');

/** The parts of a medium that do not depend on the kernel command line. */
export interface MediumParts {
  readonly system: LiveSystem;
  /** Path of the single executable. */
  readonly writ: string;
}

/** Builds the parts of a medium that trusts the mirror's key. */
export async function buildParts(
  mirror: Mirror,
  folder: string,
  log: (line: string) => void,
): Promise<MediumParts> {
  const system = await buildSystem({ log, key: mirror, compress: false });
  const writ = join(folder, 'writ');
  await buildExecutable(writ);
  return { system, writ };
}

/** How a machine boots from the medium. */
export interface MediumOptions {
  /** A CD, or a USB stick. */
  readonly kind: 'cd' | 'usb';
  /** Kernel arguments in addition to those for an emulated machine. */
  readonly append?: string;
}

/** The hardware of a machine, which persists while the machine is off. */
export class Hardware {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'writ-live-'));
  /** The files of the empty disks. */
  readonly disks: readonly string[];
  readonly #variables: string = join(this.#folder, 'variables.fd');
  readonly #drive: string = join(this.#folder, 'drive.raw');
  readonly #medium: string = join(this.#folder, 'medium.iso');
  readonly firmware: 'uefi' | 'bios';

  constructor(firmware: 'uefi' | 'bios', count: 1 | 2 = 1) {
    this.firmware = firmware;
    this.disks = ['disk.raw', 'second.raw'].slice(0, count).map((name) => join(this.#folder, name));
    for (const disk of this.disks) {
      writeFileSync(disk, '');
      truncateSync(disk, DISK_BYTES);
    }
    copyFileSync(NEW_VARIABLES, this.#variables);
  }

  /** True if the disks have never been written to, so that their files have no blocks. */
  get isBlank(): boolean {
    return this.disks.every((disk) => statSync(disk).blocks === 0);
  }

  /** Creates the administrator's drive with `config.json` and the programs in `tools`. */
  makeDrive(label: string, configuration: object): void {
    const file = join(this.#folder, 'config.json');
    writeFileSync(file, JSON.stringify(configuration, null, 2));
    writeFileSync(this.#drive, '');
    truncateSync(this.#drive, DRIVE_BYTES);
    execFileSync('mkfs.vfat', ['-n', label, this.#drive], { stdio: 'ignore' });
    execFileSync('mcopy', ['-i', this.#drive, file, ...TOOLS, '::'], { stdio: 'ignore' });
  }

  /** Boots from the medium, which is the only bootable drive. */
  async startMedium({ system, writ }: MediumParts, { kind, append = '' }: MediumOptions): Promise<Machine> {
    await makeIso(system, { writ, append: `${KERNEL_ARGUMENTS} ${append}`.trim() }, this.#medium);
    const medium = { file: this.#medium, serial: 'LIVE-MEDIUM', more: 'readonly=on' };
    return new Machine([], {
      ...this.#options,
      network: true,
      more: [
        ...this.disks.flatMap((file, index) =>
          drive('virtio-blk-pci', { file, serial: [SERIAL, SECOND_SERIAL][index]!, more: 'cache=unsafe' }),
        ),
        ...drive('virtio-blk-pci', { file: this.#drive, serial: 'DRIVE', more: 'readonly=on' }),
        ...(kind === 'cd'
          ? drive('ide-cd', { ...medium, more: 'media=cdrom' })
          : ['-device', 'qemu-xhci', ...drive('usb-storage', medium)]),
        '-m',
        '2048',
      ],
    });
  }

  /** Boots from the medium, ends its questions, and returns the machine with root at the console. */
  async startShell(parts: MediumParts, kind: MediumOptions['kind']): Promise<Machine> {
    const machine = await this.startMedium(parts, { kind });
    try {
      await machine.expect(/Ctrl\+C quits without writing/, BOOT_LIMIT);
      await machine.expect(/Where to install/);
      machine.send('\u0003');
      await machine.expect(/nothing was written/);
      await machine.expect(/root@live:~# $/);
      return machine;
    } catch (error) {
      await machine[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Boots from the disks only. Two disks retain the changes. */
  startDisks(): Machine {
    return new Machine(this.disks, { ...this.#options, keeps: this.disks.length > 1 });
  }

  /** Boots from the second disk, without the first one. */
  startSecond(): Machine {
    return new Machine(this.disks.slice(1), this.#options);
  }

  get #options(): MachineOptions {
    return { firmware: this.firmware, variables: this.#variables };
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface Drive {
  readonly file: string;
  readonly serial: string;
  readonly more: string;
}

function drive(device: string, { file, serial, more }: Drive): string[] {
  return [
    '-drive',
    `file=${file},format=raw,if=none,id=${serial},${more}`,
    '-device',
    `${device},drive=${serial},serial=${serial}`,
  ];
}
