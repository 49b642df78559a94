import { createHash } from 'node:crypto';

/**
 * Renders JSON with sorted keys and without undefined values, so that equal data produces equal
 * strings.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
      : part,
  );
}

/** Returns the SHA-256 of a string as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
