import { type JsonValue, keyPath, displayValue } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, omitSetting, moveSetting, isEmpty, type Conversion } from '../conversion.ts';
import { FIXED_LAYOUT } from './disk-layout.ts';
import { OTHER_ENCRYPTION } from './encryption.ts';
import { convertPartitions } from './partitions.ts';

const KEY = 'harddrives';
const KEEPS_DATA = 'some of its content was to be kept, but Writ wipes whole drives';
const CHOOSE_DRIVE = 'specify a drive that may be wiped, as the target or under "harddrives"';

/**
 * Converts `harddrives`, `harddrive`, and the drives of `disk_layouts`, of `disk_config`, and of keys such as
 * `/dev/sda`.
 */
export function convertDrives(conversion: Conversion): void {
  const old = [
    ...oldLayouts(conversion.get('disk_layouts')),
    ...oldDrives(conversion.top.filter(({ key }) => key.startsWith('/dev/'))),
  ];
  const current = conversion.get(KEY);
  if (current !== undefined) convertNamedDrives(conversion, current, old);
  const drive = conversion.get('harddrive');
  if (drive !== undefined) convertSingleDrive(conversion, drive);
  chooseDrives(conversion, [...old, ...newerLayouts(conversion.get('disk_config'))]);
}

/**
 * Converts `harddrives`. If some of its drives have an entry in `disk_layouts`, the remaining drives are left out.
 */
function convertNamedDrives(conversion: Conversion, item: ConfigEntry, old: readonly Drive[]): void {
  const list = item.text === undefined ? item.inner.map(({ text }) => text) : pathsIn(item.text);
  const isUsed = (path: string | undefined): boolean => old.some((drive) => drive.path === path);
  const used = list.some(isUsed) ? list.filter(isUsed) : list;
  if (item.text === undefined && used.length === list.length) {
    conversion.copy(item);
    return;
  }
  const value = used.flatMap((path) => path ?? []);
  if (item.text === undefined) conversion.put([KEY], value);
  else moveSetting(conversion, item, [KEY], { value });
  for (const path of list.filter((other) => !used.includes(other)))
    conversion.report('needless', item.inner.find(({ text }) => text === path) ?? item, {
      message: `${displayValue(path)} in ${keyPath(item.pointer)} is left out: disk_layouts has no entry for it, so archinstall would not have changed it`,
    });
  for (const inner of item.inner) conversion.settle(inner);
  conversion.settle(item);
}

function pathsIn(text: string): string[] {
  return text
    .split(',')
    .map((path) => path.trim())
    .filter(Boolean);
}

function convertSingleDrive(conversion: Conversion, item: ConfigEntry): void {
  const path = item.kind === 'object' ? item.get('path') : item;
  if (path?.text !== undefined) moveSetting(conversion, path, [KEY], { value: [path.text] });
}

interface Drive {
  readonly item: ConfigEntry;
  readonly device: ConfigEntry | undefined;
  readonly path: JsonValue;
  readonly partitions: ConfigEntry | undefined;
  readonly wipe: ConfigEntry | undefined;
  readonly mounts: readonly string[];
  readonly erased: boolean;
}

/** Reads the layouts from archinstall 2.5 and earlier, which are an object with drives as keys. */
function oldLayouts(tables: ConfigEntry | undefined): Drive[] {
  return tables?.kind === 'object' ? oldDrives(tables.inner) : [];
}

function oldDrives(items: readonly ConfigEntry[]): Drive[] {
  return items.filter(({ kind }) => kind === 'object').map((item) => driveOf(item, undefined, item.key));
}

function newerLayouts(config: ConfigEntry | undefined): Drive[] {
  const mounted = config?.get('config_type')?.text === 'pre_mounted_config';
  return (config?.get('device_modifications')?.inner ?? []).flatMap((item) => {
    const device = item.get('device');
    if (device === undefined) return [];
    const drive = driveOf(item, device, device.value());
    return [mounted ? { ...drive, erased: false } : drive];
  });
}

function driveOf(item: ConfigEntry, device: ConfigEntry | undefined, path: JsonValue): Drive {
  const partitions = item.get('partitions');
  const wipe = item.get('wipe');
  const entries = partitions?.inner ?? [];
  const isPreserved = (partition: ConfigEntry): boolean => {
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
    mounts: entries.flatMap((partition) => mountsOf(partition)),
    erased: wipe?.value() === true && !entries.some(isPreserved),
  };
}

function mountsOf(partition: ConfigEntry): string[] {
  const own = partition.get('mountpoint')?.text;
  const volumes = [
    ...(partition.get('btrfs')?.inner ?? []),
    ...(partition.get('filesystem')?.get('mountpoint') === undefined ? [] : [partition.get('filesystem')!]),
  ];
  const inner = volumes.flatMap((volume) => volume.get('mountpoint')?.text ?? []);
  return own === undefined ? inner : [own, ...inner];
}

/**
 * Chooses the system drive, and a second drive if the configuration uses it for /home, and converts the entries of
 * all drives.
 */
function chooseDrives(conversion: Conversion, drives: readonly Drive[]): void {
  const erased = drives.filter((drive) => drive.erased);
  const system = erased.length === 1 ? erased[0] : erased.find(({ mounts }) => mounts.includes('/'));
  const home = erased.find(
    (drive) => drive !== system && drive.mounts.includes('/home') && !drive.mounts.includes('/'),
  );
  const used = system === undefined ? [] : home === undefined ? [system] : [system, home];
  const alone = drives.some((drive) => !drive.erased && drive.mounts.includes('/'));
  const chosen = alone ? [] : used;
  const current = conversion.has([KEY]) ? conversion.output[KEY] : undefined;
  convertSystemDrive(conversion, system, home, current ?? chosen.map(({ path }) => path));
  for (const drive of drives) convertDrive(conversion, drive, chosen.includes(drive), current);
  if (current === undefined && chosen.length > 0)
    conversion.put(
      [KEY],
      chosen.map(({ path }) => path),
    );
}

/**
 * Converts the partitions of the system drive if it is the first of the used drives, with those of the drive for
 * /home if it is the second.
 */
function convertSystemDrive(
  conversion: Conversion,
  system: Drive | undefined,
  home: Drive | undefined,
  used: JsonValue,
): void {
  if (system?.partitions === undefined || !Array.isArray(used) || used[0] !== system.path) return;
  const homePartitions = home === undefined || used[1] !== home.path ? undefined : home.partitions;
  convertPartitions(conversion, system.partitions, homePartitions);
}

function convertDrive(
  conversion: Conversion,
  drive: Drive,
  isChosen: boolean,
  current: JsonValue | undefined,
): void {
  const { item, device, path, partitions, wipe } = drive;
  const at = device ?? item;
  const place = keyPath(at.pointer);
  const part = device === undefined ? ({ part: true } as const) : {};
  if (current !== undefined) {
    const same = Array.isArray(current) && current.includes(path);
    if (!same) omitSetting(conversion, at, 'harddrives lists other drives', undefined, part);
    else if (drive.erased)
      conversion.report('converted', at, { message: `${place} duplicates harddrives`, ...part });
    else
      conversion.reportLoss(at, {
        reason: `harddrives lists ${displayValue(path)}, but ${KEEPS_DATA}`,
        hint: CHOOSE_DRIVE,
        ...part,
      });
  } else if (isChosen) {
    conversion.report('converted', at, {
      message: `${displayValue(path)} becomes an entry in harddrives; all data on it will be lost`,
      ...part,
    });
  } else {
    const reason = drive.erased ? 'a second drive is used only for /home' : KEEPS_DATA;
    omitSetting(conversion, at, reason, CHOOSE_DRIVE, part);
  }
  if (partitions !== undefined && !conversion.isSettled(partitions.pointer))
    omitPartitions(conversion, partitions);
  if (wipe === undefined) return;
  if (wipe.value() === true)
    conversion.report('needless', wipe, {
      message: `${keyPath(wipe.pointer)} is left out: all drives in harddrives are wiped`,
    });
  else if (current !== undefined || isChosen) omitSetting(conversion, wipe, KEEPS_DATA, CHOOSE_DRIVE);
  else discardSetting(conversion, wipe, 'the drive is left out');
}

function omitPartitions(conversion: Conversion, partitions: ConfigEntry): void {
  omitSetting(conversion, partitions, FIXED_LAYOUT);
  for (const partition of partitions.inner) {
    for (const key of ['encrypted', '!password']) {
      const item = partition.get(key);
      if (item !== undefined && !isEmpty(item) && item.value() !== false)
        omitSetting(conversion, item, OTHER_ENCRYPTION);
    }
  }
}
