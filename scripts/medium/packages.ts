import { readFileSync } from 'node:fs';

/** Debian's base packages that the live system uses. */
const everywhere = `
  base-files bash bsdutils coreutils dash diffutils findutils grep gzip hostname kmod less libc-bin libnss-myhostname
  login mawk mount nano ncurses-base passwd procps sed systemd systemd-sysv tar udev util-linux
`;

/** Packages for booting from a medium, and for the network. */
const live = `
  busybox-static ca-certificates dbus iproute2 linux-image-amd64 systemd-resolved systemd-timesyncd
`;

/**
 * Returns the live system's Debian packages: its base, the packages for booting, and those in
 * `scripts/debian/installer.txt`, which an administrator's machine needs, too.
 */
export function livePackages(): string[] {
  const list = new URL('../debian/installer.txt', import.meta.url);
  const needed = readFileSync(list, 'utf8').replaceAll(/#.*/g, '');
  return [...new Set(`${everywhere} ${live} ${needed}`.trim().split(/\s+/))].toSorted();
}

/** Dependencies that only Debian's own tools use. */
export const unwanted: readonly string[] = [
  'adduser',
  'debconf',
  'fakeroot',
  'initramfs-tools*',
  'klibc-utils',
  'libfakeroot',
  'libklibc',
  'linux-base',
  'perl*',
  'libperl*',
  'sensible-utils',
  'ucf',
  'usrmerge',
];

/** Modules that an installation at a text console with a wired network does not need. */
const unneededModules = [
  'drivers/bluetooth',
  'drivers/gpu',
  'drivers/iio',
  'drivers/infiniband',
  'drivers/media',
  'drivers/net/wireless',
  'drivers/staging',
  'net/bluetooth',
  'net/mac80211',
  'net/wireless',
  'sound',
].map((folder) => `lib/modules/*/kernel/${folder}`);

/**
 * Files that the live system does not need, mostly documentation, and the rules that assemble RAID arrays, because the
 * disks of a server that is installed again would then be in use.
 */
export const unread: readonly string[] = [
  ...unneededModules,
  'boot/System.map-*',
  'boot/config-*',
  'etc/cron*',
  'etc/init.d',
  'etc/rc?.d',
  'lib/udev/hwdb.d/*',
  'lib/udev/rules.d/64-md-raid-assembly.rules',
  'usr/lib/python3*/test/*',
  'usr/lib/sysusers.d/basic.conf',
  'usr/lib/udev/hwdb.d/*',
  'usr/lib/udev/rules.d/64-md-raid-assembly.rules',
  'usr/share/doc/*',
  'usr/share/info/*',
  'usr/share/lintian/*',
  'usr/share/locale/*/*',
  'usr/share/man/*',
];
