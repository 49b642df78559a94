import { watch, type FSWatcher } from 'node:fs';

/** Milliseconds between two calls. */
const INTERVAL = 50;

/**
 * Calls a function shortly after files have been created in a folder or moved to it. Calls do not overlap, and their
 * errors are ignored. If the system cannot watch the folder, the function is never called.
 *
 * @returns a function that ends the watch, and resolves when the last call has ended
 */
export function watchArrivals(folder: string, onArrival: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let calling: Promise<void> | undefined;
  let isWaiting = false;
  const call = (): void => {
    timer = undefined;
    calling = onArrival()
      .catch(() => undefined)
      .finally(() => {
        calling = undefined;
        if (isWaiting) schedule();
      });
  };
  const schedule = (): void => {
    isWaiting = calling !== undefined;
    if (!isWaiting) timer ??= setTimeout(call, INTERVAL);
  };
  let watcher: FSWatcher | undefined;
  try {
    // A download changes its partial file many times, and renames it once.
    watcher = watch(folder, (event) => event === 'rename' && schedule());
    watcher.on('error', () => watcher?.close());
  } catch {
    // For example, all of this user's watches are in use.
  }
  return async () => {
    watcher?.close();
    clearTimeout(timer);
    isWaiting = false;
    await calling;
  };
}
