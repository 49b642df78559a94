import type { Secret } from '@writ/diagnostics';
import type { hashPasswords } from '@writ/installer';

/** Thrown when passwords cannot be hashed on this machine; the message contains the reason. */
export class HashingFailed extends Error {
  override readonly name = 'HashingFailed';
}

/** `hashPasswords` of the installer, or its replacement in tests. */
export type Hasher = typeof hashPasswords;

/**
 * Hashes login passwords by name; values that are already hashes are returned unchanged.
 *
 * @throws {HashingFailed}
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
