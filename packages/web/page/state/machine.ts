import { batch, signal, type Signal } from '@preact/signals';
import type { MachineState } from '../api/answers.ts';
import { eventReader } from '../api/event-stream.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, readPieces, service } from '../api/requests.ts';
import { readStyleNonce } from '../api/style-nonce.ts';
import type { Session } from './session.ts';

/** The part of the page that shows the console's output. */
interface Console {
  write(text: string): void;
  close(): void;
}

/** The key, in the tab's storage, of the installation whose console is shown after a reload. */
const CONSOLE_KEY = 'writ-console';

/** The words that a Linux kernel prints when an error stops it. */
const PANIC = 'Kernel panic';

/** The virtual machine that runs the displayed installation's image. */
export class ImageMachine {
  /** The installation whose console is displayed. */
  readonly shown: Signal<number | undefined> = signal(takeRequestedConsole());
  readonly state: Signal<'starting' | 'running' | 'ended'> = signal<'starting' | 'running' | 'ended'>(
    'starting',
  );
  /** `tcg` means that the virtual machine is emulated, which is slow. */
  readonly accelerator: Signal<MachineState['accelerator'] | undefined> = signal<
    MachineState['accelerator'] | undefined
  >(undefined);
  /** Whether the output of a running virtual machine says that its kernel has stopped. */
  readonly hasPanicked: Signal<boolean> = signal(false);
  /** Changes when the virtual machine must be started again. */
  readonly attempt: Signal<number> = signal(0);
  readonly #session: Session;
  /** Resolves when the input so far has been sent, so that input is sent in the order in which it was typed. */
  #sending: Promise<unknown> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Shows an installation's console, which starts the virtual machine. */
  show(id: number): void {
    if (readStyleNonce() !== '') {
      this.shown.value = id;
      return;
    }
    // Only an installation's page that was loaded directly allows the terminal's styles.
    sessionStorage.setItem(CONSOLE_KEY, String(id));
    location.reload();
  }

  /** Removes the console from the page, which stops the virtual machine. */
  hide(): void {
    this.shown.value = undefined;
  }

  /**
   * Starts the virtual machine, unless it is still running, and shows its console until it ends or `stopped`
   * aborts. The service stops a virtual machine whose console is not read.
   *
   * @param open shows a console; called with a function that receives its input
   */
  async run(
    id: number,
    stopped: AbortSignal,
    open: (onInput: (text: string) => void) => Promise<Console>,
  ): Promise<void> {
    batch(() => {
      this.state.value = 'starting';
      this.hasPanicked.value = false;
    });
    let shown: Console | undefined;
    await this.#session.guard(async () => {
      const machine = (await findMachine(id)) ?? (await startMachine(id, stopped));
      const params = { path: { id } };
      const request = { params, parseAs: 'stream', signal: stopped } as const;
      const { data: output } = await service().GET('/api/installs/{id}/machine/console', request);
      if (!output) return;
      shown = await open((text) => this.#send(id, text));
      this.accelerator.value = machine.accelerator;
      this.state.value = 'running';
      const read = eventReader();
      let tail = '';
      for await (const piece of readPieces(output)) {
        for (const { type, data } of read(piece)) {
          if (type === 'end') return;
          const text = JSON.parse(data) as string;
          shown.write(text);
          // The words may arrive in two parts.
          tail += text;
          if (tail.includes(PANIC)) this.hasPanicked.value = true;
          tail = tail.slice(1 - PANIC.length);
        }
      }
    });
    if (stopped.aborted) {
      shown?.close();
      return;
    }
    this.state.value = 'ended';
    // The last output remains visible until `stopped` aborts.
    stopped.addEventListener('abort', () => shown?.close(), { once: true });
  }

  async end(id: number): Promise<void> {
    await this.#session.guard(() =>
      service().DELETE('/api/installs/{id}/machine', { params: { path: { id } } }),
    );
  }

  /** Stops the virtual machine if it is running, and starts it again in a new console. */
  async restart(id: number): Promise<void> {
    await this.end(id);
    this.attempt.value += 1;
  }

  #send(id: number, text: string): void {
    const request = { params: { path: { id } }, body: { text } };
    this.#sending = this.#sending.then(() =>
      this.#session.guard(() => service().POST('/api/installs/{id}/machine/input', request), true),
    );
  }
}

function takeRequestedConsole(): number | undefined {
  const id = sessionStorage.getItem(CONSOLE_KEY);
  sessionStorage.removeItem(CONSOLE_KEY);
  return id === null ? undefined : Number(id);
}

/** An installation's virtual machine if it is running, for example after the page was reloaded. */
async function findMachine(id: number): Promise<MachineState | undefined> {
  try {
    const machine = await dataOf(service().GET('/api/installs/{id}/machine', { params: { path: { id } } }));
    return machine.state === 'running' ? machine : undefined;
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    return undefined;
  }
}

function startMachine(id: number, stopped: AbortSignal): Promise<MachineState> {
  const request = { params: { path: { id } }, signal: stopped };
  return dataOf(service().POST('/api/installs/{id}/machine', request));
}
