import { phrase, type Diagnostic } from '@writ/diagnostics';
import {
  finding,
  type JsonObject,
  type JsonValue,
  type Model,
  locatePointer,
  term,
} from '@writ/installer/internal';

const hints: Readonly<Record<string, string>> = {
  bootloader: 'add "bootloader": "systemd-bootctl", or "grub-install" for machines without UEFI',
  kernels: 'add "kernels": ["linux"], the default of archinstall',
  'mirror-region':
    'add "mirror-region": {} to have Writ choose the fastest mirrors; archinstall uses those on its live medium',
};

/**
 * Reports required keys and credentials that the converted configuration lacks, and a file that contains only
 * credentials.
 */
export function checkMissing(model: Model, output: JsonObject, isCredentials: boolean): Diagnostic[] {
  // For a credentials file, the required keys are in the configuration to which it belongs.
  const keys = isCredentials ? [] : Object.keys(hints).filter((key) => isAbsent(output[key]));
  const open = locatePointer(model, '', 'open');
  const hasCredentials = !isAbsent(output['!root-password']) || !hasNoUsers(output['!users']);
  const found: Diagnostic[] = [];
  if (isCredentials) {
    const hint = phrase`${term('joinCredentials')}`;
    found.push(
      finding('credentials-file', { ...open, message: 'this file contains only credentials', hint }),
    );
  }
  for (const key of keys)
    found.push(
      finding('missing-key', {
        ...open,
        message: `the converted configuration has no ${key}`,
        hint: hints[key]!,
      }),
    );
  if (!hasCredentials)
    found.push(
      finding('no-credentials', {
        ...open,
        message: 'no password or user was found, so no one could log in',
        expected: '"!root-password" or "!users"',
        hint: phrase`archinstall writes credentials to a second file; ${term('supplyCredentials')}`,
      }),
    );
  return found;
}

function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function hasNoUsers(value: JsonValue | undefined): boolean {
  return isAbsent(value) || (typeof value === 'object' && Object.keys(value!).length === 0);
}
