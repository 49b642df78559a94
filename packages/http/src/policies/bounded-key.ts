import { createHash } from 'node:crypto';

/** Keys below this length are stored unchanged. The digest of a longer key has this length, so it cannot equal a stored key. */
const MAX_LENGTH = 128;

/** Bounds the memory for a key that a client chooses by replacing long keys with their digests. */
export function boundedKey(key: string): string {
  return key.length < MAX_LENGTH ? key : createHash('sha512').update(key).digest('hex');
}
