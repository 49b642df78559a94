import { defined } from '@writ/diagnostics/internal';
import { contains, isLinkLocal, parseAddress, parseSubnet } from '../addresses.ts';
import { nameOf } from '../names.ts';
import { shown } from '../secrets.ts';
import type { NicConfig } from '../../schema/types.gen.ts';
import { each, repeated, type Rule, type RuleContext } from './rule.ts';

/** Interfaces are set up as they are written: what does not fit each other would be found when nobody can reach the machine. */
export const nics: Rule = (context) => {
  const { config, find } = context;
  if (config.network_config?.type !== 'manual') return [];
  const list = each('/network_config/nics', config.network_config.nics);
  const names = list.flatMap(({ item, pointer }) =>
    item.iface === undefined ? [] : [{ item: item.iface, pointer: `${pointer}/iface` }],
  );
  return [
    ...repeated(names).map(({ item, pointer, first }) =>
      find('duplicate-nic', pointer, {
        message: `${shown(item)} stands twice in nics`,
        other: { pointer: first, message: 'the first stands here' },
      }),
    ),
    ...list.flatMap(({ item, pointer }) => judge(item, pointer, context)),
  ];
};

function judge(nic: NicConfig, pointer: string, { has, find }: RuleContext): ReturnType<Rule> {
  const found: ReturnType<Rule> = [];
  const wrong = (key: string, message: string, expected: string, hint?: string): void => {
    found.push(find('nic-address', `${pointer}${key}`, { message, expected, ...defined({ hint }) }));
  };
  const { ip, gateway, dhcp, dns } = nic;
  const subnet = ip === undefined ? undefined : parseSubnet(ip);
  const router = gateway === undefined ? undefined : parseAddress(gateway);
  if (ip !== undefined && subnet === undefined) {
    const bare = parseAddress(ip);
    if (bare === undefined)
      wrong(
        '/ip',
        `${shown(ip)} is no address with a prefix length`,
        'such as 192.168.1.5/24 or 2001:db8::5/64',
      );
    else
      wrong(
        '/ip',
        `${shown(ip)} has no prefix length`,
        'such as 192.168.1.5/24',
        `write ${ip}/${bare.bits === 32 ? 24 : 64}, if that is the size of your network`,
      );
  }
  if (gateway !== undefined && router === undefined) {
    const [address = ''] = gateway.split('/');
    const hint =
      gateway.includes('/') && parseAddress(address) !== undefined ? `write ${address}` : undefined;
    wrong('/gateway', `${shown(gateway)} is no IP address`, 'such as 192.168.1.1', hint);
  }
  // Absent, it is on unless an address is given.
  if (dhcp ?? !has(`${pointer}/ip`)) {
    for (const key of ['ip', 'gateway'] as const) {
      if (!has(`${pointer}/${key}`)) continue;
      const name = nameOf(`${pointer}/${key}`);
      found.push(
        find(
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
  } else if (dhcp === false && ip === undefined && !has(`${pointer}/ip`)) {
    wrong('/dhcp', 'without dhcp the interface needs an address of its own', '"ip": "192.168.1.5/24"');
  }
  // To a subnet of one address every gateway lies outside.
  if (dhcp !== true && subnet !== undefined && router !== undefined && subnet.prefix < subnet.bits) {
    if (subnet.bits !== router.bits)
      wrong(
        '/gateway',
        'ip and gateway are of different IP versions',
        `an IPv${subnet.bits === 32 ? 4 : 6} address`,
      );
    else if (subnet.value === router.value)
      wrong('/gateway', 'the gateway has the address of the interface itself', "the router's address");
    else if (!contains(subnet, router) && !isLinkLocal(router))
      wrong(
        '/gateway',
        `${shown(gateway)} does not lie in the subnet of ${shown(ip)}`,
        'an address in it, or a link-local one',
      );
  }
  for (const { item, pointer: place } of each(`${pointer}/dns`, dns)) {
    if (parseAddress(item) === undefined) {
      wrong(
        place.slice(pointer.length),
        `${shown(item)} is no IP address`,
        'such as 1.1.1.1 or 2606:4700:4700::1111',
      );
    }
  }
  return found;
}
