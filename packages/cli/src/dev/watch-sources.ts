import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds without a further change until a change is told: editors write in several steps. */
const QUIET_TIME = 100;
/** Milliseconds after which it is told whatever else changes. */
const MAX_DELAY = 1_000;
/** Folders that are watched; each takes a place in the system's table. */
const MAX_FOLDERS = 5_000;

export interface SourceWatcher {
  /** Resolves with the file at the next change of source code since it was last asked. */
  changed(): Promise<string>;
  close(): void;
}

/**
 * Watches the source code below a folder: modules, but neither data that a program may write itself, nor node_modules,
 * nor what a name hides by a dot or a link. `tell` is called with what cannot be watched.
 */
export function watchSources(root: string, reportProblem: (problem: string) => void): SourceWatcher {
  const watchers = new Map<string, FSWatcher>();
  let next = Promise.withResolvers<string>();
  let first: string | undefined;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;

  const noteChange = (file: string): void => {
    const now = performance.now();
    if (first === undefined) since = now;
    first ??= file;
    clearTimeout(timer);
    timer = setTimeout(report, Math.min(QUIET_TIME, Math.max(0, since + MAX_DELAY - now)));
  };
  const report = (): void => {
    if (first !== undefined) next.resolve(first);
    first = undefined;
  };

  const add = (folder: string, isNew: boolean): void => {
    if (watchers.has(folder) || watchers.size >= MAX_FOLDERS) return;
    try {
      const watcher = watch(folder, (_event, name) => inspectEntry(folder, name));
      watcher.on('error', () => drop(folder));
      watchers.set(folder, watcher);
      if (watchers.size === MAX_FOLDERS)
        reportProblem(`more than ${MAX_FOLDERS} folders: changes in the others are not seen`);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory() && isWatched(entry.name)) add(join(folder, entry.name), isNew);
        // It was there before its folder could be watched.
        else if (isNew && isSource(entry.name)) noteChange(join(folder, entry.name));
      }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      drop(folder);
      // It may be gone again.
      if (code !== 'ENOENT') reportProblem(`${folder} is not watched: ${message}`);
    }
  };
  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const inspectEntry = (folder: string, name: string | null): void => {
    if (name === null) return;
    const path = join(folder, name);
    if (isSource(name)) return noteChange(path);
    if (!isWatched(name)) return;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) add(path, true);
    else if (found === undefined && watchers.has(path)) {
      // With a folder its sources are gone.
      drop(path);
      noteChange(path);
    }
  };

  add(root, false);
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
