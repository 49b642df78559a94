import { locatePointer, type JsonValue, type Model } from '@writ/installer/internal';
import type { Conversion } from '../conversion.ts';
import { finding } from '../finding-codes.ts';

/** Defaults of archinstall's menu, which older releases omit from saved files. */
const defaults: Readonly<
  Record<string, { readonly value: JsonValue; readonly message: string; readonly hint?: string }>
> = {
  bootloader: {
    value: 'systemd-bootctl',
    message: '"bootloader": "systemd-bootctl" is added, the default of archinstall on UEFI machines',
    hint: 'for machines without UEFI, write "grub-install"',
  },
  kernels: { value: ['linux'], message: '"kernels": ["linux"] is added, the default of archinstall' },
  'mirror-region': {
    value: {},
    message: '"mirror-region": {} is added, with which Writ chooses the fastest mirrors',
    hint: 'archinstall uses the mirrors of its live medium; to choose a region, add its name',
  },
};

/**
 * Adds the required keys that a file omits, and reports them. A key whose value could not be converted is not added,
 * because the author chose something else.
 */
export function addDefaults(conversion: Conversion, model: Model): void {
  const open = locatePointer(model, '', 'open');
  const chosen = (key: string): boolean =>
    conversion.get(key) !== undefined ||
    (key === 'bootloader' && conversion.get('bootloader_config') !== undefined);
  for (const [key, { value, ...words }] of Object.entries(defaults)) {
    if (chosen(key) || conversion.has([key])) continue;
    conversion.put([key], value);
    conversion.findings.push(finding('assumed-default', { ...open, ...words }));
    conversion.added.push({ key, explanation: words.message });
  }
}
