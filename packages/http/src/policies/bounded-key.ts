/**
 * Length of a digest in characters. Shorter keys are stored unchanged, so that no digest can equal one of them.
 */
const DIGEST_LENGTH = 128;

/** Replaces a long key with its digest, so that a key chosen by a client uses a limited amount of memory. */
export function boundedKey(key: string): string {
  if (key.length < DIGEST_LENGTH) return key;
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha512').update(key).digest('hex');
}
