import { normalize } from 'node:path/posix';
import { displayValue } from '../secrets.ts';
import { withPointers, findDuplicates, type Check } from './check.ts';

/**
 * Reports drives that are listed more than once. Paths are normalized before they are compared. Different
 * names of the same drive are detected later, when the drives are looked up on the machine.
 */
export const checkDuplicateDrives: Check = ({ config, finding }) => {
  const drives = withPointers('/harddrives', config.harddrives);
  const same = drives.map(({ item, pointer }) => ({
    item: item.startsWith('/') ? normalize(item) : item,
    pointer,
  }));
  return findDuplicates(same).map(({ item, pointer, first }) =>
    finding('duplicate-drive', pointer, {
      message: `${displayValue(item)} occurs twice in harddrives`,
      hint: 'specify another drive, or remove this one: the first drive is for the system, the second for /home',
      other: { pointer: first, message: 'the first one is here' },
    }),
  );
};
