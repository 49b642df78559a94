import type { Diagnostic } from '@writ/diagnostics';
import type { Check } from './check.ts';

const DISK = '/x-writ/disk';
const SWAP = '/x-writ/swap';

/** Reports settings of disks in a configuration for a prepared folder, in which Writ creates no partitions. */
export const checkMounted: Check = ({ config, hasKey, finding }) => {
  const { disk, swap } = config['x-writ'] ?? {};
  if (disk?.layout !== 'mounted') return [];
  const report = (pointer: string, message: string, hint: string): Diagnostic =>
    finding('prepared-folder', pointer, {
      message,
      hint,
      other: { pointer: `${DISK}/layout`, message: 'the layout is configured here' },
    });
  const remove = 'remove it, or choose another layout';
  return [
    ...(['file-system', 'btrfs', 'home', 'luks', 'partitions', 'raid'] as const)
      .filter((key) => hasKey(`${DISK}/${key}`))
      .map((key) =>
        report(`${DISK}/${key}`, 'Writ creates no partitions and file systems in a prepared folder', remove),
      ),
    ...((config.harddrives ?? []).length > 0
      ? [report('/harddrives', 'a prepared folder is the target instead of drives', remove)]
      : []),
    ...(swap?.kind === 'file' || swap?.kind === 'partition'
      ? [
          report(
            `${SWAP}/kind`,
            'Writ creates no swap space on the disk in a prepared folder',
            'choose zram, or create the swap space after the first start',
          ),
        ]
      : []),
  ];
};
