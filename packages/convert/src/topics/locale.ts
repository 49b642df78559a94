import type { Item } from '../item.ts';
import { drop, leaveOut, move, type Job } from '../job.ts';

const later = 'language and encoding count only with --advanced: writ install CONFIG --advanced';

/** `keyboard-layout`, `kb_layout` and `locale_config`. */
export function locale(job: Job): void {
  const config = job.get('locale_config');
  const from = (key: string): (Item | undefined)[] => [config?.get(key), job.get(key)];
  for (const item of [job.get('keyboard-layout'), ...from('kb_layout')]) {
    if (item !== undefined) move(job, item, ['keyboard-language']);
  }
  for (const item of from('sys_lang')) language(job, item, 'sys-language', /^en_US(\.utf-?8)?$/i);
  for (const item of from('sys_enc')) language(job, item, 'sys-encoding', /^utf-?8$/i);
  for (const item of from('console_font')) {
    if (item?.text === 'default8x16') drop(job, item, 'it is the font that every console has');
    else if (item !== undefined) leaveOut(job, item, 'no key sets the font of the console');
  }
}

function language(job: Job, item: Item | undefined, key: string, byDefault: RegExp): void {
  if (item === undefined) return;
  move(job, item, [key], byDefault.test(item.text ?? '') ? {} : { hint: later });
}
