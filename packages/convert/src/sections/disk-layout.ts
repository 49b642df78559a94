import { phrase } from '@writ/diagnostics';
import { keyPath, term, type JsonObject } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import {
  discardSetting,
  moveSetting,
  omitSetting,
  isEmpty,
  valueAt,
  type Conversion,
} from '../conversion.ts';
import { convertEncryption, OTHER_ENCRYPTION } from './encryption.ts';

export const OTHER_LAYOUT = 'Writ cannot create this layout';
const OWN_MOUNT_POINT = 'Writ chooses the mount point itself';
const NO_SNAPSHOTS =
  'snapshots require a root file system that Writ creates, with btrfs and a subvolume for /';

/**
 * Keys of `disk_config` without an equivalent, with the reason to omit them. They are recognized even if they are
 * misplaced at the top level.
 */
const diskConfigKeys: Readonly<Record<string, string>> = {
  lvm_config: OTHER_LAYOUT,
  btrfs_options: NO_SNAPSHOTS,
  snapshot_config: NO_SNAPSHOTS,
  mountpoint: 'Writ creates and mounts its own partitions',
};

const topLevelKeys: Readonly<Record<string, string>> = {
  ...diskConfigKeys,
  config_type: OTHER_LAYOUT,
  device_modifications: OTHER_LAYOUT,
  partitions: OTHER_LAYOUT,
  encryption_type: OTHER_ENCRYPTION,
  hsm_device: OTHER_ENCRYPTION,
  HSM: OTHER_ENCRYPTION,
};

/**
 * Converts the encryption and the file system, and omits disk settings without an equivalent. Drives and
 * partitions are converted in `disks.ts`.
 */
export function convertDiskLayout(conversion: Conversion): void {
  const config = conversion.get('disk_config');
  convertEncryption(conversion);
  convertFileSystem(conversion);
  convertSnapshots(conversion, config);
  for (const key of ['mount_point', 'mount-point', 'target-mount']) {
    const item = conversion.get(key);
    if (item === undefined) continue;
    if (/^\/mnt(\/archinstall)?\/?$/.test(item.text ?? '')) discardSetting(conversion, item, OWN_MOUNT_POINT);
    else omitSetting(conversion, item, OWN_MOUNT_POINT);
  }
  for (const [key, reason] of Object.entries(topLevelKeys)) {
    const item = conversion.get(key);
    if (item !== undefined) omitSetting(conversion, item, reason);
  }
  convertMounted(conversion, config);
  convertLayoutType(conversion, config);
  for (const [key, reason] of Object.entries(diskConfigKeys)) {
    const item = config?.get(key);
    if (item !== undefined && !conversion.isSettled(item.pointer)) omitSetting(conversion, item, reason);
  }
  for (const item of [config, conversion.get('disk_layouts')])
    if (item !== undefined && isEmpty(item)) discardSetting(conversion, item, 'it is empty');
}

function convertFileSystem(conversion: Conversion): void {
  const item = conversion.get('filesystem');
  if (item === undefined) return;
  const kind = item.text?.toLowerCase();
  if (kind === 'ext4') discardSetting(conversion, item, 'it is ext4 by default in Writ as well');
  else if (kind === 'btrfs' || kind === 'xfs' || kind === 'f2fs')
    moveSetting(conversion, item, ['x-writ', 'disk', 'file-system'], { value: kind });
  else omitSetting(conversion, item, OTHER_LAYOUT);
}

/** True if the converted root file system is btrfs with a subvolume for /. */
function canHaveSnapshots({ output }: Conversion): boolean {
  const subvolumes = valueAt(output, ['x-writ', 'disk', 'btrfs', 'subvolumes']);
  const isEmptyList = Array.isArray(subvolumes) && subvolumes.length === 0;
  const list = valueAt(output, ['x-writ', 'disk', 'partitions']);
  const root = Array.isArray(list)
    ? (list as readonly JsonObject[]).find(({ kind }) => kind === 'root')?.['file-system']
    : valueAt(output, ['x-writ', 'disk', 'file-system']);
  return root === 'btrfs' && !isEmptyList;
}

/**
 * Converts `btrfs_options`, the snapshots of a btrfs root file system. Discards them if the layout declares partitions
 * but none with btrfs, because archinstall then ignores them.
 */
function convertSnapshots(conversion: Conversion, config: ConfigEntry | undefined): void {
  const item = config?.get('btrfs_options');
  if (item === undefined) return;
  const drives = config?.get('device_modifications')?.inner ?? [];
  const partitions = drives.flatMap((drive) => drive.get('partitions')?.inner ?? []);
  const isBtrfs = (partition: ConfigEntry): boolean => partition.get('fs_type')?.text === 'btrfs';
  if (partitions.length > 0 && !partitions.some(isBtrfs)) {
    discardSetting(conversion, item, 'no file system is btrfs');
    return;
  }
  const type = (item.get('snapshot_config') ?? item).get('type');
  const program = type?.text?.toLowerCase();
  if (isEmpty(item)) {
    discardSetting(conversion, item, 'it contains no program for snapshots');
    return;
  }
  if (program !== 'snapper' && program !== 'timeshift') return;
  if (type === undefined || !canHaveSnapshots(conversion)) return;
  moveSetting(conversion, type, ['x-writ', 'disk', 'btrfs', 'snapshots'], { value: program });
  const others = [...item.inner, ...(item.get('snapshot_config')?.inner ?? [])];
  for (const other of others) {
    if (other.pointer === type.pointer || other.key === 'snapshot_config') continue;
    omitSetting(conversion, other, NO_SNAPSHOTS);
  }
  conversion.settle(item);
}

/** Converts a layout of mounted file systems; its folder is not part of the configuration. */
function convertMounted(conversion: Conversion, config: ConfigEntry | undefined): void {
  const type = config?.get('config_type');
  const drives = config?.get('device_modifications')?.inner ?? [];
  if (type?.text !== 'pre_mounted_config' || drives.length > 0 || conversion.has(['x-writ', 'disk'])) return;
  moveSetting(conversion, type, ['x-writ', 'disk', 'layout'], { value: 'mounted' });
  const folder = config?.get('mountpoint');
  if (folder === undefined || isEmpty(folder)) return;
  conversion.report('nearest-equivalent', folder, {
    message: `${keyPath(folder.pointer)} is left out: the folder is the target of the installation`,
    hint: phrase`${term('chooseFolder')}`,
  });
}

/**
 * Omits the type of the layout, with a note if it is the default layout or the layout declares its partitions, and
 * as a loss otherwise.
 */
function convertLayoutType(conversion: Conversion, config: ConfigEntry | undefined): void {
  const type = config?.get('config_type');
  if (type === undefined || conversion.isSettled(type.pointer)) return;
  const drives = config?.get('device_modifications')?.inner ?? [];
  const hasPartitions = drives.some((drive) => drive.get('partitions') !== undefined);
  if (type.text === 'default_layout') discardSetting(conversion, type, 'Writ always creates a layout');
  else if (type.text === 'manual_partitioning' && hasPartitions)
    discardSetting(conversion, type, 'the partitions already define the layout');
  else omitSetting(conversion, type, OTHER_LAYOUT);
}
