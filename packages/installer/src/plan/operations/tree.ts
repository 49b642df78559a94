import type { Command, Operation } from '../operation.ts';
import { hostCommand, defineOperation } from './define-operation.ts';
import { treeFile } from './tree-files.ts';
import { TARGET_CACHE } from './packages.ts';
import { degradedStart } from './raid.ts';

const folders: readonly (readonly [mode: string, paths: readonly string[]])[] = [
  [
    '0755',
    ['', '/boot', '/dev', '/etc', '/etc/pacman.d', '/run', '/var', '/var/cache', '/var/lib', '/var/log'],
  ],
  ['0755', ['/var/cache/pacman', '/var/cache/pacman/pkg', '/var/lib/pacman']],
  ['0555', ['/proc', '/sys']],
  ['1777', ['/tmp']],
];

/**
 * Returns the operation that creates an empty tree. After an interrupted package transaction, the run restarts at this
 * operation.
 */
function createTree(title: string, commands: readonly Command[]): Operation {
  return defineOperation({
    id: 'tree',
    title,
    stage: 'tree',
    weight: 2,
    commands: [
      ...commands,
      ...folders.map(([mode, paths]) =>
        hostCommand('install', '-d', '-m', mode, '--', ...paths.map((path) => `{tree}${path}`)),
      ),
    ],
    verify: [{ kind: 'exists', path: '{tree}/var/lib/pacman' }],
  });
}

export function makeTree(): Operation {
  return createTree(
    'Create the folders of the new system, in memory if there is enough, else next to the image',
    [hostCommand('rm', '-rf', '--one-file-system', '--', '{tree}')],
  );
}

/**
 * Returns the operation that empties mounted file systems, but retains packages that an earlier attempt downloaded, and
 * creates the folders of an empty tree.
 *
 * @param mountPoints mount points of all file systems, which remain mounted
 * @param kept the mount points whose file systems retain their files
 */
export function makeMountedTree(mountPoints: readonly string[], kept: ReadonlySet<string>): Operation {
  const toPlace = (path: string): string => `{tree}${path === '/' ? '' : path}`;
  const places = mountPoints.map(toPlace);
  const emptied = mountPoints.filter((path) => !kept.has(path)).map(toPlace);
  return createTree(
    'Create the folders of an empty system',
    emptied.map((place) => {
      const downloads = place === '{tree}' ? [`${place}${TARGET_CACHE}`, `${place}${TARGET_CACHE}/?*`] : [];
      const nested = places.filter((other) => other.startsWith(`${place}/`));
      const parents = new Set(nested.flatMap((other) => foldersBetween(place, other)));
      const excluded = [...nested, ...parents, `${place}/lost+found`, ...downloads];
      return hostCommand(
        'find',
        place,
        '-xdev',
        '-mindepth',
        '1',
        ...excluded.flatMap((path) => ['-not', '-path', path]),
        '-delete',
      );
    }),
  );
}

/** Returns the folders between a folder and a path in it: `/a/b` and `/a/b/c` for `/a` and `/a/b/c/d`. */
export function foldersBetween(folder: string, path: string): string[] {
  const names = path
    .slice(folder.length + 1)
    .split('/')
    .slice(0, -1);
  return names.map((_name, index) => [folder, ...names.slice(0, index + 1)].join('/'));
}

/** Initramfs settings. */
export interface InitramfsOptions {
  readonly keyboard: string;
  readonly commandLine: string;
  /** True to reduce the initramfs to the hardware of this machine, which will boot the system. */
  readonly here: boolean;
  /** True to include the processor's microcode. */
  readonly microcode: boolean;
  /** True to include the hook that prompts for the passphrase of the root partition. */
  readonly encrypted: boolean;
  /** True to include the hook that assembles RAID arrays, and the units that start them without a missing drive. */
  readonly raid: boolean;
}

/**
 * Returns the operation that writes the initramfs settings. It precedes the package transaction, in which a hook
 * builds the initramfs unless the hook is postponed.
 */
export function writeInitramfsSettings({
  keyboard,
  commandLine,
  here,
  microcode,
  encrypted,
  raid,
}: InitramfsOptions): Operation {
  const devices = `${raid ? 'mdadm_udev ' : ''}${encrypted ? 'sd-encrypt ' : ''}`;
  const hooks = here
    ? `base systemd autodetect ${microcode ? 'microcode ' : ''}modconf kms keyboard sd-vconsole block ${devices}filesystems fsck`
    : `base systemd modconf keyboard sd-vconsole block ${devices}filesystems fsck`;
  const why = here ? '' : '# An image boots on other hardware than it was built on: no autodetect.\n';
  const included = raid ? `FILES+=(${degradedStart.map((path) => `/${path}`).join(' ')})\n` : '';
  const files = [
    treeFile('/etc/vconsole.conf', `KEYMAP=${keyboard}\n`),
    treeFile('/etc/kernel/cmdline', `${commandLine}\n`),
    treeFile('/etc/mkinitcpio.conf.d/writ.conf', `${why}HOOKS=(${hooks})\n${included}`),
  ];
  return defineOperation({
    id: 'early-files',
    title: `Write the initramfs settings: keyboard ${keyboard}, kernel command line`,
    stage: 'tree',
    files,
    verify: files,
  });
}
