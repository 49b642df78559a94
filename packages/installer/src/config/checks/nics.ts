import { defined } from '@writ/diagnostics/internal';
import { subnetContains, isLinkLocal, parseAddress, parseSubnet } from '../addresses.ts';
import { keyPath } from '../wording.ts';
import { displayValue } from '../secrets.ts';
import type { NicConfig } from '../../schema/types.gen.ts';
import { withPointers, findDuplicates, type Check, type CheckContext } from './check.ts';

/** Reports interfaces that are listed twice, and invalid, contradictory or ineffective addresses of interfaces. */
export const checkNics: Check = (context) => {
  const { config, finding } = context;
  if (config.network_config?.type !== 'manual') return [];
  const list = withPointers('/network_config/nics', config.network_config.nics);
  const names = list.flatMap(({ item, pointer }) =>
    item.iface === undefined ? [] : [{ item: item.iface, pointer: `${pointer}/iface` }],
  );
  return [
    ...findDuplicates(names).map(({ item, pointer, first }) =>
      finding('duplicate-nic', pointer, {
        message: `${displayValue(item)} occurs twice in nics`,
        other: { pointer: first, message: 'the first one is here' },
      }),
    ),
    ...list.flatMap(({ item, pointer }) => checkNic(item, pointer, context)),
  ];
};

function checkNic(nic: NicConfig, pointer: string, { hasValue, finding }: CheckContext): ReturnType<Check> {
  const found: ReturnType<Check> = [];
  const report = (key: string, message: string, expected: string, hint?: string): void => {
    found.push(finding('nic-address', `${pointer}${key}`, { message, expected, ...defined({ hint }) }));
  };
  const { ip, gateway, dhcp, dns } = nic;
  const subnet = ip === undefined ? undefined : parseSubnet(ip);
  const router = gateway === undefined ? undefined : parseAddress(gateway);
  if (ip !== undefined && subnet === undefined) {
    const bare = parseAddress(ip);
    if (bare === undefined)
      report(
        '/ip',
        `${displayValue(ip)} is not an address with a prefix length`,
        'an address such as 192.168.1.5/24 or 2001:db8::5/64',
      );
    else
      report(
        '/ip',
        `${displayValue(ip)} has no prefix length`,
        'an address such as 192.168.1.5/24',
        `write ${ip}/${bare.bits === 32 ? 24 : 64}, if that is the size of your network`,
      );
  }
  if (gateway !== undefined && router === undefined) {
    const [address = ''] = gateway.split('/');
    const hint =
      gateway.includes('/') && parseAddress(address) !== undefined ? `write ${address}` : undefined;
    report(
      '/gateway',
      `${displayValue(gateway)} is not an IP address`,
      'an address such as 192.168.1.1',
      hint,
    );
  }
  // Without an address, dhcp is true by default.
  if (dhcp ?? !hasValue(`${pointer}/ip`)) {
    for (const key of ['ip', 'gateway'] as const) {
      const isInvalid = found.some((other) => other.pointer === `${pointer}/${key}`);
      if (isInvalid || !hasValue(`${pointer}/${key}`)) continue;
      const name = keyPath(`${pointer}/${key}`);
      found.push(
        finding(
          'no-effect',
          `${pointer}/${key}`,
          dhcp === true
            ? {
                message: `${name} has no effect while dhcp is true`,
                hint: 'remove it, or write "dhcp": false',
              }
            : { message: `${name} has no effect without ip: dhcp is on`, hint: 'remove it, or add ip' },
          'key',
        ),
      );
    }
  } else if (dhcp === false && ip === undefined && !hasValue(`${pointer}/ip`)) {
    report('/dhcp', 'without dhcp, the interface needs an address', '"ip": "192.168.1.5/24"');
  }
  // A subnet with only one address cannot contain the gateway.
  if (dhcp !== true && subnet !== undefined && router !== undefined && subnet.prefix < subnet.bits) {
    if (subnet.bits !== router.bits)
      report(
        '/gateway',
        'ip and gateway have different IP versions',
        `an IPv${subnet.bits === 32 ? 4 : 6} address`,
      );
    else if (subnet.value === router.value)
      report('/gateway', "the gateway is the interface's own address", "the router's address");
    else if (!subnetContains(subnet, router) && !isLinkLocal(router))
      report(
        '/gateway',
        `${displayValue(gateway)} is not in the subnet of ${displayValue(ip)}`,
        'an address in this subnet, or a link-local address',
      );
  }
  for (const { item, pointer: place } of withPointers(`${pointer}/dns`, dns)) {
    if (parseAddress(item) === undefined) {
      report(
        place.slice(pointer.length),
        `${displayValue(item)} is not an IP address`,
        'an address such as 1.1.1.1 or 2606:4700:4700::1111',
      );
    }
  }
  return found;
}
