/**
 * Programs that run as a single process in the way in which plans and runs call them: they start no other program and
 * leave no process behind, and they read neither the processes of the machine nor the mounts of the new system.
 * `bsdtar` reads all formats of packages itself. gpg and pacman are not in the list, because they start gpg-agent, nor
 * are mcopy and mdir, because they start a shell for some paths.
 */
const programs: ReadonlySet<string> = new Set([
  'bsdtar',
  'cmp',
  'cp',
  'e2fsck',
  'find',
  'install',
  'mkfs.ext4',
  'mkfs.vfat',
  'mv',
  'rm',
  'sed',
  'sfdisk',
  'sync',
  'truncate',
]);

/** Options of `find` and `install` that start a program. */
const startsProgram = /^(?:-(?:exec|execdir|ok|okdir)|--strip(?:-program=.*)?)$/;

/**
 * True if a command runs as a single process, which ends with the run even outside a PID namespace. Programs are
 * identified by name, and a path as the name does not match.
 */
export function isSingleProcess([program = '', ...options]: readonly string[]): boolean {
  return programs.has(program) && !options.some((option) => startsProgram.test(option));
}
