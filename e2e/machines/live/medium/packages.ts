import { readFileSync } from 'node:fs';

/** Debian's base packages that the live system uses. */
const everywhere = `
  base-files bash bsdutils coreutils dash diffutils findutils grep gzip hostname kmod libc-bin login mawk mount
  ncurses-base passwd procps sed systemd systemd-sysv tar udev util-linux
`;

/** Packages for booting from a medium. */
const live = 'busybox-static dbus iproute2 linux-image-cloud-amd64';

/**
 * Returns the live system's Debian packages: its base, the packages for booting, and those in
 * `scripts/debian/installer.txt`, which an administrator's machine needs, too.
 */
export function livePackages(): string[] {
  const list = new URL('../../../../scripts/debian/installer.txt', import.meta.url);
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

/** Files that the live system does not need, mostly documentation. */
export const unread: readonly string[] = [
  'etc/cron*',
  'etc/init.d',
  'etc/rc?.d',
  'lib/udev/hwdb.d/*',
  'usr/lib/python3*/test/*',
  'usr/lib/sysusers.d/basic.conf',
  'usr/lib/udev/hwdb.d/*',
  'usr/share/doc/*',
  'usr/share/info/*',
  'usr/share/lintian/*',
  'usr/share/locale/*/*',
  'usr/share/man/*',
];
