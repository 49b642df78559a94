import { keyPath, displayValue } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, omitSetting, moveSetting, type Conversion } from '../conversion.ts';
import { findEquivalent, loaders, otherLoaders } from '../equivalents.ts';

/** Converts `bootloader`, including the names that archinstall 2.6 and later use, and `bootloader_config`. */
export function convertBootLoader(conversion: Conversion): void {
  const current = conversion.get('bootloader');
  if (current !== undefined) convertLoader(conversion, current);
  const config = conversion.get('bootloader_config');
  if (config === undefined) return;
  const inner = config.get('bootloader');
  if (inner !== undefined) convertLoader(conversion, inner);
  const uki = config.get('uki');
  if (uki !== undefined) convertUki(conversion, uki);
  const removable = config.get('removable');
  if (removable !== undefined) {
    if (removable.value() === true)
      omitSetting(
        conversion,
        removable,
        'Writ chooses the location of the boot loader based on firmware and target',
      );
    else discardSetting(conversion, removable, 'it is disabled');
  }
}

function convertLoader(conversion: Conversion, item: ConfigEntry): void {
  const { text } = item;
  const equivalent = text === undefined ? undefined : findEquivalent(loaders, text);
  if (text !== undefined && /^no boot ?loader$/i.test(text)) {
    omitSetting(conversion, item, 'Writ always installs a boot loader', 'choose one under "bootloader"');
    return;
  }
  if (text !== undefined && otherLoaders.includes(text.toLowerCase()) && !conversion.has(['bootloader'])) {
    conversion.put(['bootloader'], text);
    conversion.report('no-equivalent', item, {
      message: `Writ does not install the boot loader ${displayValue(text)}; the value is unchanged, and the check rejects it`,
      hint: 'write "systemd-bootctl", "grub-install" or "efistub"',
      at: 'value',
    });
    return;
  }
  if (item.pointer === '/bootloader' && (equivalent === undefined || equivalent === text))
    conversion.copy(item);
  else moveSetting(conversion, item, ['bootloader'], equivalent === undefined ? {} : { value: equivalent });
}

function convertUki(conversion: Conversion, item: ConfigEntry): void {
  if (item.value() === true && conversion.output['bootloader'] === 'grub-install') {
    conversion.report('no-equivalent', item, {
      message: `${keyPath(item.pointer)} is left out: unified kernel images need systemd-bootctl or efistub here`,
      hint: 'to use them, choose one of those boot loaders and add "uki": true',
    });
  } else moveSetting(conversion, item, ['uki']);
}
