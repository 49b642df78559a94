/**
 * Starts the examples of pages in one process with `--import @writ/annotations/register`, because most of the time of an
 * example with its own process is spent on loading the same packages. One example runs at a time, in the page's
 * folder.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { HostRequest } from './host-process.ts';
import { TIMEOUT, type StartedServer } from './start.ts';

const program = fileURLToPath(new URL('host-process.ts', import.meta.url));
const ephemeral = fileURLToPath(new URL('ephemeral-port.ts', import.meta.url));

type HostMessage = 'ready' | { readonly port: number } | { readonly error: string };

export class ExampleHost {
  #child: ChildProcess | undefined;
  #output = '';

  /** Imports an example, and waits until it listens on a free port. */
  async start(file: string, folder: string): Promise<StartedServer> {
    this.#output = '';
    try {
      this.#child ??= await this.#launch(folder);
      this.#child.send({ folder, file } satisfies HostRequest);
      const message = await this.#receive(this.#child);
      if (typeof message === 'object' && 'port' in message)
        return { port: message.port, stop: () => this.#stop() };
      throw new Error(message === 'ready' ? 'unexpected message' : message.error);
    } catch (error) {
      this.end();
      throw new Error(`${file} does not listen: ${String(error)}\n${this.#output}`, { cause: error });
    }
  }

  /** Ends the process. */
  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #launch(folder: string): Promise<ChildProcess> {
    const child = fork(program, {
      cwd: folder,
      execArgv: ['--import', '@writ/annotations/register', '--import', ephemeral],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    await this.#receive(child);
    return child;
  }

  async #receive(child: ChildProcess): Promise<HostMessage> {
    const received = new AbortController();
    const signal = AbortSignal.any([received.signal, AbortSignal.timeout(TIMEOUT)]);
    try {
      const [message] = (await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => {
          throw new Error('its process ended');
        }),
      ])) as [HostMessage];
      return message;
    } finally {
      received.abort();
    }
  }

  async #stop(): Promise<void> {
    this.#child?.send('stop' satisfies HostRequest);
    return Promise.resolve();
  }
}
