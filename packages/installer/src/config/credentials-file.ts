import { phrase, type Diagnostic } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';
import { findLegacyKey } from './legacy-keys.ts';
import { locatePointer, topLevelKeys, type Model } from './model.ts';
import { joinWithAnd } from './wording.ts';
import { term } from '../terms.ts';

const credentialKeys = new Set([
  '!root-password',
  '!users',
  'users',
  'root_enc_password',
  'encryption_password',
  '!encryption-password',
  'superusers',
  '!superusers',
]);

/** Whether the file contains only keys that belong in a credentials file. */
export function hasOnlyCredentials(model: Model): boolean {
  const keys = topLevelKeys(model);
  return keys.length > 0 && keys.every((key) => credentialKeys.has(key));
}

/** Reports a credentials file that is checked as a configuration. */
export function checkCredentialsFile(model: Model, file: string): Diagnostic[] {
  if (!hasOnlyCredentials(model)) return [];
  const keys = topLevelKeys(model);
  const name = /^[\w./@-]{2,}$/.test(file) ? file : 'FILE';
  return [
    finding('credentials-file', {
      ...locatePointer(model, '', 'open'),
      message: `this file contains only credentials: ${joinWithAnd(keys)}`,
      hint: keys.some(findLegacyKey)
        ? phrase`${term('convertTogether', name)}`
        : phrase`${term('checkTogether', name)}`,
    }),
  ];
}
