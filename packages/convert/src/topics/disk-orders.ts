import type { Item } from '../item.ts';
import { drop, leaveOut, saysNothing, type Job } from '../job.ts';

export const layout =
  'Writ makes its own partitions, with ext4: one for /boot, the rest for /, and a second drive for /home';
export const encryption = 'Writ encrypts no disk: everyone who has the drive can read what is installed';
const ownPlace = 'Writ mounts what it installs in a place of its own';
const snapshots = 'the file system is ext4, which has no snapshots';

/** Inside `disk_config`, and outside of it by mistake. */
const ofConfig: Readonly<Record<string, string>> = {
  lvm_config: layout,
  btrfs_options: snapshots,
  snapshot_config: snapshots,
  mountpoint: 'Writ makes and mounts its own partitions',
};

const orders: Readonly<Record<string, string>> = {
  ...ofConfig,
  config_type: layout,
  device_modifications: layout,
  partitions: layout,
  encryption_type: encryption,
  hsm_device: encryption,
  HSM: encryption,
};

/** What gave orders about disks beside the drives themselves: none of it has a place here. */
export function diskOrders(job: Job): void {
  const config = job.get('disk_config');
  for (const item of [job.get('disk_encryption'), config?.get('disk_encryption')]) {
    if (item !== undefined) encrypt(job, item);
  }
  fileSystem(job);
  for (const key of ['mount_point', 'mount-point', 'target-mount']) {
    const item = job.get(key);
    if (item === undefined) continue;
    if (/^\/mnt(\/archinstall)?\/?$/.test(item.text ?? '')) drop(job, item, ownPlace);
    else leaveOut(job, item, ownPlace);
  }
  for (const [key, reason] of Object.entries(orders)) {
    const item = job.get(key);
    if (item !== undefined) leaveOut(job, item, reason);
  }
  layoutType(job, config);
  for (const [key, reason] of Object.entries(ofConfig)) {
    const item = config?.get(key);
    if (item !== undefined) leaveOut(job, item, reason);
  }
  for (const item of [config, job.get('disk_layouts')])
    if (item !== undefined && saysNothing(item)) drop(job, item, 'it orders nothing');
}

function encrypt(job: Job, item: Item): void {
  if (item.get('encryption_type')?.text === 'no_encryption') drop(job, item, 'nothing is encrypted');
  else leaveOut(job, item, encryption);
}

function fileSystem(job: Job): void {
  const item = job.get('filesystem');
  if (item === undefined) return;
  if (item.text?.toLowerCase() === 'ext4') drop(job, item, 'it is ext4 here as well');
  else leaveOut(job, item, layout);
}

/** A layout of one's own is said by its partitions; who made it is not. */
function layoutType(job: Job, config: Item | undefined): void {
  const type = config?.get('config_type');
  if (type === undefined) return;
  const drives = config?.get('device_modifications')?.inner ?? [];
  const isSaid = drives.some((drive) => drive.get('partitions') !== undefined);
  if (type.text === 'default_layout') drop(job, type, 'a layout is always made');
  else if (type.text === 'manual_partitioning' && isSaid) drop(job, type, 'the partitions say it');
  else leaveOut(job, type, layout);
}
