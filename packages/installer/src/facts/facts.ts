import type { Hardware } from './hardware.ts';
import type { SystemSettings } from './system-settings.ts';
import type { UnreadPart } from './unread-parts.ts';

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
  /** The word size of UEFI firmware; absent if unknown. */
  readonly firmwareBits?: 32 | 64;
  /** The vendor from CPUID, such as `GenuineIntel` or `AuthenticAMD`; empty if unknown. */
  readonly cpuVendor: string;
  readonly cpuModel: string;
  /**
   * systemd's name for the hypervisor, such as `kvm`, `qemu`, `oracle` or `vmware`; `other` if it is unknown.
   * Absent on a physical machine.
   */
  readonly virtualMachine?: string;
  readonly memory: number;
  /** Loaded kernel modules of sound hardware, sorted. */
  readonly soundModules: readonly string[];
  /** Present if the running system is a live medium. */
  readonly liveMedium?: LiveMedium;
  /**
   * Paths of the running system's network configuration files, sorted; absent if there are none. The files may
   * contain keys.
   */
  readonly networkFiles?: readonly string[];
  /** Hardware from which settings are suggested; no operation depends on it. Absent in files of earlier versions. */
  readonly hardware?: Hardware;
  /** Settings of the running system; no plan depends on them. */
  readonly system?: SystemSettings;
  /** All disks, sorted by path. */
  readonly disks: readonly Disk[];
  /** Descriptions of what could not be read. */
  readonly unseen: readonly string[];
  /** The same parts as data. Absent if everything could be read, and in files of earlier versions; see `unreadParts`. */
  readonly unread?: readonly UnreadPart[];
}

/** The running live system, and the disk from which it was started. */
export interface LiveMedium {
  /** The live system: `archiso`, `debian-live` or `dracut-live`. */
  readonly system: string;
  /**
   * Absent if no disk is mounted as the medium, because it was copied to memory or started from the network.
   */
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
   * The type in blkid's notation, such as `ext4`, `vfat`, `crypto_LUKS`, `LVM2_member`, `linux_raid_member` or
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
  /** The name of a mapped device or an array, such as `vg-root` (default: the last part of the path). */
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
  /** The type in lower case: a GUID in a GPT, a number such as `0x83` in a table of type `dos`. */
  readonly type?: string;
  readonly uuid?: string;
  readonly name?: string;
}

/** A disk with its identity and sector sizes. */
export interface Disk extends BlockDevice {
  readonly kind: 'disk' | 'loop' | 'raid' | 'mapper' | 'optical' | 'other';
  /** The bus, such as `nvme`, `ata`, `usb`, `virtio`, `scsi` or `mmc`. */
  readonly transport?: string;
  readonly model?: string;
  readonly serial?: string;
  readonly wwn?: string;
  /** The size of a logical sector: 512 or 4096, or 2048 for an optical drive. */
  readonly sectorSize: number;
  readonly physicalSectorSize: number;
  readonly removable: boolean;
  /** The file of a loop device. */
  readonly backingFile?: string;
  /**
   * Device and inode number of the file of a loop device, which has the same ones under all its names. Absent for a file
   * on a network file system, and in facts of earlier versions.
   */
  readonly backingInode?: string;
  /** The type of the partition table, such as `gpt` or `dos`. */
  readonly table?: string;
  /** The GUID of a GPT, in lower case. Absent in files of earlier versions. */
  readonly tableUuid?: string;
  readonly partitions: readonly DiskPartition[];
}
