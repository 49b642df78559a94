import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { PrivateFileError, readPrivateFile } from '../private-file.ts';

/** Thrown when the key file cannot be used; the message contains the reason. */
export class SealKeyUnusable extends Error {
  override readonly name = 'SealKeyUnusable';
}

/** Maximum size of the key file in bytes. */
const KEY_FILE_LIMIT = 256;
const HOW_TO_CREATE = 'create it with openssl rand -hex 32, and protect it with chmod 600';

/**
 * Reads the key from a file of 64 hexadecimal digits that only this process's user can read.
 *
 * @param otherFolders the service's folders, which must not contain the file: a copy of them would contain both the key
 * and the sealed secrets
 * @throws {SealKeyUnusable} when the file cannot be read, can be read by other users, is in one of the folders, or does
 * not contain a key
 */
export function readSealKey(file: string, otherFolders: readonly string[]): Buffer {
  const createError = (why: string): SealKeyUnusable =>
    new SealKeyUnusable(`WRIT_SEAL_KEY_FILE ${file} ${why}`);
  let text: string;
  try {
    text = readPrivateFile(file, KEY_FILE_LIMIT).trimEnd();
  } catch (error) {
    if (error instanceof PrivateFileError) throw createError(error.message);
    throw error;
  }
  const path = realpathSync(file);
  const parent = otherFolders.find((folder) => path.startsWith(`${realpathSync(folder)}${sep}`));
  if (parent !== undefined)
    throw createError(
      `is in ${parent}, a folder of the service; move it elsewhere, so that a copy of the service's folders does not contain the key`,
    );
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw createError(`does not contain 64 hexadecimal digits; ${HOW_TO_CREATE}`);
  return Buffer.from(text, 'hex');
}
