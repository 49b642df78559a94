import { describe, expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

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
])('the password %s is recognized as %s', (value, kind) => {
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
])('the password %j is rejected and not quoted', (value) => {
  const { findings } = checkWith({ '!users': [{ username: 'ada', '!password': value }] });
  expect(findings).toMatchObject([{ rule: 'password-hash', pointer: '/!users/0/!password' }]);
  expect(JSON.stringify(findings)).not.toContain(JSON.stringify(value).slice(1, -1));
});

const locked = ['!', '*', '!!', '!*', '*LK*', `!$6$salt$${'a'.repeat(86)}`, '!$y$j9T$abc$def'];

describe('the mark of a locked account', () => {
  it.each(locked)("is reported as the root password or a user's password: %s", (mark) => {
    const users = [
      { username: 'ada', '!password': mark },
      { username: 'bob', '!password': 'plain' },
    ];
    const result = checkWith({ '!root-password': mark, '!users': users });
    expect(rulesAndPointers(result)).toEqual(['lock-mark /!root-password', 'lock-mark /!users/0/!password']);
    expect(result.findings.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
    expect(result.settings).toBeDefined();
  });

  it.each(locked)('is reported as a secret in the credentials: %s', (mark) => {
    const creds = { file: 'creds.json', text: JSON.stringify({ held: mark }) };
    const result = checkWith({ '!root-password': { $secret: 'held' } }, { creds });
    expect(rulesAndPointers(result)).toContain('lock-mark /!root-password');
  });

  it.each(['!a', '*a*', 'x', 'x!', '!plain', '$tar'])(
    'is not recognized in an ordinary password: %s',
    (password) => {
      expect(rulesAndPointers(checkWith({ '!root-password': password }))).toEqual([]);
    },
  );
});
