import { shown } from '../secrets.ts';
import { each, repeated, type Rule } from './rule.ts';

/** The same entry twice in a list does nothing, and often another one was meant. */
export const duplicateEntry: Rule = ({ config, find }) =>
  (['kernels', 'packages', 'services'] as const).flatMap((key) =>
    repeated(each<string>(`/${key}`, config[key])).map(({ item, pointer, first }) =>
      find('duplicate-entry', pointer, {
        message: `${shown(item)} stands twice in ${key}`,
        hint: 'remove one of them',
        other: { pointer: first, message: 'the first stands here' },
      }),
    ),
  );
