import type { Failure } from '@writ/installer';

/** `refused`: nothing was written. `failed` and `interrupted` can be resumed. */
export type InstallState = 'queued' | 'running' | 'done' | 'refused' | 'failed' | 'interrupted';

export type EndState = Exclude<InstallState, 'queued' | 'running'>;

/** What a person has to know when an installation did not succeed; an installer's failure, or the service's own. */
export type Trouble = Pick<Failure, 'message' | 'next'> & Partial<Omit<Failure, 'message' | 'next'>>;

/** One installation as it is kept and answered. Holds no secret. */
export interface Install {
  /** From 1, never used again. */
  readonly id: number;
  readonly state: InstallState;
  /** The image's name below the images folder, or the device's path. */
  readonly target: string;
  /** Absolute. */
  readonly path: string;
  /** Whether it went on where an earlier one stopped. */
  readonly resume: boolean;
  /** SHA-256 of the plan. */
  readonly digest: string;
  /** ISO 8601, UTC, as the next two. */
  readonly created: string;
  readonly started?: string;
  readonly ended?: string;
  /** Whether a new installation with `resume` and the same configuration goes on where this one stopped. */
  readonly resumable: boolean;
  readonly trouble?: Trouble;
}

/** What is known when an installation is asked for. */
export interface NewInstall {
  readonly target: string;
  readonly path: string;
  readonly resume: boolean;
  readonly digest: string;
  readonly created: string;
  /** The text with every secret masked; the text itself is never stored. */
  readonly configuration: string;
}

/** How one ended. */
export interface Ending {
  readonly state: EndState;
  readonly ended: string;
  readonly resumable: boolean;
  readonly trouble?: Trouble;
}

/** An event as it is kept: `data` is JSON text, numbered upwards within its installation (gaps are possible). */
export interface StoredEvent {
  readonly number: number;
  readonly type: string;
  readonly data: string;
}

export function hasEnded(install: Install): boolean {
  return install.state !== 'queued' && install.state !== 'running';
}
