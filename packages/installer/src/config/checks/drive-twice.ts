import { normalize } from 'node:path/posix';
import { shown } from '../secrets.ts';
import { each, repeated, type Rule } from './rule.ts';

/** One drive under two names is the machine's matter; one name in two spellings is not. */
export const driveTwice: Rule = ({ config, find }) => {
  const drives = each('/harddrives', config.harddrives);
  const same = drives.map(({ item, pointer }) => ({
    item: item.startsWith('/') ? normalize(item) : item,
    pointer,
  }));
  return repeated(same).map(({ item, pointer, first }) =>
    find('drive-twice', pointer, {
      message: `${shown(item)} stands twice in harddrives`,
      hint: 'the first drive holds the system, a second one /home: name another one, or remove it',
      other: { pointer: first, message: 'the first stands here' },
    }),
  );
};
