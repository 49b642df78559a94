import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each<[object, string[]]>([
  [{ harddrives: ['/dev/<DISK>'] }, ['placeholder /harddrives/0']],
  [{ packages: ['{{ packages }}'] }, ['placeholder /packages/0']],
  [{ '!root-password': 'CHANGEME' }, ['placeholder /!root-password']],
  [{ 'custom-commands': ['cat <<EOF > /etc/motd', 'echo ${HOME} {{}}'] }, []],
  [{ 'custom-commands': ['useradd <USER>'] }, ['placeholder /custom-commands/0']],
  [{ '!root-password': 'a<b>c${d}' }, []],
  [{ '!root-password': '<your password>' }, ['placeholder /!root-password']],
  [{ harddrives: ['/dev/nvmeXn1'] }, ['placeholder /harddrives/0']],
  [{ packages: ['${PACKAGES}'], services: ['todo'] }, ['placeholder /packages/0', 'placeholder /services/0']],
  [
    { network_config: { type: 'manual', nics: [{ iface: '<iface>' }] } },
    ['nic-name /network_config/nics/0/iface'],
  ],
  // A more specific check reports these placeholders.
  [{ timezone: '<TIMEZONE>' }, ['timezone /timezone']],
  [{ '!users': { username: '<USER>', '!password': 'x' } }, ['user-name /!users/username']],
])('placeholders are reported only once: %j', (change, found) => {
  expect(rulesAndPointers(checkWith(change))).toEqual(found);
});
