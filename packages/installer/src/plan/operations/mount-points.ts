import { isIn } from '../../config/checks/mount-points.ts';
import type { MountPoint } from '../mounts.ts';
import type { Check, Command, Operation } from '../operation.ts';
import { chrootCommand, defineOperation, hostCommand } from './define-operation.ts';
import { foldersBetween } from './tree.ts';

/** Mount points whose folders every installation creates, with the owner and mode of those in packages. */
const standardFolders: ReadonlySet<string> = new Set([
  '/',
  '/boot',
  '/home',
  '/swap',
  '/.snapshots',
  '/var/cache/pacman/pkg',
  '/var/log',
]);

/**
 * Returns the operation that creates the mount points of an image's file systems that no package contains; an empty
 * list if there can be none. The folders in the home folders of users are created with these.
 */
export function createMountPoints(mountPoints: readonly string[], users: readonly string[]): Operation[] {
  const folders = mountPoints
    .filter((folder) => !standardFolders.has(folder) && !users.some((name) => isIn(folder, `/home/${name}`)))
    .toSorted();
  if (folders.length === 0) return [];
  return [
    defineOperation({
      id: 'mount-points',
      title: `Create the mount points ${folders.join(', ')}`,
      stage: 'system',
      commands: [chrootCommand('mkdir', '-p', '--', ...folders)],
      verify: folders.map((folder) => ({ kind: 'exists', path: `{tree}${folder}` })),
    }),
  ];
}

/**
 * Shell script that sets the owner and mode of folders to those in the file lists of the installed packages. The
 * package manager does not change folders that exist before the transaction.
 *
 * Arguments: the tree, and the folders.
 */
const ADOPT_FOLDERS = String.raw`
tree=$1
shift
for list in "$tree"/var/lib/pacman/local/*/mtree; do
  names=$(bsdtar -tf "$list")
  for folder in "$@"; do
    for name in ".$folder" "${'$'}{folder#/}"; do
      case "
$names
" in *"
$name
"*) bsdtar -xpnf "$list" --numeric-owner -C "$tree" -- "$name" ;; esac
    done
  done
done
`.trim();

/** Returns the operation that sets the owners and modes of mount points; an empty list if all are standard folders. */
export function adoptMountPoints(mounts: readonly MountPoint[]): Operation[] {
  const folders = mounts
    .filter(({ mountPoint, isKept }) => !isKept && !standardFolders.has(mountPoint))
    .map(({ mountPoint }) => mountPoint)
    .toSorted();
  if (folders.length === 0) return [];
  return [
    defineOperation({
      id: 'mount-points',
      title: `Set the owners and permissions of packages for ${folders.join(', ')}`,
      stage: 'system',
      commands: [hostCommand('sh', '-euc', ADOPT_FOLDERS, 'sh', '{tree}', ...folders)],
      verify: [{ kind: 'ended' }],
    }),
  ];
}

/** True if the file system that contains a folder remains. */
function isInKept(folder: string, mounts: readonly MountPoint[]): boolean {
  return (
    mounts
      .filter(({ mountPoint }) => mountPoint === '/' || isIn(folder, mountPoint))
      .toSorted((a, b) => b.mountPoint.length - a.mountPoint.length)[0]?.isKept === true
  );
}

/**
 * Returns the operation that gives a user the mount points at and in the home folder; an empty list if there are none.
 * They exist before the user, and `useradd` leaves an existing home folder to root and without the files of /etc/skel.
 */
export function ownMountPoints(name: string, mounts: readonly MountPoint[]): Operation[] {
  const home = `/home/${name}`;
  const inHome = mounts.map(({ mountPoint }) => mountPoint).filter((folder) => isIn(folder, home));
  if (isInKept(home, mounts) || inHome.length === 0) return [];
  const parents = inHome.flatMap((folder) => foldersBetween(home, folder));
  const folders = [...new Set([...parents, ...inHome])].filter(
    (folder) => folder !== home && !isInKept(folder, mounts),
  );
  const install = (mode: string, ...paths: string[]): Command =>
    chrootCommand('install', '-d', '-o', name, '-g', name, '-m', mode, '--', ...paths);
  return [
    defineOperation({
      id: `home-mounts-${name}`,
      title: `Give the home folder and its mount points to ${name}`,
      stage: 'users',
      commands: [
        install('0700', home),
        chrootCommand('runuser', '-u', name, '--', 'cp', '-R', '--', '/etc/skel/.', home),
        ...(folders.length === 0 ? [] : [install('0755', ...folders.toSorted())]),
      ],
      verify: [home, ...folders].map((folder) => isOwnedBy(folder, name)),
    }),
  ];
}

function isOwnedBy(folder: string, name: string): Check {
  const script = '[ "$(stat -c %U -- "$1")" = "$2" ]';
  return { kind: 'command', command: chrootCommand('sh', '-euc', script, 'sh', folder, name) };
}
