/**
 * The facts of a machine that an installation depends on: plain JSON without secrets, which may be read on another
 * machine. Sizes and offsets are bytes.
 */
export interface Facts {
  readonly version: 1;
  /** As the kernel names it: `x86_64`. */
  readonly architecture: string;
  /** The firmware that started the machine. */
  readonly firmware: 'uefi' | 'bios';
  /** Word size of UEFI firmware. */
  readonly firmwareBits?: 32 | 64;
  /** As CPUID names it: `GenuineIntel`, `AuthenticAMD`; empty when unknown. */
  readonly cpuVendor: string;
  readonly cpuModel: string;
  /** As systemd names it: `kvm`, `qemu`, `oracle`, `vmware`; `other` for an unknown virtual machine. */
  readonly virtualMachine?: string;
  readonly memory: number;
  /** Loaded kernel modules of sound hardware, sorted. */
  readonly soundModules: readonly string[];
  /** Present if the running system is a live medium. */
  readonly liveMedium?: LiveMedium;
  /** Names of the running system's network configuration files, sorted. Their content may include keys. */
  readonly networkFiles?: readonly string[];
  /** By path. */
  readonly disks: readonly Disk[];
  /** Parts of the machine that could not be read, in words. */
  readonly unseen: readonly string[];
}

/** An entry of `unseen`: the content of all disks is unknown. */
export const CONTENTS_UNSEEN = 'the content of the disks: udev is not running, and they cannot be read';

/** An entry of `unseen`: the content of one disk is unknown. */
export function contentsUnseen(path: string): string {
  return `the content of ${path}: it cannot be read`;
}

/** The live system that is running, and the disk it was started from. */
export interface LiveMedium {
  /** `archiso`, `debian-live`, `dracut-live`. */
  readonly system: string;
  /** Absent if the medium was copied to memory and may be removed. */
  readonly disk?: string;
}

/** The common properties of disks and partitions. */
export interface BlockDevice {
  /** Such as `/dev/sda`. */
  readonly path: string;
  /** Other names below `/dev/disk`, sorted. */
  readonly links: readonly string[];
  readonly size: number;
  readonly readOnly: boolean;
  /** File systems, and membership of RAID, LVM or ZFS. The partition table is a property of its own. */
  readonly signatures: readonly Signature[];
  readonly mountPoints: readonly string[];
  readonly swap: boolean;
  /** Active devices that are built on it. */
  readonly holders: readonly Holder[];
  /** Loop devices that are attached to it. */
  readonly loops: readonly string[];
  /** Mounted file systems of several devices that it is part of. */
  readonly pools: readonly Pool[];
}

/** The detected content of a disk or partition. */
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
  /** Such as `vg-root`; by default the last part of the path. */
  readonly name: string;
  readonly kind: 'lvm' | 'encryption' | 'raid' | 'bcache' | 'device-mapper' | 'other';
  /** Mount points of it and of devices built on it. */
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
  /** Type GUID of a GPT partition, lower case; `uuid` is its unique GUID. */
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
  /** The file of a loop device. */
  readonly backingFile?: string;
  /** `gpt`, `dos`. */
  readonly table?: string;
  readonly partitions: readonly DiskPartition[];
}
