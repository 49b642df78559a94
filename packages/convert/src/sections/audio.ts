import { isNoAudio } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, moveSetting, type Conversion } from '../conversion.ts';

/**
 * Converts `audio` (archinstall 2.5 and earlier) and `audio_config` (2.6 and later), including `audio_config` in `app_config`.
 */
export function convertAudio(conversion: Conversion): void {
  const current = conversion.get('audio_config');
  const server = current?.get('audio');
  if (server !== undefined && isNoSound(server))
    discardSetting(conversion, current!, 'without the key, no audio server is installed');
  else if (current !== undefined) conversion.copy(current);
  const inApps = conversion.get('app_config')?.get('audio_config');
  for (const item of [inApps?.get('audio'), conversion.get('audio')]) {
    if (item === undefined) continue;
    if (isNoSound(item)) discardSetting(conversion, item, 'without the key, no audio server is installed');
    else moveSetting(conversion, item, ['audio_config', 'audio']);
  }
}

function isNoSound({ text }: ConfigEntry): boolean {
  return text !== undefined && isNoAudio(text);
}
