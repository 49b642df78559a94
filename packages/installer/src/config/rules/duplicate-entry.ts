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
    return repeated(same).map(({ pointer, first }) => {
      const written = entries.find((entry) => entry.pointer === pointer)?.item;
      return find('duplicate-entry', pointer, {
        message: `${shown(written)} stands twice in ${key}`,
        hint: 'remove one of them',
        other: { pointer: first, message: 'the first stands here' },
      });
    });
  });
