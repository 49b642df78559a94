import { displayValue } from '../secrets.ts';
import { withPointers, type Check } from './check.ts';

/**
 * Reports invalid interface names. A name is matched against the kernel's names, so it may contain *, ? and [].
 * It also becomes part of a file name.
 */
export const checkNicNames: Check = ({ config, finding }) => {
  const { type, nics } = config.network_config ?? {};
  if (type !== 'manual') return [];
  return withPointers('/network_config/nics', nics).flatMap(({ item: { iface }, pointer }) => {
    if (iface === undefined || iface === '') return [];
    const wrong = describeFault(iface);
    if (wrong === undefined) return [];
    return [
      finding('nic-name', `${pointer}/iface`, {
        message: `${displayValue(iface)} is not a valid interface name: ${wrong}`,
        expected: 'a name that `ip link` shows, such as "enp3s0"; at most 15 characters',
      }),
    ];
  });
};

function describeFault(name: string): string | undefined {
  if (name === '.' || name === '..') return 'it is the name of a folder';
  if (/\s/.test(name)) return 'whitespace is not allowed';
  const [odd] = /[^\w.@+*?[\]-]/u.exec(name) ?? [];
  if (odd !== undefined) return `${JSON.stringify(odd)} is not allowed`;
  // A pattern may be longer than the names that it matches.
  return name.length > 15 && !/[*?[]/.test(name) ? `it has ${name.length} characters` : undefined;
}
