import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

const withoutRoot = { '!root-password': undefined };

it.each<[string, object, string[]]>([
  ['neither a root password nor users', withoutRoot, ['no-credentials ']],
  [
    'an empty password',
    { '!root-password': '' },
    ['no-login /!root-password', 'empty-is-absent /!root-password'],
  ],
  ['a user without a password', { ...withoutRoot, '!users': { username: 'ada' } }, ['no-login /!users']],
  ['no users', { ...withoutRoot, '!users': [] }, ['no-login /!users']],
  ['a user with a password', { ...withoutRoot, '!users': [{ username: 'ada', '!password': 'x' }] }, []],
  [
    'a reference to a password',
    { ...withoutRoot, '!users': { username: 'ada', '!password': { $secret: 'ada' } } },
    [],
  ],
  ['a password of the wrong type', { '!root-password': 5 }, ['wrong-type /!root-password']],
  ['a user of the wrong type', { ...withoutRoot, '!users': 'ada' }, ['wrong-type /!users']],
  ['a root password that is null', { '!root-password': null }, ['no-credentials /!root-password']],
])('a check decides whether there is an account with a password: %s', (_name, change, found) => {
  expect(rulesAndPointers(checkWith(change))).toEqual(found);
});
