import type { InstallRequest, InstallResult } from '@writ/installer';
import type { InstallFailure, InstallOutcome } from '../records/install.ts';
import type { JobWithSecrets } from '../records/job.ts';
import type { Store } from '../store/store.ts';
import { interruptedOutcome, toOutcome } from './outcome.ts';
import { createRecorder } from './recorder.ts';

/** `install` of @writ/installer, or its replacement in tests. */
export type Installer = (request: InstallRequest) => Promise<InstallResult>;

/** An installation that has not ended. */
export interface QueuedInstallation extends JobWithSecrets {
  readonly id: number;
  /** Absolute path of the target. */
  readonly path: string;
  /** Whether this installation continues an earlier one. */
  readonly resume: boolean;
  /** The digest of the confirmed plan. */
  readonly digest: string;
}

/** The part of a request to the installer that does not depend on the queue. */
export type RunRequest = Omit<InstallRequest, 'signal' | 'onEvent' | 'onPackageLock' | 'confirm'>;

export interface RunDependencies {
  readonly store: Pick<Store, 'append' | 'setDocument'>;
  readonly install: Installer;
  /**
   * Creates the installer request for a waiting or resumed installation, or returns the reason why its consent no
   * longer applies.
   */
  readonly revalidateConsent: (
    entry: QueuedInstallation,
    signal: AbortSignal,
  ) => Promise<RunRequest | InstallFailure>;
  /** Called with errors that do not end the installation; the message does not quote a configuration. */
  readonly reportError: (message: string, error: unknown) => void;
}

export interface Run {
  /** Interrupts the installation. */
  readonly signal: AbortSignal;
  /** Whether a user has cancelled the installation. */
  readonly isCancelled: () => boolean;
  /** The request, if the plan was just confirmed; otherwise, the consent is validated again. */
  readonly request?: RunRequest;
  /** The number of the first event; default: 1. */
  readonly firstNumber?: number;
  /** Called after events have been stored. */
  readonly changed: () => void;
}

/** Runs an installation, stores its events and its package lock, and returns its outcome. */
export async function runInstallation(
  entry: QueuedInstallation,
  { signal, isCancelled, request: confirmed, firstNumber = 1, changed }: Run,
  { store, install, revalidateConsent, reportError }: RunDependencies,
): Promise<Omit<InstallOutcome, 'ended'>> {
  const request =
    confirmed ??
    (await revalidateConsent(entry, signal).catch((error: unknown) => {
      // Cancelling the installation also ends its planning thread, which is not an error.
      if (signal.aborted) return undefined;
      throw error;
    }));
  if (request === undefined || signal.aborted) return interruptedOutcome(isCancelled());
  if ('message' in request) return { state: 'refused', resumable: false, failure: request };
  const { sink, finish } = createRecorder(store, entry.id, {
    firstNumber,
    changed,
    reportError: (error) => reportError(`Events of installation ${entry.id} cannot be recorded`, error),
  });
  let lockStored: Promise<void> | undefined;
  const onPackageLock = (text: string): void => {
    // An installation continues even if its records cannot be stored.
    lockStored = store
      .setDocument(entry.id, 'lock', text)
      .catch((error: unknown) =>
        reportError(`The package lock of installation ${entry.id} cannot be stored`, error),
      );
  };
  const result = await install({ ...request, signal, onEvent: sink, onPackageLock }).finally(finish);
  await lockStored;
  const lost = await finish();
  return { ...toOutcome(result, isCancelled()), ...(lost && { dropped: lost }) };
}
