import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, omitSetting, isEmpty, type Conversion } from '../conversion.ts';

export const FIXED_LAYOUT =
  'Writ creates its own partitions with ext4: one for /boot, the rest for /, and /home on a second drive';
export const NO_ENCRYPTION =
  'Writ does not encrypt disks: anyone with access to the drive can read the system';
const OWN_MOUNT_POINT = 'Writ chooses the mount point itself';
const NO_SNAPSHOTS = 'the file system is ext4, which does not support snapshots';

/** Keys of `disk_config`, including keys misplaced at the top level. */
const diskConfigKeys: Readonly<Record<string, string>> = {
  lvm_config: FIXED_LAYOUT,
  btrfs_options: NO_SNAPSHOTS,
  snapshot_config: NO_SNAPSHOTS,
  mountpoint: 'Writ creates and mounts its own partitions',
};

const topLevelKeys: Readonly<Record<string, string>> = {
  ...diskConfigKeys,
  config_type: FIXED_LAYOUT,
  device_modifications: FIXED_LAYOUT,
  partitions: FIXED_LAYOUT,
  encryption_type: NO_ENCRYPTION,
  hsm_device: NO_ENCRYPTION,
  HSM: NO_ENCRYPTION,
};

/** Omits disk settings other than the drives. None of them has an equivalent. */
export function convertDiskLayout(conversion: Conversion): void {
  const config = conversion.get('disk_config');
  for (const item of [conversion.get('disk_encryption'), config?.get('disk_encryption')]) {
    if (item !== undefined) convertEncryption(conversion, item);
  }
  convertFileSystem(conversion);
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
  convertLayoutType(conversion, config);
  for (const [key, reason] of Object.entries(diskConfigKeys)) {
    const item = config?.get(key);
    if (item !== undefined) omitSetting(conversion, item, reason);
  }
  for (const item of [config, conversion.get('disk_layouts')])
    if (item !== undefined && isEmpty(item)) discardSetting(conversion, item, 'it is empty');
}

function convertEncryption(conversion: Conversion, item: ConfigEntry): void {
  if (item.get('encryption_type')?.text === 'no_encryption')
    discardSetting(conversion, item, 'nothing is encrypted');
  else omitSetting(conversion, item, NO_ENCRYPTION);
}

function convertFileSystem(conversion: Conversion): void {
  const item = conversion.get('filesystem');
  if (item === undefined) return;
  if (item.text?.toLowerCase() === 'ext4') discardSetting(conversion, item, 'it is ext4 here as well');
  else omitSetting(conversion, item, FIXED_LAYOUT);
}

/** The type of a layout, which is redundant if the layout declares its partitions. */
function convertLayoutType(conversion: Conversion, config: ConfigEntry | undefined): void {
  const type = config?.get('config_type');
  if (type === undefined) return;
  const drives = config?.get('device_modifications')?.inner ?? [];
  const hasPartitions = drives.some((drive) => drive.get('partitions') !== undefined);
  if (type.text === 'default_layout') discardSetting(conversion, type, 'Writ always creates a layout');
  else if (type.text === 'manual_partitioning' && hasPartitions)
    discardSetting(conversion, type, 'the partitions declare it');
  else omitSetting(conversion, type, FIXED_LAYOUT);
}
