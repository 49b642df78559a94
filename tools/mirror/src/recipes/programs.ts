import type { Recipe } from './recipe.ts';

export const sudo: Recipe = {
  name: 'sudo',
  repository: 'core',
  description: 'Lets certain users run commands as root',
  versionOf: 'sudo',
  debian: ['sudo'],
  depends: ['base'],
  modes: {
    'usr/bin/sudo': [0o4755],
    'etc/sudoers': [0o440],
    'etc/sudoers.d': [0o750],
    'etc/sudoers.d/README': [0o440],
  },
  backup: ['etc/sudoers'],
};

/** Uses the distribution's unit names. Host keys are created at the first boot. */
export const openssh: Recipe = {
  name: 'openssh',
  repository: 'core',
  description: 'Remote login over SSH',
  versionOf: 'openssh-server',
  debian: ['openssh-*', 'libwrap0', 'libfido2-1', 'libcbor0.8', 'libedit2'],
  depends: ['base'],
  trees: ['openssh'],
  without: ['lib/systemd/*', 'etc/default/*'],
  copies: { 'etc/ssh/sshd_config': 'usr/share/openssh/sshd_config' },
  backup: ['etc/ssh/sshd_config'],
};

export const tree: Recipe = {
  name: 'tree',
  repository: 'extra',
  description: 'Shows folders as a tree',
  versionOf: 'tree',
  debian: ['tree'],
  depends: ['base'],
};

/** The package manager, which trusts this mirror's keyring. */
export const pacman: Recipe = {
  name: 'pacman',
  repository: 'core',
  description: 'The package manager',
  versionOf: 'pacman-package-manager',
  debian: ['pacman-package-manager', 'libalpm13', 'makepkg'],
  depends: ['writ-mirror-keyring'],
  trees: ['pacman'],
  // Debian's build of pacman searches another folder for keyrings.
  links: { 'usr/share/keyrings': 'pacman/keyrings' },
  backup: ['etc/pacman.conf'],
};

/**
 * Contains the same program, hook and presets as the distribution's package, but builds the initramfs with Debian's
 * tools.
 */
const mkinitcpio = {
  name: 'mkinitcpio',
  repository: 'core',
  depends: ['base', 'binutils'],
} as const;

export const busyboxMkinitcpio: Recipe = {
  ...mkinitcpio,
  description: 'Builds a small initramfs from BusyBox',
  versionOf: 'busybox-static',
  debian: ['busybox-static'],
  trees: ['mkinitcpio', 'mkinitcpio-busybox'],
};

export const dracutMkinitcpio: Recipe = {
  ...mkinitcpio,
  description: 'Builds an initramfs that contains systemd, using dracut',
  versionOf: 'dracut-core',
  debian: ['dracut-core', 'kpartx', 'cpio'],
  trees: ['mkinitcpio', 'mkinitcpio-dracut'],
};

/** Builds a larger initramfs in less time, for tests. */
export const fastDracutMkinitcpio: Recipe = {
  ...dracutMkinitcpio,
  trees: ['mkinitcpio', 'mkinitcpio-dracut', 'dracut-fast'],
};

export const popt: Recipe = {
  name: 'popt',
  repository: 'core',
  description: 'Library that parses command-line options',
  versionOf: 'libpopt0',
  debian: ['libpopt0'],
  depends: ['base'],
};

/** Reads its list of configurations at the path that it has in the distribution's package. */
export const snapper: Recipe = {
  name: 'snapper',
  repository: 'extra',
  description: 'Creates and compares snapshots of file systems',
  versionOf: 'snapper',
  debian: ['snapper', 'libsnapper*', 'libboost-thread*', 'libbtrfs0', 'libicu*', 'libstdc++6', 'libxml2'],
  depends: ['base'],
  without: ['etc/default/*'],
  links: { 'etc/default/snapper': '../conf.d/snapper' },
  folders: ['etc/conf.d', 'etc/snapper/configs'],
};

/** Contains the initramfs hook at the path that it has in the distribution's package. */
export const cryptsetup: Recipe = {
  name: 'cryptsetup',
  repository: 'core',
  description: 'Encrypts and unlocks disks',
  versionOf: 'cryptsetup-bin',
  debian: ['cryptsetup-bin'],
  depends: ['base', 'popt'],
  trees: ['cryptsetup'],
};

/** Reads its configuration at the path that it has in the distribution's package, and contains the initramfs hook. */
export const mdadm: Recipe = {
  name: 'mdadm',
  repository: 'core',
  description: 'Creates, assembles and monitors RAID arrays',
  versionOf: 'mdadm',
  debian: ['mdadm'],
  depends: ['base'],
  trees: ['mdadm'],
  without: ['etc/logcheck', 'etc/modprobe.d/*', 'usr/share/mdadm/mkconf'],
  links: { 'etc/mdadm/mdadm.conf': '../mdadm.conf' },
};

/** Empty packages that configurations may require, but a virtual machine does not need. */
export const empty: readonly Recipe[] = [
  { name: 'linux-firmware', repository: 'core', description: 'Empty: virtual machines need no firmware' },
  {
    name: 'btrfs-progs',
    repository: 'core',
    description: 'Empty: the kernel mounts btrfs without additional programs',
  },
  {
    name: 'xfsprogs',
    repository: 'core',
    description: 'Empty: the kernel mounts XFS without additional programs',
  },
  {
    name: 'snap-pac',
    repository: 'extra',
    description: 'Empty: no packages are installed in the virtual machine',
  },
  { name: 'base-devel', repository: 'core', description: 'Empty: this mirror has no compilers' },
];
