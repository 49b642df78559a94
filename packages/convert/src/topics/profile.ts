import { mainOf, nameOf, shown } from '@writ/installer/internal';
import type { Item } from '../item.ts';
import { drop, leaveOut, move, saysNothing, type Job } from '../job.ts';
import { detailsOf, drivers, equalOf, greeters, mains, otherDesktops, otherGreeters } from '../values.ts';

const MAIN = ['profile', 'main'];
const DETAILS = ['profile', 'details'];
/** Profiles of the program itself, up to 2.5: what the file is called is all that counts. */
const ownProfile = /archinstall\/.*\/([\w-]+)\.py$/;

/** `profile` as a name, `desktop-environment`, `servers` and `gfx_driver` of the versions up to 2.5, and `profile_config`. */
export function profile(job: Job): void {
  const kept = job.get('profile');
  if (kept?.text !== undefined) byName(job, kept);
  else if (kept?.kind === 'object' && kept.inner.length > 0) ofObject(job, kept);
  else if (kept !== undefined) job.carry(kept);
  for (const key of ['desktop-environment', 'desktop', 'servers']) {
    const item = job.get(key);
    if (item !== undefined) details(job, item);
  }
  const config = job.get('profile_config');
  const inner = config?.get('profile');
  if (inner !== undefined) ofObject(job, inner);
  for (const item of [config?.get('gfx_driver'), job.get('gfx_driver')]) driver(job, item);
  greeter(job, config?.get('greeter'));
}

function byName(job: Job, item: Item): void {
  const text = item.text ?? '';
  const lower = text.trim().toLowerCase();
  const found = detailsOf(text);
  const write = (path: readonly string[], value: string): void => {
    job.put(path, value);
    job.say('converted', item, {
      message: `profile: ${shown(text)} is ${path.join('.')}: ${shown(value)} here`,
    });
  };
  if (mains.includes(lower)) write(MAIN, lower);
  else if (found !== undefined) {
    job.put(MAIN, mainOf(found)!);
    write(DETAILS, found);
  } else if (/[/\\]|\.(py|json)$/.test(text)) write(['profile', 'path'], text);
  else if (otherDesktops.has(lower)) withoutDesktop(job, item, text);
  else job.carry(item);
}

function ofObject(job: Job, item: Item): void {
  if (item.kind !== 'object') {
    leaveOut(job, item, 'it is no object with the keys main and details');
    return;
  }
  const sameName = item.pointer === '/profile';
  // The kind of a profile is told from its details only when nothing else says it.
  const first = new Set(['main', 'path']);
  for (const inner of item.inner.toSorted((a, b) => Number(first.has(b.key)) - Number(first.has(a.key)))) {
    switch (inner.key) {
      case 'main':
        main(job, inner, sameName);
        break;
      case 'details':
        details(job, inner, sameName);
        break;
      case 'path':
        ownPath(job, inner, sameName);
        break;
      case 'gfx_driver':
        driver(job, inner, sameName);
        break;
      case 'greeter':
        greeter(job, inner);
        break;
      case 'custom':
      case 'greeter_type':
        if (sameName) job.carry(inner, ['profile', inner.key]);
        break;
      case 'custom_settings':
        settings(job, inner);
    }
  }
}

function main(job: Job, item: Item, sameName: boolean): void {
  const lower = item.text?.trim().toLowerCase();
  const known = lower !== undefined && mains.includes(lower);
  if (sameName && (!known || lower === item.text)) job.carry(item, MAIN);
  else move(job, item, MAIN, known ? { value: lower } : {});
}

/** A name, or a list of them, of which this format takes one. */
function details(job: Job, item: Item, sameName = false): void {
  const names = item.kind === 'array' ? item.inner : [item];
  if (names.length === 0) drop(job, item, 'it names nothing');
  if (sameName && item.kind !== 'array') {
    const found = item.text === undefined ? undefined : detailsOf(item.text);
    // Any case of letters is right here.
    if (found === undefined || found === item.text?.toLowerCase()) job.carry(item, DETAILS);
    else move(job, item, DETAILS, { value: found });
    return;
  }
  const known = names.find(({ text }) => text !== undefined && detailsOf(text) !== undefined);
  const other = names.find(
    ({ text }) => text !== undefined && text !== '' && !otherDesktops.has(text.toLowerCase()),
  );
  const one = known ?? other;
  for (const name of names) {
    if (name === one) {
      const found = detailsOf(name.text ?? '');
      move(job, name, DETAILS, found === undefined ? {} : { value: found });
      if (found !== undefined && !job.has(MAIN) && !job.has(['profile', 'path']))
        job.put(MAIN, mainOf(found)!);
    } else if (otherDesktops.has(name.text?.toLowerCase() ?? '')) withoutDesktop(job, name, name.text ?? '');
    else if (one === undefined) leaveOut(job, name, 'it is no name of a profile');
    else
      leaveOut(
        job,
        name,
        `a configuration has one profile, and ${shown(one.text)} is it`,
        'add its packages to "packages" and its services to "services"',
      );
  }
}

function withoutDesktop(job: Job, item: Item, name: string): void {
  if (!job.has(MAIN) && !job.has(['profile', 'path'])) job.put(MAIN, 'desktop');
  leaveOut(
    job,
    item,
    `there is no profile of ${shown(name)}`,
    'the profile "desktop" alone brings the base of one: add its packages to "packages"',
  );
}

function ownPath(job: Job, item: Item, sameName: boolean): void {
  const [, own] = ownProfile.exec(item.text ?? '') ?? [];
  const found = own === undefined ? undefined : detailsOf(own);
  if (own !== undefined && !mains.includes(own) && found !== undefined) {
    job.put(MAIN, mainOf(found)!);
    move(job, item, DETAILS, { value: found });
  } else if (sameName) job.carry(item, ['profile', 'path']);
  else move(job, item, ['profile', 'path']);
}

function driver(job: Job, item: Item | undefined, sameName = false): void {
  if (item === undefined) return;
  const found = item.text === undefined ? undefined : equalOf(drivers, item.text);
  if (sameName && found === undefined) job.carry(item, ['profile', 'gfx_driver']);
  else move(job, item, ['profile', 'gfx_driver'], found === undefined ? {} : { value: found });
}

function greeter(job: Job, item: Item | undefined): void {
  if (item === undefined) return;
  const PATH = ['profile', 'greeter_type'];
  const { text = '' } = item;
  if (otherGreeters.has(text.toLowerCase())) {
    leaveOut(
      job,
      item,
      `the login screen ${shown(text)} is none that Writ sets up`,
      'the one of the desktop is taken; or add "greeter_type": "lightdm", "sddm" or "gdm" to profile',
    );
    return;
  }
  if (text === 'lightdm-slick-greeter' && !job.has(PATH)) {
    job.put(PATH, 'lightdm');
    job.say('nearest-equal', item, {
      message: `${nameOf(item.pointer)}: ${shown(text)} is profile.greeter_type: "lightdm" here, with its own choice of what it shows`,
    });
    return;
  }
  const found = equalOf(greeters, text);
  move(job, item, PATH, found === undefined ? {} : { value: found });
}

function settings(job: Job, item: Item): void {
  if (saysNothing(item)) {
    drop(job, item, 'it holds no settings');
    return;
  }
  for (const one of item.inner.length === 0 ? [item] : item.inner)
    leaveOut(job, one, 'a profile has no settings of its own here');
  job.settle(item);
}
