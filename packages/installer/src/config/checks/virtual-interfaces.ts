import { nearest, type Diagnostic } from '@writ/diagnostics';
import { displayValue } from '../secrets.ts';
import { suggest } from '../suggestion.ts';
import { findDuplicates, withPointers, type Check, type CheckContext } from './check.ts';

const NETWORK = '/x-writ/network';
const LOOPBACK = 'lo';

/** Reports bonds and VLANs without an effect, and interfaces that are used twice. */
export const checkVirtualInterfaces: Check = (context) => {
  const { config, isInvalid, finding } = context;
  const bonds = withPointers(`${NETWORK}/bonds`, config['x-writ']?.network?.bonds);
  const vlans = withPointers(`${NETWORK}/vlans`, config['x-writ']?.network?.vlans);
  if ((bonds.length === 0 && vlans.length === 0) || isInvalid(NETWORK)) return [];
  const { type, nics } = config.network_config ?? {};
  if (type !== 'manual') {
    return isInvalid('/network_config')
      ? []
      : [
          finding(
            'virtual-interface',
            NETWORK,
            {
              message: `bonds and VLANs have no effect if network_config.type is ${type ?? 'none'}`,
              hint:
                type === 'nm'
                  ? 'write "type": "manual" with their addresses in nics, or remove them and create them with nmcli after the first start'
                  : 'write "type": "manual" with their addresses in nics, or remove them',
            },
            'key',
          ),
        ];
  }
  const configured = new Set((nics ?? []).map((nic) => nic?.iface));
  const names = [...bonds, ...vlans].map(({ item, pointer }) => ({
    item: item.name,
    pointer: `${pointer}/name`,
  }));
  const reserved = names.flatMap(({ item, pointer }) => {
    const reason = describeReservedName(item);
    return reason === undefined ? [] : [{ item, pointer, reason }];
  });
  const linked = new Set(vlans.map(({ item }) => item.link));
  const unused = names.filter(
    ({ item }) => !configured.has(item) && !linked.has(item) && describeReservedName(item) === undefined,
  );
  return [
    ...reserved.map(({ item, pointer, reason }) =>
      finding('virtual-interface', pointer, {
        message: `an interface cannot be named ${displayValue(item)}: ${reason}`,
        expected: 'another name, such as "bond0"',
      }),
    ),
    ...findDuplicates(names).map(({ item, pointer, first }) =>
      finding('virtual-interface', pointer, {
        message: `${displayValue(item)} is also the name of another interface`,
        other: { pointer: first, message: 'the first one is here' },
      }),
    ),
    ...unused.map(({ item, pointer }) =>
      finding('virtual-interface', pointer, {
        message: `network_config.nics has no entry for ${displayValue(item)}, so it would have no address`,
        expected: `{ "iface": ${JSON.stringify(item)}, "dhcp": true } in nics`,
      }),
    ),
    ...checkMembers(bonds, context, configured),
    ...checkLinks(vlans, bonds, context),
    ...checkTags(vlans, context),
    ...checkLoopback(bonds, vlans, context),
  ];
};

/**
 * Returns the reason why the kernel or systemd-networkd rejects interfaces with this name; undefined if neither does.
 */
function describeReservedName(name: string): string | undefined {
  if (name === LOOPBACK) return 'it is the name of the loopback interface';
  if (name === 'all' || name === 'default') return 'the kernel uses it for the settings of all interfaces';
  if (name === 'bonding_masters') return 'the kernel uses it as the name of a file';
  return /^\d+$/.test(name) ? 'a name that consists of digits is an interface number' : undefined;
}

/** Reports VLANs with the same tag on the same interface, because the kernel creates only one of them. */
function checkTags(vlans: Placed<VlanEntry>, { finding }: CheckContext): Diagnostic[] {
  const tags = vlans.map(({ item: { id, link }, pointer }) => ({
    item: `${id} ${link}`,
    pointer: `${pointer}/id`,
  }));
  return findDuplicates(tags).map(({ item, pointer, first }) => {
    const [id, link] = item.split(' ');
    return finding('virtual-interface', pointer, {
      message: `${displayValue(link)} already has a VLAN with the ID ${id}`,
      other: { pointer: first, message: 'the first one is here' },
    });
  });
}

/** Reports the loopback interface as a part of a bond or as the link of a VLAN. */
function checkLoopback(
  bonds: Placed<BondEntry>,
  vlans: Placed<VlanEntry>,
  { finding }: CheckContext,
): Diagnostic[] {
  const used = [
    ...bonds.flatMap(({ item, pointer }) => withPointers(`${pointer}/interfaces`, item.interfaces)),
    ...vlans.map(({ item, pointer }) => ({ item: item.link, pointer: `${pointer}/link` })),
  ];
  return used
    .filter(({ item }) => item === LOOPBACK)
    .map(({ pointer }) =>
      finding('virtual-interface', pointer, {
        message: '"lo" is the loopback interface, which cannot be part of a bond or the link of a VLAN',
        hint: 'write the name of a network card',
      }),
    );
}

type Placed<T> = readonly { readonly item: T; readonly pointer: string }[];
type Extension = NonNullable<NonNullable<CheckContext['config']['x-writ']>['network']>;
type BondEntry = NonNullable<Extension['bonds']>[number];
type VlanEntry = NonNullable<Extension['vlans']>[number];

/** Reports members of a bond that have addresses, are virtual themselves, or belong to another bond. */
function checkMembers(
  bonds: Placed<BondEntry>,
  { config, finding }: CheckContext,
  configured: ReadonlySet<string | undefined>,
): Diagnostic[] {
  const members = bonds.flatMap(({ item, pointer }) =>
    withPointers(`${pointer}/interfaces`, item.interfaces),
  );
  const { bonds: all = [], vlans = [] } = config['x-writ']?.network ?? {};
  const virtual = new Set([...all, ...vlans].map(({ name }) => name));
  return [
    ...findDuplicates([...members]).map(({ item, pointer, first }) =>
      finding('virtual-interface', pointer, {
        message: `${displayValue(item)} is already part of a bond`,
        other: { pointer: first, message: 'it is listed here' },
      }),
    ),
    ...members
      .filter(({ item }) => configured.has(item) || virtual.has(item))
      .map(({ item, pointer }) =>
        finding('virtual-interface', pointer, {
          message: virtual.has(item)
            ? `${displayValue(item)} is a bond or VLAN, but a bond consists of network cards`
            : `${displayValue(item)} has an entry in nics, but a part of a bond has no address`,
          hint: virtual.has(item) ? 'write the names of network cards' : 'move the addresses to the bond',
        }),
      ),
  ];
}

/** Reports VLANs on a part of a bond, on a VLAN, or on a bond that does not exist. */
function checkLinks(vlans: Placed<VlanEntry>, bonds: Placed<BondEntry>, context: CheckContext): Diagnostic[] {
  const { finding } = context;
  const names = new Set(vlans.map(({ item }) => item.name));
  return vlans.flatMap(({ item: { link }, pointer }) => {
    const bond = bonds.find(({ item }) => item.interfaces.includes(link))?.item.name;
    if (link === LOOPBACK) return [];
    if (bond === undefined && !names.has(link)) return checkBondName(link, `${pointer}/link`, bonds, context);
    return [
      finding('virtual-interface', `${pointer}/link`, {
        message:
          bond === undefined
            ? `${displayValue(link)} is a VLAN, but a VLAN requires a network card or a bond`
            : `${displayValue(link)} is part of a bond`,
        hint:
          bond === undefined ? 'write the name of a network card or bond' : `write ${JSON.stringify(bond)}`,
      }),
    ];
  });
}

/** Reports a name such as `bond1` that no bond has. Linux does not give such names to network cards. */
function checkBondName(
  link: string,
  pointer: string,
  bonds: Placed<BondEntry>,
  { config, finding }: CheckContext,
): Diagnostic[] {
  const names = bonds.map(({ item }) => item.name);
  const isCard = config.network_config?.nics?.some((nic) => nic?.iface === link) === true;
  if (!/^bond\d+$/.test(link) || names.includes(link) || isCard) return [];
  const near = nearest(link, names);
  return [
    finding('virtual-interface', pointer, {
      message: `x-writ.network has no bond ${displayValue(link)}`,
      expected: 'the name of a network card or bond',
      ...(near === undefined ? {} : suggest(near)),
    }),
  ];
}
