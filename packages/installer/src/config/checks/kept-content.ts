import type { Diagnostic } from '@writ/diagnostics';
import { escapePointer } from '../pointers.ts';
import { displayValue } from '../secrets.ts';
import { withPointers, type Check } from './check.ts';
import { isMountPoint } from './mount-points.ts';

const LIST = '/x-writ/disk/partitions';

/** Folders into which packages install files, in addition to those in which no partition can be mounted. */
const packageFolders = ['/opt', '/root', '/tmp', '/var'];

/** Reports kept file systems into which the installation would write. */
export const checkKeptContent: Check = ({ config, isInvalid, finding }) => {
  const { disk, accounts = {} } = config['x-writ'] ?? {};
  if (disk?.layout !== 'partitions' || isInvalid(LIST)) return [];
  const kept = withPointers(LIST, disk.partitions).filter(
    ({ item }) => item.keep !== undefined && item.keep.format !== true,
  );
  return kept.flatMap(({ item: { kind, mount = '/home' }, pointer }): Diagnostic[] => {
    const folder = packageFolders.find((one) => `${mount}/`.startsWith(`${one}/`));
    if (kind === 'data' && folder !== undefined && isMountPoint(mount)) {
      return [
        finding('partitions', `${pointer}/mount`, {
          message: `the partition remains, but packages would write to ${displayValue(mount)}`,
          hint: 'choose a folder such as /srv or /mnt, or write "format": true in "keep"',
        }),
      ];
    }
    if (kind !== 'home' && kind !== 'data') return [];
    return Object.entries(accounts).flatMap(([name, account]) =>
      account['authorized-keys'] === undefined || !`/home/${name}/`.startsWith(`${mount}/`)
        ? []
        : [
            finding('partitions', `/x-writ/accounts/${escapePointer(name)}/authorized-keys`, {
              message: `these keys would replace those in the home folder of ${displayValue(name)}, which remains`,
              hint: 'remove authorized-keys, and add the keys after the first start',
              other: { pointer, message: 'this partition remains' },
            }),
          ],
    );
  });
};
