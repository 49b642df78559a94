import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

const bond = { name: 'bond0', interfaces: ['enp3s0', 'enp4s0'] };
const vlan = { name: 'office', id: 10, link: 'bond0' };
const manual = (...names: string[]): object => ({
  type: 'manual',
  nics: names.map((iface) => ({ iface, dhcp: true })),
});

it.each<[string, object, object, string[]]>([
  ['a bond with an address', { bonds: [bond] }, manual('bond0'), []],
  ['a VLAN on a bond without an address', { bonds: [bond], vlans: [vlan] }, manual('office'), []],
  ['empty lists', { bonds: [], vlans: [] }, { type: 'nm' }, []],
  [
    'a bond without an entry in nics',
    { bonds: [bond] },
    manual('enp9s0'),
    ['virtual-interface /x-writ/network/bonds/0/name'],
  ],
  [
    'a VLAN without an entry in nics',
    { vlans: [{ ...vlan, link: 'enp3s0' }] },
    manual('enp3s0'),
    ['virtual-interface /x-writ/network/vlans/0/name'],
  ],
  ['NetworkManager', { bonds: [bond] }, { type: 'nm' }, ['virtual-interface /x-writ/network']],
  [
    'a network card with an address in a bond',
    { bonds: [bond] },
    manual('bond0', 'enp4s0'),
    ['virtual-interface /x-writ/network/bonds/0/interfaces/1'],
  ],
  [
    'a network card in two bonds',
    { bonds: [bond, { name: 'bond1', interfaces: ['enp3s0'] }] },
    manual('bond0', 'bond1'),
    ['virtual-interface /x-writ/network/bonds/1/interfaces/0'],
  ],
  [
    'a bond of a VLAN',
    { bonds: [{ name: 'bond0', interfaces: ['office'] }], vlans: [{ ...vlan, link: 'enp3s0' }] },
    manual('bond0', 'office'),
    ['virtual-interface /x-writ/network/bonds/0/interfaces/0'],
  ],
  [
    'a VLAN on a part of a bond',
    { bonds: [bond], vlans: [{ ...vlan, link: 'enp3s0' }] },
    manual('bond0', 'office'),
    ['virtual-interface /x-writ/network/vlans/0/link'],
  ],
  [
    'a VLAN on a VLAN',
    {
      vlans: [
        { ...vlan, link: 'enp3s0' },
        { name: 'inner', id: 2, link: 'office' },
      ],
    },
    manual('office', 'inner'),
    ['virtual-interface /x-writ/network/vlans/1/link'],
  ],
  [
    'a VLAN on a bond that does not exist',
    { bonds: [bond], vlans: [{ ...vlan, link: 'bond1' }] },
    manual('bond0', 'office'),
    ['virtual-interface /x-writ/network/vlans/0/link'],
  ],
  [
    'a VLAN on an interface with an address that is called bond1',
    { bonds: [bond], vlans: [{ ...vlan, link: 'bond1' }] },
    manual('bond0', 'bond1', 'office'),
    [],
  ],
  [
    'a VLAN on a network card with a name similar to that of a bond',
    { bonds: [{ ...bond, name: 'lan0' }], vlans: [{ ...vlan, link: 'lan1' }] },
    manual('lan0', 'office'),
    [],
  ],
  [
    'a VLAN with the name of a bond',
    { bonds: [bond], vlans: [{ ...vlan, name: 'bond0', link: 'enp5s0' }] },
    manual('bond0'),
    ['virtual-interface /x-writ/network/vlans/0/name'],
  ],
  ...['lo', 'all', 'default', '12', 'bonding_masters'].map((name): [string, object, object, string[]] => [
    `a bond and a VLAN named ${name}`,
    {
      bonds: [{ ...bond, name }],
      vlans: [{ name: '007', id: 10, link: 'enp5s0' }],
    },
    manual(name, 'enp5s0'),
    ['virtual-interface /x-writ/network/bonds/0/name', 'virtual-interface /x-writ/network/vlans/0/name'],
  ]),
  [
    'the loopback interface in a bond and as the link of a VLAN',
    { bonds: [{ ...bond, interfaces: ['enp3s0', 'lo'] }], vlans: [{ ...vlan, link: 'lo' }] },
    manual('bond0', 'office'),
    [
      'virtual-interface /x-writ/network/bonds/0/interfaces/1',
      'virtual-interface /x-writ/network/vlans/0/link',
    ],
  ],
  [
    'the same tag twice on a network card, and once on another one',
    {
      vlans: [
        { ...vlan, link: 'enp3s0' },
        { name: 'lab', id: 10, link: 'enp3s0' },
        { name: 'guests', id: 10, link: 'enp4s0' },
      ],
    },
    manual('office', 'lab', 'guests'),
    ['virtual-interface /x-writ/network/vlans/1/id'],
  ],
  [
    'a tag that is out of range',
    { vlans: [{ ...vlan, id: 4095 }] },
    manual('office'),
    ['wrong-format /x-writ/network/vlans/0/id'],
  ],
  [
    'a name that is part of a path',
    { vlans: [{ ...vlan, name: '../x' }] },
    manual('office'),
    ['wrong-format /x-writ/network/vlans/0/name'],
  ],
])('bonds and VLANs are checked: %s', (_title, network, config, found) => {
  const result = checkWith({ network_config: config, 'x-writ': { network } });
  expect(rulesAndPointers(result)).toEqual(found);
});

it('a finding about NetworkManager says how to create a bond', () => {
  const { findings } = checkWith({
    network_config: { type: 'nm' },
    'x-writ': { network: { bonds: [bond] } },
  });
  expect(findings[0]?.hint).toContain('nmcli');
});

it('a finding about a bond that does not exist suggests a bond with a similar name', () => {
  const { findings } = checkWith({
    network_config: manual('bond0', 'office'),
    'x-writ': { network: { bonds: [bond], vlans: [{ ...vlan, link: 'bond1' }] } },
  });
  expect(findings).toMatchObject([{ hint: 'did you mean "bond0"?', replacement: { text: '"bond0"' } }]);
});
