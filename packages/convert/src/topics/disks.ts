import { type JsonValue, nameOf, shown } from '@writ/installer/internal';
import type { Item } from '../item.ts';
import { drop, leaveOut, move, saysNothing, type Job } from '../job.ts';
import { encryption, layout } from './disk-orders.ts';

const KEY = 'harddrives';
const keeps = 'what stands on it was to be kept at least in part, and Writ wipes a drive as a whole';
const name = 'name a drive that may lose everything with --target or under "harddrives"';

/** `harddrives` as one text, and the drives that other eras named with what was to be done with them. */
export function disks(job: Job): void {
  const old = [
    ...oldLayouts(job.get('disk_layouts')),
    ...oldDrives(job.top.filter(({ key }) => key.startsWith('/dev/'))),
  ];
  const kept = job.get(KEY);
  if (kept !== undefined) named(job, kept, old);
  const drive = job.get('harddrive');
  if (drive !== undefined) oldest(job, drive);
  choose(job, [...old, ...layouts(job.get('disk_config'))]);
}

/** The drives that `harddrives` names. One that no layout spoke of, while they did of another, was not changed. */
function named(job: Job, item: Item, old: readonly Drive[]): void {
  const list = item.text === undefined ? item.inner.map(({ text }) => text) : pathsIn(item.text);
  const isUsed = (path: string | undefined): boolean => old.some((drive) => drive.path === path);
  const used = list.some(isUsed) ? list.filter(isUsed) : list;
  if (item.text === undefined && used.length === list.length) {
    job.carry(item);
    return;
  }
  const value = used.flatMap((path) => path ?? []);
  if (item.text === undefined) job.put([KEY], value);
  else move(job, item, [KEY], { value });
  for (const path of list.filter((other) => !used.includes(other)))
    job.say('needless', item.inner.find(({ text }) => text === path) ?? item, {
      message: `${shown(path)} of ${nameOf(item.pointer)} is left out: disk_layouts has nothing for it, so that nothing on it is changed`,
    });
  for (const inner of item.inner) job.settle(inner);
  job.settle(item);
}

function pathsIn(text: string): string[] {
  return text
    .split(',')
    .map((path) => path.trim())
    .filter(Boolean);
}

function oldest(job: Job, item: Item): void {
  const path = item.kind === 'object' ? item.get('path') : item;
  if (path?.text !== undefined) move(job, path, [KEY], { value: [path.text] });
}

interface Drive {
  readonly item: Item;
  readonly device: Item | undefined;
  readonly path: JsonValue;
  readonly partitions: Item | undefined;
  readonly wipe: Item | undefined;
  readonly mounts: readonly string[];
  readonly erased: boolean;
}

/** Up to 2.5: an object with the drive as key. */
function oldLayouts(tables: Item | undefined): Drive[] {
  return tables?.kind === 'object' ? oldDrives(tables.inner) : [];
}

function oldDrives(items: readonly Item[]): Drive[] {
  return items.filter(({ kind }) => kind === 'object').map((item) => driveOf(item, undefined, item.key));
}

function layouts(config: Item | undefined): Drive[] {
  const mounted = config?.get('config_type')?.text === 'pre_mounted_config';
  return (config?.get('device_modifications')?.inner ?? []).flatMap((item) => {
    const device = item.get('device');
    if (device === undefined) return [];
    const drive = driveOf(item, device, device.value());
    return [mounted ? { ...drive, erased: false } : drive];
  });
}

function driveOf(item: Item, device: Item | undefined, path: JsonValue): Drive {
  const partitions = item.get('partitions');
  const wipe = item.get('wipe');
  const all = partitions?.inner ?? [];
  const isKept = (partition: Item): boolean => {
    const status = partition.get('status')?.text;
    return (
      (status !== undefined && status !== 'create' && status !== 'delete') ||
      partition.get('wipe')?.value() === false
    );
  };
  return {
    item,
    device,
    path,
    partitions,
    wipe,
    mounts: all.flatMap((partition) => mountsOf(partition)),
    erased: wipe?.value() === true && !all.some(isKept),
  };
}

function mountsOf(partition: Item): string[] {
  const own = partition.get('mountpoint')?.text;
  const volumes = [
    ...(partition.get('btrfs')?.inner ?? []),
    ...(partition.get('filesystem')?.get('mountpoint') === undefined ? [] : [partition.get('filesystem')!]),
  ];
  const inner = volumes.flatMap((volume) => volume.get('mountpoint')?.text ?? []);
  return own === undefined ? inner : [own, ...inner];
}

/** The drive of the system first, then one that holds /home: what this format can say of two. */
function choose(job: Job, drives: readonly Drive[]): void {
  const erased = drives.filter((drive) => drive.erased);
  const system = erased.length === 1 ? erased[0] : erased.find(({ mounts }) => mounts.includes('/'));
  const home = erased.find(
    (drive) => drive !== system && drive.mounts.includes('/home') && !drive.mounts.includes('/'),
  );
  const used = system === undefined ? [] : home === undefined ? [system] : [system, home];
  const alone = drives.some((drive) => !drive.erased && drive.mounts.includes('/'));
  const taken = alone ? [] : used;
  const given = job.has([KEY]) ? job.output[KEY] : undefined;
  for (const drive of drives) one(job, drive, taken.includes(drive), given);
  if (given === undefined && taken.length > 0)
    job.put(
      [KEY],
      taken.map(({ path }) => path),
    );
}

function one(job: Job, drive: Drive, taken: boolean, given: JsonValue | undefined): void {
  const { item, device, path, partitions, wipe } = drive;
  const at = device ?? item;
  const place = nameOf(at.pointer);
  const part = device === undefined ? ({ part: true } as const) : {};
  if (given !== undefined) {
    const same = Array.isArray(given) && given.includes(path);
    if (!same) leaveOut(job, at, 'harddrives names other drives', undefined, part);
    else if (drive.erased)
      job.say('converted', at, { message: `${place} says what harddrives says`, ...part });
    else job.lose(at, { reason: `harddrives names ${shown(path)}, and ${keeps}`, hint: name, ...part });
  } else if (taken) {
    job.say('converted', at, {
      message: `${shown(path)} is one of harddrives here: all that it holds is lost`,
      ...part,
    });
  } else {
    const reason = drive.erased ? 'a second drive holds /home here, and only that' : keeps;
    leaveOut(job, at, reason, name, part);
  }
  if (partitions !== undefined) layoutOf(job, partitions);
  if (wipe === undefined) return;
  if (wipe.value() === true)
    job.say('needless', wipe, {
      message: `${nameOf(wipe.pointer)} is left out: every drive of harddrives is wiped`,
    });
  else if (given !== undefined || taken) leaveOut(job, wipe, keeps, name);
  else drop(job, wipe, 'the drive is left out');
}

function layoutOf(job: Job, partitions: Item): void {
  leaveOut(job, partitions, layout);
  for (const partition of partitions.inner) {
    for (const key of ['encrypted', '!password']) {
      const item = partition.get(key);
      if (item !== undefined && !saysNothing(item) && item.value() !== false) leaveOut(job, item, encryption);
    }
  }
}
