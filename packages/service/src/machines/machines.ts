import { closeSync } from 'node:fs';
import { withTimeout } from '@writ/diagnostics/internal';
import { Machine, type ConsoleOutput } from './machine.ts';
import {
  hasKvm,
  machineArguments,
  missingForMachine,
  openMachineFiles,
  OVMF,
  QEMU,
  restrictedCommand,
  TRIAL_ARGUMENTS,
  TRIAL_TEXT,
  type FirmwareFiles,
} from './qemu.ts';

export interface MachinesOptions {
  /** The program; default: `qemu-system-x86_64`. */
  readonly qemu?: string;
  /** The files for UEFI; the first readable pair is used. Default: OVMF's files in Debian and Arch. */
  readonly ovmf?: readonly FirmwareFiles[];
  /** Memory in MiB; default: 1,024. */
  readonly memory?: number;
  /** Maximum running time of a virtual machine in milliseconds; default: 30 minutes. */
  readonly duration?: number;
  /** Milliseconds after which a virtual machine is stopped if no client reads its console; default: 30 s. */
  readonly unwatched?: number;
}

/** The state of a virtual machine. */
export interface MachineState {
  /** The number of the installation. */
  readonly install: number;
  readonly state: 'running' | 'ended';
  /** `tcg`: emulated, so starting takes about a minute. */
  readonly accelerator: 'kvm' | 'tcg';
  /** ISO 8601, UTC. */
  readonly started: string;
}

/** The reason why a virtual machine cannot be started. */
export type MachineRefusal =
  | { readonly kind: 'busy'; readonly install: number }
  /** The virtual machine was stopped before it started. */
  | { readonly kind: 'cancelled' }
  /** The programs and files to install. */
  | { readonly kind: 'missing'; readonly missing: readonly string[] };

interface StartedMachine {
  readonly state: Omit<MachineState, 'state'>;
  readonly machine: Machine;
  readers: number;
  unwatched: NodeJS.Timeout | undefined;
}

/** Milliseconds for a trial of KVM; the trial is needed because the device may exist without working. */
const TRIAL_LIMIT = 3_000;
/** Maximum number of milliseconds to wait until a killed virtual machine has ended. */
const KILL_LIMIT = 5_000;

/** Boots installed images in QEMU, one virtual machine at a time. */
export class Machines {
  readonly #options: Required<MachinesOptions>;
  readonly #isRoot: boolean = process.getuid?.() === 0;
  #current: StartedMachine | undefined;
  /** The virtual machine whose accelerator is being chosen. */
  #starting: { readonly install: number; isCancelled: boolean } | undefined;
  #isClosed = false;
  #accelerator: Promise<'kvm' | 'tcg'> | undefined;

  constructor({
    qemu = QEMU,
    ovmf = OVMF,
    memory = 1_024,
    duration = 30 * 60_000,
    unwatched = 30_000,
  }: MachinesOptions = {}) {
    this.#options = { qemu, ovmf, memory, duration, unwatched };
  }

  /** Returns the programs and files that are missing on this computer, with the packages to install. */
  missing(firmware: 'uefi' | 'bios'): string[] {
    return missingForMachine(firmware, this.#options.qemu, this.#options.ovmf);
  }

  /**
   * Starts a virtual machine from an image, which is not changed.
   *
   * @param openImage returns a descriptor of the image, open for reading; called only if the virtual machine is about
   * to start
   */
  async start(
    install: number,
    firmware: 'uefi' | 'bios',
    openImage: () => Promise<number>,
  ): Promise<MachineState | MachineRefusal> {
    const { qemu, ovmf, memory, duration } = this.#options;
    if (this.#isClosed) return { kind: 'cancelled' };
    const running = this.#starting?.install ?? this.#runningInstall;
    if (running !== undefined) return { kind: 'busy', install: running };
    const missing = this.missing(firmware);
    if (missing.length > 0) return { kind: 'missing', missing };
    const starting = { install, isCancelled: false };
    this.#starting = starting;
    try {
      this.#accelerator ??= this.#chooseAccelerator();
      const accelerator = await this.#accelerator;
      if (starting.isCancelled) return { kind: 'cancelled' };
      const image = await openImage();
      if (starting.isCancelled) {
        closeSync(image);
        return { kind: 'cancelled' };
      }
      const files = openMachineFiles(image, firmware, ovmf);
      try {
        const args = machineArguments(accelerator, memory, files.drives);
        const machine = new Machine(restrictedCommand(qemu, args, this.#isRoot), files.descriptors);
        const started = new Date().toISOString();
        const limit = setTimeout(() => machine.kill(), duration).unref();
        const current: StartedMachine = {
          state: { install, accelerator, started },
          machine,
          readers: 0,
          unwatched: undefined,
        };
        this.#current = current;
        this.#watchReaders(current);
        void machine.ended.then(() => {
          clearTimeout(limit);
          clearTimeout(current.unwatched);
          return undefined;
        });
        return this.get(install)!;
      } finally {
        files.close();
      }
    } finally {
      this.#starting = undefined;
    }
  }

  /**
   * Returns the state of an installation's virtual machine; undefined if the installation has none, or if the virtual
   * machine of another installation was started later.
   */
  get(install: number): MachineState | undefined {
    const current = this.#find(install);
    return current && { ...current.state, state: current.machine.hasEnded ? 'ended' : 'running' };
  }

  /** Yields the console output of a virtual machine, which is stopped soon after its last reader has left. */
  async *follow(install: number, after: number, signal: AbortSignal): AsyncGenerator<ConsoleOutput> {
    const current = this.#find(install);
    if (current === undefined) return;
    current.readers += 1;
    clearTimeout(current.unwatched);
    try {
      yield* current.machine.follow(after, signal);
    } finally {
      current.readers -= 1;
      this.#watchReaders(current);
    }
  }

  /** Writes to the console. Returns false if the virtual machine does not accept input. */
  write(install: number, text: string): boolean {
    return this.#find(install)?.machine.write(text) ?? false;
  }

  /** Stops an installation's virtual machine; resolves when it has stopped, or after 5 s. */
  async end(install: number): Promise<void> {
    if (this.#starting?.install === install) this.#starting.isCancelled = true;
    const current = this.#find(install);
    if (current === undefined) return;
    current.machine.kill();
    await withTimeout(current.machine.ended, KILL_LIMIT, () => undefined);
  }

  /** Stops the virtual machine and prevents others from starting. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#starting !== undefined) this.#starting.isCancelled = true;
    if (this.#current !== undefined) await this.end(this.#current.state.install);
  }

  get #runningInstall(): number | undefined {
    const current = this.#current;
    return current === undefined || current.machine.hasEnded ? undefined : current.state.install;
  }

  #find(install: number): StartedMachine | undefined {
    return this.#current?.state.install === install ? this.#current : undefined;
  }

  #watchReaders(current: StartedMachine): void {
    if (current.readers > 0 || current.machine.hasEnded) return;
    clearTimeout(current.unwatched);
    current.unwatched = setTimeout(() => current.machine.kill(), this.#options.unwatched).unref();
  }

  /** Finds out whether KVM works, by briefly running a virtual machine without drives. */
  async #chooseAccelerator(): Promise<'kvm' | 'tcg'> {
    if (!hasKvm()) return 'tcg';
    const trial = new Machine(restrictedCommand(this.#options.qemu, TRIAL_ARGUMENTS, this.#isRoot), []);
    let text = '';
    const signal = AbortSignal.timeout(TRIAL_LIMIT);
    for await (const output of trial.follow(0, signal)) {
      text += output.text;
      if (text.includes(TRIAL_TEXT)) break;
    }
    trial.kill();
    return text.includes(TRIAL_TEXT) ? 'kvm' : 'tcg';
  }
}
