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
  kernels: 'archinstall takes linux when nothing is said: add "kernels": ["linux"]',
  'mirror-region':
    'archinstall takes the mirrors of its live medium: add "mirror-region": {} to have the best ones found',
};

/** What a configuration must say, and nothing in the files said. */
export function checkMissing(model: Model, output: JsonObject, isCredentials: boolean): Diagnostic[] {
  // A second file says nothing of what its configuration says.
  const keys = isCredentials ? [] : Object.keys(hints).filter((key) => isAbsent(output[key]));
  const open = locatePointer(model, '', 'open');
  const hasCredentials = !isAbsent(output['!root-password']) || !hasNoUsers(output['!users']);
  const found: Diagnostic[] = [];
  if (isCredentials) {
    const hint =
      'converted by itself it is one for --creds of writ install; writ convert OLD.json --creds FILE makes one file of both';
    found.push(finding('credentials-file', { ...open, message: 'this file holds only credentials', hint }));
  }
  for (const key of keys)
    found.push(
      finding('missing-key', {
        ...open,
        message: `the key ${JSON.stringify(key)} is missing in what was converted`,
        hint: hints[key]!,
      }),
    );
  if (!hasCredentials)
    found.push(
      finding('no-credentials', {
        ...open,
        message: 'nobody could log in: no password and no user was found',
        expected: '"!root-password" or "!users"',
        hint: 'archinstall keeps them in a second file: add --creds FILE',
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
