import type { Secret } from '@writ/diagnostics';
import type { ProfileSource } from './profile-path.ts';
import type { Details, GfxDriver, GreeterType, Kernel, Main } from '../schema/types.gen.ts';

/** A password of the configuration, plain or hashed. */
export type Password =
  | { readonly kind: 'plain' | 'hash'; readonly value: Secret }
  /** `{"$secret": name}`: sufficient for a check or a plan; an installation requires the secret in `--creds`. */
  | (MissingSecret & { readonly form: 'plain' | 'hash' });

/** A secret that is referenced but not provided. */
export interface MissingSecret {
  readonly kind: 'missing';
  readonly name: string;
}

/** An account of the new system. */
export interface User {
  readonly name: string;
  /** Absent: the account is locked. */
  readonly password?: Password;
  readonly sudo: boolean;
}

/** One package server; `address` holds `$repo` and `$arch`, and never a user's name or password. */
export interface MirrorServer {
  readonly address: string;
  /** The text between `//` and `@` of the address, unchanged. */
  readonly userInfo?: Secret | MissingSecret;
}

/** A region of mirrors, with its servers. */
export interface MirrorRegion {
  readonly region: string;
  /** At least one, in the order of the file. */
  readonly servers: readonly MirrorServer[];
  /** Present if the servers are those of the shipped list, because the file contains only the region. */
  readonly shipped?: true;
}

/** One interface of a `manual` network. */
export interface Nic {
  readonly iface: string;
  readonly dhcp: boolean;
  /** Address with prefix length, such as `192.168.1.5/24`; present exactly if `dhcp` is false. */
  readonly ip?: string;
  /** Only with `ip`, and of its IP version. */
  readonly gateway?: string;
  /** Name servers; also with `dhcp`, where they are queried before those of the network. */
  readonly dns: readonly string[];
}

/** How the new system gets its network. */
export type Network =
  | { readonly type: 'none' | 'nm' | 'iso' }
  | { readonly type: 'manual'; readonly nics: readonly Nic[] };

/** Packages and services of a profile that the configuration defines. */
export interface CustomProfile {
  readonly packages: readonly string[];
  readonly services: readonly string[];
}

/** The purpose of the system: desktop, server, minimal. */
export interface Profile {
  readonly main: Main;
  readonly details?: Details;
  /** Only for a desktop profile; without effect for any other. */
  readonly gfxDriver?: GfxDriver;
  /** As written; absent: the profile's own default. */
  readonly greeter?: GreeterType;
  /** The enabled entries. */
  readonly custom: readonly CustomProfile[];
}

/** A custom profile definition, and the settings in addition to it. */
export interface ProfileFile {
  readonly source: ProfileSource;
  /** As written; used if the definition is of a desktop. */
  readonly gfxDriver?: GfxDriver;
  readonly greeter?: GreeterType;
}

/** A custom command. One that contains a password is a secret as a whole, because the end of the password is uncertain. */
export type CustomCommand =
  | string
  /** `held`: the secrets that were recognized in the command. */
  | { readonly kind: 'secret'; readonly value: Secret; readonly held: readonly Secret[] }
  | MissingSecret;

/** A checked configuration with all defaults, from which a plan is made. Lists have the order of the file. */
export interface Settings {
  readonly hostname: string;
  /** Of the tz database, such as `Europe/Berlin`. */
  readonly timezone: string;
  /** Of kbd, such as `us` or `de-latin1`. */
  readonly keyboard: string;
  /** As `LANG` and locale.gen write it, such as `en_US.UTF-8`. */
  readonly locale: string;
  readonly bootloader: 'systemd-bootctl' | 'grub-install' | 'efistub';
  readonly uki: boolean;
  /** At least one, without duplicates; the first is started by default. */
  readonly kernels: readonly Kernel[];
  /** Repositories in addition to core and extra. */
  readonly repositories: readonly ('multilib' | 'testing')[];
  /** Empty if the fastest mirror is to be chosen. */
  readonly mirrors: readonly MirrorRegion[];
  /** The `harddrives` of the file; `--target` replaces them. */
  readonly drives: readonly string[];
  /** Absent: root is locked. */
  readonly rootPassword?: Password;
  readonly users: readonly User[];
  readonly packages: readonly string[];
  readonly services: readonly string[];
  readonly customCommands: readonly CustomCommand[];
  readonly ntp: boolean;
  readonly audio?: 'pipewire' | 'pulseaudio';
  readonly network: Network;
  /** The profile of `main` and `details`; may be present together with `profileFile`. */
  readonly profile?: Profile;
  /** `profile.path`, which is read for a plan. */
  readonly profileFile?: ProfileFile;
}
