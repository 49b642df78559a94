/**
 * A machine as far as an installation has to know it: plain JSON that one machine writes and another plans from.
 * Holds no secret. Sizes and places are bytes.
 */
export interface Facts {
  readonly version: 1;
  /** As the kernel names it: `x86_64`. */
  readonly architecture: string;
  /** What the machine was started with. */
  readonly firmware: 'uefi' | 'bios';
  /** Of UEFI firmware: what programs it starts. */
  readonly firmwareBits?: 32 | 64;
  /** As CPUID names it: `GenuineIntel`, `AuthenticAMD`; empty when unknown. */
  readonly cpuVendor: string;
  readonly cpuModel: string;
  /** As systemd names it: `kvm`, `qemu`, `oracle`, `vmware`; `other` when all that is known is that it is one. */
  readonly virtualMachine?: string;
  readonly memory: number;
  /** Loaded kernel modules of sound hardware, sorted. */
  readonly soundModules: readonly string[];
  /** There when the running system is one that was started to install from. */
  readonly liveMedium?: LiveMedium;
  /** Files by which the running system is on the network, sorted: their names alone, since they hold keys. */
  readonly networkFiles?: readonly string[];
  /** By path. */
  readonly disks: readonly Disk[];
  /** What could not be seen, in words; what is in there may be missing above. */
  readonly unseen: readonly string[];
}

/** One of `unseen`: then nobody knows what a disk holds. */
export const CONTENTS_UNSEEN = 'the content of the disks: udev is not running, and they cannot be read';

/** The same of one disk. */
export function contentsUnseen(path: string): string {
  return `the content of ${path}: it cannot be read`;
}

/** The live system that is running, and the disk it was started from. */
export interface LiveMedium {
  /** `archiso`, `debian-live`, `dracut-live`. */
  readonly system: string;
  /** Absent when the medium was copied to memory and may be taken out. */
  readonly disk?: string;
}

/** What a disk and a partition have in common. */
export interface BlockDevice {
  /** Such as `/dev/sda`. */
  readonly path: string;
  /** Other names below `/dev/disk`, sorted. */
  readonly links: readonly string[];
  readonly size: number;
  readonly readOnly: boolean;
  /** What is in it: file systems, members of something larger; a partition table has a place of its own. */
  readonly signatures: readonly Signature[];
  readonly mountPoints: readonly string[];
  readonly swap: boolean;
  /** What is built on it and running. */
  readonly holders: readonly Holder[];
  /** Loop devices that show it. */
  readonly loops: readonly string[];
  /** Mounted file systems of several devices. */
  readonly pools: readonly Pool[];
}

/** What a disk or a partition holds. */
export interface Signature {
  /** As blkid names it: `ext4`, `vfat`, `crypto_LUKS`, `LVM2_member`, `linux_raid_member`, `zfs_member`. */
  readonly type: string;
  readonly label?: string;
  readonly uuid?: string;
}

/** A block device that is built on a disk or a partition. */
export interface Holder {
  /** Such as `/dev/dm-0`. */
  readonly path: string;
  /** Such as `vg-root`; the last part of the path when it has no other. */
  readonly name: string;
  readonly kind: 'lvm' | 'encryption' | 'raid' | 'bcache' | 'device-mapper' | 'other';
  /** Of it and of what is built on it. */
  readonly mountPoints: readonly string[];
  readonly swap: boolean;
}

/** A file system that is spread over several devices. */
export interface Pool {
  readonly kind: 'btrfs';
  readonly uuid: string;
  readonly devices: readonly string[];
}

/** A partition of a disk. */
export interface DiskPartition extends BlockDevice {
  readonly number: number;
  readonly start: number;
  /** Of a GPT: type and unique id, lower case. */
  readonly type?: string;
  readonly uuid?: string;
  readonly name?: string;
}

/** A disk, with its identity and its sectors. */
export interface Disk extends BlockDevice {
  readonly kind: 'disk' | 'loop' | 'raid' | 'mapper' | 'optical' | 'other';
  /** `nvme`, `ata`, `usb`, `virtio`, `scsi`, `mmc`. */
  readonly transport?: string;
  readonly model?: string;
  readonly serial?: string;
  readonly wwn?: string;
  /** Bytes of a logical sector: 512 or 4096. */
  readonly sectorSize: number;
  readonly physicalSectorSize: number;
  readonly removable: boolean;
  /** Of a loop device. */
  readonly backingFile?: string;
  /** `gpt`, `dos`. */
  readonly table?: string;
  readonly partitions: readonly DiskPartition[];
}
