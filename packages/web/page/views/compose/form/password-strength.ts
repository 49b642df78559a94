/** How hard a password is to guess. */
export type Strength = 'weak' | 'fair' | 'strong';

/** Bits of an estimate that ignores words and patterns, and is therefore an upper bound. */
const FAIR = 45;
const STRONG = 70;

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
];

/** Estimates the strength by length and kinds of characters; repeated characters count once each time they change. */
export function passwordStrength(password: string): Strength {
  const size = CLASSES.reduce((sum, [pattern, count]) => sum + (pattern.test(password) ? count : 0), 0);
  const length = password.replaceAll(/(.)\1+/gu, '$1').length;
  const bits = size === 0 ? 0 : length * Math.log2(size);
  if (bits < FAIR) return 'weak';
  return bits < STRONG ? 'fair' : 'strong';
}

/** Whether the text is a crypt(3) hash instead of a password. */
export function isPasswordHash(text: string): boolean {
  return /^\$(?:y|gy|7|6|5|2[aby])\$/.test(text);
}
