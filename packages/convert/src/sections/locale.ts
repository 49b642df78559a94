import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, omitSetting, moveSetting, type Conversion } from '../conversion.ts';

const NEEDS_ADVANCED = 'language and encoding take effect only with the "advanced" option';

/** Converts `keyboard-layout` and `locale_config`, and keys of `locale_config` at the top level. */
export function convertLocale(conversion: Conversion): void {
  const config = conversion.get('locale_config');
  const from = (key: string): (ConfigEntry | undefined)[] => [config?.get(key), conversion.get(key)];
  for (const item of [conversion.get('keyboard-layout'), ...from('kb_layout')]) {
    if (item !== undefined) moveSetting(conversion, item, ['keyboard-language']);
  }
  for (const item of from('sys_lang'))
    convertLanguage(conversion, item, 'sys-language', /^en_US(\.utf-?8)?$/i);
  for (const item of from('sys_enc')) convertLanguage(conversion, item, 'sys-encoding', /^utf-?8$/i);
  for (const item of from('console_font')) {
    if (item?.text === 'default8x16') discardSetting(conversion, item, 'it is the default console font');
    else if (item !== undefined) omitSetting(conversion, item, 'the console font cannot be configured');
  }
}

function convertLanguage(
  conversion: Conversion,
  item: ConfigEntry | undefined,
  key: string,
  byDefault: RegExp,
): void {
  if (item === undefined) return;
  moveSetting(conversion, item, [key], byDefault.test(item.text ?? '') ? {} : { hint: NEEDS_ADVANCED });
}
