import type { Operation } from '../operation.ts';
import { hostCommand, defineOperation, splitWords } from './define-operation.ts';
import { copyRepositoryKeys, type RepositoryKey } from './system.ts';
import { INITRAMFS_HOOK } from './initramfs.ts';

/** Options that follow `--config` on pacman's command line. */
const pacmanOptions: readonly string[] = [
  ...splitWords('--gpgdir {scratch}/gnupg --hookdir {scratch}/hooks'),
  ...splitWords('--cachedir {cache} --noconfirm --noprogressbar'),
];

/**
 * The command for pacman with the run's configuration, keyring and hooks; the databases are added by the caller.
 * pacman reads none of this machine's settings.
 */
export const pacman: readonly string[] = [
  ...splitWords('pacman --config {scratch}/pacman.conf'),
  ...pacmanOptions,
];

/** Options for an empty system, in which no package is installed. */
export const scratchDatabase: readonly string[] = [
  ...splitWords('--root {scratch}/root --dbpath {scratch}/db --logfile {scratch}/pacman.log'),
];

/**
 * The command that queries databases that this run has fetched. pacman has already verified their signatures, and
 * would otherwise start gpg a dozen times for every query to verify them again.
 */
export const pacmanQuery: readonly string[] = [
  ...splitWords('pacman --config {scratch}/query.conf'),
  ...pacmanOptions,
  ...scratchDatabase,
];

/** Returns the operation that downloads packages. The package manager verifies their signatures and checksums. */
export function downloadPackages(packages: readonly string[]): Operation {
  return defineOperation({
    id: 'download',
    title: 'Download and verify every package',
    stage: 'download',
    weight: 200,
    limit: 6 * 3600,
    commands: [hostCommand(...pacman, ...scratchDatabase, '-Sw', '--', ...packages)],
    verify: [{ kind: 'cached' }],
  });
}

/**
 * Package cache on the new file system, for packages that do not fit into this machine's cache. The
 * cache is deleted after the packages are installed.
 */
export const TARGET_CACHE = '/.writ-packages';

/**
 * Returns the operation that installs all packages in one transaction. If the package manager is killed, the tree is
 * unusable, and a resumed run starts with an empty one. The initramfs is built after the transaction.
 */
export function installPackages(packages: readonly string[], keys: readonly RepositoryKey[] = []): Operation {
  return defineOperation({
    id: 'packages',
    title: `Install ${packages.join(', ')} in one transaction`,
    stage: 'packages',
    weight: 100,
    limit: 2 * 3600,
    postpones: INITRAMFS_HOOK,
    commands: [
      hostCommand('cp', '-R', '--', '{scratch}/db/sync', '{tree}/var/lib/pacman/'),
      // Removes the file lists, which occupy about 50 MB and are needed only by the preflight.
      hostCommand('find', '{tree}/var/lib/pacman/sync', '-name', '*.files*', '-delete'),
      {
        where: 'mounted',
        argv: [
          ...pacman,
          ...splitWords('--root {tree} --dbpath {tree}/var/lib/pacman --logfile {tree}/var/log/pacman.log'),
          '-S',
          '--',
          ...packages,
        ],
      },
      ...copyRepositoryKeys(keys),
    ],
    verify: [{ kind: 'packages' }],
    undo: { kind: 'again-from', from: 'tree' },
  });
}
