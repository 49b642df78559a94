import { nameOf } from '../../names.ts';
import type { JsonValue } from '../../model.ts';
import { shown } from '../../secrets.ts';
import type { Item } from '../item.ts';
import { drop, leaveOut, move, saysNothing, type Job } from '../job.ts';

const KEY = 'harddrives';
const layout =
  'Writ makes its own partitions, with ext4: one for /boot, the rest for /, and a second drive for /home';
const keeps = 'what stands on it was to be kept at least in part, and Writ wipes a drive as a whole';
const name = 'name a drive that may lose everything with --target or under "harddrives"';

/** `harddrives` as one text, and what gave orders about disks in other eras. */
export function disks(job: Job): void {
  const kept = job.get(KEY);
  if (kept?.text !== undefined)
    move(job, kept, [KEY], {
      value: kept.text
        .split(',')
        .map((path) => path.trim())
        .filter(Boolean),
    });
  else if (kept !== undefined) job.carry(kept);
  const drive = job.get('harddrive');
  if (drive !== undefined) oldest(job, drive);
  const drives: Drive[] = [...oldLayouts(job.get('disk_layouts')), ...layouts(job.get('disk_config'))];
  choose(job, drives);
  rest(job);
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
  if (tables?.kind !== 'object') return [];
  return tables.inner
    .filter(({ kind }) => kind === 'object')
    .map((item) => driveOf(item, undefined, item.key));
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
    if (!same)
      job.say('no-equal', at, { message: `${place} is left out: harddrives names other drives`, ...part });
    else if (drive.erased)
      job.say('converted', at, { message: `${place} says what harddrives says`, ...part });
    else
      job.say('no-equal', at, {
        message: `${shown(path)} stays in harddrives, but ${keeps}`,
        hint: name,
        ...part,
      });
  } else if (taken) {
    job.say('converted', at, {
      message: `${shown(path)} is one of harddrives here: all that it holds is lost`,
      ...part,
    });
  } else {
    const reason = drive.erased ? 'a second drive holds /home here, and only that' : keeps;
    job.say('no-equal', at, { message: `${place} is left out: ${reason}`, hint: name, ...part });
  }
  if (partitions !== undefined) leaveOut(job, partitions, layout);
  if (wipe === undefined) return;
  if (wipe.value() === true)
    job.say('needless', wipe, {
      message: `${nameOf(wipe.pointer)} is left out: every drive of harddrives is wiped`,
    });
  else if (given !== undefined || taken) leaveOut(job, wipe, keeps, name);
  else drop(job, wipe, 'the drive is left out');
}

const encryption = 'Writ encrypts no disk: what is installed can be read by whoever has the drive';

const orders: Readonly<Record<string, string>> = {
  disk_encryption: encryption,
  filesystem: layout,
  mount_point: 'Writ mounts what it installs in a place of its own',
  'mount-point': 'Writ mounts what it installs in a place of its own',
};

const ofConfig: Readonly<Record<string, string>> = {
  disk_encryption: encryption,
  lvm_config: layout,
  btrfs_options: 'the file system is ext4, which has no snapshots',
  snapshot_config: 'the file system is ext4, which has no snapshots',
  mountpoint: 'Writ makes and mounts its own partitions',
};

function rest(job: Job): void {
  for (const [key, reason] of Object.entries(orders)) {
    const item = job.get(key);
    if (item !== undefined) leaveOut(job, item, reason);
  }
  const config = job.get('disk_config');
  const type = config?.get('config_type');
  if (type !== undefined) {
    if (type.text === 'default_layout') drop(job, type, 'a layout is always made');
    else leaveOut(job, type, layout);
  }
  for (const [key, reason] of Object.entries(ofConfig)) {
    const item = config?.get(key);
    if (item !== undefined) leaveOut(job, item, reason);
  }
  for (const item of [config, job.get('disk_layouts')])
    if (item !== undefined && saysNothing(item)) drop(job, item, 'it orders nothing');
}
