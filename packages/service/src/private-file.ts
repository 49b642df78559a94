import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** Thrown when a file with secrets cannot or must not be read. The message never quotes the file. */
export class PrivateFileError extends Error {
  override readonly name = 'PrivateFileError';
}

/**
 * Reads a regular file that belongs to this process's user and is not accessible to other users, or that systemd has
 * passed to this process as a credential.
 *
 * @param limit maximum size in bytes
 * @throws {PrivateFileError} when the file cannot be read, is too large, belongs to another user, or is accessible to
 * others
 */
export function readPrivateFile(file: string, limit: number): string {
  let descriptor: number;
  try {
    // Do not wait for a pipe without a writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new PrivateFileError(`cannot be read: ${describeOpenError(error as NodeJS.ErrnoException)}`);
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw new PrivateFileError('is not a regular file');
    if (!isCredential(file)) {
      if (found.uid !== process.getuid?.()) throw new PrivateFileError('belongs to another user');
      if ((found.mode & 0o077) !== 0) {
        throw new PrivateFileError('can be read by other users; run chmod 600');
      }
    }
    const bytes = Buffer.alloc(limit + 1);
    const length = readSync(descriptor, bytes);
    if (length > limit) throw new PrivateFileError(`is larger than ${limit} bytes`);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Describes why a file cannot be opened; the message of the error repeats the path. */
function describeOpenError({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'file not found';
  return code === 'EACCES' ? 'permission denied' : message;
}

/**
 * Whether systemd has passed the file (LoadCredential=). Such a file may belong to root and have an access control list
 * for the user of the service, so that its mode contains permissions of the group.
 */
function isCredential(file: string): boolean {
  const folder = process.env['CREDENTIALS_DIRECTORY'];
  return folder !== undefined && folder !== '' && dirname(realpathSync(file)) === realpathSync(folder);
}
