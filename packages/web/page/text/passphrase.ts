import { isPasswordHash } from './password-strength.ts';

const MINIMUM_LENGTH = 8;
/** In bytes. */
const MAXIMUM_LENGTH = 512;

/**
 * Whether the check accepts a passphrase. Once the text refers to a passphrase, a check can no longer report its faults.
 * scripts/page-passphrase.test.ts compares this function with the check.
 */
export function isPassphrase(value: string): boolean {
  const bytes = new TextEncoder().encode(value).length;
  const isPlain = !isPasswordHash(value) && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value);
  return isPlain && [...value].length >= MINIMUM_LENGTH && bytes <= MAXIMUM_LENGTH;
}
