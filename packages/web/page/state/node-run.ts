import { batch, signal, type Signal } from '@preact/signals';
import type { InstallEvent } from '../api/answers.ts';
import { followStream } from '../api/event-follower.ts';
import { service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** The maximum number of lines of the output that are displayed. */
const LINES = 200;
/** Milliseconds between updates of the display, because the stream begins with all earlier events. */
const DISPLAY_PAUSE = 100;

/** Events of an agent; the `end` event comes from the service. */
type NodeRunEvent =
  | Exclude<InstallEvent, { readonly type: 'end' }>
  | { readonly type: 'end'; readonly state: string };

/** A run of a machine: an installation or an erasure, followed until its end. */
export class NodeRun {
  /** The number of the displayed run; undefined if there is none. */
  readonly number: Signal<number | undefined> = signal<number | undefined>(undefined);
  /** Progress from 0 to 1; undefined until the agent has reported any. */
  readonly total: Signal<number | undefined> = signal<number | undefined>(undefined);
  /** The title of the step that started last; undefined after the end. */
  readonly step: Signal<string | undefined> = signal<string | undefined>(undefined);
  /** The last lines of the output. */
  readonly lines: Signal<readonly string[]> = signal<readonly string[]>([]);
  readonly #session: Session;
  #stop = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #received: { total: number | undefined; step: string | undefined; lines: string[] } = newState();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Follows a run until its end, or until `close`. */
  async open(node: number, run: number): Promise<void> {
    this.close();
    this.#stop = new AbortController();
    const { signal: stopped } = this.#stop;
    this.number.value = run;
    await this.#session.guard(
      () =>
        followStream<NodeRunEvent>(
          {
            after: 0,
            open: (after, ended) => {
              const params = { path: { id: node, run }, header: { 'Last-Event-ID': after } };
              const options = { params, parseAs: 'stream', signal: ended } as const;
              return service().GET('/api/nodes/{id}/runs/{run}/events', options);
            },
            onEvent: (event) => !stopped.aborted && this.#receive(event),
            onConnection: () => undefined,
          },
          stopped,
        ),
      true,
    );
  }

  /** Ends the requests, and removes the run from the display. */
  close(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#received = newState();
    this.number.value = undefined;
    this.#display();
  }

  /** Adds an event. Returns whether it is the last one. */
  #receive(event: NodeRunEvent): boolean {
    const received = this.#received;
    if (event.type === 'start') received.step = event.title;
    else if (event.type === 'progress') received.total = Math.max(event.total, received.total ?? 0);
    else if (event.type === 'log') received.lines.push(event.text);
    else if (event.type === 'end') received.step = undefined;
    if (received.lines.length > 2 * LINES) received.lines.splice(0, LINES);
    this.#timer ??= setTimeout(() => this.#display(), DISPLAY_PAUSE);
    return event.type === 'end';
  }

  #display(): void {
    this.#timer = undefined;
    const { total, step, lines } = this.#received;
    batch(() => {
      this.total.value = total;
      this.step.value = step;
      this.lines.value = lines.slice(-LINES);
    });
  }
}

function newState(): { total: number | undefined; step: string | undefined; lines: string[] } {
  return { total: undefined, step: undefined, lines: [] };
}
