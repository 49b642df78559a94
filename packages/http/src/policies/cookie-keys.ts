import { Secret } from '@writ/diagnostics';

/** Minimum number of characters in a key. */
const MIN_KEY = 32;

/**
 * Returns the keys of cookies as secrets. Throws `TypeError` if there is no key, or if a key is not a string of at
 * least 32 characters. The messages begin with `owner`.
 */
export function parseCookieKeys(owner: string, keys: readonly (string | Secret)[]): readonly Secret[] {
  if (!Array.isArray(keys) || keys.length === 0) throw new TypeError(`${owner}: pass at least one key`);
  const secrets = keys.map((key) => (key instanceof Secret ? key : new Secret(key)));
  if (!secrets.every(isLongEnough)) {
    throw new TypeError(`${owner}: each key must be a string of at least ${MIN_KEY} characters`);
  }
  return secrets;
}

/** Checks the type as well, because a key can be undefined, for example if an environment variable is not set. */
function isLongEnough(key: Secret): boolean {
  const text: unknown = key.reveal();
  return typeof text === 'string' && text.length >= MIN_KEY;
}
