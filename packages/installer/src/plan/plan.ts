import type { Repository } from '../config/settings.ts';
import type { Signature } from '../facts/facts.ts';
import type { Loss } from '../facts/loss.ts';
import type { RequiredTool } from '../facts/machine.ts';
import type { Diagnostic } from '@writ/diagnostics';
import type { Operation } from './operation.ts';

/** A partition. Offset and size are in bytes and multiples of a mebibyte. */
export interface Partition {
  readonly number: number;
  readonly name: string;
  /** GPT type. */
  readonly type: string;
  /** Unique GPT partition GUID, in lower case. */
  readonly uuid: string;
  readonly start: number;
  readonly size: number;
  /** Absent for a partition with boot code, and for the members of an array on the second drive. */
  readonly content?: FileSystem | SwapSpace;
  /** The encryption of the content; absent if it is not encrypted. */
  readonly luks?: PartitionEncryption;
  /** The RAID array with the content; absent if the content is directly in the partition. */
  readonly raid?: RaidArray;
  /**
   * Set for an existing partition that remains. `content`: its content remains too, and `content` is present only if
   * the new system mounts it. `place`: its content is replaced.
   */
  readonly kept?: 'content' | 'place';
}

/** The encryption of a partition with LUKS2. */
export interface PartitionEncryption {
  /** The UUID of the header. */
  readonly id: string;
  /** The name of the opened volume in the new system. */
  readonly name: string;
  /** Mebibytes of memory for deriving the key; absent for the default. */
  readonly kdfMemory?: number;
  /** Number of iterations for deriving the key; absent for the default. */
  readonly kdfRounds?: number;
}

/** An array with two members, the partitions with the same number on both drives. Each contains the whole content. */
export interface RaidArray {
  readonly id: string;
  /** The name of the array in the new system. */
  readonly name: string;
  /**
   * The format of the metadata. `1.0`: at the end of each member, so that the firmware and the boot loader can read the
   * content from a single member. `1.2`: at the beginning.
   */
  readonly metadata: '1.0' | '1.2';
}

/** A file system in a partition. */
export interface FileSystem {
  readonly kind: 'vfat' | 'ext4' | 'xfs' | 'btrfs' | 'f2fs';
  /** In the notation of fstab and the file system's tools: `1A2B-3C4D` for FAT. */
  readonly id: string;
  readonly label: string;
  readonly mountPoint: string;
  /** btrfs subvolumes, one of them at the mount point; absent if the file system has none. */
  readonly subvolumes?: readonly Subvolume[];
  /** The value of the `compress` mount option. */
  readonly compression?: string;
  /** Further mount options. */
  readonly options?: readonly string[];
  /** A swap file that this file system contains. */
  readonly swapFile?: SwapFile;
}

/** Swap space in a partition. */
export interface SwapSpace {
  readonly kind: 'swap';
  readonly id: string;
  readonly label: string;
  readonly mountPoint?: undefined;
  /** Encrypt the swap space with a new random key at every boot. */
  readonly randomKey?: true;
  /** The machine hibernates to this swap space. */
  readonly hibernate?: true;
}

/** A swap file. */
export interface SwapFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** A btrfs subvolume. */
export interface Subvolume {
  readonly name: string;
  readonly mountPoint: string;
}

/** The partition table of a target. */
export interface Layout {
  readonly table: 'gpt';
  readonly uuid: string;
  /** Bytes. */
  readonly size: number;
  /** Size of a logical sector in bytes, the unit of the table. */
  readonly sectorSize: number;
  readonly partitions: readonly Partition[];
}

/** The target of a plan. Its identity is the same in every run. */
export type PlannedTarget = PlannedImage | PlannedDevice | PlannedFolder;

/** A disk image as the target. */
export interface PlannedImage {
  readonly kind: 'image';
  /** Absolute path with all symbolic links resolved. */
  readonly path: string;
  readonly identity: string;
  readonly layout: Layout;
}

/** An existing partition that an installation deletes or formats. */
export interface LostPartition {
  readonly number: number;
  /** Bytes. */
  readonly start: number;
  readonly size: number;
  readonly uuid?: string;
  readonly name?: string;
  /** The detected file systems and other signatures. */
  readonly signatures: readonly Signature[];
}

/** A disk as the target. */
export interface PlannedDevice {
  readonly kind: 'device';
  /** Path such as `/dev/sda` when the facts were collected; it may change after a reboot. */
  readonly path: string;
  /**
   * Contains the serial number or the world-wide name, if the disk has one. Checked again before
   * the first write.
   */
  readonly identity: string;
  readonly model?: string;
  readonly serial?: string;
  readonly wwn?: string;
  /** The loop device's backing file. */
  readonly backingFile?: string;
  /**
   * The existing partitions of the disk that are lost. Present if the plan keeps other partitions. The digest covers them,
   * so consent to the plan does not include the loss of a partition that was created or formatted later.
   */
  readonly lost?: readonly LostPartition[];
  readonly layout: Layout;
}

/** A folder with mounted file systems as the target. */
export interface PlannedFolder {
  readonly kind: 'folder';
  /** Absolute path with all symbolic links resolved. */
  readonly path: string;
  readonly identity: string;
  /** Path of the disk from which the firmware starts the new system; like the folder's path, it may change. */
  readonly bootDisk: string;
  /** Mount points of the file systems whose files remain. */
  readonly retained: readonly string[];
  /** The mounted partitions, which may be on several disks, and on BIOS machines the one for the boot code. */
  readonly layout: Layout;
}

/** A package or unit that the mirrors must provide, and the key that requires it. */
export interface Requirement {
  readonly name: string;
  /** RFC 6901 JSON pointer; absent if no single key requires the package or unit. */
  readonly pointer?: string;
  /** True for a group of packages. */
  readonly group?: true;
  /** True for a unit in user sessions. */
  readonly user?: true;
}

/** A third-party repository that must be available. */
export interface RepositoryRequirement extends Omit<Repository, 'servers'> {
  /** URLs without user names and passwords, in order of preference. */
  readonly servers: readonly string[];
  readonly pointer: string;
}

/** Requirements that are checked before the first write. */
export interface Requirements {
  readonly tools: readonly RequiredTool[];
  /** The reason why only root can create this image; absent if it does not require root, and for a disk. */
  readonly root?: string;
  /** URLs with `$repo` and `$arch`, in order of preference. */
  readonly mirrors: readonly string[];
  /** Number of mirrors to choose by measured speed; `all` to use all mirrors in order. */
  readonly choose: number | 'all';
  /** Names of the secrets with the user names and passwords of mirrors. */
  readonly logins: readonly string[];
  /** Repositories in order of precedence. */
  readonly repositories: readonly string[];
  /** Those of `repositories` that are not part of the distribution; absent if there are none. */
  readonly thirdParty?: readonly RepositoryRequirement[];
  readonly packages: readonly Requirement[];
  /** Units that the packages must contain. */
  readonly units: readonly Requirement[];
  /** Programs that the packages must contain, because commands run them in the new system. */
  readonly programs: readonly string[];
  /** Paths, without the leading slash, that the packages must contain. */
  readonly files: readonly string[];
}

/** The commands of a plan that run on the installing system. */
export interface HostOperations {
  /** Before the first write to the target, in every run. */
  readonly early: readonly Operation[];
  /** After a failure. */
  readonly error: readonly Operation[];
}

/** Everything that an installation will do, without secrets. */
export interface Plan {
  readonly version: 1;
  /**
   * SHA-256 as 64 hexadecimal digits. It covers all other fields except `findings`, `losses` and the targets'
   * `path` and `bootDisk`.
   */
  readonly digest: string;
  readonly target: PlannedTarget;
  /** The second drive, for /home or for RAID. */
  readonly second?: PlannedTarget;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  readonly losses: readonly Loss[];
  readonly requirements: Requirements;
  /** Commands on the installing system, which are not part of `operations`; absent if there are none. */
  readonly hostCommands?: HostOperations;
  readonly operations: readonly Operation[];
  readonly findings: readonly Diagnostic[];
}
