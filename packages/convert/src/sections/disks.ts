import { type JsonValue, keyPath, displayValue } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, omitSetting, moveSetting, isEmpty, type Conversion } from '../conversion.ts';
import { OTHER_LAYOUT } from './disk-layout.ts';
import { newerLayouts, oldDrives, oldLayouts, placeOf, type Drive } from './drives.ts';
import { OTHER_ENCRYPTION } from './encryption.ts';
import { convertPartitionList, type ListOutcome } from './partition-list.ts';
import { convertPartitions } from './partitions.ts';

const KEY = 'harddrives';
const KEEPS_DATA = 'the file keeps some of its content, but this layout cannot be converted';
const MAY_LOSE_DATA = 'Writ deletes the partitions of the drive that the list does not contain';
const ADD_KEPT = 'add each partition to keep to x-writ.disk.partitions, with its PARTUUID in "keep"';
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
  const current = conversion.has([KEY]) ? conversion.output[KEY] : undefined;
  const list = findListedDrives(drives, current);
  const needsList = list.some((drive) => !used.includes(drive));
  const outcome =
    !needsList && convertSystemDrive(conversion, system, home, current ?? used.map(({ path }) => path))
      ? undefined
      : convertList(conversion, list, drives);
  const keeps = outcome !== undefined && 'keeps' in outcome ? outcome.keeps : undefined;
  if (needsList && keeps === undefined)
    convertSystemDrive(conversion, system, home, current ?? (alone ? [] : used).map(({ path }) => path));
  const chosen = keeps === undefined ? (alone ? [] : used) : list;
  const reason = outcome !== undefined && 'reason' in outcome ? outcome.reason : OTHER_LAYOUT;
  for (const drive of drives) {
    const index = list.indexOf(drive);
    if (keeps?.[index] === undefined)
      convertDrive(conversion, drive, chosen.includes(drive), current, reason);
    else convertListedDrive(conversion, drive, keeps[index], current !== undefined);
  }
  if (current === undefined && chosen.length > 0)
    conversion.put(
      [KEY],
      chosen.map(({ path }) => path),
    );
}

/**
 * Returns the drives whose partitions can be in one list: the one with the partition for /, and at most one other drive
 * with partitions. Returns none if there are further drives, or if harddrives lists others.
 */
function findListedDrives(drives: readonly Drive[], current: JsonValue | undefined): readonly Drive[] {
  const withPartitions = drives.filter(({ partitions }) => (partitions?.inner.length ?? 0) > 0);
  const system = withPartitions.find(({ mounts }) => mounts.includes('/'));
  if (system === undefined || withPartitions.length > 2 || withPartitions.some(({ mounted }) => mounted))
    return [];
  const list = [system, ...withPartitions.filter((drive) => drive !== system)];
  const isSame =
    current === undefined ||
    (Array.isArray(current) &&
      current.length === list.length &&
      list.every(({ path }, index) => current[index] === path));
  return isSame ? list : [];
}

function convertList(conversion: Conversion, list: readonly Drive[], drives: readonly Drive[]): ListOutcome {
  if (list.length === 0) {
    const count = drives.filter(({ partitions }) => (partitions?.inner.length ?? 0) > 0).length;
    return { reason: count > 2 ? 'Writ installs onto at most two drives' : OTHER_LAYOUT };
  }
  return convertPartitionList(
    conversion,
    list.map(({ partitions, wipe }) => ({ partitions: partitions!, isErased: wipe?.value() === true })),
  );
}

/**
 * Converts the partitions of the system drive if it is the first of the used drives, with those of the drive for
 * /home if it is the second. Returns false if they cannot be converted without a list.
 */
function convertSystemDrive(
  conversion: Conversion,
  system: Drive | undefined,
  home: Drive | undefined,
  used: JsonValue,
): boolean {
  if (system?.partitions === undefined || !Array.isArray(used) || used[0] !== system.path) return false;
  const homePartitions = home === undefined || used[1] !== home.path ? undefined : home.partitions;
  return convertPartitions(conversion, system.partitions, homePartitions);
}

function convertDrive(
  conversion: Conversion,
  drive: Drive,
  isChosen: boolean,
  current: JsonValue | undefined,
  reasonOfPartitions: string,
): void {
  const { path, partitions, wipe } = drive;
  const { at, part } = placeOf(drive);
  const place = keyPath(at.pointer);
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
    omitPartitions(conversion, partitions, reasonOfPartitions);
  if (wipe === undefined) return;
  if (wipe.value() === true)
    conversion.report('needless', wipe, {
      message: `${keyPath(wipe.pointer)} is left out: all drives in harddrives are wiped`,
    });
  else if (current !== undefined || isChosen) omitSetting(conversion, wipe, KEEPS_DATA, CHOOSE_DRIVE);
  else discardSetting(conversion, wipe, 'the drive is left out');
}

/** Converts a drive whose partitions are in the list. */
function convertListedDrive(
  conversion: Conversion,
  drive: Drive,
  keeps: boolean,
  isInHarddrives: boolean,
): void {
  const { path, wipe } = drive;
  const { at, part } = placeOf(drive);
  conversion.report('converted', at, {
    message: isInHarddrives
      ? `${keyPath(at.pointer)} duplicates harddrives`
      : `${displayValue(path)} becomes an entry in harddrives; ${keeps ? 'only the partitions with "keep" remain on it' : 'all data on it will be lost'}`,
    ...part,
  });
  if (keeps || wipe?.value() === true) {
    if (wipe !== undefined)
      discardSetting(conversion, wipe, 'the list of partitions states which ones remain');
  } else
    conversion.reportLoss(wipe ?? at, {
      reason: MAY_LOSE_DATA,
      hint: ADD_KEPT,
      ...(wipe === undefined ? part : {}),
    });
}

function omitPartitions(conversion: Conversion, partitions: ConfigEntry, reason: string): void {
  omitSetting(conversion, partitions, reason);
  for (const partition of partitions.inner) {
    for (const key of ['encrypted', '!password']) {
      const item = partition.get(key);
      if (item !== undefined && !isEmpty(item) && item.value() !== false)
        omitSetting(conversion, item, OTHER_ENCRYPTION);
    }
  }
}
