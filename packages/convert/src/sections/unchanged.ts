import type { Conversion } from '../conversion.ts';

const names: ReadonlySet<string> = new Set([
  '$schema',
  'hostname',
  'kernels',
  'ntp',
  'timezone',
  'packages',
  'services',
  'custom-commands',
  'keyboard-language',
  'sys-language',
  'sys-encoding',
  'uki',
]);

/** Copies keys with the same meaning in all formats. Their values remain unchanged, valid or not. */
export function copyUnchanged(conversion: Conversion): void {
  for (const item of conversion.top) {
    if (names.has(item.key) || item.key.startsWith('x-')) conversion.copy(item);
  }
}
