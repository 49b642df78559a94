import { lstatSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/**
 * Debounce time in milliseconds: a change is reported once no other change follows for this long, because editors save
 * a file in several steps.
 */
const QUIET_TIME = 100;
/** Milliseconds after which a change is reported even if more follow. */
const MAX_DELAY = 1_000;
/** Maximum number of watched folders, each of which needs an inotify watch. */
const MAX_FOLDERS = 5_000;

export interface SourceWatcher {
  /** Resolves with the first file that changed since the previous call resolved. */
  changed(): Promise<string>;
  close(): void;
}

/**
 * Watches the modules under a folder. Ignores node_modules, hidden files, links to folders, and data files, which the
 * application itself may write.
 *
 * @param reportProblem called with a message if a folder cannot be watched, and once if there are too many folders
 */
export function watchSources(
  root: string,
  reportProblem: (problem: string) => void,
  maxFolders: number = MAX_FOLDERS,
): SourceWatcher {
  const watchers = new Map<string, FSWatcher>();
  let next = Promise.withResolvers<string>();
  let first: string | undefined;
  let since = 0;
  let isFull = false;
  let timer: NodeJS.Timeout | undefined;

  const noteChange = (file: string): void => {
    const now = performance.now();
    if (first === undefined) since = now;
    first ??= file;
    clearTimeout(timer);
    timer = setTimeout(reportChange, Math.min(QUIET_TIME, Math.max(0, since + MAX_DELAY - now)));
  };
  const reportChange = (): void => {
    if (first !== undefined) next.resolve(first);
    first = undefined;
  };

  const watchFolder = (folder: string, isNew: boolean): void => {
    if (watchers.has(folder)) return;
    if (watchers.size >= maxFolders) {
      if (!isFull) reportProblem(`more than ${maxFolders} folders: changes in the others are not detected`);
      isFull = true;
      return;
    }
    try {
      const watcher = watch(folder, (_event, name) => inspectEntry(folder, name));
      watcher.on('error', () => unwatchFolder(folder));
      watchers.set(folder, watcher);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory() && isWatched(entry.name)) watchFolder(join(folder, entry.name), isNew);
        // The file may have been created before its folder was watched.
        else if (isNew && isSource(entry.name)) noteChange(join(folder, entry.name));
      }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      unwatchFolder(folder);
      // The folder may have been deleted again.
      if (code !== 'ENOENT') reportProblem(`${folder} cannot be watched: ${message}`);
    }
  };
  const unwatchFolder = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const inspectEntry = (folder: string, name: string | null): void => {
    if (name === null) return;
    const path = join(folder, name);
    if (isSource(name)) return noteChange(path);
    if (!isWatched(name)) return;
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) watchFolder(path, true);
    else if (found === undefined && watchers.has(path)) {
      // The modules in a deleted folder have also been deleted.
      unwatchFolder(path);
      noteChange(path);
    }
  };

  watchFolder(root, false);
  return {
    async changed() {
      const file = await next.promise;
      next = Promise.withResolvers();
      return file;
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

function isSource(name: string): boolean {
  return /\.[cm]?[jt]s$/.test(name) && !name.startsWith('.');
}

function isWatched(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules';
}
