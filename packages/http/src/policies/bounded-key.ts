/**
 * Minimum length, in characters, of keys that are replaced with their digests. A digest has exactly this length, so it
 * cannot equal a key that is stored unchanged.
 */
const MAX_LENGTH = 128;

/** Replaces a long key with its digest, so that a key chosen by a client uses a limited amount of memory. */
export function boundedKey(key: string): string {
  if (key.length < MAX_LENGTH) return key;
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha512').update(key).digest('hex');
}
