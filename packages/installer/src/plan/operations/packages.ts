import type { Operation } from '../operation.ts';
import { host, operation, words } from './build.ts';

/** The package manager reads nothing of this machine's: configuration, keyring, hooks and databases are the run's own. */
export const pacman: readonly string[] = [
  ...words('pacman --config {scratch}/pacman.conf --gpgdir {scratch}/gnupg --hookdir {scratch}/hooks'),
  ...words('--cachedir {cache} --noconfirm --noprogressbar'),
];

/** A system that holds nothing: what it needs is everything. */
export const scratchDatabase: readonly string[] = [
  ...words('--root {scratch}/root --dbpath {scratch}/db --logfile {scratch}/pacman.log'),
];

/** Signatures and checksums are verified by the package manager before it ends. */
export function download(packages: readonly string[]): Operation {
  return operation({
    id: 'download',
    title: 'Download and verify every package',
    stage: 'download',
    weight: 200,
    limit: 6 * 3600,
    commands: [host(...pacman, ...scratchDatabase, '-Sw', '--', ...packages)],
    verify: [{ kind: 'cached' }],
  });
}

export function makeTree(): Operation {
  const folders: [string, string[]][] = [
    [
      '0755',
      ['', '/boot', '/dev', '/etc', '/etc/pacman.d', '/run', '/var', '/var/cache', '/var/lib', '/var/log'],
    ],
    ['0755', ['/var/cache/pacman', '/var/cache/pacman/pkg', '/var/lib/pacman']],
    ['0555', ['/proc', '/sys']],
    ['1777', ['/tmp']],
  ];
  return operation({
    id: 'tree',
    title: 'Make an empty tree beside the image',
    stage: 'tree',
    weight: 2,
    commands: [
      host('rm', '-rf', '--one-file-system', '--', '{tree}'),
      ...folders.map(([mode, paths]) =>
        host('install', '-d', '-m', mode, '--', ...paths.map((path) => `{tree}${path}`)),
      ),
    ],
    verify: [{ kind: 'exists', path: '{tree}/var/lib/pacman' }],
  });
}

/**
 * The initramfs is made by a hook of the package transaction: what it reads has to be there before.
 * It is made on one machine and started on another, so it must not be cut down to this one's hardware.
 */
export function earlyFiles(keyboard: string, commandLine: string): Operation {
  const files = [
    { kind: 'file', path: '{tree}/etc/vconsole.conf', mode: 0o644, content: `KEYMAP=${keyboard}\n` },
    { kind: 'file', path: '{tree}/etc/kernel/cmdline', mode: 0o644, content: `${commandLine}\n` },
    {
      kind: 'file',
      path: '{tree}/etc/mkinitcpio.conf.d/writ.conf',
      mode: 0o644,
      content:
        '# An image starts on other hardware than it was made on: no autodetect.\nHOOKS=(base systemd modconf keyboard sd-vconsole block filesystems fsck)\n',
    },
  ] as const;
  return operation({
    id: 'early-files',
    title: `Write what the initramfs reads: keyboard ${keyboard}, kernel command line`,
    stage: 'tree',
    files,
    verify: files,
  });
}

/** All or nothing: a tree in which the package manager was killed cannot be continued, only made again. */
export function installPackages(packages: readonly string[], kernels: readonly string[]): Operation {
  return operation({
    id: 'packages',
    title: `Install ${packages.join(', ')} in one transaction`,
    stage: 'packages',
    weight: 100,
    limit: 2 * 3600,
    commands: [
      host('cp', '-R', '--', '{scratch}/db/sync', '{tree}/var/lib/pacman/'),
      // The lists of files were for us: the distribution's have some fifty megabytes.
      host('find', '{tree}/var/lib/pacman/sync', '-name', '*.files*', '-delete'),
      {
        where: 'mounted',
        argv: [
          ...pacman,
          ...words('--root {tree} --dbpath {tree}/var/lib/pacman --logfile {tree}/var/log/pacman.log'),
          '-S',
          '--',
          ...packages,
        ],
      },
    ],
    // Exit status 0 is not enough: a failed hook does not change it.
    verify: [
      { kind: 'packages' },
      ...kernels.flatMap((kernel) => [
        { kind: 'exists' as const, path: `{tree}/boot/vmlinuz-${kernel}` },
        { kind: 'exists' as const, path: `{tree}/boot/initramfs-${kernel}.img` },
      ]),
    ],
    undo: { kind: 'again-from', from: 'tree' },
  });
}
