/** A key that archinstall read in some of its versions, and that this format does not have. */
export interface EraKey {
  readonly era: Era;
  /** What holds the same here. */
  readonly now?: string;
  /** It gives orders about disks, encryption or credentials: to leave it out would be to install something else. */
  readonly orders?: true;
}

/** In the order of time; `any`: several of them had the key. */
export type Era = 'up to 2.5' | '2.6 to 3.0' | '3.0.5 or newer' | 'any';

const old: Era = 'up to 2.5';
const middle: Era = '2.6 to 3.0';
const recent: Era = '3.0.5 or newer';

/** At the outermost level. */
export const eraKeys: Readonly<Record<string, EraKey>> = {
  audio: { era: old, now: 'audio_config' },
  desktop: { era: old, now: 'profile' },
  'desktop-environment': { era: old, now: 'profile' },
  disk_layouts: { era: old, now: 'harddrives', orders: true },
  dry_run: { era: old },
  'dry-run': { era: old },
  '!encryption-password': { era: old, orders: true },
  'encryption-password': { era: old, orders: true },
  HSM: { era: old, orders: true },
  filesystem: { era: old, orders: true },
  gfx_driver: { era: old, now: 'profile.gfx_driver' },
  harddrive: { era: old, now: 'harddrives', orders: true },
  'keyboard-layout': { era: old, now: 'keyboard-language' },
  mount_point: { era: old, orders: true },
  'target-mount': { era: old, orders: true },
  nic: { era: old, now: 'network_config' },
  superusers: { era: old, now: '!users', orders: true },
  '!superusers': { era: old, now: '!users', orders: true },

  disk_config: { era: middle, now: 'harddrives', orders: true },
  disk_encryption: { era: middle, orders: true },
  encryption_password: { era: middle, orders: true },
  locale_config: { era: middle, now: 'keyboard-language' },
  mirror_config: { era: middle, now: 'mirror-region' },
  'parallel downloads': { era: middle },
  profile_config: { era: middle, now: 'profile' },
  save_config: { era: middle },
  __separator__: { era: middle },
  abort: { era: middle },
  install: { era: middle },
  skip_ntp: { era: middle },
  'skip-ntp': { era: middle },
  skip_version_check: { era: middle },
  'skip-version-check': { era: middle },
  skip_wkd: { era: recent },
  skip_boot: { era: recent },

  app_config: { era: recent, now: 'audio_config' },
  auth_config: { era: recent, now: '!users', orders: true },
  bootloader_config: { era: recent, now: 'bootloader' },
  bug_report_url: { era: recent },
  console_font: { era: recent },
  custom_commands: { era: recent, now: 'custom-commands' },
  kb_layout: { era: recent, now: 'keyboard-language' },
  pacman_config: { era: recent },
  parallel_downloads: { era: recent },
  root_enc_password: { era: recent, now: '!root-password', orders: true },
  users: { era: recent, now: '!users', orders: true },

  // Of objects inside disk_config, disk_encryption and auth_config: here they stand outside of them by mistake.
  btrfs_options: { era: recent, orders: true },
  config_type: { era: middle, orders: true },
  device_modifications: { era: middle, now: 'harddrives', orders: true },
  encryption_type: { era: middle, orders: true },
  hsm_device: { era: middle, orders: true },
  lvm_config: { era: middle, orders: true },
  partitions: { era: middle, orders: true },
  snapshot_config: { era: recent, orders: true },
  u2f_config: { era: recent, orders: true },

  'archinstall-language': { era: 'any' },
  archinstall_language: { era: 'any' },
  config_version: { era: 'any' },
  debug: { era: 'any' },
  no_pkg_lookups: { era: 'any' },
  offline: { era: 'any' },
  creds: { era: 'any' },
  advanced: { era: 'any' },
  'mount-point': { era: 'any', orders: true },
  plugin: { era: 'any' },
  script: { era: 'any' },
  servers: { era: 'any', now: 'profile' },
  silent: { era: 'any' },
  swap: { era: 'any' },
  version: { era: 'any' },
};

/** Other names of the password of an encrypted disk. */
const encryption = /encryption.*password/i;
/** The keys of a file of its own, which `--disk_layouts` took. */
const drive = /^\/dev\/./;

export function eraKey(key: string): EraKey | undefined {
  if (Object.hasOwn(eraKeys, key)) return eraKeys[key];
  if (drive.test(key)) return { era: old, now: 'harddrives', orders: true };
  return encryption.test(key) ? { era: 'any', orders: true } : undefined;
}

/** Keys of this format that give such orders as well. */
const present: ReadonlySet<string> = new Set(['harddrives', '!root-password', '!users']);

/** Whether an outermost key gives orders about disks, encryption or credentials, in this format or another. */
export function givesOrders(key: string): boolean {
  return present.has(key) || eraKey(key)?.orders === true;
}
