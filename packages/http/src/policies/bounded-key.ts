import { createHash } from 'node:crypto';

/** Shorter keys are stored unchanged; the digest of a longer key has this length, so it cannot equal a short key. */
const MAX_LENGTH = 128;

/** Bounds the memory of a key that a client chooses: long keys are replaced by their digest. */
export function boundedKey(key: string): string {
  return key.length < MAX_LENGTH ? key : createHash('sha512').update(key).digest('hex');
}
