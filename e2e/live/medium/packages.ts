import { readFileSync } from 'node:fs';

/** What Debian installs on every machine, as far as somebody starts it here. */
const everywhere = `
  base-files bash bsdutils coreutils dash diffutils findutils grep gzip hostname kmod libc-bin login mawk mount
  ncurses-base passwd procps sed systemd systemd-sysv tar udev util-linux
`;

/** What makes it a system that starts from a medium. */
const live = 'busybox-static dbus iproute2 linux-image-cloud-amd64';

/** Debian packages of the live system: an administrator's machine on which `scripts/debian/installer.txt` was installed. */
export function livePackages(): string[] {
  const list = new URL('../../../scripts/debian/installer.txt', import.meta.url);
  const needed = readFileSync(list, 'utf8').replaceAll(/#.*/g, '');
  return [...new Set(`${everywhere} ${live} ${needed}`.trim().split(/\s+/))].toSorted();
}

/** Comes as a dependency, and only Debian's own tools start it. */
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

/** What nobody reads here. */
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
