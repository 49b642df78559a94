import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that a build starts, with the Debian package that brings each. */
const tools: Readonly<Record<string, string>> = {
  'apt-get': 'apt',
  'dpkg-deb': 'dpkg',
  bsdtar: 'libarchive-tools',
  depmod: 'kmod',
  modprobe: 'kmod',
  gpg: 'gnupg',
  gpgconf: 'gnupg',
  'repo-add': 'pacman-package-manager',
  // Whose shell functions repo-add reads.
  makepkg: 'makepkg',
};

/** Where Debian keeps what is for administrators; an ordinary user's path may lack it. */
const administrators = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** The search path that builds use. */
export function searchPath(path: string = process.env['PATH'] ?? ''): string {
  return [...path.split(delimiter).filter(Boolean), ...administrators].join(delimiter);
}

/** Names of the Debian packages that a build needs and that are not here; empty when it can start. */
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
