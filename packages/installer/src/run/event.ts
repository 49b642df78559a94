/** What every event has: `number` counts from 1 without gaps within one run, `time` is ISO 8601 in UTC. */
interface EventBase {
  readonly number: number;
  readonly time: string;
}

/** What a failed step says: everything a person needs to go on. Secrets are redacted. */
export interface Failure {
  /** The step's id, such as `packages`. */
  readonly id: string;
  /** The cause in plain words. */
  readonly message: string;
  readonly command?: readonly string[];
  /** Absent when the process did not end by itself. */
  readonly exitStatus?: number;
  readonly signal?: string;
  /** The last lines the command wrote. */
  readonly tail: readonly string[];
  /** What to do next. */
  readonly next: string;
}

/** Progress of one step and of the whole. */
export interface Progress {
  readonly id: string;
  /** 0 to 1, of this step. */
  readonly fraction: number;
  /** 0 to 1, of the whole run by weight; never falls. */
  readonly total: number;
  readonly bytes?: { readonly done: number; readonly total: number };
}

/**
 * What an installation tells while it runs. Every `start` has a `finish` with the same id (also when it fails
 * or is interrupted), children finish before their parents.
 */
export type InstallEvent = EventBase &
  (
    | {
        readonly type: 'start';
        readonly id: string;
        readonly parent?: string;
        readonly title: string;
        readonly stage: string;
        readonly weight: number;
      }
    | {
        readonly type: 'finish';
        readonly id: string;
        readonly outcome: 'done' | 'skipped' | 'failed' | 'interrupted';
        readonly milliseconds: number;
      }
    | ({ readonly type: 'progress' } & Progress)
    | {
        readonly type: 'log';
        readonly id: string;
        readonly source: 'stdout' | 'stderr' | 'writ';
        readonly text: string;
      }
    | ({ readonly type: 'failure' } & Failure)
  );

/** Receives every event, in order, before the run goes on; it must not throw. */
export type EventSink = (event: InstallEvent) => void;
