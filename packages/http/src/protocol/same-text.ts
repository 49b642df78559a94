import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Compares a string with a secret in constant time. The time does not depend on the position of the first difference
 * or, because digests are compared, on the length of the secret.
 */
export function sameText(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
