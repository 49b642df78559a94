/**
 * Compares a string with a secret in constant time. The duration depends neither on the position of the first
 * difference nor on the length of the secret, because digests are compared.
 */
export function sameText(given: string, secret: string): boolean {
  // Loaded on first use, because loading it costs as much as loading node:http (bench/start).
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto');
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
