import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each<[string, string | undefined]>([
  ['enp3s0', undefined],
  ['en*', undefined],
  ['eth0.100', undefined],
  ['wlp0s20f3', undefined],
  ['a-pattern-that-is-long*', undefined],
  ['..', 'it is the name of a folder'],
  ['../../etc/passwd', '"/" is not allowed'],
  ['eth 0', 'whitespace is not allowed'],
  ['a-name-that-is-long', 'it has 19 characters'],
  ['eth0:1', '":" is not allowed'],
])('a check decides whether an interface name is valid: %s', (iface, reason) => {
  const { findings } = checkWith({ network_config: { type: 'manual', nics: [{ iface }] } });
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual(
    reason === undefined ? [] : [['nic-name', `"${iface}" is not a valid interface name: ${reason}`]],
  );
});

it('interface names without effect are not checked', () => {
  expect(rulesAndPointers(checkWith({ network_config: { type: 'nm', nics: [{ iface: '..' }] } }))).toEqual([
    'no-effect /network_config/nics',
  ]);
});
