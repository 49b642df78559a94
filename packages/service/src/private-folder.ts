import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents with the mode 0700. Does nothing if the folder exists.
 *
 * @throws an error of the file system, even if the parent is one in which no folder can be created, where `mkdirSync`
 * with `recursive` does not return (Node 24)
 */
export function createPrivateFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !isFolder(folder); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.toReversed()) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process may have created it.
      if (!isFolder(folder)) throw error;
    }
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
