import type { Recipe } from './recipe.ts';

/** Contains the modules of both platforms, as in the distribution. */
export const grub: Recipe = {
  name: 'grub',
  repository: 'core',
  description: 'Boot loader for UEFI and BIOS machines',
  versionOf: 'grub-common',
  debian: ['grub*', 'gettext-base'],
  depends: ['base', 'efivar'],
  without: [
    'etc/default/*',
    'etc/grub.d/05_debian_theme',
    'etc/kernel/*',
    'usr/lib/grub/*/monolithic/*',
    // Excludes programs for fonts and other file systems, which require libraries that no other program uses.
    'usr/bin/grub-mkfont',
    'usr/bin/grub-mount',
  ],
  backup: ['etc/default/grub'],
};

export const efivar: Recipe = {
  name: 'efivar',
  repository: 'core',
  description: "Libraries that read and write the firmware's variables",
  versionOf: 'libefivar1',
  debian: ['libefivar1', 'libefiboot1'],
  depends: ['base'],
};

export const efibootmgr: Recipe = {
  name: 'efibootmgr',
  repository: 'core',
  description: "Edits the firmware's boot entries",
  versionOf: 'efibootmgr',
  debian: ['efibootmgr'],
  depends: ['base', 'efivar', 'popt'],
};

/** Contains only objcopy, which assembles unified kernel images. */
export const binutils: Recipe = {
  name: 'binutils',
  repository: 'core',
  description: 'objcopy, which assembles EFI programs',
  versionOf: 'binutils-x86-64-linux-gnu',
  debian: ['binutils-x86-64-linux-gnu', 'libbinutils'],
  depends: ['base'],
  without: [
    'usr/bin/x86_64-linux-gnu-[!o]*',
    'usr/bin/x86_64-linux-gnu-objdump',
    'usr/lib/x86_64-linux-gnu/bfd-plugins/*',
    'usr/lib/x86_64-linux-gnu/ldscripts/*',
    'usr/lib/x86_64-linux-gnu/libopcodes*',
  ],
  links: { 'usr/bin/objcopy': 'x86_64-linux-gnu-objcopy' },
};
