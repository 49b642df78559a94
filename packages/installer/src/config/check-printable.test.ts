import { describe, expect, it } from 'vitest';
import { findControlCharacter } from './control-characters.ts';
import { checkWith, minimalConfig, rulesAndPointers, rulesAndText } from './testing.ts';

/** Control characters of every kind: C0, DEL, C1, Unicode line separators, and lone surrogates. */
const characters = [
  '\0',
  '\n',
  '\r',
  '\t',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u2028',
  '\u2029',
  '\ud800',
  '\udc00',
];

const address = 'https://mirror.example/$repo/os/$arch';

/**
 * One function for each string that Writ writes to a file or an argument. The function returns a
 * configuration with a given character in that string.
 */
const configurations: Readonly<Record<string, (character: string) => object>> = {
  '/harddrives/0': (character) => ({ harddrives: [`/dev/sd${character}a`] }),
  '/hostname': (character) => ({ hostname: `a${character}b` }),
  '/timezone': (character) => ({ timezone: `Europe/${character}Berlin` }),
  '/keyboard-language': (character) => ({ 'keyboard-language': `d${character}e` }),
  '/sys-language': (character) => ({ 'sys-language': `de${character}_DE` }),
  '/packages/0': (character) => ({ packages: [`gi${character}t`] }),
  '/services/0': (character) => ({ services: [`ssh${character}d`] }),
  '/kernels/0': (character) => ({ kernels: [`lin${character}ux`] }),
  '/bootloader': (character) => ({ bootloader: `efi${character}stub` }),
  '/profile/path': (character) => ({ profile: { path: `mine${character}.json` } }),
  '/profile/greeter_type': (character) => ({ profile: { main: 'desktop', greeter_type: `gd${character}m` } }),
  '/network_config/nics/0/iface': (character) => ({
    network_config: { type: 'manual', nics: [{ iface: `en${character}0` }] },
  }),
  '/network_config/nics/0/ip': (character) => ({
    network_config: { type: 'manual', nics: [{ iface: 'en0', ip: `10.0.0.1${character}/8` }] },
  }),
  '/network_config/nics/0/dns/0': (character) => ({
    network_config: { type: 'manual', nics: [{ iface: 'en0', dns: [`10.0.0.1${character}`] }] },
  }),
  '/!users/username': (character) => ({ '!users': { username: `a${character}b`, '!password': 'plain' } }),
  '/!users/!password': (character) => ({ '!users': { username: 'ada', '!password': `a${character}b` } }),
  '/!root-password': (character) => ({ '!root-password': `a${character}b` }),
  '/mirror-region/Here/0': (character) => ({
    'mirror-region': { Here: [address.replace('example', `exa${character}m`)] },
  }),
};

describe.each(Object.entries(configurations))('a control character in %s', (pointer, configurationWith) => {
  it.each(characters)('is reported as an error at the value: %j', (character) => {
    const { findings } = checkWith(configurationWith(character), { advanced: true });
    const atPointer = findings.filter((found) => found.pointer === pointer);
    expect(atPointer.map(({ severity }) => severity)).toEqual(['error']);
    expect(atPointer[0]?.range).toBeDefined();
  });
});

it('a lone surrogate in a custom command is an error, but a surrogate pair is not', () => {
  expect(rulesAndPointers(checkWith({ 'custom-commands': ['echo \ud83d', 'echo \u{1f600}'] }))).toEqual([
    'unprintable /custom-commands/0',
  ]);
});

describe('a control character in a key', () => {
  it.each(characters)('is reported as an error in mirror-region: %j', (character) => {
    const region = `Here${character}Server = http://evil.example/`;
    const result = checkWith({ 'mirror-region': { [region]: [address] } });
    expect(result.findings).toMatchObject([
      {
        rule: 'unprintable',
        severity: 'error',
        message: expect.stringMatching(
          /^a key of mirror-region contains (?:a|half of a).* \(U\+[0-9A-F]{4}\)$/,
        ) as string,
      },
    ]);
    expect(rulesAndText(result)[0]).toContain('evil');
    expect(result.settings).toBeUndefined();
  });

  it('is reported as an error in a region', () => {
    const written = address.replace('example', 'exam\u0085ple');
    expect(rulesAndPointers(checkWith({ 'mirror-region': { Here: { [written]: true } } }))).toEqual([
      `unprintable /mirror-region/Here/${written.replaceAll('/', '~1')}`,
    ]);
  });

  it('is not reported if the key is unknown or begins with x-', () => {
    expect(rulesAndPointers(checkWith({ 'x-remark': 'two\nlines', 'x-\u0085': 1 }))).toEqual([]);
    expect(checkWith({ 'un\nknown': 'two\nlines' }).findings).toMatchObject([{ rule: 'unknown-key' }]);
  });
});

describe('line breaks and tabs', () => {
  it.each(['\n', '\t'])('are allowed between words and in commands: %j', (character) => {
    expect(
      rulesAndPointers(
        checkWith({
          'custom-commands': [`true${character}true`],
          profile: {
            main: 'custom',
            custom: [{ packages: `git${character}vim`, services: `sshd${character}nginx` }],
          },
        }),
      ),
    ).toEqual([]);
  });

  it.each(characters.filter((character) => !'\n\t\0'.includes(character)))(
    'are the only control characters that a command may contain: %j is an error',
    (character) => {
      expect(rulesAndPointers(checkWith({ 'custom-commands': ['true', `true${character}`] }))).toEqual([
        'unprintable /custom-commands/1',
      ]);
    },
  );
});

it('every message about a control character is one line', () => {
  const { findings } = checkWith({
    'mirror-region': { 'Here\nerror W0000: all is well': { 'x\ny': true, 'z\u2028': 5 } },
    'un\nknown': 1,
    profile: { 'un\nknown': 1, custom: null },
  });
  expect(findings.length).toBeGreaterThan(3);
  for (const { message, hint, expected } of findings) {
    expect(findControlCharacter(`${message}${hint}${expected}`)).toBeUndefined();
  }
});

it('a finding about a secret does not contain its control character', () => {
  const { findings } = checkWith({ '!users': { username: 'ada', '!password': 'a\u001bb' } });
  expect(JSON.stringify(findings)).not.toMatch(/001b/i);
});

it.each<[string, object]>([
  ['a password', { '!root-password': { $secret: 'name' } }],
  ['a login', { 'mirror-region': { Here: { [address]: { $secret: 'name' } } } }],
  ['a command', { 'custom-commands': [{ $secret: 'name' }] }],
])('a control character in %s from the credentials is an error at its reference', (_what, change) => {
  for (const character of characters.filter((item) => !'\n\t'.includes(item))) {
    const creds = { file: 'creds.json', text: JSON.stringify({ name: `a${character}b` }) };
    expect(checkWith(change, { creds }).findings, character).toMatchObject([
      { rule: 'wrong-secret', severity: 'error', pointer: expect.stringMatching(/\/\$secret$/) as string },
    ]);
  }
});

it('a region with a line break is never written to the mirror list', () => {
  const { findings } = checkWith({
    ...minimalConfig,
    'mirror-region': { 'Germany\nServer = http://evil/$repo/$arch': {} },
  });
  expect(findings.some(({ severity }) => severity === 'error')).toBe(true);
});
