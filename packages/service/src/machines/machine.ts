import { spawn, type ChildProcess } from 'node:child_process';
import { ConsoleFilter } from './console-filter.ts';

/** A part of the console's output. Parts are numbered from 1. */
export interface ConsoleOutput {
  readonly number: number;
  readonly text: string;
}

/** Maximum size of the output in memory in UTF-16 code units; the oldest output is dropped first. */
const OUTPUT_LIMIT = 512 * 1024;
/**
 * Bytes of waiting input above which more input is refused, so that a guest that reads nothing cannot fill the memory.
 */
const INPUT_LIMIT = 64 * 1024;

/** A running program with a console. */
export class Machine {
  readonly #process: ChildProcess;
  readonly #output: ConsoleOutput[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #size = 0;
  #last = 0;
  #hasEnded = false;
  #changed = Promise.withResolvers<void>();

  /** @param descriptors files that the program inherits as descriptors 3 and above */
  constructor(command: readonly string[], descriptors: readonly number[]) {
    const [program = '', ...args] = command;
    const environment = { PATH: process.env['PATH'] ?? '', TMPDIR: '/var/tmp' };
    this.#process = spawn(program, args, {
      cwd: '/',
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe', ...descriptors],
    });
    const filter = new ConsoleFilter();
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.#add(filter.filter(text)));
    }
    this.#process.stdin?.on('error', () => {});
    this.#process.on('error', ({ message }) => {
      this.#add(`${message}\n`);
      this.#end();
    });
    this.#process.on('close', () => this.#end());
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Resolves when the program has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /**
   * Yields the output after the part with this number, beginning with the output that is still in memory, until the
   * program has ended or `signal` aborts.
   */
  async *follow(after: number, signal: AbortSignal): AsyncGenerator<ConsoleOutput, void, undefined> {
    let last = after;
    // Racing against a promise for the signal would add a reaction to that promise for each part.
    const onAbort = (): void => this.#notify();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      while (!signal.aborted) {
        const next = this.#output[Math.max(0, last + 1 - (this.#output[0]?.number ?? 0))];
        if (next !== undefined) {
          last = next.number;
          yield next;
          continue;
        }
        if (this.#hasEnded) return;
        await this.#changed.promise;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Writes to the console. Returns false if too much input is waiting, or if the program has ended. */
  write(text: string): boolean {
    const { stdin } = this.#process;
    if (this.#hasEnded || stdin === null || stdin.writableLength > INPUT_LIMIT) return false;
    stdin.write(text);
    return true;
  }

  /** Kills the program. */
  kill(): void {
    if (!this.#hasEnded) this.#process.kill('SIGKILL');
  }

  #add(text: string): void {
    if (text === '') return;
    this.#last += 1;
    this.#output.push({ number: this.#last, text });
    this.#size += text.length;
    while (this.#size > OUTPUT_LIMIT && this.#output.length > 1)
      this.#size -= this.#output.shift()!.text.length;
    this.#notify();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#notify();
    this.#ended.resolve();
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
