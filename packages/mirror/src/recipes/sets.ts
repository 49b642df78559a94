import type { SetName } from '../mirror.ts';
import { base, keyring } from './base.ts';
import { linux } from './linux.ts';
import { busyboxMkinitcpio, empty, openssh, sudo, tree } from './programs.ts';
import type { RecipeSet } from './recipe.ts';

/** What a system needs that starts to a login prompt. */
const system = [
  ...[
    'base-files',
    'bash',
    'coreutils',
    'dbus',
    'findutils',
    'grep',
    'gzip',
    'hostname',
    'kmod',
    'less',
    'libc-bin',
  ],
  ...[
    'locales',
    'login',
    'mawk',
    'mount',
    'ncurses-base',
    'passwd',
    'procps',
    'sed',
    'systemd',
    'systemd-boot-efi',
  ],
  ...['systemd-sysv', 'systemd-timesyncd', 'tar', 'tzdata', 'udev', 'util-linux'],
];

/** Debian's own business, whose scripts nobody runs. */
const ofDebian = [
  ...[
    'adduser',
    'debconf',
    'debianutils',
    'dpkg',
    'gcc-12-base',
    'init-system-helpers',
    'libc-l10n',
    'lsb-base',
  ],
  ...[
    'initramfs-tools*',
    'klibc-utils',
    'libklibc',
    'linux-base',
    'perl*',
    'sensible-utils',
    'ucf',
    'usrmerge',
  ],
];

/** What nobody reads in a virtual machine, and what only Debian's scripts read. */
const unread = [
  ...['usr/share/doc/*', 'usr/share/man/*', 'usr/share/info/*', 'usr/share/locale/*', 'usr/share/bug/*'],
  ...['usr/share/lintian/*', 'usr/share/bash-completion/*', 'usr/share/zsh/*', 'usr/share/initramfs-tools/*'],
  ...['usr/share/doc-base/*', 'usr/share/menu/*', 'usr/share/pixmaps/*', 'usr/share/zoneinfo/posix/*'],
  ...['usr/share/zoneinfo/right/*', 'etc/init.d', 'etc/init.d/*', 'etc/rc?.d', 'etc/rc?.d/*', 'etc/cron*'],
];

/** What a virtual machine's disk, network, console and mounts take. */
const modules = [
  ...[
    'virtio_pci',
    'virtio_blk',
    'virtio_net',
    'virtio_scsi',
    'sd_mod',
    'ext4',
    'vfat',
    'nls_cp437',
    'nls_ascii',
  ],
  ...['nls_iso8859-1', 'nls_utf8', 'autofs4', 'efivarfs'],
];

export const sets: Readonly<Record<SetName, RecipeSet>> = {
  tiny: {
    debian: [...system, 'busybox-static', 'linux-image-cloud-amd64', 'openssh-server', 'sudo', 'tree'],
    unwanted: ofDebian,
    without: [
      ...unread,
      ...[
        'lib/udev/hwdb.d/*',
        'usr/lib/udev/hwdb.d/*',
        'usr/lib/x86_64-linux-gnu/gconv/*',
        'usr/lib/locale/*',
      ],
    ],
    recipes: [keyring, base, linux(modules), busyboxMkinitcpio, sudo, openssh, tree, ...empty],
  },
  full: {
    debian: [...system, 'busybox-static', 'linux-image-cloud-amd64', 'openssh-server', 'sudo', 'tree'],
    unwanted: ofDebian,
    without: unread,
    recipes: [keyring, base, linux(), busyboxMkinitcpio, sudo, openssh, tree, ...empty],
  },
};
