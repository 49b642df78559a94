import type { Phrases, Wording } from '@writ/diagnostics';

/**
 * Properties of every event. Within a run, `number` counts from 1 without gaps; `time` is ISO 8601 in UTC.
 */
interface EventBase {
  readonly number: number;
  readonly time: string;
}

/** A step's failure, with its cause and an instruction for the user. Secrets are redacted. */
export interface Failure {
  /** ID of the step, such as `packages`. */
  readonly id: string;
  /** The cause, as a sentence. */
  readonly message: string;
  /** Program and arguments; absent if no command failed. */
  readonly command?: readonly string[];
  /** Exit status of the command; absent if the failure has another cause, such as a signal or a time limit. */
  readonly exitStatus?: number;
  /** Name of the signal that ended the command. */
  readonly signal?: string;
  /** The last lines of the command's output, at most 20; empty if no command failed. */
  readonly tail: readonly string[];
  /** Instruction for the user. */
  readonly next: string;
  /** The instruction with its terms, for front ends other than the command line. */
  readonly phrases?: Phrases<'next'>;
}

/** A failure before it is reported, with the terms in its instruction. */
export interface FailureDetails extends Omit<Failure, 'id' | 'next' | 'phrases'> {
  readonly next: Wording;
}

/** Progress of one step and of the whole run. */
export interface Progress {
  readonly id: string;
  /** Progress of this step, from 0 to 1. */
  readonly fraction: number;
  /** Weighted progress of the whole run, from 0 to 1; never decreases. */
  readonly total: number;
  /** Downloaded bytes; present only for downloads. */
  readonly bytes?: { readonly done: number; readonly total: number };
}

/**
 * The events of a running installation. Every `start` is followed by a `finish` with the same ID, even after a
 * failure or an interruption; only the step of the whole run is finished if the run itself fails, for example
 * because its journal cannot be written. Child steps finish before their parents. Several steps may run at the
 * same time; `id` names the step to which an event belongs.
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

/** Receives the events in order. The run waits for the function to return. The function must not throw. */
export type EventSink = (event: InstallEvent) => void;
