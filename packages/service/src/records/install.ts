import type { Failure } from '@writ/installer';
import type { RowStart } from './batch.ts';

/**
 * `host-lost`: was running when the service lost contact with all workers on its host; continues when one returns.
 * `needs-secret`: waits for secrets that the request did not contain, or that were not stored and were lost when the
 * service stopped or the earlier run ended. `refused`: rejected before any operation of the plan was run.
 * `interrupted`: the service stopped. `cancelled`: a user cancelled the installation.
 */
export const INSTALL_STATES = [
  'queued',
  'needs-secret',
  'running',
  'host-lost',
  'done',
  'refused',
  'failed',
  'interrupted',
  'cancelled',
] as const;

export type InstallState = (typeof INSTALL_STATES)[number];

export type EndState = Exclude<InstallState, 'queued' | 'needs-secret' | 'running' | 'host-lost'>;

/** A failure of the installer or of the service: the cause and the next step. */
export type InstallFailure = Pick<Failure, 'message' | 'next'> &
  Partial<Omit<Failure, 'message' | 'next' | 'phrases'>>;

/** The number and total size of events that were deleted or not recorded. */
export interface DroppedEvents {
  readonly events: number;
  readonly bytes: number;
}

/** An installation, as stored and as returned by the API, without secrets. */
export interface Install {
  /** The number of the installation, from 1; never reused. */
  readonly id: number;
  readonly state: InstallState;
  /** The name of the image in the images folder, or the path of the device. */
  readonly target: string;
  /** Absolute path of the target. */
  readonly path: string;
  /** Whether this installation continues an earlier one. */
  readonly resume: boolean;
  /** SHA-256 of the plan. */
  readonly digest: string;
  /** The creation time in ISO 8601, UTC; `started` and `ended` have the same format. */
  readonly created: string;
  readonly started?: string;
  readonly ended?: string;
  /** Whether the installation can be resumed; false if a later installation uses its target. */
  readonly resumable: boolean;
  readonly failure?: InstallFailure;
  /** Names of the secrets that the installation is waiting for; absent in other states. */
  readonly needs?: readonly string[];
  readonly dropped?: DroppedEvents;
  /** The host whose workers run the installation; absent if the service itself runs it. */
  readonly host?: string;
}

/** An installation to be added to the queue. */
export interface NewInstall {
  readonly target: string;
  readonly path: string;
  readonly resume: boolean;
  readonly digest: string;
  readonly created: string;
  /** The configuration with every secret masked. */
  readonly configuration: string;
  readonly documents: Documents;
  readonly key?: IdempotencyKey | undefined;
  /** The host whose workers run the installation; default: the service itself runs it. */
  readonly host?: string;
  /** The row of a batch that the installation is for. */
  readonly row?: RowStart;
}

/** The `Idempotency-Key` of a start request. */
export interface IdempotencyKey {
  readonly key: string;
  /** Identifies the request; it covers no secret. */
  readonly fingerprint: string;
}

/**
 * Documents that are stored with an installation. Installations from early versions of the service have none.
 */
export interface Documents {
  /** The confirmed plan, as JSON. */
  readonly plan?: string;
  /** The configuration as JSON, with a name in place of each secret. */
  readonly configuration?: string;
  /** The package lock, once the packages are known. */
  readonly lock?: string;
  /** The digest of the image and the version of the file to which it applies, as JSON. */
  readonly image?: string;
}

export type DocumentName = keyof Documents;

/** The outcome of an installation. */
export interface InstallOutcome {
  readonly state: EndState;
  /** The time in ISO 8601, UTC. */
  readonly ended: string;
  readonly resumable: boolean;
  readonly failure?: InstallFailure;
  /** Events that were not recorded. */
  readonly dropped?: DroppedEvents;
}

/** A stored event: `data` is JSON; `number` increases within its installation, possibly with gaps. */
export interface StoredEvent {
  readonly number: number;
  readonly type: string;
  readonly data: string;
}

const UNFINISHED_STATES: ReadonlySet<InstallState> = new Set([
  'queued',
  'needs-secret',
  'running',
  'host-lost',
]);

export function hasEnded({ state }: Pick<Install, 'state'>): boolean {
  return !UNFINISHED_STATES.has(state);
}
