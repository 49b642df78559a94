import type { Secret } from '@writ/diagnostics';
import { Semaphore } from '@writ/diagnostics/internal';
import type { hashPasswords } from '@writ/installer';

/** Thrown when passwords cannot be hashed, or hashing was cancelled; the message contains the reason. */
export class HashingFailed extends Error {
  override readonly name = 'HashingFailed';
}

/** `hashPasswords` of the installer, or its replacement in tests. */
export type Hasher = typeof hashPasswords;

/** Maximum number of milliseconds that a request waits while the passwords of other requests are hashed. */
const WAIT_LIMIT = 60_000;

/**
 * Returns a hasher that handles one call at a time. Each call starts a process, which occupies the event loop for
 * milliseconds; simultaneous calls would occupy it for the sum of these times.
 */
export function hashInTurn(hash: Hasher): Hasher {
  const turn = new Semaphore(1);
  return async (passwords, options) => {
    if (!(await turn.acquire(WAIT_LIMIT))) throw new Error('too many passwords are being hashed');
    try {
      return await hash(passwords, options);
    } finally {
      turn.release();
    }
  };
}

/**
 * Hashes login passwords by name. Hashes, and passwords that are too long to be hashed, are returned unchanged.
 *
 * @throws {HashingFailed} when openssl is missing or fails, or `signal` aborts
 */
export async function hashLogins(
  logins: ReadonlyMap<string, Secret>,
  hash: Hasher,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const names = [...logins.keys()];
  try {
    const hashes = await hash([...logins.values()], { signal });
    return Object.fromEntries(names.map((name, index) => [name, hashes[index]!]));
  } catch (error) {
    throw new HashingFailed((error as Error).message, { cause: error });
  }
}
