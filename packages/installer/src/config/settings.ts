import type { Secret } from '@writ/diagnostics';
import type { ProfileSource } from './profile-path.ts';
import type {
  BondMode,
  Details,
  FurtherDesktop,
  GfxDriver,
  GreeterType,
  Kernel,
  Main,
  PartitionKind,
} from '../schema/types.gen.ts';

/** A password of the configuration, plain or hashed. */
export type Password =
  | { readonly kind: 'plain' | 'hash'; readonly value: Secret }
  /**
   * `{"$secret": name}`, which is sufficient for a check or a plan. An installation requires the secret in the
   * credentials.
   */
  | (MissingSecret & { readonly form: 'plain' | 'hash' });

/** A secret that is referenced but not provided. */
export interface MissingSecret {
  readonly kind: 'missing';
  readonly name: string;
}

/** An account on the new system. */
export interface User {
  readonly name: string;
  /** Absent if the account is locked. */
  readonly password?: Password;
  readonly sudo: boolean;
  /** Settings of `x-writ.accounts`; absent if all are defaults. */
  readonly extension?: AccountExtension;
}

/** Further settings of an account; absent members have their default. */
export interface AccountExtension {
  readonly fullName?: string;
  readonly groups?: readonly string[];
  /** Path of the login shell. */
  readonly shell?: string;
  /** Octal digits, such as `0750`. */
  readonly homeMode?: string;
  /** Lines of authorized_keys. */
  readonly authorizedKeys?: readonly string[];
}

/** Features of `x-writ.features`; absent members are off. */
export interface Features {
  readonly bluetooth?: true;
  readonly printing?: true;
  readonly fonts?: true;
  readonly power?: 'power-profiles-daemon' | 'tuned';
  readonly firewall?: 'ufw' | 'firewalld';
}

/** Swap space in compressed memory. */
export interface ZramSwap {
  readonly kind: 'zram';
  /** Size in mebibytes; absent for the default: half of the memory, at most 4 GiB. */
  readonly size?: number;
}

/** Swap space on the system drive. */
export interface DiskSwap {
  readonly kind: 'file' | 'partition';
  /** Mebibytes. */
  readonly size: number;
  /** Absent if the machine does not hibernate. */
  readonly hibernate?: true;
}

/** A btrfs subvolume and its mount point. */
export interface Subvolume {
  readonly name: string;
  readonly mountPoint: string;
}

/** A file system other than ext4, for / and /home. */
export type FileSystemSettings =
  | { readonly kind: 'xfs' | 'f2fs' }
  | {
      readonly kind: 'btrfs';
      /** Absent for the default subvolumes; empty for none. */
      readonly subvolumes?: readonly Subvolume[];
      /** The value of the `compress` mount option; absent without compression. */
      readonly compression?: string;
      /** The program that creates snapshots of /; absent without snapshots. */
      readonly snapshots?: 'snapper' | 'timeshift';
    };

/** Encryption with LUKS2. */
export interface LuksSettings {
  readonly passphrase: Secret | MissingSecret;
  /** Mebibytes of memory for deriving the key; absent for the default. */
  readonly kdfMemory?: number;
  /** Number of iterations for deriving the key; absent for the default. */
  readonly kdfRounds?: number;
}

/** An entry of `x-writ.disk.partitions`. */
export interface ListedPartition {
  /** Index of the drive. */
  readonly drive: 0 | 1;
  /** Absent for a kept partition that the new system does not use. */
  readonly kind?: PartitionKind;
  /** An existing partition that remains; its file system remains too, unless `format` is true. */
  readonly keep?: { readonly uuid: string; readonly format: boolean };
  /** Mebibytes; absent for the remaining space and for a kept partition. */
  readonly size?: number;
  /** The file system to create; absent for other content and for a file system that remains. */
  readonly fileSystem?: 'vfat' | 'ext4' | 'btrfs' | 'xfs' | 'f2fs';
  readonly mountPoint?: string;
  /** Mount options in addition to the defaults; absent if there are none. */
  readonly options?: readonly string[];
  /** The label as written (default: a name that is derived from the kind or the mount point). */
  readonly label?: string;
  /** Absent without encryption. */
  readonly luks?: true;
}

/** Settings of `x-writ.disk`; absent members have their default. */
export interface DiskSettings {
  /** Set for the layout `mounted`: the target is a folder with mounted file systems. */
  readonly mounted?: true;
  /** The partitions of the layout `partitions`; absent for the layout `whole`. */
  readonly partitions?: readonly ListedPartition[];
  /** Absent for ext4. */
  readonly fileSystem?: FileSystemSettings;
  /**
   * A partition for /home on the system drive. Sizes are in mebibytes; the partition without a size fills the
   * remaining space.
   */
  readonly home?: { readonly size?: number; readonly rootSize?: number };
  /** Absent without encryption. */
  readonly luks?: LuksSettings;
  /** The RAID level of all partitions; absent without RAID. */
  readonly raid?: 1;
}

/** A mirror. Its `address` contains `$repo` and `$arch`, but neither user name nor password. */
export interface MirrorServer {
  readonly address: string;
  /** User name and password, as written between `//` and `@` in the address. */
  readonly userInfo?: Secret | MissingSecret;
}

/** A mirror region with its servers. */
export interface MirrorRegion {
  readonly region: string;
  /** At least one server, in file order. */
  readonly servers: readonly MirrorServer[];
  /** Set if the file contains only the region's name; the servers are then from Writ's own list. */
  readonly shipped?: true;
}

/** A third-party package repository. */
export interface Repository {
  readonly name: string;
  /** At least one server, in order of preference. The addresses contain neither user name nor password. */
  readonly servers: readonly MirrorServer[];
  /**
   * `required`: packages and databases must be signed. `packages`: packages must be signed. `none`: no signature is
   * verified.
   */
  readonly signatures: 'required' | 'packages' | 'none';
  /** The fingerprint of the signing key, in upper-case hexadecimal digits; absent if no signature is verified. */
  readonly fingerprint?: string;
  /** The address of the key; absent if the distribution's keyring contains the key. */
  readonly key?: string;
}

/** An interface in a `manual` network. */
export interface Nic {
  readonly iface: string;
  readonly dhcp: boolean;
  /** Address with prefix length, such as `192.168.1.5/24`; present if and only if `dhcp` is false. */
  readonly ip?: string;
  /** Present only with `ip`. */
  readonly gateway?: string;
  /** Name servers. With `dhcp`, they are queried before the network's own name servers. */
  readonly dns: readonly string[];
}

/** An interface that several network cards form together. */
export interface Bond {
  readonly name: string;
  /** Names of network cards, without duplicates. */
  readonly interfaces: readonly string[];
  readonly mode: BondMode;
}

/** An interface that adds a tag to the packets of another interface. */
export interface Vlan {
  readonly name: string;
  readonly id: number;
  /** The name of a network card or bond. */
  readonly link: string;
}

/** The network configuration of the new system. */
export type Network =
  | { readonly type: 'none' | 'nm' | 'iso' }
  | {
      readonly type: 'manual';
      readonly nics: readonly Nic[];
      /** Absent if there are none. */
      readonly bonds?: readonly Bond[];
      /** Absent if there are none. */
      readonly vlans?: readonly Vlan[];
    };

/** Packages and services of an entry in `profile.custom`. */
export interface CustomProfile {
  readonly packages: readonly string[];
  readonly services: readonly string[];
}

/** The purpose of the system, such as a desktop or a server. */
export interface Profile {
  readonly main: Main;
  readonly details?: Details;
  /** The graphics driver; present only for a desktop profile, or if there are further desktops. */
  readonly gfxDriver?: GfxDriver;
  /** The login screen as written (default: the profile's login screen). */
  readonly greeter?: GreeterType;
  /** The enabled entries of a custom profile. */
  readonly custom: readonly CustomProfile[];
}

/** A custom profile definition, and its additional settings. */
export interface ProfileFile {
  readonly source: ProfileSource;
  /** The graphics driver as written; used if the definition is a desktop profile. */
  readonly gfxDriver?: GfxDriver;
  readonly greeter?: GreeterType;
}

/**
 * A custom command. A command that contains a secret is entirely secret, because the end of the contained secret is
 * uncertain.
 */
export type CustomCommand =
  | string
  /** `secrets`: the secrets that Writ recognized in the command. */
  | { readonly kind: 'secret'; readonly value: Secret; readonly secrets: readonly Secret[] }
  | MissingSecret;

/** Commands that run on the installing system. */
export interface HostCommands {
  /** Before the first write to the target. */
  readonly early: readonly CustomCommand[];
  /** After a failure. */
  readonly error: readonly CustomCommand[];
}

/** A valid configuration with all defaults, the input of a plan. Lists are in file order. */
export interface Settings {
  readonly hostname: string;
  /** A time zone name from the tz database, such as `Europe/Berlin`. */
  readonly timezone: string;
  /** A kbd keymap, such as `us` or `de-latin1`. */
  readonly keyboard: string;
  /** The locale in the format of `LANG` and locale.gen, such as `en_US.UTF-8`. */
  readonly locale: string;
  readonly bootloader: 'systemd-bootctl' | 'grub-install' | 'efistub';
  readonly uki: boolean;
  /** At least one kernel, without duplicates; the machine starts the first kernel by default. */
  readonly kernels: readonly Kernel[];
  /** Repositories in addition to core and extra. */
  readonly repositories: readonly ('multilib' | 'testing')[];
  /** Third-party repositories, in file order; absent if there are none. */
  readonly thirdParty?: readonly Repository[];
  /** Empty if Writ chooses the fastest of all known mirrors. */
  readonly mirrors: readonly MirrorRegion[];
  /** The drives in `harddrives`; `--target` replaces them. */
  readonly drives: readonly string[];
  /** Absent if root is locked. */
  readonly rootPassword?: Password;
  readonly users: readonly User[];
  readonly packages: readonly string[];
  readonly services: readonly string[];
  readonly customCommands: readonly CustomCommand[];
  /** The commands of `x-writ.commands`; absent if there are none. */
  readonly hostCommands?: HostCommands;
  readonly ntp: boolean;
  /**
   * Absent if no feature is on, so that a file that turns features off has the same plan as a file without them.
   */
  readonly features?: Features;
  /** The desktops of `x-writ.desktops`, without duplicates; absent if there are none. */
  readonly desktops?: readonly FurtherDesktop[];
  /** Absent without swap space. */
  readonly swap?: ZramSwap | DiskSwap;
  /** Absent if the defaults apply: ext4, without encryption and without a partition for /home. */
  readonly disk?: DiskSettings;
  readonly audio?: 'pipewire' | 'pulseaudio';
  readonly network: Network;
  /** The profile from `main` and `details`; may be present together with `profileFile`. */
  readonly profile?: Profile;
  /** The location of the definition at `profile.path`. The definition itself is not part of the settings. */
  readonly profileFile?: ProfileFile;
}
