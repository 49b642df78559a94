import { isNoAudio } from '@writ/installer/internal';
import type { Item } from '../item.ts';
import { drop, move, type Job } from '../job.ts';

/** `audio` up to 2.5, `audio_config` of 2.6 and newer, and the same in `app_config`. */
export function audio(job: Job): void {
  const kept = job.get('audio_config');
  const server = kept?.get('audio');
  if (server !== undefined && isNone(server)) drop(job, kept!, 'without the key no sound is set up');
  else if (kept !== undefined) job.carry(kept);
  const inApps = job.get('app_config')?.get('audio_config');
  for (const item of [inApps?.get('audio'), job.get('audio')]) {
    if (item === undefined) continue;
    if (isNone(item)) drop(job, item, 'without the key no sound is set up');
    else move(job, item, ['audio_config', 'audio']);
  }
}

function isNone({ text }: Item): boolean {
  return text !== undefined && isNoAudio(text);
}
