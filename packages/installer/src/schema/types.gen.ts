// Generated from schema.json: change the schema, then run `npm run schema`.

/**
 * An additional package repository to enable: multilib contains 32-bit packages, testing enables core-testing and extra-testing.
 */
export type Repository = 'multilib' | 'testing';
/**
 * pipewire: PipeWire with its replacements for PulseAudio, JACK and ALSA. pulseaudio: PulseAudio.
 */
export type AudioServer = 'pipewire' | 'pulseaudio';
/**
 * The boot loader. systemd-bootctl: systemd-boot, UEFI only. grub-install: GRUB, UEFI and BIOS. efistub: the firmware starts the kernel, UEFI only.
 */
export type Bootloader = 'systemd-bootctl' | 'grub-install' | 'efistub';
/**
 * A kernel package.
 */
export type Kernel = 'linux' | 'linux-lts' | 'linux-zen' | 'linux-hardened';
/**
 * The address of a package server: http, https or file, with the variables $repo and $arch of the package manager.
 */
export type Address = string;
/**
 * nm: NetworkManager. manual: systemd-networkd with the interfaces of nics. iso: the network settings and Wi-Fi keys of the running live medium. none: no network.
 */
export type NetworkType = 'nm' | 'manual' | 'iso' | 'none';
/**
 * The kind of profile. desktop: a desktop, with a login screen and graphics. server: one server program. xorg: the X server alone. minimal: no additional packages. custom: the entries of custom. If absent while details is present: the kind to which the details belong.
 */
export type Main = 'desktop' | 'minimal' | 'server' | 'xorg' | 'custom';
/**
 * The desktop or server software, case-insensitive. Absent: the base packages of main.
 */
export type Details =
  | 'awesome'
  | 'bspwm'
  | 'budgie'
  | 'cinnamon'
  | 'cutefish'
  | 'deepin'
  | 'desktop'
  | 'enlightenment'
  | 'gnome'
  | 'i3-wm'
  | 'plasma'
  | 'lxqt'
  | 'mate'
  | 'sway'
  | 'xfce4'
  | 'qtile'
  | 'cockpit'
  | 'docker'
  | 'httpd'
  | 'lighttpd'
  | 'mariadb'
  | 'nginx'
  | 'postgresql'
  | 'sshd'
  | 'tomcat';
/**
 * The graphics driver of a desktop profile; without effect in other profiles.
 */
export type GfxDriver =
  | 'VMware / VirtualBox (open-source)'
  | 'Intel (open-source)'
  | 'AMD / ATI (open-source)'
  | 'All open-source (default)'
  | 'Nvidia (open kernel module for newer GPUs, Turing+)'
  | 'Nvidia (open-source nouveau driver)'
  | 'Nvidia (proprietary)';
/**
 * The login screen of a desktop profile; without effect in other profiles. Absent: the desktop's default login screen.
 */
export type GreeterType = 'lightdm' | 'sddm' | 'gdm';
/**
 * A password, or a reference to one in `--creds`.
 */
export type PasswordValue = string | PasswordReference;
/**
 * A desktop that `profile.details` cannot name.
 */
export type FurtherDesktop = 'cosmic' | 'hyprland' | 'labwc' | 'niri' | 'river' | 'xmonad';
/**
 * The program that creates snapshots of /. snapper: hourly, and before and after each transaction of the package manager. timeshift: daily, weekly and at each boot. none: no snapshots. /boot is not part of a snapshot.
 */
export type Snapshots = 'none' | 'snapper' | 'timeshift';
/**
 * The file system of / and /home. f2fs: only on disks, not in images.
 */
export type FileSystem = 'ext4' | 'btrfs' | 'xfs' | 'f2fs';
/**
 * A size with its unit, or rest for the remaining space.
 */
export type Size = string;
/**
 * whole: Writ chooses the partitions, and the drives are wiped. partitions: the list in partitions. mounted: the target is a folder in which the file systems are already mounted.
 */
export type DiskLayout = 'whole' | 'partitions' | 'mounted';
/**
 * A passphrase, or a reference to one in `--creds`.
 */
export type PassphraseValue = string | PassphraseReference;
/**
 * The file system. Absent: vfat for efi, ext4 for boot, otherwise the file system of x-writ.disk.
 */
export type PartitionFileSystem = 'vfat' | 'ext4' | 'btrfs' | 'xfs' | 'f2fs';
/**
 * efi: the EFI system partition at /boot. bios: the boot code of BIOS machines. boot: /boot on BIOS machines. root: /. home: /home. swap: swap space. data: a file system at the mount point in mount. Required, unless a kept partition is not used.
 */
export type PartitionKind = 'efi' | 'bios' | 'boot' | 'root' | 'home' | 'swap' | 'data';
/**
 * A firewall that rejects incoming connections. firewalld: its default zone permits SSH. ufw: no incoming connection is permitted, unless a custom command adds a rule.
 */
export type Firewall = 'none' | 'ufw' | 'firewalld';
/**
 * The service that manages power profiles.
 */
export type PowerManagement = 'none' | 'power-profiles-daemon' | 'tuned';
/**
 * active-backup: one card is used, another one replaces it if it fails. 802.3ad: all cards are used, which the switch must support (LACP). balance-rr, balance-xor, broadcast, balance-tlb, balance-alb: as in the kernel's documentation of bonding.
 */
export type BondMode =
  'active-backup' | '802.3ad' | 'balance-rr' | 'balance-xor' | 'broadcast' | 'balance-tlb' | 'balance-alb';
/**
 * The address of a folder with packages: http, https or file. The variables $repo and $arch of the package manager are optional.
 */
export type Server = string;
/**
 * required: packages and databases must be signed. packages: packages must be signed. none: no signature is verified, so a server, or an attacker on the network, can replace any program of the new system.
 */
export type RepositorySignatures = 'required' | 'packages' | 'none';
/**
 * zram: compressed memory, set up by zram-generator at every boot. file: a file in the root file system. partition: a partition of the system drive. none: no swap space.
 */
export type SwapKind = 'none' | 'zram' | 'file' | 'partition';

/**
 * The configuration of an Arch Linux installation with `writ install`. Unknown keys are reported, except `$schema` and keys that begin with x-, which are notes. `x-writ` contains settings.
 */
export interface InstallerConfig {
  /**
   * The path or address of this schema, for completion and validation in editors.
   */
  $schema?: string;
  'additional-repositories'?: Repository;
  /**
   * The audio server to install.
   */
  audio_config?: {
    audio?: AudioServer;
    [k: string]: unknown;
  };
  bootloader: Bootloader;
  /**
   * Build unified kernel images: kernel, initramfs and command line in one EFI file. Not with grub-install.
   */
  uki?: boolean;
  /**
   * Commands that bash runs as root inside the installed system, one after another, as the last steps. The first failure stops the installation. Write a secret command as {"$secret": name}.
   */
  'custom-commands'?: (string | SecretReference)[];
  /**
   * The drives to use; all data on them will be lost. The first drive is for the system, a second drive is for /home, or for a copy with RAID. Write a path, or serial=, wwn= or model= with a value that matches exactly one drive. `--target` replaces them.
   *
   * @maxItems 2
   */
  harddrives?: string[];
  /**
   * The name of the installed machine: letters, digits and hyphens, with dots between labels, at most 64 characters.
   */
  hostname?: string;
  /**
   * The kernels to install; the machine starts the first one by default. linux: the current kernel. linux-lts: the long-term kernel. linux-zen: a kernel tuned for desktops. linux-hardened: a kernel with additional protection.
   *
   * @minItems 1
   */
  kernels: Kernel[];
  /**
   * The console keyboard layout, from the output of `localectl list-keymaps`.
   */
  'keyboard-language'?: string;
  /**
   * Package mirrors: regions with the addresses of their servers. A region without addresses uses its known servers. For an empty object, `writ install` chooses the fastest mirrors.
   */
  'mirror-region': {
    /**
     * The servers of one region.
     */
    [k: string]:
      | {
          [k: string]: boolean | SecretReference;
        }
      | Address[];
  };
  /**
   * The network configuration of the installed system. Absent: no network is set up.
   */
  network_config?: {
    type?: NetworkType;
    /**
     * The interfaces of a manual network configuration.
     */
    nics?: NicConfig[];
    [k: string]: unknown;
  };
  /**
   * Synchronize the clock over the network with systemd-timesyncd.
   */
  ntp?: boolean;
  /**
   * Additional packages or package groups to install.
   */
  packages?: string[];
  /**
   * The purpose of the machine: a desktop, a server, or custom packages.
   */
  profile?: {
    /**
     * A custom profile definition: a JSON file, relative to the configuration's folder, or an https address with #sha256=. Only the literal lists of a Python file are read.
     */
    path?: string;
    main?: Main;
    details?: Details;
    /**
     * The entries of the main profile custom: packages and services.
     *
     * Items: Packages and services that belong together.
     */
    custom?: {
      /**
       * Packages, separated by spaces.
       */
      packages?: string;
      /**
       * Services to enable, separated by spaces.
       */
      services?: string;
      /**
       * false disables this entry.
       */
      enabled?: boolean;
      [k: string]: unknown;
    }[];
    gfx_driver?: GfxDriver;
    greeter_type?: GreeterType;
    [k: string]: unknown;
  };
  /**
   * systemd units to enable.
   */
  services?: string[];
  /**
   * The encoding of the system's language. Read only with `--advanced`.
   */
  'sys-encoding'?: string;
  /**
   * The system's language. Read only with `--advanced`.
   */
  'sys-language'?: string;
  /**
   * The time zone, as region/city or UTC.
   */
  timezone?: string;
  '!root-password'?: PasswordValue;
  /**
   * The user account to create, or a list of user accounts.
   */
  '!users'?: UserAccount | UserAccount[];
  /**
   * Settings that archinstall's format lacks. Unknown keys in it are errors.
   */
  'x-writ'?: {
    /**
     * Further settings of user accounts, by user name. Each account must be in !users, which also contains the password.
     */
    accounts?: {
      [k: string]: AccountExtension;
    };
    aur?: AurPackages;
    commands?: HostCommands;
    /**
     * Desktops in addition to the one in `profile`. Unless `profile` determines the login screen, the first of them does.
     */
    desktops?: FurtherDesktop[];
    disk?: DiskExtension;
    features?: Features;
    network?: VirtualNetwork;
    /**
     * Third-party package repositories. They follow the distribution's repositories, whose packages take precedence.
     */
    repositories?: PackageRepository[];
    swap?: Swap;
  };
  /**
   * This interface was referenced by `InstallerConfig`'s JSON-Schema definition
   * via the `patternProperty` "^x-(?!writ$)".
   */
  [k: string]: unknown;
}
/**
 * A reference to a secret in `--creds`.
 */
export interface SecretReference {
  /**
   * The name of the secret in the credentials file (`--creds`).
   */
  $secret: string;
  [k: string]: unknown;
}
/**
 * One network interface.
 */
export interface NicConfig {
  /**
   * The interface's name, from the output of `ip link`; * and ? match several interfaces.
   */
  iface: string;
  /**
   * Request an address with DHCP. Absent: true if ip is absent.
   */
  dhcp?: boolean;
  /**
   * The address with its prefix length.
   */
  ip?: string;
  /**
   * The router's address, in the subnet of ip or link-local.
   */
  gateway?: string;
  /**
   * The name servers' addresses.
   */
  dns?: string[];
  [k: string]: unknown;
}
export interface PasswordReference {
  /**
   * The name of the secret in the credentials file (`--creds`).
   */
  $secret: string;
  /**
   * Whether the secret is a crypt(3) hash. The plan depends on this value, but not on the secret.
   */
  hash?: boolean;
  [k: string]: unknown;
}
/**
 * A user account.
 */
export interface UserAccount {
  /**
   * The login name: lower-case letters, digits, underscores and hyphens, at most 32 characters.
   */
  username: string;
  '!password'?: PasswordValue;
  /**
   * Whether the user joins wheel and may use sudo.
   */
  sudo?: boolean;
  [k: string]: unknown;
}
/**
 * Further settings of a user account.
 */
export interface AccountExtension {
  /**
   * Public keys that may log in as this user over SSH, as lines of authorized_keys.
   */
  'authorized-keys'?: string[];
  /**
   * The user's full name.
   */
  'full-name'?: string;
  /**
   * Groups that the user joins. Groups that no package creates are created.
   */
  groups?: string[];
  /**
   * The permissions of the home folder, as octal digits.
   */
  'home-mode'?: string;
  /**
   * The path of the login shell. A package must contain it.
   */
  shell?: string;
}
/**
 * AUR packages.
 */
export interface AurPackages {
  /**
   * Names of packages.
   */
  packages: string[];
}
/**
 * Commands that run on the installing system.
 */
export interface HostCommands {
  /**
   * Commands that bash runs on the installing system, one after another, when all packages are downloaded and before the first write to the target; in every run, so also after a resume. The first failure ends the run before anything is written. Write a secret command as {"$secret": name}.
   */
  early?: (string | SecretReference)[];
  /**
   * Commands that bash runs on the installing system, one after another, if the installation fails after the early commands have started. A failure of one does not prevent the others. Write a secret command as {"$secret": name}.
   */
  error?: (string | SecretReference)[];
}
/**
 * The partitions and file systems of the new system.
 */
export interface DiskExtension {
  /**
   * Btrfs settings. Only with the file system btrfs.
   */
  btrfs?: {
    /**
     * The compression of new files: none, lzo, zstd, or zstd with a level from 1 to 15.
     */
    compression?: string;
    snapshots?: Snapshots;
    /**
     * The subvolumes with their mount points. Absent: @ for /, @home for /home, @log for /var/log and @pkg for the package cache. An empty list: no subvolumes.
     */
    subvolumes?: Subvolume[];
  };
  'file-system'?: FileSystem;
  /**
   * A separate partition for /home on the system drive. Either its size or the size of / is rest, the remaining space.
   */
  home?: {
    'root-size'?: Size;
    size: Size;
  };
  layout?: DiskLayout;
  /**
   * Encryption of /, /home and swap space with LUKS2. The machine asks for the passphrase at every boot. /boot remains unencrypted. Absent: no encryption.
   */
  luks?: {
    '!passphrase': PassphraseValue;
    /**
     * The memory in MiB, from 32 to 4096, for deriving the key from the passphrase. Absent: for a disk, the value that cryptsetup chooses, at most half of the memory; for an image, 256.
     */
    'kdf-memory'?: number;
    /**
     * The number of rounds, from 4 to 100, for deriving the key from the passphrase. Absent: for a disk, the value that cryptsetup chooses; for an image, 4.
     */
    'kdf-rounds'?: number;
  };
  /**
   * The partitions of the new system and those that remain. Only with the layout partitions. All other partitions of the drives are deleted.
   *
   * @minItems 1
   * @maxItems 128
   */
  partitions?: ListedPartition[];
  /**
   * The RAID level. 1: all partitions are mirrored on both drives, so that the machine starts even if one drive is missing. Absent: no RAID.
   */
  raid?: 1;
}
/**
 * A subvolume of btrfs.
 */
export interface Subvolume {
  /**
   * The mount point.
   */
  mount: string;
  /**
   * The name of the subvolume.
   */
  name: string;
}
export interface PassphraseReference {
  /**
   * The name of the secret in the credentials file (`--creds`).
   */
  $secret: string;
}
/**
 * A partition of the new system, or one that remains.
 */
export interface ListedPartition {
  /**
   * The index of the drive: 0 or 1.
   */
  drive?: number;
  'file-system'?: PartitionFileSystem;
  /**
   * An existing partition that retains its place on the drive and, unless format is true, its content.
   */
  keep?: {
    /**
     * Whether to create a new file system in the partition.
     */
    format?: boolean;
    /**
     * The UUID of the partition in the partition table, as printed by `writ facts` or `lsblk -o PARTUUID`.
     */
    partuuid: string;
  };
  kind?: PartitionKind;
  /**
   * The label of the file system. Absent: the kind, or the last folder of the mount point.
   */
  label?: string;
  /**
   * Whether to encrypt the partition with the passphrase in x-writ.disk.luks. Swap space gets a new random key at every boot instead.
   */
  luks?: boolean;
  /**
   * The mount point. Required for data; other kinds have a fixed one or none.
   */
  mount?: string;
  /**
   * Mount options in addition to the defaults.
   */
  options?: string[];
  size?: Size;
}
/**
 * Features to install and enable.
 */
export interface Features {
  /**
   * Bluetooth: BlueZ and its service.
   */
  bluetooth?: boolean;
  firewall?: Firewall;
  /**
   * Fonts for most scripts, including Chinese, Japanese, Korean and emoji.
   */
  fonts?: boolean;
  power?: PowerManagement;
  /**
   * Printing: CUPS and its service.
   */
  printing?: boolean;
}
/**
 * Bonds and VLANs. Only with the type manual of network_config, whose nics contain their addresses.
 */
export interface VirtualNetwork {
  /**
   * Bonds: interfaces that several network cards form together.
   */
  bonds?: Bond[];
  /**
   * VLANs: interfaces that add a tag to the packets of another interface.
   */
  vlans?: Vlan[];
}
/**
 * An interface that several network cards form together.
 */
export interface Bond {
  /**
   * The names of the network cards. They have no addresses of their own.
   *
   * @minItems 1
   */
  interfaces: string[];
  mode?: BondMode;
  /**
   * The name of the interface.
   */
  name: string;
}
/**
 * An interface that adds a tag to the packets of another interface.
 */
export interface Vlan {
  /**
   * The tag.
   */
  id: number;
  /**
   * The name of the network card or bond whose packets are tagged.
   */
  link: string;
  /**
   * The name of the interface.
   */
  name: string;
}
/**
 * A third-party package repository.
 */
export interface PackageRepository {
  /**
   * The fingerprint of the key that signs the repository, without spaces. Required unless signatures is none.
   */
  fingerprint?: string;
  /**
   * The address of a file that contains only the key with this fingerprint: https, http or file. Without it, the key must be one of the distribution's keyring.
   */
  key?: string;
  /**
   * The name of the repository and of its database.
   */
  name: string;
  /**
   * The addresses of the repository's folders, in order of preference. $repo and $arch are replaced by the name and the architecture. An address may contain user:password, which only the installation uses.
   *
   * @minItems 1
   */
  servers: Server[];
  signatures?: RepositorySignatures;
}
/**
 * Swap space.
 */
export interface Swap {
  /**
   * Whether the machine can store its memory in the swap file or swap partition, power off, and continue at the next start.
   */
  hibernate?: boolean;
  kind: SwapKind;
  /**
   * The size with its unit. Required for a file or a partition. Absent for zram: half of the memory, at most 4 GiB.
   */
  size?: string;
}
