import { createHash } from 'node:crypto';

/** Keys below this length are held as they are; the digest of a longer one has it, so that none is taken for another. */
const MAX_LENGTH = 128;

/** Clients may choose their keys: what is held of one does not grow with it. */
export function boundedKey(key: string): string {
  return key.length < MAX_LENGTH ? key : createHash('sha512').update(key).digest('hex');
}
