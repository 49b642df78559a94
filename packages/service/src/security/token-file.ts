import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { StoreUnusable } from '../store/store-error.ts';
import { isToken, newToken, tokenRule } from './token.ts';

/** The token in a state folder, which survives restarts. */
export interface StoredToken {
  readonly token: string;
  /** The file that other clients read: one line, mode 0600. */
  readonly file: string;
}

/** Maximum number of bytes to read from a token file; tokens are shorter. */
const MAX_BYTES = 1024;

/**
 * Reads the token in the state folder; creates a token if it is missing or if `renew` is true.
 *
 * @throws {StoreUnusable} when the file cannot be read or written, or does not contain a token
 */
export function readOrCreateToken(folder: string, renew: boolean): StoredToken {
  const file = join(folder, 'token');
  const found = renew ? undefined : readToken(file);
  return { token: found ?? writeToken(file, newToken()), file };
}

function readToken(file: string): string | undefined {
  let descriptor: number;
  try {
    // Do not follow a link, and do not wait for a pipe without a writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw toStoreUnusable(file, 'cannot be read', error);
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw toStoreUnusable(file, 'is not a regular file');
    fchmodSync(descriptor, 0o600);
    const bytes = Buffer.alloc(MAX_BYTES);
    const token = bytes.toString('latin1', 0, readSync(descriptor, bytes)).trimEnd();
    if (isToken(token)) return token;
    throw toStoreUnusable(file, `does not contain a valid token (${tokenRule}); replace it with --new-token`);
  } catch (error) {
    throw error instanceof StoreUnusable ? error : toStoreUnusable(file, 'cannot be read', error);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Replaces the file atomically: a client that reads the file during a restart reads either the complete old token or
 * the complete new token.
 */
function writeToken(file: string, token: string): string {
  const fresh = `${file}.new`;
  try {
    rmSync(fresh, { force: true });
    const descriptor = openSync(fresh, 'wx', 0o600);
    try {
      fchmodSync(descriptor, 0o600);
      writeSync(descriptor, `${token}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(fresh, file);
    return token;
  } catch (error) {
    rmSync(fresh, { force: true });
    throw toStoreUnusable(file, 'cannot be written', error);
  }
}

function toStoreUnusable(file: string, what: string, cause?: unknown): StoreUnusable {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new StoreUnusable(`The token file ${file} ${what}${reason}`, { cause });
}
