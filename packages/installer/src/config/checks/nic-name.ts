import { shown } from '../secrets.ts';
import { each, type Rule } from './rule.ts';

/** What the kernel takes, and what may stand in a file's name: a name is matched, and may hold * and ?. */
export const nicName: Rule = ({ config, find }) => {
  const { type, nics } = config.network_config ?? {};
  if (type !== 'manual') return [];
  return each('/network_config/nics', nics).flatMap(({ item: { iface }, pointer }) => {
    if (iface === undefined || iface === '') return [];
    const wrong = reason(iface);
    if (wrong === undefined) return [];
    return [
      find('nic-name', `${pointer}/iface`, {
        message: `${shown(iface)} is no name of an interface: ${wrong}`,
        expected: 'a name that `ip link` shows, such as "enp3s0"; at most 15 characters',
      }),
    ];
  });
};

function reason(name: string): string | undefined {
  if (name === '.' || name === '..') return 'it would name a folder';
  if (/\s/.test(name)) return 'a blank may not stand in it';
  const [odd] = /[^\w.@+*?[\]-]/u.exec(name) ?? [];
  if (odd !== undefined) return `${JSON.stringify(odd)} may not stand in it`;
  // A pattern may be longer than what it matches.
  return name.length > 15 && !/[*?[]/.test(name) ? `it has ${name.length} characters` : undefined;
}
