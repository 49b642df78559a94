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
import { StoreUnusable } from '../store/database.ts';
import { isToken, newToken, tokenRule } from './token.ts';

/** The token of a state folder, which survives restarts. */
export interface StoredToken {
  readonly token: string;
  /** Where it lies, for other clients: 0600, one line. */
  readonly file: string;
}

/** Longer than any token. */
const MAX_BYTES = 1024;

/**
 * The token of the state folder; a new one where there is none, or where `renew` asks for it.
 *
 * @throws {StoreUnusable} when the file cannot be read or written, or holds no token
 */
export function readOrCreateToken(folder: string, renew: boolean): StoredToken {
  const file = join(folder, 'token');
  const found = renew ? undefined : readToken(file);
  return { token: found ?? writeToken(file, newToken()), file };
}

function readToken(file: string): string | undefined {
  let descriptor: number;
  try {
    // Neither a link nor a pipe that never answers.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw toStoreUnusable(file, 'cannot be read', error);
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw toStoreUnusable(file, 'is not a plain file');
    fchmodSync(descriptor, 0o600);
    const bytes = Buffer.alloc(MAX_BYTES);
    const token = bytes.toString('latin1', 0, readSync(descriptor, bytes)).trimEnd();
    if (isToken(token)) return token;
    throw toStoreUnusable(file, `does not hold a token (${tokenRule}); --new-token writes a new one`);
  } catch (error) {
    throw error instanceof StoreUnusable ? error : toStoreUnusable(file, 'cannot be read', error);
  } finally {
    closeSync(descriptor);
  }
}

/** Whole or not at all: a file that is read during a restart holds one token or the other. */
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
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new StoreUnusable(`The token file ${file} ${what}${why}`, { cause });
}
