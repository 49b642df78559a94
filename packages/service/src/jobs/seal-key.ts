import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { PrivateFileError, readPrivateFile } from '../private-file.ts';

/** Thrown when the key file cannot be used; the message contains the reason. */
export class SealKeyUnusable extends Error {
  override readonly name = 'SealKeyUnusable';
}

/** Maximum size of the key file in bytes. */
const KEY_FILE_LIMIT = 512;
/** Maximum number of keys in the file. */
const KEY_LIMIT = 4;
const HOW_TO_CREATE = 'create it with openssl rand -hex 32, and protect it with chmod 600';

/**
 * Reads the keys from a file that only this process's user can read, each a line of 64 hexadecimal digits. The first key
 * seals; the others only open what was sealed with them.
 *
 * @param otherFolders the service's folders, which must not contain the file: a copy of them would contain both the key
 * and the sealed secrets
 * @throws {SealKeyUnusable} when the file cannot be read, can be read by other users, is in one of the folders, or does
 * not contain a key
 */
export function readSealKeys(file: string, otherFolders: readonly string[]): readonly Buffer[] {
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
  const keys = text.split(/\r?\n/);
  if (keys.length > KEY_LIMIT || !keys.every((key) => /^[0-9a-f]{64}$/i.test(key)))
    throw createError(`does not contain 1 to ${KEY_LIMIT} lines of 64 hexadecimal digits; ${HOW_TO_CREATE}`);
  return keys.map((key) => Buffer.from(key, 'hex'));
}
