/** Keys below this length are stored unchanged. The digest of a longer key has this length, so it cannot equal a stored key. */
const MAX_LENGTH = 128;

/** Bounds the memory for a key that a client chooses by replacing long keys with their digests. */
export function boundedKey(key: string): string {
  if (key.length < MAX_LENGTH) return key;
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha512').update(key).digest('hex');
}
