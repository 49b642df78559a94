import { displayValue } from '../secrets.ts';
import { unitName } from './packages.ts';
import { withPointers, findDuplicates, type Check } from './check.ts';

const KEYS = ['kernels', 'packages', 'services', 'x-writ.desktops'] as const;

/**
 * Reports duplicate entries of lists of names. They are harmless, but often a different entry was intended.
 */
export const checkDuplicateEntries: Check = ({ config, finding }) =>
  KEYS.flatMap((key) => {
    const list = key === 'x-writ.desktops' ? config['x-writ']?.desktops : config[key];
    const entries = withPointers<string>(`/${key.replace('.', '/')}`, list);
    const same = entries.map(({ item, pointer }) => ({
      item: key === 'services' ? unitName(item) : item,
      pointer,
    }));
    const written = new Map(entries.map(({ item, pointer }) => [pointer, item]));
    return findDuplicates(same).map(({ pointer, first }) => {
      return finding('duplicate-entry', pointer, {
        message: `${displayValue(written.get(pointer))} occurs twice in ${key}`,
        hint: 'remove one of them',
        other: { pointer: first, message: 'the first one is here' },
      });
    });
  });
