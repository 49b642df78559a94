import { expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

it.each([
  ['ada', undefined],
  ['_svc-1', undefined],
  ['Ada', 'upper-case'],
  ['1ada', 'begin with a letter'],
  ['ada lovelace', 'character'],
  ['ada$', 'character'],
  ['root', 'on every system'],
  ['http', 'base system'],
  ['', 'empty'],
  ['a'.repeat(33), '33 characters'],
])('a check decides whether a user name is valid: %s', (username, words) => {
  const { findings } = checkWith({ '!users': { username, '!password': 'x' } });
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(
    words === undefined ? [] : ['user-name /!users/username'],
  );
  if (words !== undefined) expect(findings[0]?.message).toContain(words);
});
