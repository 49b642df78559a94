// Generated from schema.json: change the schema, then run `npm run schema`.

/**
 * One more package repository to enable: multilib brings 32-bit packages, testing enables core-testing and extra-testing.
 */
export type Repository = 'multilib' | 'testing';
/**
 * pipewire: PipeWire with its stand-ins for PulseAudio, JACK and ALSA. pulseaudio: PulseAudio.
 */
export type AudioServer = 'pipewire' | 'pulseaudio';
/**
 * What starts the system. systemd-bootctl: systemd-boot, UEFI only. grub-install: GRUB, UEFI and BIOS. efistub: the firmware starts the kernel itself, UEFI only.
 */
export type Bootloader = 'systemd-bootctl' | 'grub-install' | 'efistub';
/**
 * A kernel package.
 */
export type Kernel = 'linux' | 'linux-lts' | 'linux-zen' | 'linux-hardened';
/**
 * A package server: http, https or file, with $repo and $arch where the package manager puts its own.
 */
export type Address = string;
/**
 * nm: NetworkManager. manual: systemd-networkd with the interfaces of nics. iso: the network settings and Wi-Fi keys of the running live medium. none: nothing.
 */
export type NetworkType = 'nm' | 'manual' | 'iso' | 'none';
/**
 * The kind of profile. desktop: a desktop, with a login screen and graphics. server: one server program. xorg: X11 alone. minimal: nothing more. custom: the entries of custom. Absent with details: the kind that details belongs to.
 */
export type Main = 'desktop' | 'minimal' | 'server' | 'xorg' | 'custom';
/**
 * The desktop or server software, in any case of letters. Absent: the base set of main.
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
 * The graphics driver of a desktop profile; without effect in any other.
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
 * The login screen of a desktop profile; without effect in any other. Absent: the one that fits the desktop.
 */
export type GreeterType = 'lightdm' | 'sddm' | 'gdm';
/**
 * A password, or the name of one that `--creds` gives.
 */
export type PasswordValue = string | PasswordReference;

/**
 * One installation of Arch Linux: what `writ install` reads. Keys that are not listed are warned about, and `$schema` and keys that begin with x- are yours.
 */
export interface InstallerConfig {
  /**
   * Where this schema lies, so that an editor completes and checks: a path or an address.
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
   * Commands run one after the other by bash, as root, inside the installed system, after everything else. The first failure stops the installation. One whose text is a secret is {"$secret": name}.
   */
  'custom-commands'?: (string | SecretReference)[];
  /**
   * The drives to use, all of whose content is lost: the first holds the system, a second one /home. A path, or serial=, wwn= or model= with a value that fits exactly one drive. `--target` replaces them.
   *
   * @maxItems 2
   */
  harddrives?: string[];
  /**
   * The name of the installed machine: letters, digits and hyphens, with dots between labels, at most 64 characters.
   */
  hostname?: string;
  /**
   * The kernels to install; the first is started by default. linux: the current one. linux-lts: the long-term one. linux-zen: tuned for desktops. linux-hardened: with more protection.
   *
   * @minItems 1
   */
  kernels: Kernel[];
  /**
   * The keyboard layout of the console, as `localectl list-keymaps` writes it.
   */
  'keyboard-language'?: string;
  /**
   * Where packages come from: regions, each with the addresses of its servers, or without any to take the known ones. An empty object lets `writ install` measure and choose.
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
   * How the installed system reaches the network. Absent means that nothing is set up.
   */
  network_config?: {
    type?: NetworkType;
    /**
     * The interfaces of a manual network.
     */
    nics?: NicConfig[];
    [k: string]: unknown;
  };
  /**
   * Keep the clock right over the network with systemd-timesyncd.
   */
  ntp?: boolean;
  /**
   * More packages or package groups to install.
   */
  packages?: string[];
  /**
   * What the machine is for: a desktop, a server, or packages of your own.
   */
  profile?: {
    /**
     * A profile definition of your own: a JSON file, from the configuration's folder on, or an https address pinned with #sha256=. Of a Python file only literal lists are read.
     */
    path?: string;
    main?: Main;
    details?: Details;
    /**
     * With main custom: packages and services of your own.
     *
     * Items: Packages and services that belong together.
     */
    custom?: {
      /**
       * Packages, separated by blanks.
       */
      packages?: string;
      /**
       * Services to enable, separated by blanks.
       */
      services?: string;
      /**
       * false leaves this entry out.
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
   * The user account to create, or a list of them.
   */
  '!users'?: UserAccount | UserAccount[];
  /**
   * This interface was referenced by `InstallerConfig`'s JSON-Schema definition
   * via the `patternProperty` "^x-".
   */
  [k: string]: unknown;
}
/**
 * The name of a secret that `--creds` gives.
 */
export interface SecretReference {
  /**
   * The secret's name in the file that `--creds` names.
   */
  $secret: string;
  [k: string]: unknown;
}
/**
 * One network interface.
 */
export interface NicConfig {
  /**
   * The interface's name, as `ip link` shows it; * and ? match several.
   */
  iface: string;
  /**
   * Ask the network for an address. Absent: true, unless ip is given.
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
   * The secret's name in the file that `--creds` names.
   */
  $secret: string;
  /**
   * The secret is a crypt(3) hash: a plan that is made without it is the same as one made with it.
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
   * May become root: joins wheel and may use sudo.
   */
  sudo?: boolean;
  [k: string]: unknown;
}
