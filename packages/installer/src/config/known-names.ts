import { nearest } from '@writ/diagnostics';
import { findLegacyKey } from './legacy-keys.ts';
import { knownKeys } from './schema-view.ts';

const knownNames = new Set(knownKeys().flatMap(({ path }) => path));

/** Whether Writ's or archinstall's format has an object with a key that has this name. */
export function isKnownName(key: string): boolean {
  return knownNames.has(key) || findLegacyKey(key) !== undefined;
}

/** Common keys of accounts in other programs, which reveal nothing about a user. */
const accountKeys = new Set([
  'groups',
  'name',
  'password',
  'enc_password',
  'shell',
  'home',
  'uid',
  'comment',
]);

/**
 * Whether a key nested in a secret's value may be shown. An unknown key may be the secret or a user's name.
 * A misspelt key may be shown, because its spelling is the error.
 */
export function canShowBelowSecret(key: string): boolean {
  if (isKnownName(key) || accountKeys.has(key) || /^\d{1,4}$/.test(key)) return true;
  const close = nearest(key, [...accountKeys, 'username', '!password', 'sudo', '$secret']);
  return close !== undefined && Math.abs(close.length - key.length) <= 2;
}
