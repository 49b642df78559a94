import { setTimeout as pause } from 'node:timers/promises';
import { defined } from '@writ/diagnostics/internal';
import { HttpError } from '@writ/http';
import { renderPlan } from '@writ/installer';
import type { Notifier } from '../installs/notifier.ts';
import type { Queue, QueueRefusal } from '../installs/queue-interface.ts';
import { toFiles } from '../jobs/files.ts';
import { prepareResumption, type ResumedInstall, type Resumption } from '../jobs/resumption.ts';
import { openSealedSecrets, type Seal } from '../jobs/seal.ts';
import type { BatchRow, RowFailure, RowStart } from '../records/batch.ts';
import type { JobWithSecrets } from '../records/job.ts';
import { BATCHES, type AdvancingBatch } from '../store/batches.ts';
import { BatchChanged, StoreError } from '../store/store-error.ts';
import type { Store } from '../store/store.ts';
import type { Planner } from '../work/planner.ts';
import { decideNextStep } from './next-step.ts';
import { rowOwner } from './row-owner.ts';

export interface BatchRunnerOptions {
  readonly store: Store;
  readonly queue: Queue;
  readonly notifier: Notifier;
  readonly planner: Pick<Planner, 'plan'>;
  readonly resumption: Resumption;
  readonly seal: Seal | undefined;
  /** The host of this server; undefined if the service runs its installations itself. */
  readonly host: string | undefined;
  readonly now: () => Date;
  readonly reportError: (message: string, error: unknown) => void;
}

/** Milliseconds after which all batches are looked at again, even without a change. */
const POLL = 5_000;
/** Milliseconds between checks of all batches. */
const PAUSE = 100;

/**
 * Starts the installations of batches. Its state is in the store only: a row gets its installation in the transaction
 * that adds the installation, so a row is neither lost nor installed twice if the process ends. Several servers of a host
 * may advance the same batches at the same time.
 */
export class BatchRunner {
  readonly #options: BatchRunnerOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: BatchRunnerOptions) {
    this.#options = options;
  }

  /** Begins to advance the batches, including those that an earlier service left. */
  begin(): void {
    this.#running = this.#run();
  }

  /** Starts no more rows. Their installations end with the queue. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const subscription = this.#options.notifier.subscribe(BATCHES);
    while (!signal.aborted) {
      await this.#advanceAll().catch((error: unknown) => {
        // The store has reported an unusable database already.
        if (!(error instanceof StoreError))
          this.#options.reportError('The batches cannot be advanced', error);
      });
      await subscription.wait(AbortSignal.any([signal, AbortSignal.timeout(POLL)]));
      await pause(PAUSE, undefined, { signal, ref: false }).catch(() => undefined);
    }
    subscription.end();
  }

  async #advanceAll(): Promise<void> {
    const { store, host } = this.#options;
    for (const { id } of await store.batches.listAdvancing(host)) {
      // After each change of the batch, the decision is made again.
      for (;;) {
        const advancing = await store.batches.read(id);
        if (this.#stop.signal.aborted || advancing === undefined) return;
        if (!(await this.#advance(advancing))) break;
      }
    }
  }

  /** Takes one step; returns whether there may be another. */
  async #advance(advancing: AdvancingBatch): Promise<boolean> {
    const { store, queue, now } = this.#options;
    const { batch } = advancing;
    const { state, start, cancel } = decideNextStep(advancing);
    if (state !== undefined) {
      const hasEnded = state === 'done' || state === 'failed';
      await store.batches.settle(batch, state, hasEnded ? now().toISOString() : undefined);
      return false;
    }
    for (const install of cancel) await queue.cancel(install);
    const [row] = start;
    if (row === undefined) return false;
    const claim = { batch: batch.id, number: row.number, revision: batch.revision };
    try {
      return await this.#start(row, claim);
    } catch (error) {
      if (error instanceof BatchChanged) return true;
      throw error;
    }
  }

  /** Starts a row, or records why it cannot be installed; returns false if it must wait. */
  async #start(row: BatchRow, claim: RowStart): Promise<boolean> {
    const { store, queue, now } = this.#options;
    const prepared = (await this.#resume(row)) ?? (await this.#create(row, claim));
    if (prepared === 'later') return false;
    if ('message' in prepared) {
      await store.batches.refuse(claim, prepared);
      return true;
    }
    const { install, open } = prepared;
    // Other runs may have changed the target since the batch was confirmed, so the consent is validated again.
    const added = await queue.add({ ...install, created: now().toISOString(), row: claim }, open, -1);
    if (typeof added !== 'string') return true;
    const failure = describeRefusal(added, row);
    if (failure === undefined) return false;
    await store.batches.refuse(claim, failure);
    return true;
  }

  /** Prepares the continuation of the row's installation; returns undefined if a new one is needed. */
  async #resume({ install: id }: BatchRow): Promise<ResumedInstall | undefined> {
    const { store, resumption } = this.#options;
    const install = id === undefined ? undefined : await store.get(id);
    if (install?.resumable !== true) return undefined;
    try {
      return await prepareResumption({ store, resumption }, install, false);
    } catch (error) {
      // Another installation may have used the target in the meantime.
      if (error instanceof HttpError) return undefined;
      throw error;
    }
  }

  async #create(
    { number, target, path, digest, host }: BatchRow,
    { batch }: RowStart,
  ): Promise<ResumedInstall | RowFailure | 'later'> {
    const { store, seal } = this.#options;
    const job = await store.batches.job(batch, number);
    if (job === undefined)
      return { message: 'The configuration of the row is no longer stored', next: RESTART };
    const open = { job, secrets: openSealedSecrets(job, rowOwner(batch, number), seal) };
    const missing = job.needs.filter(({ name }) => !open.secrets.has(name));
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name).join(', ');
      const next =
        'Start the service with the WRIT_SEAL_KEY_FILE that sealed them, then retry the failed rows';
      return { message: `The sealed secrets cannot be opened: ${names}`, next };
    }
    const plan = await this.#renderPlan(open, path);
    if (plan === 'later') return 'later';
    const configuration = `${JSON.stringify(JSON.parse(job.config), null, 2)}\n`;
    return {
      install: {
        target,
        path,
        resume: false,
        digest,
        configuration,
        documents: { configuration, ...defined({ plan }) },
        ...defined({ host }),
      },
      open,
    };
  }

  /** Returns the plan as JSON; undefined if it can no longer be computed, for which the queue refuses the installation. */
  async #renderPlan(open: JobWithSecrets, path: string): Promise<string | undefined | 'later'> {
    const { planner } = this.#options;
    try {
      const { plan } = await planner.plan({ ...toFiles(open), target: path }, this.#stop.signal);
      return plan && renderPlan(plan, 'json');
    } catch (error) {
      // The planner is overloaded, or the service stops.
      if (error instanceof HttpError || this.#stop.signal.aborted) return 'later';
      throw error;
    }
  }
}

const RESTART = 'Start a new batch';

/** Returns why a row cannot be installed; undefined if it must wait. */
function describeRefusal(reason: QueueRefusal, { target }: BatchRow): RowFailure | undefined {
  switch (reason) {
    case 'full':
    case 'closing':
      return undefined;
    case 'target-taken':
      return {
        message: `Another installation onto ${target} is already running or waiting`,
        next: 'Wait until it has ended, then retry the failed rows',
      };
    case 'not-sealed':
      return {
        message: 'The secrets of the row cannot be sealed for a worker',
        next: 'Start all servers and workers with the same WRIT_SEAL_KEY_FILE, then retry the failed rows',
      };
  }
}
