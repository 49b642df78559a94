/** An archinstall key that is not one of Writ's keys. */
export interface LegacyKey {
  readonly format: LegacyFormat | 'any';
  /** The corresponding key in Writ's format. */
  readonly replacement?: string;
  /**
   * Set if the key concerns disks, encryption or credentials. Ignoring such a key would change the installed
   * system.
   */
  readonly critical?: true;
}

/** The archinstall formats by version, oldest first. */
export const legacyFormats = ['2.5 or earlier', '2.6 to 3.0', '3.0.5 or later'] as const;
export type LegacyFormat = (typeof legacyFormats)[number];

const [old, middle, recent] = legacyFormats;

/** Top-level keys. */
export const legacyKeys: Readonly<Record<string, LegacyKey>> = {
  audio: { format: old, replacement: 'audio_config' },
  desktop: { format: old, replacement: 'profile' },
  'desktop-environment': { format: old, replacement: 'profile' },
  disk_layouts: { format: old, replacement: 'harddrives', critical: true },
  dry_run: { format: old },
  'dry-run': { format: old },
  '!encryption-password': { format: old, critical: true },
  'encryption-password': { format: old, critical: true },
  HSM: { format: old, critical: true },
  filesystem: { format: old, critical: true },
  gfx_driver: { format: old, replacement: 'profile.gfx_driver' },
  harddrive: { format: old, replacement: 'harddrives', critical: true },
  'keyboard-layout': { format: old, replacement: 'keyboard-language' },
  mount_point: { format: old, critical: true },
  'target-mount': { format: old, critical: true },
  nic: { format: old, replacement: 'network_config' },
  superusers: { format: old, replacement: '!users', critical: true },
  '!superusers': { format: old, replacement: '!users', critical: true },

  disk_config: { format: middle, replacement: 'harddrives', critical: true },
  disk_encryption: { format: middle, critical: true },
  encryption_password: { format: middle, critical: true },
  locale_config: { format: middle, replacement: 'keyboard-language' },
  mirror_config: { format: middle, replacement: 'mirror-region' },
  'parallel downloads': { format: middle },
  profile_config: { format: middle, replacement: 'profile' },
  save_config: { format: middle },
  __separator__: { format: middle },
  abort: { format: middle },
  install: { format: middle },
  skip_ntp: { format: middle },
  'skip-ntp': { format: middle },
  skip_version_check: { format: middle },
  'skip-version-check': { format: middle },
  skip_wkd: { format: recent },
  skip_boot: { format: recent },

  app_config: { format: recent, replacement: 'audio_config' },
  auth_config: { format: recent, replacement: '!users', critical: true },
  bootloader_config: { format: recent, replacement: 'bootloader' },
  bug_report_url: { format: recent },
  console_font: { format: recent },
  custom_commands: { format: recent, replacement: 'custom-commands' },
  kb_layout: { format: recent, replacement: 'keyboard-language' },
  pacman_config: { format: recent },
  parallel_downloads: { format: recent },
  root_enc_password: { format: recent, replacement: '!root-password', critical: true },
  users: { format: recent, replacement: '!users', critical: true },

  // Keys of objects inside disk_config, disk_encryption and auth_config, misplaced at the top level.
  btrfs_options: { format: recent, critical: true },
  config_type: { format: middle, critical: true },
  device_modifications: { format: middle, replacement: 'harddrives', critical: true },
  encryption_type: { format: middle, critical: true },
  hsm_device: { format: middle, critical: true },
  lvm_config: { format: middle, critical: true },
  partitions: { format: middle, critical: true },
  snapshot_config: { format: recent, critical: true },
  u2f_config: { format: recent, critical: true },

  'archinstall-language': { format: 'any' },
  archinstall_language: { format: 'any' },
  config_version: { format: 'any' },
  debug: { format: 'any' },
  no_pkg_lookups: { format: 'any' },
  offline: { format: 'any' },
  creds: { format: 'any' },
  advanced: { format: 'any' },
  'mount-point': { format: 'any', critical: true },
  plugin: { format: 'any' },
  script: { format: 'any' },
  servers: { format: 'any', replacement: 'profile' },
  silent: { format: 'any' },
  swap: { format: 'any' },
  version: { format: 'any' },
};

/** Other names for the password of an encrypted disk. */
const encryption = /encryption.*password/i;
/** Keys in a file for archinstall's `--disk_layouts`. */
const drive = /^\/dev\/./;

export function findLegacyKey(key: string): LegacyKey | undefined {
  if (Object.hasOwn(legacyKeys, key)) return legacyKeys[key];
  if (drive.test(key)) return { format: old, replacement: 'harddrives', critical: true };
  return encryption.test(key) ? { format: 'any', critical: true } : undefined;
}

/** Critical keys in Writ's format. */
const criticalKeys: ReadonlySet<string> = new Set(['harddrives', '!root-password', '!users']);

/** Whether a top-level key of any format concerns disks, encryption or credentials. */
export function isCriticalKey(key: string): boolean {
  return criticalKeys.has(key) || findLegacyKey(key)?.critical === true;
}
