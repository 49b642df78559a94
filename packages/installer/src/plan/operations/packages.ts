import type { Operation } from '../operation.ts';
import { hostCommand, defineOperation, splitWords } from './define-operation.ts';

/** The package manager reads nothing of this machine's: configuration, keyring, hooks and databases are the run's own. */
export const pacman: readonly string[] = [
  ...splitWords('pacman --config {scratch}/pacman.conf --gpgdir {scratch}/gnupg --hookdir {scratch}/hooks'),
  ...splitWords('--cachedir {cache} --noconfirm --noprogressbar'),
];

/** A system that holds nothing: what it needs is everything. */
export const scratchDatabase: readonly string[] = [
  ...splitWords('--root {scratch}/root --dbpath {scratch}/db --logfile {scratch}/pacman.log'),
];

/** Signatures and checksums are verified by the package manager before it ends. */
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

/** On the new file system: packages for which this machine's cache had no room. It goes as soon as they are installed. */
export const TARGET_CACHE = '/.writ-packages';

/**
 * All or nothing: a tree in which the package manager was killed cannot be continued, only made again.
 *
 * @param made what hooks leave, as the new system names it: kernels and what is started with them
 */
export function installPackages(packages: readonly string[], made: readonly string[]): Operation {
  return defineOperation({
    id: 'packages',
    title: `Install ${packages.join(', ')} in one transaction`,
    stage: 'packages',
    weight: 100,
    limit: 2 * 3600,
    commands: [
      hostCommand('cp', '-R', '--', '{scratch}/db/sync', '{tree}/var/lib/pacman/'),
      // The lists of files were for us: the distribution's have some fifty megabytes.
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
    ],
    // Exit status 0 is not enough: a failed hook does not change it.
    verify: [
      { kind: 'packages' },
      ...made.map((path) => ({ kind: 'exists' as const, path: `{tree}${path}` })),
    ],
    undo: { kind: 'again-from', from: 'tree' },
  });
}
