import { expect, it } from 'vitest';
import { checkWith, names } from '../testing.ts';

it.each<[object, string[]]>([
  [{ harddrives: ['/dev/<DISK>'] }, ['placeholder /harddrives/0']],
  [{ packages: ['{{ packages }}'] }, ['placeholder /packages/0']],
  [{ '!root-password': 'CHANGEME' }, ['placeholder /!root-password']],
  [{ 'custom-commands': ['cat <<EOF > /etc/motd', 'echo ${HOME} {{}}'] }, []],
  [{ 'custom-commands': ['useradd <USER>'] }, ['placeholder /custom-commands/0']],
  // Told once, by the rule that says more.
  [{ timezone: '<TIMEZONE>' }, ['timezone /timezone']],
  [{ '!users': { username: '<USER>', '!password': 'x' } }, ['user-name /!users/username']],
])('%j', (change, found) => {
  expect(names(checkWith(change))).toEqual(found);
});
