/**
 * Compares a string with a secret in constant time. The time does not depend on the position of the first difference
 * or, because digests are compared, on the length of the secret.
 */
export function sameText(given: string, secret: string): boolean {
  // Loaded on first use, because its start costs as much as that of node:http (bench/start).
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto');
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
