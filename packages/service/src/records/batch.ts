import type { InstallState } from './install.ts';

/**
 * `paused`: starts no more rows until a user continues it. `stopped`: starts no more rows, because rows have failed.
 * `done`: all rows are done. `failed`: all rows have ended, but not all of them are done.
 */
export const BATCH_STATES = ['running', 'paused', 'stopped', 'done', 'failed', 'cancelled'] as const;

export type BatchState = (typeof BATCH_STATES)[number];

/** `waiting`: has no installation yet, or will get a new one. Other states are those of the row's installation. */
export type RowState = 'waiting' | InstallState;

/** The order and number of the installations of a batch. */
export interface BatchSettings {
  /** Maximum number of rows that are installed at the same time. */
  readonly concurrency: number;
  /** The number of rows that must be done before the others start; 0 if all rows may start at once. */
  readonly canaries: number;
  /** The number of failed rows after which no more rows start. */
  readonly stopAfter: number;
}

/** A batch, as stored and as returned by the API. */
export interface Batch extends BatchSettings {
  /** The number of the batch, from 1; never reused. */
  readonly id: number;
  readonly state: BatchState;
  /** SHA-256 of the plans, the targets and the machines of all rows. */
  readonly digest: string;
  /** The creation time in ISO 8601, UTC; `ended` has the same format. */
  readonly created: string;
  /** Absent if the batch has not ended, or has been continued. */
  readonly ended?: string;
  /** The host of the server that accepted the batch; absent if the service itself runs the installations. */
  readonly host?: string;
  /** The number of rows by state; states without rows are absent. */
  readonly rows: Readonly<Record<string, number>>;
  /** Increases with every change of the batch or of a row. */
  readonly revision: number;
}

/** A row of a batch, as stored and as returned by the API. */
export interface BatchRow {
  /** The number of the row in the table, from 1. */
  readonly number: number;
  readonly state: RowState;
  /** The name of the image in the images folder, or the path of the device. */
  readonly target: string;
  /** Absolute path of the target. */
  readonly path: string;
  /** SHA-256 of the plan. */
  readonly digest: string;
  /** The labels that the workers of the row's machine have. */
  readonly labels: Readonly<Record<string, string>>;
  /** The host whose workers run the installation; absent if the service itself runs it. */
  readonly host?: string;
  /** The number of the row's newest installation; absent if it has none yet. */
  readonly install?: number;
  /** The number of times that an installation of the row was started since the batch began or the row was retried. */
  readonly attempts: number;
  /** The reason why the newest installation is not done. */
  readonly failure?: RowFailure;
  /** The revision of the batch at the last change of this row. */
  readonly revision: number;
}

/** Identifies a row, and the revision of its batch at which the decision to start the row was made. */
export interface RowStart {
  readonly batch: number;
  readonly number: number;
  readonly revision: number;
}

/** The cause of a failure and the next step. */
export interface RowFailure {
  readonly message: string;
  readonly next: string;
}

const FAILED_STATES: ReadonlySet<RowState> = new Set(['failed', 'refused', 'cancelled']);

/** Maximum number of times that a row continues by itself after the service has stopped. */
const MOST_ATTEMPTS = 5;

/** Whether a row has ended without success; it can be retried. */
export function hasFailed({ state, attempts }: Pick<BatchRow, 'state' | 'attempts'>): boolean {
  return FAILED_STATES.has(state) || (state === 'interrupted' && attempts >= MOST_ATTEMPTS);
}

/** Whether a row can be started: it waits, or the service has stopped during its installation. */
export function isStartable({ state, attempts }: Pick<BatchRow, 'state' | 'attempts'>): boolean {
  return state === 'waiting' || (state === 'interrupted' && attempts < MOST_ATTEMPTS);
}

/** Whether a row has an installation that has not ended. */
export function isActive(row: Pick<BatchRow, 'state' | 'attempts'>): boolean {
  return row.state !== 'done' && !hasFailed(row) && !isStartable(row);
}
