import type { Secret } from '@writ/diagnostics';
import type { hashPasswords } from '@writ/installer';

/** Thrown when passwords cannot be hashed, or hashing was cancelled; the message contains the reason. */
export class HashingFailed extends Error {
  override readonly name = 'HashingFailed';
}

/** `hashPasswords` of the installer, or its replacement in tests. */
export type Hasher = typeof hashPasswords;

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
