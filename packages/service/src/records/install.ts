import type { Failure } from '@writ/installer';

/**
 * `needs-secret`: waits for what was not stored when the service ended. `refused`: nothing was written. `interrupted`: by
 * the end of the service; `cancelled`: by a person.
 */
export type InstallState =
  | 'queued'
  | 'needs-secret'
  | 'running'
  | 'done'
  | 'refused'
  | 'failed'
  | 'interrupted'
  | 'cancelled';

export type EndState = Exclude<InstallState, 'queued' | 'needs-secret' | 'running'>;

/** What a person has to know when an installation did not succeed; an installer's failure, or the service's own. */
export type InstallFailure = Pick<Failure, 'message' | 'next'> & Partial<Omit<Failure, 'message' | 'next'>>;

/** Events that were not recorded, or were deleted to make room. */
export interface DroppedEvents {
  readonly events: number;
  readonly bytes: number;
}

/** One installation as it is stored and answered. Holds no secret. */
export interface Install {
  /** From 1, never used again. */
  readonly id: number;
  readonly state: InstallState;
  /** The image's name below the images folder, or the device's path. */
  readonly target: string;
  /** Absolute. */
  readonly path: string;
  /** Whether it continued an earlier one. */
  readonly resume: boolean;
  /** SHA-256 of the plan. */
  readonly digest: string;
  /** ISO 8601, UTC, as the next two. */
  readonly created: string;
  readonly started?: string;
  readonly ended?: string;
  /** Whether it can be resumed; no longer when a later one has taken its target. */
  readonly resumable: boolean;
  readonly trouble?: InstallFailure;
  /** Names of the secrets that it waits for. */
  readonly needs?: readonly string[];
  readonly dropped?: DroppedEvents;
}

/** What is known when an installation is requested. */
export interface NewInstall {
  readonly target: string;
  readonly path: string;
  readonly resume: boolean;
  readonly digest: string;
  readonly created: string;
  /** The text with every secret masked. */
  readonly configuration: string;
}

/** How one ended. */
export interface InstallOutcome {
  readonly state: EndState;
  readonly ended: string;
  readonly resumable: boolean;
  readonly trouble?: InstallFailure;
  /** What of its events was not recorded. */
  readonly dropped?: DroppedEvents;
}

/** An event as it is stored: `data` is JSON text, numbered upwards within its installation (gaps are possible). */
export interface StoredEvent {
  readonly number: number;
  readonly type: string;
  readonly data: string;
}

export function hasEnded({ state }: Pick<Install, 'state'>): boolean {
  return state !== 'queued' && state !== 'needs-secret' && state !== 'running';
}
