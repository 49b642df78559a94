/** The difficulty of guessing a password. */
export type Strength = 'weak' | 'fair' | 'strong';

/** Thresholds in bits. The estimate ignores words and patterns, so it is an upper bound. */
const FAIR = 45;
const STRONG = 70;

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
];

/**
 * Estimates the strength from the length and the kinds of characters; a run of identical characters counts as one
 * character.
 */
export function passwordStrength(password: string): Strength {
  const size = CLASSES.reduce((sum, [pattern, count]) => sum + (pattern.test(password) ? count : 0), 0);
  const length = password.replaceAll(/(.)\1+/gu, '$1').length;
  const bits = size === 0 ? 0 : length * Math.log2(size);
  if (bits < FAIR) return 'weak';
  return bits < STRONG ? 'fair' : 'strong';
}

/** Whether the text is a crypt(3) hash instead of a password. */
export function isPasswordHash(text: string): boolean {
  return /^\$(?:y|gy|7|6|5|1|2[abxy]?|sha1|argon2\w+)\$/.test(text);
}
