import type { Hardware } from './hardware.ts';
import type { SystemSettings } from './system-settings.ts';

/**
 * Facts about a machine that an installation depends on. They are plain JSON without secrets, and can be used
 * to plan on another machine. Sizes and offsets are in bytes.
 */
export interface Facts {
  readonly version: 1;
  /** The kernel's name for the architecture, such as `x86_64`. */
  readonly architecture: string;
  /** The firmware that started the machine. */
  readonly firmware: 'uefi' | 'bios';
  /** The word size of UEFI firmware. */
  readonly firmwareBits?: 32 | 64;
  /** The vendor from CPUID: `GenuineIntel`, `AuthenticAMD`; empty if unknown. */
  readonly cpuVendor: string;
  readonly cpuModel: string;
  /**
   * systemd's name for the hypervisor: `kvm`, `qemu`, `oracle`, `vmware`; `other` for an unknown hypervisor.
   */
  readonly virtualMachine?: string;
  readonly memory: number;
  /** Loaded kernel modules of sound hardware, sorted. */
  readonly soundModules: readonly string[];
  /** Present if the running system is a live medium. */
  readonly liveMedium?: LiveMedium;
  /** Names of the running system's network configuration files, sorted. The files may contain keys. */
  readonly networkFiles?: readonly string[];
  /** Hardware from which settings are suggested; no plan depends on it. Absent in files of earlier versions. */
  readonly hardware?: Hardware;
  /** Settings of the running system; no plan depends on them. */
  readonly system?: SystemSettings;
  /** All disks, sorted by path. */
  readonly disks: readonly Disk[];
  /** Descriptions of what could not be read. */
  readonly unseen: readonly string[];
}

/** An entry in `unseen`: the content of all disks is unknown. */
export const CONTENTS_UNSEEN =
  'the content of the disks, because udev is not running and the disks cannot be read';

/** An entry in `unseen`: the content of one disk is unknown. */
export function contentsUnseen(path: string): string {
  return `the content of ${path}, which cannot be read`;
}

/** The running live system, and the disk from which it was started. */
export interface LiveMedium {
  /** The live system: `archiso`, `debian-live` or `dracut-live`. */
  readonly system: string;
  /** Absent if the medium was copied to memory and may be removed. */
  readonly disk?: string;
}

/** Properties that disks and partitions share. */
export interface BlockDevice {
  /** The device path, such as `/dev/sda`. */
  readonly path: string;
  /** Other names under `/dev/disk`, sorted. */
  readonly links: readonly string[];
  readonly size: number;
  readonly readOnly: boolean;
  /** File systems, and membership in RAID, LVM or ZFS. The partition table is a separate property. */
  readonly signatures: readonly Signature[];
  readonly mountPoints: readonly string[];
  readonly swap: boolean;
  /** Active devices that are built on this device. */
  readonly holders: readonly Holder[];
  /** Loop devices that are attached to this device. */
  readonly loops: readonly string[];
  /** Mounted file systems that span this and other devices. */
  readonly pools: readonly Pool[];
}

/** The detected content of a disk or partition. */
export interface Signature {
  /**
   * The type in blkid's notation: `ext4`, `vfat`, `crypto_LUKS`, `LVM2_member`, `linux_raid_member`,
   * `zfs_member`.
   */
  readonly type: string;
  readonly label?: string;
  readonly uuid?: string;
}

/** A block device that is built on a disk or a partition. */
export interface Holder {
  /** The device path, such as `/dev/dm-0`. */
  readonly path: string;
  /** The name, such as `vg-root` (default: the last part of the path). */
  readonly name: string;
  readonly kind: 'lvm' | 'encryption' | 'raid' | 'bcache' | 'device-mapper' | 'other';
  /** Mount points of this device and of devices built on it. */
  readonly mountPoints: readonly string[];
  readonly swap: boolean;
}

/** A file system that spans several devices. */
export interface Pool {
  readonly kind: 'btrfs';
  readonly uuid: string;
  readonly devices: readonly string[];
}

/** A partition of a disk. */
export interface DiskPartition extends BlockDevice {
  readonly number: number;
  readonly start: number;
  /** The type GUID of a GPT partition, in lower case; `uuid` is its unique GUID. */
  readonly type?: string;
  readonly uuid?: string;
  readonly name?: string;
}

/** A disk with its identity and sector sizes. */
export interface Disk extends BlockDevice {
  readonly kind: 'disk' | 'loop' | 'raid' | 'mapper' | 'optical' | 'other';
  /** The bus: `nvme`, `ata`, `usb`, `virtio`, `scsi` or `mmc`. */
  readonly transport?: string;
  readonly model?: string;
  readonly serial?: string;
  readonly wwn?: string;
  /** The size of a logical sector: 512 or 4096. */
  readonly sectorSize: number;
  readonly physicalSectorSize: number;
  readonly removable: boolean;
  /** The file of a loop device. */
  readonly backingFile?: string;
  /** The type of the partition table: `gpt` or `dos`. */
  readonly table?: string;
  readonly partitions: readonly DiskPartition[];
}
