import { chmodSync } from 'node:fs';
import { createPrivateFolder } from '../private-folder.ts';
import { StoreUnusable } from './store-error.ts';

/**
 * Creates the state folder if it does not exist, and sets its mode to 0700.
 *
 * @param createFiles creates files in the folder
 * @throws {StoreUnusable} when the folder cannot be written
 */
export function createStateFolder(folder: string, createFiles: () => void = () => {}): void {
  try {
    createPrivateFolder(folder);
    chmodSync(folder, 0o700);
    createFiles();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreUnusable(
      `The state folder ${folder} cannot be written: ${reason}; choose another folder with WRIT_STATE`,
      { cause: error },
    );
  }
}
