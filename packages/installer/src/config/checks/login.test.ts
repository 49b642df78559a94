import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

const none = { '!root-password': undefined };

it.each<[string, object, string[]]>([
  ['neither key', none, ['no-credentials ']],
  [
    'an empty password',
    { '!root-password': '' },
    ['no-login /!root-password', 'empty-is-absent /!root-password'],
  ],
  ['a user without password', { ...none, '!users': { username: 'ada' } }, ['no-login /!users']],
  ['no user at all', { ...none, '!users': [] }, ['no-login /!users']],
  ['a user with password', { ...none, '!users': [{ username: 'ada', '!password': 'x' }] }, []],
  [
    'a password that is given later',
    { ...none, '!users': { username: 'ada', '!password': { $secret: 'ada' } } },
    [],
  ],
  ['a password of the wrong type', { '!root-password': 5 }, ['wrong-type /!root-password']],
  ['a user of the wrong type', { ...none, '!users': 'ada' }, ['wrong-type /!users']],
  ['a null', { '!root-password': null }, ['no-credentials /!root-password']],
])('%s', (_name, change, found) => {
  expect(rulesAndPointers(checkWith(change))).toEqual(found);
});
