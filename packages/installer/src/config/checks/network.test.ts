import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each<[object, string[]]>([
  [{}, []],
  [{ type: 'nm' }, []],
  [{ type: 'manual' }, ['manual-without-nics /network_config/type']],
  [{ type: 'manual', nics: [] }, ['manual-without-nics /network_config/nics']],
  [{ type: 'manual', nics: [{}] }, ['missing-key /network_config/nics/0']],
  [{ type: 'manual', nics: 'enp3s0' }, ['wrong-type /network_config/nics']],
  [{ type: 'nm', nics: [{ iface: 'enp3s0' }] }, ['no-effect /network_config/nics']],
  [{ type: 'NetworkManager', nics: [{ iface: 'enp3s0' }] }, ['not-allowed /network_config/type']],
])('a check decides whether network_config is valid: %j', (network, found) => {
  expect(rulesAndPointers(checkWith({ network_config: network }))).toEqual(found);
});
