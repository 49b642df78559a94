import type { Loss } from '../facts/loss.ts';
import type { RequiredTool } from '../facts/machine.ts';
import type { Diagnostic } from '@writ/diagnostics';
import type { Operation } from './operation.ts';

/** Bytes from the begin of the disk; partitions lie on whole mebibytes. */
export interface Partition {
  readonly number: number;
  readonly name: string;
  /** GPT type. */
  readonly type: string;
  /** GPT unique id, lower case. */
  readonly uuid: string;
  readonly start: number;
  readonly size: number;
  /** What is made in it; absent of one that holds boot code without any. */
  readonly content?: FileSystem;
}

/** One of a union that more kinds of content can join: encryption, swap, other file systems. */
export interface FileSystem {
  readonly kind: 'vfat' | 'ext4';
  /** As the file system's own tools and fstab write it: `1A2B-3C4D` for FAT. */
  readonly id: string;
  readonly label: string;
  readonly mountPoint: string;
}

/** The partition table of the target. */
export interface Layout {
  readonly table: 'gpt';
  readonly uuid: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes of a logical sector, in which the table counts. */
  readonly sectorSize: number;
  readonly partitions: readonly Partition[];
}

/** Where the system goes; the same target has the same identity in every run. */
export type PlannedTarget = PlannedImage | PlannedDevice;

/** A disk image that the run writes. */
export interface PlannedImage {
  readonly kind: 'image';
  /** Absolute, with the symbolic links of its folders and of its last name resolved. */
  readonly path: string;
  readonly identity: string;
  readonly layout: Layout;
}

/** A disk that the run writes. */
export interface PlannedDevice {
  readonly kind: 'device';
  /** Such as `/dev/sda`, when the facts were read; the same disk may have another one after the next start. */
  readonly path: string;
  /** Holds serial number or world-wide name when the disk has one: what is looked at again before the first write. */
  readonly identity: string;
  readonly model?: string;
  readonly serial?: string;
  readonly wwn?: string;
  /** Of a loop device: the file that it shows. */
  readonly backingFile?: string;
  readonly layout: Layout;
}

/** Something the mirrors must have, and the place in the configuration that asks for it. */
export interface Requirement {
  readonly name: string;
  /** RFC 6901 JSON pointer; absent when every system needs it. */
  readonly pointer?: string;
  /** Of a package: a name that stands for a group of them. */
  readonly group?: true;
  /** Of a unit: one of users' sessions, not of the system. */
  readonly user?: true;
}

/** What is looked at before anything is written; everything that is missing is reported at once. */
export interface Requirements {
  readonly tools: readonly RequiredTool[];
  /** Addresses with `$repo` and `$arch`, in the order in which they are tried. */
  readonly mirrors: readonly string[];
  /** So many of the mirrors are used, the fastest when they are measured before the run; or all as they stand. */
  readonly choose: number | 'all';
  /** Names of the secrets that mirrors ask for. */
  readonly logins: readonly string[];
  /** The first that has a package is the one it comes from. */
  readonly repositories: readonly string[];
  readonly packages: readonly Requirement[];
  /** Units that one of the packages must bring. */
  readonly units: readonly Requirement[];
  /** Programs that one of the packages must bring, because a command in the tree starts them. */
  readonly programs: readonly string[];
  /** Paths, without the leading slash, that one of the packages must bring. */
  readonly files: readonly string[];
}

/** Everything an installation will do. Holds no secret. */
export interface Plan {
  readonly version: 1;
  /** SHA-256, 64 hexadecimal digits, over everything below but findings and what the target holds today. */
  readonly digest: string;
  readonly target: PlannedTarget;
  /** The second drive, which holds /home. */
  readonly second?: PlannedTarget;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  readonly losses: readonly Loss[];
  readonly requirements: Requirements;
  readonly operations: readonly Operation[];
  readonly findings: readonly Diagnostic[];
}
