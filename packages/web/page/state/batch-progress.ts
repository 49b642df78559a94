import { batch as update, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Batch, BatchChange, BatchRow, RowState } from '../api/answers.ts';
import { followStream } from '../api/event-follower.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import { listAllLabels, matchesFilter, NO_FILTER, type ListFilter } from './list-filter.ts';
import type { Session } from './session.ts';

/** A request that changes a batch. */
export type BatchAction = 'pause' | 'resume' | 'retry' | 'cancel';

/** The displayed batch with its rows, followed until its end. */
export class BatchProgress {
  /** Undefined until it is loaded. */
  readonly batch: Signal<Batch | undefined> = signal<Batch | undefined>(undefined);
  /** The rows in the order of the table. */
  readonly rows: Signal<readonly BatchRow[]> = signal<readonly BatchRow[]>([]);
  readonly filter: Signal<ListFilter<RowState>> = signal<ListFilter<RowState>>(NO_FILTER);
  /** The rows that match the filter. */
  readonly shown: ReadonlySignal<readonly BatchRow[]> = computed(() => {
    const filter = this.filter.value;
    return this.rows.value.filter((row) => matchesFilter(row, filter, [row.target]));
  });
  /** All labels of rows as `name=value`, in alphabetical order. */
  readonly labels: ReadonlySignal<readonly string[]> = computed(() => listAllLabels(this.rows.value));
  /** The number of the row whose details are displayed. */
  readonly selected: Signal<number | undefined> = signal<number | undefined>(undefined);
  /** Whether the service does not know the batch. */
  readonly isAbsent: Signal<boolean> = signal(false);
  /** Whether the request for the batch failed. */
  readonly hasFailed: Signal<boolean> = signal(false);
  readonly isConnected: Signal<boolean> = signal(true);
  readonly #session: Session;
  #stop = new AbortController();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Loads a batch and follows it until its end, or until `close`. */
  async open(id: number): Promise<void> {
    update(() => {
      this.batch.value = undefined;
      this.rows.value = [];
      this.filter.value = NO_FILTER;
      this.selected.value = undefined;
      this.isAbsent.value = false;
    });
    await this.#follow(id);
  }

  close(): void {
    this.#stop.abort();
  }

  /** Changes the displayed batch, which is then followed again. */
  async change(action: BatchAction): Promise<void> {
    const current = this.batch.peek();
    if (current === undefined) return;
    const params = { path: { id: current.id } };
    const changed = await this.#session.guard(() => {
      switch (action) {
        case 'pause':
          return dataOf(service().POST('/api/batches/{id}/pause', { params }));
        case 'resume':
          return dataOf(service().POST('/api/batches/{id}/resume', { params }));
        case 'retry':
          return dataOf(service().POST('/api/batches/{id}/retry', { params }));
        case 'cancel':
          return dataOf(service().POST('/api/batches/{id}/cancel', { params }));
      }
    });
    // Another batch may be displayed now.
    if (changed !== undefined && this.batch.peek()?.id === changed.id) await this.#follow(changed.id);
  }

  /** Shows the details of a row. */
  readonly select = (number: number): void => {
    this.selected.value = number;
  };

  /** Adds a change that the service has sent. */
  receive({ batch, rows }: BatchChange): void {
    update(() => {
      this.batch.value = batch;
      if (rows.length === 0) return;
      const changed = new Map(rows.map((row) => [row.number, row]));
      const known = this.rows.peek();
      const added = rows.filter(({ number }) => number > (known.at(-1)?.number ?? 0));
      this.rows.value = [...known.map((row) => changed.get(row.number) ?? row), ...added];
    });
  }

  async #follow(id: number): Promise<void> {
    this.close();
    this.#stop = new AbortController();
    const { signal: stopped } = this.#stop;
    this.hasFailed.value = false;
    this.isConnected.value = true;
    await this.#session.guard(async () => {
      try {
        await followStream<BatchChange>(
          {
            after: this.batch.peek()?.revision ?? 0,
            open: (after, ended) => {
              const params = { path: { id }, header: { 'Last-Event-ID': after } };
              return service().GET('/api/batches/{id}/events', { params, parseAs: 'stream', signal: ended });
            },
            onEvent: (change) => {
              if (!stopped.aborted) this.receive(change);
              return isAtRest(change.batch);
            },
            onConnection: (isConnected) => {
              if (!stopped.aborted) this.isConnected.value = isConnected;
            },
          },
          stopped,
        );
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 404) throw error;
        if (!stopped.aborted) this.isAbsent.value = true;
      }
    });
    if (!stopped.aborted) this.hasFailed.value = this.batch.peek() === undefined && !this.isAbsent.peek();
  }
}

const ENDED_STATES: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled']);
const ACTIVE_STATES = ['queued', 'needs-secret', 'running', 'host-lost'];

/** Whether no row of a batch changes any more unless a user continues the batch. */
function isAtRest({ state, rows }: Batch): boolean {
  return ENDED_STATES.has(state) && ACTIVE_STATES.every((each) => (rows[each] ?? 0) === 0);
}
