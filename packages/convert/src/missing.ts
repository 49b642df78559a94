import type { Diagnostic } from '@writ/diagnostics';
import {
  finding,
  type JsonObject,
  type JsonValue,
  type Model,
  locatePointer,
} from '@writ/installer/internal';

const hints: Readonly<Record<string, string>> = {
  bootloader: 'add "bootloader": "systemd-bootctl", or "grub-install" for machines without UEFI',
  kernels: 'archinstall defaults to linux: add "kernels": ["linux"]',
  'mirror-region':
    'archinstall uses the mirrors of its live medium: add "mirror-region": {} to have Writ choose the fastest',
};

/** Reports required keys that the converted configuration lacks. */
export function checkMissing(model: Model, output: JsonObject, isCredentials: boolean): Diagnostic[] {
  // The required keys are in the configuration that belongs to the credentials.
  const keys = isCredentials ? [] : Object.keys(hints).filter((key) => isAbsent(output[key]));
  const open = locatePointer(model, '', 'open');
  const hasCredentials = !isAbsent(output['!root-password']) || !hasNoUsers(output['!users']);
  const found: Diagnostic[] = [];
  if (isCredentials) {
    const hint =
      'to convert only this file, pass the result to writ install with --creds; to join both files, run writ convert OLD.json --creds FILE';
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
        message: 'no password and no user was found, so no account could log in',
        expected: '"!root-password" or "!users"',
        hint: 'archinstall writes credentials to a second file: pass that file with --creds FILE',
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
