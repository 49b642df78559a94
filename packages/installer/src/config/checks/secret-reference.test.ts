import { describe, expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

const userChange = { '!users': [{ username: 'ada', '!password': { $secret: 'canary' } }] };
const checkWithCredentials = (creds?: object): ReturnType<typeof checkWith> =>
  checkWith(
    userChange,
    creds === undefined ? {} : { creds: { file: 'c.json', text: JSON.stringify(creds) } },
  );

it('a check does not require the values of secrets', () => {
  expect(rulesAndPointers(checkWithCredentials())).toEqual([]);
});

it.each<[object, string[]]>([
  [{ canary: 'x' }, []],
  [{ canary: `$6$salt$${'a'.repeat(86)}` }, []],
  [{}, ['secret-not-found /!users/0/!password/$secret']],
  [{ canary: null }, ['secret-not-found /!users/0/!password/$secret']],
  [{ canray: 'x' }, ['unknown-key /canray', 'secret-not-found /!users/0/!password/$secret']],
  [{ canary: 5 }, ['wrong-secret /!users/0/!password/$secret']],
  [{ canary: '$6$short' }, ['wrong-secret /!users/0/!password/$secret']],
])('a check compares references with the credentials: %j', (creds, found) => {
  const result = checkWithCredentials(creds);
  expect(rulesAndPointers(result).toSorted()).toEqual(found.toSorted());
  for (const { message, hint } of result.findings) expect(`${message} ${hint}`).not.toContain('canary');
});

it('a missing secret is a warning, so the configuration can still be planned', () => {
  expect(checkWithCredentials({}).settings?.users[0]?.password).toEqual({
    kind: 'missing',
    name: 'canary',
    form: 'plain',
  });
});

describe('a secret in the credentials', () => {
  const address = 'https://mirror.example/$repo/os/$arch';
  const hash = `$6$salt$${'a'.repeat(86)}`;
  const [login, command] = [
    '/mirror-region/Mine/https:~1~1mirror.example~1$repo~1os~1$arch',
    '/custom-commands/1',
  ];

  it.each<[object, string, unknown, boolean]>([
    [{ '!root-password': { $secret: 'it', hash: true } }, '/!root-password', 'plain', false],
    [{ '!root-password': { $secret: 'it', hash: true } }, '/!root-password', hash, true],
    [{ '!root-password': { $secret: 'it' } }, '/!root-password', hash, true],
    [{ 'mirror-region': { Mine: { [address]: { $secret: 'it' } } } }, login, 'ada:word', true],
    [{ 'mirror-region': { Mine: { [address]: { $secret: 'it' } } } }, login, 'ada:w@rd', false],
    [{ 'mirror-region': { Mine: { [address]: { $secret: 'it' } } } }, login, 'ada:w/rd', false],
    [{ 'custom-commands': ['true', { $secret: 'it' }] }, command, 'echo canary', true],
    [{ 'custom-commands': ['true', { $secret: 'it' }] }, command, 'echo\0', false],
    [{ 'custom-commands': ['true', { $secret: 'it' }] }, command, 5, false],
  ])(
    'must be valid for the key that refers to it: %j at %s with the secret %j',
    (change, pointer, secret, isValid) => {
      const creds = { file: 'c.json', text: JSON.stringify({ it: secret }) };
      expect(rulesAndPointers(checkWith(change, { creds }))).toEqual(
        isValid ? [] : [`wrong-secret ${pointer}/$secret`],
      );
      expect(rulesAndPointers(checkWith(change, { creds: { file: 'c.json', text: '{}' } }))).toEqual([
        `secret-not-found ${pointer}/$secret`,
      ]);
    },
  );
});
