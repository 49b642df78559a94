/** Reads the command lines and environments of processes. */
import { readdirSync, readFileSync } from 'node:fs';

/** Receives a command line or an environment. */
export type See = (text: string, file: 'cmdline' | 'environ') => void;

/** Reads all processes of the machine except for this one and those in `except`. */
export function readProcesses(see: See, except: ReadonlySet<string> = new Set()): void {
  for (const id of processIds()) {
    if (except.has(id) || id === String(process.pid)) continue;
    for (const file of ['cmdline', 'environ'] as const) {
      try {
        see(readFileSync(`/proc/${id}/${file}`, 'latin1').replaceAll('\0', ' '), file);
      } catch {
        // The process has exited in the meantime.
      }
    }
  }
}

/**
 * Repeatedly reads all processes that start while it exists. Those of the machine that are older are not read: a run
 * that the test starts cannot change them, and reading them takes most of the time.
 */
export class ProcessSampler {
  readonly #see: See;
  readonly #timer: NodeJS.Timeout;
  #older: ReadonlySet<string> = new Set(processIds());

  constructor(see: See, interval = 30) {
    this.#see = see;
    this.#timer = setInterval(() => this.#sample(), interval);
  }

  #sample(): void {
    // The ID of a process that has exited may be used again.
    this.#older = this.#older.intersection(new Set(processIds()));
    readProcesses(this.#see, this.#older);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function processIds(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}
