/** The live system of `medium/` in a virtual machine with an empty disk and an administrator's USB stick. */
import { copyFileSync, mkdtempSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable } from '../../../scripts/exe/build-executable.ts';
import { Machine, NEW_VARIABLES, type MachineOptions } from '../qemu.ts';
import { makeFileSystem } from './medium/file-system.ts';
import type { Medium } from './medium/build.ts';

/** Serial number of the empty disk, /dev/vda. */
export const SERIAL = 'WRIT-DISK-1';

const DISK_BYTES = 2 * 2 ** 30;
const BOOT_LIMIT = 480_000;

/**
 * `no_timer_check`: on a busy host, the kernel considers the emulated timer broken. `mitigations=off`:
 * mitigations for processor vulnerabilities take a quarter of the boot time of an emulated machine.
 */
const COMMAND_LINE = 'console=ttyS0 loglevel=4 no_timer_check mitigations=off no5lvl';

/** The hardware of a machine, which persists while the machine is off. */
export class Hardware {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'writ-live-'));
  readonly disk: string = join(this.#folder, 'disk.raw');
  readonly #variables: string = join(this.#folder, 'variables.fd');
  readonly #stick: string = join(this.#folder, 'stick.raw');
  readonly firmware: 'uefi' | 'bios';

  constructor(firmware: 'uefi' | 'bios') {
    this.firmware = firmware;
    writeFileSync(this.disk, '');
    truncateSync(this.disk, DISK_BYTES);
    copyFileSync(NEW_VARIABLES, this.#variables);
  }

  /** True if the disk has never been written to, so that its file has no blocks. */
  get isBlank(): boolean {
    return statSync(this.disk).blocks === 0;
  }

  /** Creates the USB stick with the single executable and `machine.json`. */
  async makeStick(configuration: object): Promise<void> {
    const folder = join(this.#folder, 'stick');
    mkdirSync(folder);
    await buildExecutable(join(folder, 'writ'));
    writeFileSync(join(folder, 'machine.json'), JSON.stringify(configuration, null, 2));
    await makeFileSystem(folder, 'STICK', this.#stick);
  }

  /** Boots the live system, with root at the console and the stick at /mnt. */
  async startLive({ kernel, initramfs, image }: Medium): Promise<Machine> {
    const machine = new Machine([], {
      ...this.#options,
      network: true,
      more: [
        ...drive(this.disk, SERIAL, 'cache=unsafe'),
        ...drive(image, 'LIVE-MEDIUM', 'readonly=on'),
        ...drive(this.#stick, 'STICK', 'readonly=on'),
        '-m',
        '2048',
        '-kernel',
        kernel,
        '-initrd',
        initramfs,
        '-append',
        COMMAND_LINE,
      ],
    });
    try {
      await machine.expect(/root@live:~# $/, BOOT_LIMIT);
      await machine.run('mount -o ro LABEL=STICK /mnt');
      return machine;
    } catch (error) {
      await machine[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Boots from the disk only. */
  startDisk(): Machine {
    return new Machine([this.disk], this.#options);
  }

  get #options(): MachineOptions {
    return { firmware: this.firmware, variables: this.#variables };
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function drive(file: string, serial: string, more: string): string[] {
  return [
    '-drive',
    `file=${file},format=raw,if=none,id=${serial},${more}`,
    '-device',
    `virtio-blk-pci,drive=${serial},serial=${serial}`,
  ];
}
