import type { Install, NewInstall } from '../records/install.ts';
import type { JobWithSecrets } from '../records/job.ts';
import type { QueuedInstallation } from './run-installation.ts';

/** `not-sealed`: a secret that cannot be hashed must be sealed to reach a worker, but there is no key. */
export type QueueRefusal = 'full' | 'target-taken' | 'closing' | 'not-sealed';

/** The waiting and running installations. */
export interface Queue {
  /**
   * Adds an installation, or returns the reason why it is refused.
   *
   * @param endedAtPlanning `endedCount` when the plan was created; if a run has ended since, the consent is validated
   * again
   * @throws {StoreError} when the installation cannot be stored; it is then not started
   */
  add(install: NewInstall, open: JobWithSecrets, endedAtPlanning?: number): Promise<Install | QueueRefusal>;
  /** The number of runs that have ended since the service started; installations that were not started do not count. */
  readonly endedCount: number;
  /** Returns the installation if it is waiting for secrets; otherwise undefined. */
  getAwaitingSecrets(id: number): Promise<QueuedInstallation | undefined>;
  /**
   * Supplies the missing secrets of an installation, and queues the installation; returns false if the installation is
   * not waiting for secrets, or the reason why they are refused.
   *
   * @throws {StoreError} when the change cannot be stored
   */
  supply(id: number, open: JobWithSecrets): Promise<boolean | QueueRefusal>;
  /**
   * Removes a waiting installation, or interrupts the running one as SIGINT interrupts `writ install`; returns false if
   * the installation has already ended.
   */
  cancel(id: number): Promise<boolean>;
  /**
   * Starts the queue, which waits for this call if `held` is set, or if an earlier service left queued installations.
   */
  begin(): void;
  /** Whether an installation is running. */
  readonly busy: boolean;
  /** `starting`: installations wait for `begin`; `stopping`: new installations are rejected. */
  readonly phase: 'starting' | 'open' | 'stopping';
  /**
   * Rejects new installations, starts none of those that wait, and waits until the running installation has ended, at
   * most `limit` milliseconds and until `signal` aborts.
   */
  drain(limit: number, signal: AbortSignal): Promise<void>;
  /**
   * Rejects new installations, interrupts the running installation and resolves after its clean-up, or as `late` after
   * `limit` milliseconds. Waiting installations are left for the next service.
   */
  close(limit: number): Promise<'clean' | 'late'>;
}

export function toQueued({ id, path, resume, digest }: Install, open: JobWithSecrets): QueuedInstallation {
  return { id, path, resume, digest, ...open };
}
