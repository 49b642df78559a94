import { expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

const yescrypt = `$y$j9T$${'a'.repeat(22)}$${'b'.repeat(43)}`;

it.each([
  ['plain', 'plain'],
  ['$plain', 'plain'],
  ['$1.50$', 'plain'],
  [yescrypt, 'hash'],
  [`$6$salt$${'a'.repeat(86)}`, 'hash'],
  [`$6$rounds=5000$salt$${'a'.repeat(86)}`, 'hash'],
  [`$5$salt$${'a'.repeat(43)}`, 'hash'],
  [`$2b$12$${'a'.repeat(53)}`, 'hash'],
])('%s is %s', (value, kind) => {
  const { findings, settings } = checkWith({ '!root-password': value });
  expect(findings).toEqual([]);
  expect(settings?.rootPassword).toMatchObject({ kind });
});

it.each([
  yescrypt.slice(0, -1),
  `$6$${'a'.repeat(86)}`,
  '$1$salt$hash',
  '$7$salt$hash',
  'two\nlines',
  'nul\0',
])('%j is refused, and not told', (value) => {
  const { findings } = checkWith({ '!users': [{ username: 'ada', '!password': value }] });
  expect(findings).toMatchObject([{ rule: 'password-hash', pointer: '/!users/0/!password' }]);
  expect(JSON.stringify(findings)).not.toContain(JSON.stringify(value).slice(1, -1));
});
