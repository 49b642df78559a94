import { knownKeys } from '@writ/installer/internal';

/**
 * Returns the keys of a credentials file that would replace those of the configuration, or undefined if the file is not
 * valid JSON. The other keys are secrets, or names to which `$secret` refers.
 */
export function replacedKeys(text: string | Uint8Array): string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return [];
  const known = new Set(knownKeys().map(({ path }) => path[0]));
  return Object.keys(value).filter((key) => known.has(key) && !key.startsWith('!'));
}
