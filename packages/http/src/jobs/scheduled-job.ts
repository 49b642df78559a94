import { withTimeout } from '@writ/diagnostics/internal';
import { Cron } from 'croner';
import type { Logger } from '../contract/logger.ts';
import type { Job } from './job.ts';

/** How long an aborted run may take to finish, in milliseconds. */
export const ABORT_GRACE = 500;

/** A job with its timer and its run in progress. */
export class ScheduledJob {
  readonly timeout: number;
  readonly #job: Job;
  readonly #logger: Logger;
  #cron: Cron | undefined;
  #running: Promise<void> | undefined;
  #controller = new AbortController();

  constructor(job: Job, logger: Logger) {
    this.timeout = job.timeout ?? 10_000;
    this.#job = job;
    this.#logger = logger;
  }

  start(): void {
    this.#controller = new AbortController();
    const { pattern, timeZone } = this.#job;
    const zone = timeZone === undefined ? {} : { timezone: timeZone };
    // The server keeps the process alive, so the timer does not need to.
    this.#cron = new Cron(pattern, { ...zone, unref: true }, () => this.#trigger());
  }

  /** Ends the schedule. Waits for the run in progress and aborts it at the job's time limit. */
  async stop(): Promise<void> {
    this.#cron?.stop();
    await this.#settle(this.timeout);
    if (this.#running === undefined) return;
    this.#controller.abort(new Error('the server is shutting down'));
    await this.#settle(ABORT_GRACE);
    if (this.#running !== undefined) {
      this.#log('error', {}, `the job ${this.#job.name} did not finish within ${this.timeout} ms`);
    }
  }

  async #settle(limit: number): Promise<void> {
    if (this.#running !== undefined) await withTimeout(this.#running, limit, () => {});
  }

  #trigger(): void {
    if (this.#running === undefined) this.#running = this.#run();
    else this.#log('warn', {}, `the job ${this.#job.name} was skipped: its previous run has not finished`);
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    // A synchronous job must not finish before #running is set.
    await undefined;
    try {
      await this.#job.run(this.#controller.signal);
    } catch (error) {
      this.#log('error', { error }, `the job ${this.#job.name} failed`);
    }
    this.#running = undefined;
  }

  #log(level: 'warn' | 'error', data: object, message: string): void {
    try {
      this.#logger[level]({ job: this.#job.name, ...data }, message);
    } catch {
      // A failing logger must not end the schedule.
    }
  }
}
