import { nameOf, shown } from '@writ/installer/internal';
import type { Item } from '../item.ts';
import { drop, leaveOut, move, type Job } from '../job.ts';
import { equalOf, loaders, otherLoaders } from '../values.ts';

/** `bootloader` with the names of 2.6 and newer, and `bootloader_config`. */
export function boot(job: Job): void {
  const named = job.get('bootloader');
  if (named !== undefined) loader(job, named);
  const config = job.get('bootloader_config');
  if (config === undefined) return;
  const inner = config.get('bootloader');
  if (inner !== undefined) loader(job, inner);
  const uki = config.get('uki');
  if (uki !== undefined) unified(job, uki);
  const removable = config.get('removable');
  if (removable !== undefined) {
    if (removable.value() === true)
      leaveOut(
        job,
        removable,
        'Writ decides itself where the boot loader has to lie, from firmware and target',
      );
    else drop(job, removable, 'nothing is asked for');
  }
}

function loader(job: Job, item: Item): void {
  const { text } = item;
  const equal = text === undefined ? undefined : equalOf(loaders, text);
  if (text !== undefined && /^no boot ?loader$/i.test(text)) {
    leaveOut(job, item, 'every system that Writ installs can be started', 'name one under "bootloader"');
    return;
  }
  if (text !== undefined && otherLoaders.includes(text.toLowerCase()) && !job.has(['bootloader'])) {
    job.put(['bootloader'], text);
    job.say('no-equal', item, {
      message: `Writ does not install the boot loader ${shown(text)}; the value is kept, and writ check refuses it`,
      hint: 'write "systemd-bootctl", "grub-install" or "efistub"',
      at: 'value',
    });
    return;
  }
  if (item.pointer === '/bootloader' && (equal === undefined || equal === text)) job.carry(item);
  else move(job, item, ['bootloader'], equal === undefined ? {} : { value: equal });
}

function unified(job: Job, item: Item): void {
  if (item.value() === true && job.output['bootloader'] === 'grub-install') {
    job.say('no-equal', item, {
      message: `${nameOf(item.pointer)} is left out: unified kernel images need systemd-bootctl or efistub here`,
      hint: 'to have them, choose one of those boot loaders and add "uki": true',
    });
  } else move(job, item, ['uki']);
}
