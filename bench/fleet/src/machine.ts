import { setTimeout as pause } from 'node:timers/promises';
import type { AgentHost, WorkEnd, WorkOptions } from '../../../packages/cli/src/agent/host.ts';
import type { MachineIdentity } from '../../../packages/cli/src/agent/protocol.ts';

/** Events and duration of a simulated installation. */
export interface SimulatedWork {
  /** Number of events. */
  readonly events: number;
  /** Milliseconds from the first event to the last one. */
  readonly duration: number;
}

/** Serial number of the disk of a machine. */
export function diskSerial(index: number): string {
  return `DISK-${index}`;
}

/** Hardware address of a machine. */
export function macOf(index: number): string {
  const digits = index.toString(16).padStart(6, '0');
  return `02:57:72:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`;
}

/** A machine that installs nothing, but reports events like an installation. */
export class SimulatedMachine implements AgentHost {
  readonly #index: number;
  readonly #work: SimulatedWork;
  /** The action of the machine after its work. */
  ending: string | undefined;

  constructor(index: number, work: SimulatedWork) {
    this.#index = index;
    this.#work = work;
  }

  async readIdentity(): Promise<MachineIdentity> {
    return { macs: [macOf(this.#index)] };
  }

  async readFacts(): Promise<string> {
    const disk = {
      path: '/dev/vda',
      links: [],
      size: 16 * 2 ** 30,
      readOnly: false,
      signatures: [],
      mountPoints: [],
      swap: false,
      holders: [],
      loops: [],
      pools: [],
      kind: 'disk',
      serial: diskSerial(this.#index),
      sectorSize: 512,
      physicalSectorSize: 512,
      removable: false,
      partitions: [],
    };
    return JSON.stringify({
      version: 1,
      architecture: 'x86_64',
      firmware: 'uefi',
      cpuVendor: 'GenuineIntel',
      cpuModel: 'simulated',
      memory: 2 ** 32,
      soundModules: [],
      disks: [disk],
      unseen: [],
    });
  }

  async install(_work: object, { onEvent, signal }: WorkOptions): Promise<WorkEnd> {
    const { events, duration } = this.#work;
    for (let index = 0; index < events; index += 1) {
      onEvent({
        type: 'log',
        id: 'packages',
        source: 'stdout',
        text: `line ${index} of the output of a program`,
      } as never);
      await pause(duration / events, undefined, { signal }).catch(() => undefined);
    }
    return { isInterrupted: signal.aborted };
  }

  erase(work: object, options: WorkOptions): Promise<WorkEnd> {
    return this.install(work, options);
  }

  async end(ending: string): Promise<void> {
    this.ending = ending;
  }
}
