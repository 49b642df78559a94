import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs of the Debian packages in `scripts/debian`, which `npm run bench:install` installs. */
const PROGRAMS = [
  'pacman',
  'pacman-key',
  'bsdtar',
  'gpg',
  'sfdisk',
  'mkfs.ext4',
  'mkfs.vfat',
  'mcopy',
  'unshare',
];
const MOUNTING = ['pacstrap', 'arch-chroot', 'genfstab', 'losetup', 'blkid'];
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  sequential: MOUNTING,
  archinstall: MOUNTING,
  mkosi: ['mkosi', 'systemd-nspawn'],
  floor: ['curl', 'arch-chroot'],
};

/**
 * @param subjects names of the subjects that will run
 * @throws Error if the benchmark cannot run here
 */
export function assertPrograms(subjects: readonly string[], user: number = process.geteuid?.() ?? -1): void {
  if (user !== 0)
    throw new Error('bench:install must run as root: its subjects mount file systems and change roots');
  const missing = missingPrograms(subjects);
  if (missing.length > 0)
    throw new Error(`programs are missing: ${missing.join(' ')}; scripts/debian lists their Debian packages`);
}

/** @param subjects names of the subjects that will run */
export function missingPrograms(subjects: readonly string[]): string[] {
  const needed = [...PROGRAMS, ...subjects.flatMap((name) => NEEDED[name] ?? [])];
  return [...new Set(needed)].filter((program) => !isInstalled(program));
}

function isInstalled(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
