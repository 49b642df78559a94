import { shown } from '../secrets.ts';
import { unitName } from './packages.ts';
import { each, repeated, type Rule } from './rule.ts';

/** The same entry twice in a list does nothing, and often another one was meant. */
export const duplicateEntry: Rule = ({ config, find }) =>
  (['kernels', 'packages', 'services'] as const).flatMap((key) => {
    const entries = each<string>(`/${key}`, config[key]);
    const same = entries.map(({ item, pointer }) => ({
      item: key === 'services' ? unitName(item) : item,
      pointer,
    }));
    const written = new Map(entries.map(({ item, pointer }) => [pointer, item]));
    return repeated(same).map(({ pointer, first }) => {
      return find('duplicate-entry', pointer, {
        message: `${shown(written.get(pointer))} stands twice in ${key}`,
        hint: 'remove one of them',
        other: { pointer: first, message: 'the first stands here' },
      });
    });
  });
