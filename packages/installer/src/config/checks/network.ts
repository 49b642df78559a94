import type { Rule } from './rule.ts';

/** A manual network has interfaces; those of any other are not read. */
export const network: Rule = ({ config, has, unsound, find }) => {
  const { type, nics } = config.network_config ?? {};
  const pointer = '/network_config/nics';
  if (config.network_config === undefined || (type === undefined && has('/network_config/type'))) return [];
  if (type === 'manual') {
    if (unsound(pointer) || (nics ?? []).length > 0) return [];
    return [
      find('manual-without-nics', nics === undefined ? '/network_config/type' : pointer, {
        message: 'a manual network without an interface',
        expected: '"nics": [{ "iface": "enp3s0", "dhcp": true }]',
        hint: 'add nics, or write "type": "nm" for NetworkManager',
      }),
    ];
  }
  if (!has(pointer)) return [];
  return [
    find('no-effect', pointer, { message: 'network_config.nics has no effect unless type is manual' }, 'key'),
  ];
};
