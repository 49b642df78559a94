import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { PrivateFileError, readPrivateFile } from '../private-file.ts';

/** Thrown when the key file cannot be used; the message contains the reason and the solution. */
export class SealKeyUnusable extends Error {
  override readonly name = 'SealKeyUnusable';
}

/** Maximum size of the key file in bytes. */
const KEY_FILE_LIMIT = 256;
const HOW_TO_CREATE = 'create it with openssl rand -hex 32, and protect it with chmod 600';

/**
 * Reads the key from a file of 64 hexadecimal digits that only its owner can read.
 *
 * @param otherFolders folders that must not contain the file: a copy of that folder would contain both the key and
 * the sealed secrets
 * @throws {SealKeyUnusable}
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
      `is in ${parent}, together with the secrets that it seals; move the key file elsewhere`,
    );
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw createError(`does not contain 64 hexadecimal digits; ${HOW_TO_CREATE}`);
  return Buffer.from(text, 'hex');
}
