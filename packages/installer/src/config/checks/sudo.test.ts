import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each<[object, string[]]>([
  [{ username: 'ada', sudo: true }, ['sudo-without-password /!users/sudo']],
  [
    { username: 'ada', sudo: true, '!password': '' },
    ['empty-is-absent /!users/!password', 'sudo-without-password /!users/sudo'],
  ],
  [{ username: 'ada', sudo: true, '!password': 'x' }, []],
  [{ username: 'ada' }, []],
  [{ username: 'ada', sudo: true, '!password': 5 }, ['wrong-type /!users/!password']],
])('a check decides whether users with sudo have a password: %j', (user, found) => {
  expect(rulesAndPointers(checkWith({ '!users': user })).toSorted()).toEqual(found);
});
