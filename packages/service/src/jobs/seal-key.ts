import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';

/** Thrown when the key file cannot be used; the message contains the reason and the solution. */
export class SealKeyUnusable extends Error {
  override readonly name = 'SealKeyUnusable';
}

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
  let descriptor: number;
  let path: string;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    path = realpathSync(file);
  } catch (error) {
    throw createError(`cannot be read: ${(error as Error).message}`);
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw createError('is not a regular file');
    if (found.uid !== process.getuid?.()) throw createError('belongs to another user');
    if ((found.mode & 0o077) !== 0) throw createError('can be read by other users: run chmod 600');
    const parent = otherFolders.find((folder) => path.startsWith(`${realpathSync(folder)}${sep}`));
    if (parent !== undefined)
      throw createError(`is in ${parent}, together with the secrets that it seals: move it elsewhere`);
    const bytes = Buffer.alloc(256);
    const text = bytes.toString('latin1', 0, readSync(descriptor, bytes)).trimEnd();
    if (!/^[0-9a-f]{64}$/i.test(text))
      throw createError(`does not contain 64 hexadecimal digits: ${HOW_TO_CREATE}`);
    return Buffer.from(text, 'hex');
  } finally {
    closeSync(descriptor);
  }
}
