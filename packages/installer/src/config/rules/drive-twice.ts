import { shown } from '../secrets.ts';
import { each, repeated, type Rule } from './rule.ts';

export const driveTwice: Rule = ({ config, find }) =>
  repeated(each('/harddrives', config.harddrives)).map(({ item, pointer, first }) =>
    find('drive-twice', pointer, {
      message: `${shown(item)} stands twice in harddrives`,
      hint: 'the first drive holds the system, a second one /home: name another one, or remove it',
      other: { pointer: first, message: 'the first stands here' },
    }),
  );
