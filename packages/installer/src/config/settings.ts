import type { Secret } from '@writ/diagnostics';
import type { ProfileSource } from './profile-path.ts';
import type { Details, GfxDriver, GreeterType, Kernel, Main } from '../schema/types.gen.ts';

/** A password as the configuration gives it; what `chpasswd` must be told differs. */
export type Password =
  | { readonly kind: 'plain' | 'hash'; readonly value: Secret }
  /** `{"$secret": name}`: may be checked and planned; an installation needs `--creds` to give it. */
  | (MissingSecret & { readonly form: 'plain' | 'hash' });

/** Named, and not given. */
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
  /** What stood between `//` and `@`, as written there. */
  readonly userInfo?: Secret | MissingSecret;
}

/** A region of mirrors, with its servers. */
export interface MirrorRegion {
  readonly region: string;
  /** At least one, in the order of the file. */
  readonly servers: readonly MirrorServer[];
  /** The file names the region alone: its servers are those of the shipped list. */
  readonly shipped?: true;
}

/** One interface of a `manual` network. */
export interface Nic {
  readonly iface: string;
  readonly dhcp: boolean;
  /** Address with prefix length, such as `192.168.1.5/24`; there exactly when `dhcp` is false. */
  readonly ip?: string;
  /** Only beside `ip`; of its IP version. */
  readonly gateway?: string;
  /** Also beside `dhcp`: they are asked before those that the network names. */
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

/** What the system is for: desktop, server, minimal. */
export interface Profile {
  readonly main: Main;
  readonly details?: Details;
  /** Only with a profile that has a desktop: otherwise the key has no effect. */
  readonly gfxDriver?: GfxDriver;
  /** As written; absent: the profile's own default. */
  readonly greeter?: GreeterType;
  /** The enabled ones. */
  readonly custom: readonly CustomProfile[];
}

/** What is said beside a profile definition of one's own, which says the rest. */
export interface ProfileFile {
  readonly source: ProfileSource;
  /** As written; counts when the definition is a desktop's. */
  readonly gfxDriver?: GfxDriver;
  readonly greeter?: GreeterType;
}

/** One that holds a password is a secret as a whole: nobody could tell where the password ends. */
export type CustomCommand =
  | string
  /** `held`: what of it is a secret by itself, as far as that can be told. */
  | { readonly kind: 'secret'; readonly value: Secret; readonly held: readonly Secret[] }
  | MissingSecret;

/** A checked configuration with every default filled in: what `plan` takes. Lists keep the file's order. */
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
  /** At least one; the first is started by default. No kernel stands twice. */
  readonly kernels: readonly Kernel[];
  /** What is enabled beside core and extra. */
  readonly repositories: readonly ('multilib' | 'testing')[];
  /** Empty: the best mirror is to be found by measuring. */
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
  /** What `main` and `details` choose; may stand beside `profileFile`. */
  readonly profile?: Profile;
  /** `profile.path`, which is read when it is planned for; absent in most files. */
  readonly profileFile?: ProfileFile;
}
