import { expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

const findingsOf = (...nics: object[]): string[] =>
  checkWith({ network_config: { type: 'manual', nics } }).findings.map(
    ({ rule, pointer }) => `${rule} ${pointer?.replace('/network_config/nics/', '')}`,
  );
const iface = 'enp3s0';

it.each<[object, string[]]>([
  [{ iface }, []],
  [{ iface, ip: '192.168.1.5/24', gateway: '192.168.1.1', dns: ['1.1.1.1', '2606:4700:4700::1111'] }, []],
  [{ iface, ip: '2001:db8::5/64', gateway: 'fe80::1' }, []],
  [{ iface, ip: '203.0.113.5/32', gateway: '198.51.100.1' }, []],
  [{ iface, ip: '', gateway: '' }, ['empty-is-absent 0/ip', 'empty-is-absent 0/gateway']],
  [{ iface, ip: '192.168.1.5' }, ['nic-address 0/ip']],
  [{ iface, ip: '192.168.1.500/24' }, ['nic-address 0/ip']],
  [{ iface, ip: '192.168.1.5/33' }, ['nic-address 0/ip']],
  [{ iface, ip: '192.168.1.5/24', gateway: '192.168.2.1' }, ['nic-address 0/gateway']],
  [{ iface, ip: '192.168.1.5/24', gateway: 'fe80::1' }, ['nic-address 0/gateway']],
  [{ iface, ip: '192.168.1.5/24', gateway: '192.168.1.1/24' }, ['nic-address 0/gateway']],
  [{ iface, dns: ['1.1.1.1', 'dns.example'] }, ['nic-address 0/dns/1']],
  [{ iface, gateway: '192.168.1.1' }, ['no-effect 0/gateway']],
  [{ iface, ip: '192.168.1.5/24', gateway: '192.168.1.5' }, ['nic-address 0/gateway']],
  [{ iface, dhcp: false }, ['nic-address 0/dhcp']],
  [
    { iface, dhcp: true, ip: '192.168.1.5/24', gateway: '1.1.1.1' },
    ['no-effect 0/ip', 'no-effect 0/gateway'],
  ],
  [{ iface, dhcp: true, ip: '192.168.1.500/24' }, ['nic-address 0/ip']],
])('a check decides whether an interface is valid: %j', (nic, found) => {
  expect(findingsOf(nic)).toEqual(found);
});

it('a duplicate interface is reported', () => {
  expect(findingsOf({ iface }, { iface: 'enp4s0' }, { iface })).toEqual(['duplicate-nic 2/iface']);
});

it('an interface without an address uses dhcp by default', () => {
  const { settings } = checkWith({
    network_config: { type: 'manual', nics: [{ iface }, { iface: 'b', ip: '10.0.0.2/8' }] },
  });
  expect(settings?.network).toEqual({
    type: 'manual',
    nics: [
      { iface, dhcp: true, dns: [] },
      { iface: 'b', dhcp: false, ip: '10.0.0.2/8', dns: [] },
    ],
  });
});
