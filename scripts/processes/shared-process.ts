/**
 * Runs programs one after the other in one process, because most of the time of a program with its own process is
 * spent on loading modules.
 */
import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A program for the shared process, which writes the mark to both streams and sends the status when it has ended. */
export interface SharedRequest {
  /** The end of the output. */
  readonly mark: string;
}

export interface Exited {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Receives output as it arrives. */
export type OnOutput = (stream: 'stdout' | 'stderr', text: string) => void;

let count = 0;

/** Returns a mark that no other program has. */
export function createMark(): string {
  return `\0end of program ${(count += 1)}\n`;
}

/** A process that receives requests as messages. If a program ends it, the next program starts another one. */
export class SharedProcess<Request extends SharedRequest> {
  readonly #program: string;
  readonly #options: ForkOptions;
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param program the module that receives the requests
   */
  constructor(program: string, options: ForkOptions = {}) {
    this.#program = program;
    this.#options = options;
  }

  /**
   * Runs a program when the earlier ones have ended. If `limit`, which is called at its start, aborts first, the process
   * is killed.
   */
  run(request: Request, limit: () => AbortSignal, onOutput?: OnOutput): Promise<Exited> {
    const result = this.#last.then(() => this.#runNext(request, limit(), onOutput));
    this.#last = result.catch(() => {});
    return result;
  }

  /** Sends a message to the process while a program is running. */
  send(message: string): void {
    this.#child?.send(message);
  }

  async #runNext(request: Request, limit: AbortSignal, onOutput?: OnOutput): Promise<Exited> {
    const running = (this.#child ??= this.#launch());
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, limit]);
    const outputs = Promise.all(
      (['stdout', 'stderr'] as const).map((name) =>
        readUntil(running[name]!, request.mark, signal, (text) => onOutput?.(name, text)),
      ),
    );
    const closed = once(running, 'close', { signal }).then(([status]) => status as number | null);
    const answered = once(running, 'message', { signal }).then(([status]) => status as number);
    try {
      running.send(request);
      const status = await Promise.race([answered, closed]);
      const [stdout = '', stderr = ''] = await outputs;
      return { status, stdout, stderr };
    } catch (error) {
      running.kill('SIGKILL');
      throw new Error(`the program does not end: ${String(error)}`, { cause: error });
    } finally {
      ended.abort();
      for (const promise of [closed, answered]) promise.catch(() => {});
    }
  }

  #launch(): ChildProcess {
    const launched = fork(this.#program, {
      execArgv: [],
      ...this.#options,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    for (const stream of [launched.stdout!, launched.stderr!]) stream.setEncoding('utf8');
    launched.once('exit', () => (this.#child = undefined));
    // It ends with this process.
    launched.unref();
    launched.channel!.unref();
    return launched;
  }
}

/** Reads the output up to the mark, or to its end. */
async function readUntil(
  stream: Readable,
  mark: string,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<string> {
  let text = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  const onData = (chunk: string): void => {
    text += chunk;
    onText(chunk);
    if (text.endsWith(mark)) resolve();
  };
  stream.on('data', onData).once('close', resolve);
  signal.addEventListener('abort', () => resolve());
  await promise;
  stream.off('data', onData).off('close', resolve);
  return text.endsWith(mark) ? text.slice(0, -mark.length) : text;
}
