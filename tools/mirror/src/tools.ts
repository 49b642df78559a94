import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs that a build requires, with their Debian packages. */
const tools: Readonly<Record<string, string>> = {
  'apt-get': 'apt',
  'dpkg-deb': 'dpkg',
  bsdtar: 'libarchive-tools',
  depmod: 'kmod',
  modprobe: 'kmod',
  gpg: 'gnupg',
  gpgconf: 'gnupg',
  'repo-add': 'pacman-package-manager',
  // repo-add sources its shell functions.
  makepkg: 'makepkg',
};

/** Debian's folders of administrative programs, which may be missing from an ordinary user's search path. */
const administrators = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** The search path of builds. */
export function searchPath(path: string = process.env['PATH'] ?? ''): string {
  return [...path.split(delimiter).filter(Boolean), ...administrators].join(delimiter);
}

/** Returns the missing Debian packages that a build requires; empty if the build can start. */
export function missingTools(path: string = searchPath()): string[] {
  const folders = path.split(delimiter);
  const missing = Object.entries(tools).filter(
    ([program]) => !folders.some((folder) => isExecutable(join(folder, program))),
  );
  return [...new Set(missing.map(([, debian]) => debian))].toSorted();
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
