import type { Check } from './check.ts';

/**
 * Reports manual network configurations without interfaces, and interfaces in other configurations, which have no
 * effect.
 */
export const checkNetwork: Check = ({ config, hasValue, isInvalid, finding }) => {
  const { type, nics } = config.network_config ?? {};
  const pointer = '/network_config/nics';
  if (config.network_config === undefined || (type === undefined && hasValue('/network_config/type')))
    return [];
  if (type === 'manual') {
    if (isInvalid(pointer) || (nics ?? []).length > 0) return [];
    return [
      finding('manual-without-nics', nics === undefined ? '/network_config/type' : pointer, {
        message: 'the manual network configuration lists no interfaces',
        expected: '"nics": [{ "iface": "enp3s0", "dhcp": true }]',
        hint: 'add nics, or write "type": "nm" for NetworkManager',
      }),
    ];
  }
  if (!hasValue(pointer)) return [];
  return [
    finding(
      'no-effect',
      pointer,
      { message: 'network_config.nics has no effect unless type is manual' },
      'key',
    ),
  ];
};
