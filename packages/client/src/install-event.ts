import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

/** Properties of the events of the installer. */
interface EventBase {
  /** Counts from 1 within a run. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/**
 * The data of an event of `GET /api/installs/{id}/events`, which OpenAPI cannot describe. `id` names the step. Each step
 * starts and finishes; `end` is the last event of an installation.
 */
export type InstallEvent =
  | (EventBase & {
      readonly type: 'start';
      readonly id: string;
      /** Absent for the installation itself. */
      readonly parent?: string;
      readonly title: string;
      readonly stage: string;
      /** Share of the total progress. */
      readonly weight: number;
    })
  | (EventBase & {
      readonly type: 'finish';
      readonly id: string;
      readonly outcome: 'done' | 'skipped' | 'failed' | 'interrupted';
      readonly milliseconds: number;
    })
  | (EventBase & {
      readonly type: 'progress';
      readonly id: string;
      /** Progress of the step, from 0 to 1. */
      readonly fraction: number;
      /** Progress of the whole installation, from 0 to 1. */
      readonly total: number;
      readonly bytes?: { readonly done: number; readonly total: number };
    })
  | (EventBase & {
      readonly type: 'log';
      readonly id: string;
      readonly source: 'stdout' | 'stderr' | 'writ';
      readonly text: string;
    })
  | (EventBase & { readonly type: 'failure' } & Schemas['InstallFailure'])
  | {
      readonly type: 'end';
      readonly state: Exclude<Schemas['InstallState'], 'queued' | 'needs-secret' | 'running' | 'host-lost'>;
      /** ISO 8601, UTC. */
      readonly ended: string;
      readonly resumable: boolean;
      readonly failure?: Schemas['InstallFailure'];
      /** Events that were not recorded. */
      readonly dropped?: Schemas['DroppedEvents'];
    };
