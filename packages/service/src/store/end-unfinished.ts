import type { InstallFailure } from '../records/install.ts';
import type { Store } from './store.ts';

const RESTORED: InstallFailure = {
  message: 'The records were restored from a backup that was made before this installation ended',
  next: 'Start a new installation',
};

/**
 * Interrupts the installations that have not ended, and makes all installations not resumable, because their targets
 * may have changed since the records were backed up. Returns the number of interrupted installations.
 *
 * @throws {StoreError} when the database cannot be written
 */
export async function endUnfinished(store: Store, now: Date): Promise<number> {
  const unfinished = await store.unfinished();
  const ended = now.toISOString();
  for (const { id } of unfinished)
    await store.setEnded(id, { state: 'interrupted', resumable: false, failure: RESTORED, ended });
  await store.forgetAllJobs();
  // `setEnded` would store the outcomes later.
  const error = await store.checkHealth();
  if (error !== undefined) throw error;
  return unfinished.length;
}
