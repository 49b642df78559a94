import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';

/** The key file cannot be used; the message says why and what to do, for people. */
export class SealKeyUnusable extends Error {
  override readonly name = 'SealKeyUnusable';
}

const how = 'openssl rand -hex 32 writes one, chmod 600 closes it';

/**
 * The key in a file of 64 hexadecimal digits that its owner alone may read.
 *
 * @param apart folders in which it must not lie: with what it seals it would be lost together
 * @throws {SealKeyUnusable}
 */
export function readSealKey(file: string, apart: readonly string[]): Buffer {
  const unusable = (why: string): SealKeyUnusable => new SealKeyUnusable(`WRIT_SEAL_KEY_FILE ${file} ${why}`);
  let descriptor: number;
  let path: string;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    path = realpathSync(file);
  } catch (error) {
    throw unusable(`cannot be read: ${(error as Error).message}`);
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw unusable('is not a plain file');
    if (found.uid !== process.getuid?.()) throw unusable('belongs to another user');
    if ((found.mode & 0o077) !== 0) throw unusable('can be read by others: chmod 600 closes it');
    const around = apart.find((folder) => path.startsWith(`${realpathSync(folder)}${sep}`));
    if (around !== undefined) throw unusable(`lies in ${around}, with what it seals: move it elsewhere`);
    const bytes = Buffer.alloc(256);
    const text = bytes.toString('latin1', 0, readSync(descriptor, bytes)).trimEnd();
    if (!/^[0-9a-f]{64}$/i.test(text)) throw unusable(`does not hold 64 hexadecimal digits: ${how}`);
    return Buffer.from(text, 'hex');
  } finally {
    closeSync(descriptor);
  }
}
