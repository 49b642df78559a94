import type { SetName } from '../mirror.ts';
import { base, keyring } from './base.ts';
import { binutils, efibootmgr, efivar, grub } from './boot.ts';
import { desktop, desktopHooks, withSystemHooks } from './desktop.ts';
import { linux, linuxLts } from './linux.ts';
import { networkManager, nginx } from './network.ts';
import {
  busyboxMkinitcpio,
  cryptsetup,
  dracutMkinitcpio,
  empty,
  fastDracutMkinitcpio,
  mdadm,
  openssh,
  pacman,
  popt,
  snapper,
  sudo,
  tree,
} from './programs.ts';
import { smallPackages } from './small.ts';
import { splitWords, type Recipe, type RecipeSet } from './recipe.ts';

/** Packages for a system that boots to a login prompt. */
const system = splitWords(`
  base-files bash coreutils dbus findutils grep gzip hostname kmod less libc-bin libnss-myhostname locales login mawk mount
  ncurses-base passwd procps sed systemd systemd-boot-efi systemd-resolved systemd-sysv systemd-timesyncd tar tzdata
  udev util-linux
`);

/**
 * Packages that are required only for building packages or by Debian's maintainer scripts, which never run.
 */
const unwanted = splitWords(`
  adduser debconf debianutils dpkg gcc-12-base init-system-helpers initramfs-tools* klibc-utils libc-l10n libklibc
  linux-base lsb-base sensible-utils sgml-base ucf usrmerge xml-core
  debugedit fakeroot libfakeroot libfile-find-rule-perl libgdbm-compat4 libnumber-compare-perl libperl5.36 libpkgconf3
  libtext-* libxml-* patch perl* pkgconf* tex-common texinfo
  binutils-common libctf* libfreetype6 libfuse2 libgprofng0 libjansson4 libpng16-16
`);

/** Dependencies that the tiny set does not use. */
const unwantedInTiny = splitWords('iproute2 libbpf1 libbrotli1 libcap2-bin libelf1 libmnl0 libxtables12');

/** Documentation, and files that only Debian's scripts read. */
const undocumented = splitWords(`
  usr/share/bash-completion/* usr/share/bug/* usr/share/doc/* usr/share/doc-base/* usr/share/info/*
  usr/share/initramfs-tools/* usr/share/lintian/* usr/share/locale/*/* usr/share/man/* usr/share/menu/*
  usr/share/pixmaps/* usr/share/zoneinfo/posix/* usr/share/zoneinfo/right/* usr/share/zsh/*
  etc/cron* etc/init.d etc/rc?.d usr/lib/sysusers.d/basic.conf
`);

/**
 * Files that only Debian's programs read. The large set contains documentation, as the distribution's
 * packages do.
 */
const unread = splitWords(`
  usr/share/bug/* usr/share/doc-base/* usr/share/initramfs-tools/* usr/share/lintian/* usr/share/menu/*
  etc/cron* etc/init.d etc/rc?.d usr/lib/sysusers.d/basic.conf
`);

/** Dependencies that only Debian's maintainer scripts use, or that a recipe replaces. */
const unwantedOnDesktop = splitWords(`
  adduser binutils debconf* debianutils dpkg* init-system-helpers initramfs-tools* klibc-utils libklibc linux-base
  lsb-base sensible-utils ucf usrmerge
`);

/** Hardware and character set tables that are slow to unpack. */
const bulky = splitWords('lib/udev/hwdb.d/* usr/lib/udev/hwdb.d/* usr/lib/x86_64-linux-gnu/gconv/*');

/** Modules for the disk, network, console and mounts of a virtual machine. */
const modules = splitWords(`
  virtio_pci virtio_blk virtio_net virtio_scsi sd_mod ext4 btrfs xfs vfat nls_cp437 nls_ascii nls_iso8859-1 nls_utf8 autofs4
  efivarfs dm_crypt xts aesni_intel algif_skcipher raid1
`);

const programs = splitWords(`
  binutils-x86-64-linux-gnu cryptsetup-bin efibootmgr grub-common grub-efi-amd64-bin grub-pc-bin grub2-common linux-image-cloud-amd64
  mdadm nginx openssh-server sudo tree
`);

/** Recipes in every set. */
const common: readonly Recipe[] = [
  sudo,
  openssh,
  nginx,
  tree,
  grub,
  efivar,
  efibootmgr,
  popt,
  cryptsetup,
  mdadm,
  binutils,
  ...empty,
];

/** Administrators' tools, and dependencies of the package manager's keyring. */
const adminTools = splitWords(`
  ca-certificates curl dosfstools e2fsprogs file gpg gpg-agent gpgconf iproute2 iputils-ping libpam-systemd nano
`);

const fullBase: Recipe = { ...base, depends: ['pacman'] };

const full: RecipeSet = {
  debian: [
    ...system,
    ...programs,
    ...adminTools,
    ...splitWords('dracut-core linux-image-amd64 makepkg network-manager pacman-package-manager'),
  ],
  unwanted,
  without: undocumented,
  recipes: [
    keyring,
    fullBase,
    linux(),
    linuxLts(modules),
    pacman,
    fastDracutMkinitcpio,
    ...networkManager,
    ...common,
  ],
};

const tiny: RecipeSet = {
  debian: [...system, ...programs, 'busybox-static', 'snapper'],
  unwanted: [...unwanted, ...unwantedInTiny],
  without: [...undocumented, ...bulky],
  recipes: [keyring, base, linux(modules), busyboxMkinitcpio, snapper, ...common],
};

/** The recipe in the large set, which has the hooks of the distribution's systemd package, and dracut's defaults. */
function onDesktop(recipe: Recipe): Recipe {
  if (recipe === fastDracutMkinitcpio) return dracutMkinitcpio;
  return recipe === fullBase ? withSystemHooks(recipe) : recipe;
}

export const sets: Readonly<Record<SetName, RecipeSet>> = {
  tiny,
  many: {
    ...tiny,
    recipes: [...tiny.recipes, ...smallPackages],
    needs: { megabytes: 1000, minutes: 4 },
  },
  full,
  large: {
    ...full,
    without: unread,
    recipes: full.recipes.map(onDesktop),
    separate: { debian: desktop, unwanted: unwantedOnDesktop, trees: desktopHooks, all: 'desktop' },
    needs: { megabytes: 4000, minutes: 5 },
  },
};
