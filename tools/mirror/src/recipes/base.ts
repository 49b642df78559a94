import type { Recipe } from './recipe.ts';

const SHADOW = 42;

/** Contains all files that do not belong to another package. */
export const base: Recipe = {
  name: 'base',
  repository: 'core',
  description: 'A small system built from Debian packages',
  versionOf: 'base-files',
  rest: true,
  depends: ['writ-mirror-keyring'],
  without: ['etc/update-motd.d', 'var/run'],
  trees: ['base'],
  folders: [
    'boot',
    'dev',
    'home',
    'mnt',
    'proc',
    'root',
    'run',
    'sys',
    'tmp',
    'var/log',
    'var/mail',
    'var/tmp',
  ],
  copies: { 'etc/profile': 'usr/share/base-files/profile' },
  links: {
    bin: 'usr/bin',
    sbin: 'usr/sbin',
    lib: 'usr/lib',
    lib64: 'usr/lib64',
    'etc/default/locale': '../locale.conf',
    'etc/systemd/system/getty.target.wants/getty@tty1.service': '/usr/lib/systemd/system/getty@.service',
    'usr/bin/awk': 'mawk',
    'usr/bin/sh': 'bash',
    'var/run': '../run',
  },
  modes: {
    root: [0o700],
    proc: [0o555],
    sys: [0o555],
    tmp: [0o1777],
    'var/tmp': [0o1777],
    'etc/shadow': [0o640, SHADOW],
    'etc/gshadow': [0o640, SHADOW],
    'usr/bin/su': [0o4755],
    'usr/bin/mount': [0o4755],
    'usr/bin/umount': [0o4755],
    'usr/bin/passwd': [0o4755],
    'usr/bin/gpasswd': [0o4755],
    'usr/bin/newgrp': [0o4755],
    'usr/bin/chage': [0o2755, SHADOW],
    'usr/sbin/unix_chkpwd': [0o2755, SHADOW],
  },
  backup: ['etc/passwd', 'etc/group', 'etc/shadow', 'etc/gshadow', 'etc/hosts', 'etc/profile'],
};

/** Contains the key that signs this mirror. */
export const keyring: Recipe = {
  name: 'writ-mirror-keyring',
  repository: 'core',
  description: 'The key that signs this mirror',
  keyring: true,
};
