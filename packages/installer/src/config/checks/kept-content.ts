import type { Diagnostic } from '@writ/diagnostics';
import { DEFAULT_HOME_MODE } from '../extension-settings.ts';
import { escapePointer } from '../pointers.ts';
import { displayValue } from '../secrets.ts';
import { withPointers, type Check, type CheckContext } from './check.ts';
import { isIn, isMountPoint } from './mount-points.ts';
import { usersOf } from './users.ts';

const LIST = '/x-writ/disk/partitions';

/** Folders into which packages install files, in addition to those in which no partition can be mounted. */
const packageFolders = ['/opt', '/root', '/srv/ftp', '/srv/http', '/tmp', '/var'];

/** Reports kept file systems into which the installation would write. */
export const checkKeptContent: Check = (context) => {
  const { config, isInvalid, finding } = context;
  const { disk } = config['x-writ'] ?? {};
  if (disk?.layout !== 'partitions' || isInvalid(LIST)) return [];
  const entries = withPointers(LIST, disk.partitions);
  const mounts = entries.flatMap(({ item: { kind, mount = '/home' }, pointer }) =>
    kind === 'home' || kind === 'data' ? [{ mount, pointer }] : [],
  );
  const kept = entries.filter(({ item }) => item.keep !== undefined && item.keep.format !== true);
  return kept.flatMap(({ item: { kind, mount = '/home' }, pointer }): Diagnostic[] => {
    const isPackaged = mount === '/srv' || packageFolders.some((folder) => isIn(mount, folder));
    if (kind === 'data' && isPackaged && isMountPoint(mount)) {
      return [
        finding('partitions', `${pointer}/mount`, {
          message: `the partition remains, but packages would write to ${displayValue(mount)}`,
          hint: 'choose a folder such as /srv/photos, or write "format": true in "keep"',
        }),
      ];
    }
    return kind === 'home' || kind === 'data' ? checkHomes({ mount, pointer }, mounts, context) : [];
  });
};

interface ListedMount {
  readonly mount: string;
  readonly pointer: string;
}

/** Reports what the installation would change in home folders in a file system that remains. */
function checkHomes(
  kept: ListedMount,
  mounts: readonly ListedMount[],
  { config, finding }: CheckContext,
): Diagnostic[] {
  const { accounts = {} } = config['x-writ'] ?? {};
  const other = { pointer: kept.pointer, message: 'this partition remains' };
  const names = new Set(usersOf(config).map(({ user }) => user.username as string | undefined));
  return [...names].flatMap((name): Diagnostic[] => {
    if (name === undefined) return [];
    const home = `/home/${name}`;
    const others = mounts.filter(({ pointer }) => pointer !== kept.pointer);
    // Another partition may contain the home folder although its parent folder remains.
    const remains =
      isIn(home, kept.mount) &&
      !others.some(({ mount }) => isIn(home, mount) && mount.length > kept.mount.length);
    const account = Object.hasOwn(accounts, name) ? accounts[name] : undefined;
    const mode = account?.['home-mode'] ?? DEFAULT_HOME_MODE;
    const at = `/x-writ/accounts/${escapePointer(name)}`;
    return [
      ...(account?.['authorized-keys'] !== undefined && (remains || isIn(kept.mount, `${home}/.ssh`))
        ? [
            finding('partitions', `${at}/authorized-keys`, {
              message: `these keys would replace those in the home folder of ${displayValue(name)}, which remains`,
              hint: 'remove authorized-keys, and add the keys after the first start',
              other,
            }),
          ]
        : []),
      ...(remains && mode !== DEFAULT_HOME_MODE
        ? [
            finding('partitions', `${at}/home-mode`, {
              message: `the home folder of ${displayValue(name)} remains with its permissions`,
              hint: 'remove home-mode, and change the permissions after the first start',
              other,
            }),
          ]
        : []),
      ...(remains ? others : [])
        .filter(({ mount }) => mount !== home && isIn(mount, home))
        .map(({ mount, pointer }) =>
          finding('partitions', `${pointer}/mount`, {
            message: `nothing can be mounted at ${displayValue(mount)}, because the home folder of ${displayValue(name)} remains`,
            hint: 'add the partition to /etc/fstab after the first start',
            other,
          }),
        ),
    ];
  });
}
