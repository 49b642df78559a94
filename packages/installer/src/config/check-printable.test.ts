import { describe, expect, it } from 'vitest';
import { findControlCharacter } from './control-characters.ts';
import { checkWith, minimalConfig, rulesAndPointers, rulesAndText } from './testing.ts';

/** Every kind: C0, DEL, C1, the two that end a line in Unicode, and halves of a surrogate pair. */
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

/** A configuration for each string that reaches a file or an argument, with a text in its middle. */
const inPlaces: Readonly<Record<string, (held: string) => object>> = {
  '/harddrives/0': (held) => ({ harddrives: [`/dev/sd${held}a`] }),
  '/hostname': (held) => ({ hostname: `a${held}b` }),
  '/timezone': (held) => ({ timezone: `Europe/${held}Berlin` }),
  '/keyboard-language': (held) => ({ 'keyboard-language': `d${held}e` }),
  '/sys-language': (held) => ({ 'sys-language': `de${held}_DE` }),
  '/packages/0': (held) => ({ packages: [`gi${held}t`] }),
  '/services/0': (held) => ({ services: [`ssh${held}d`] }),
  '/kernels/0': (held) => ({ kernels: [`lin${held}ux`] }),
  '/bootloader': (held) => ({ bootloader: `efi${held}stub` }),
  '/profile/path': (held) => ({ profile: { path: `mine${held}.json` } }),
  '/profile/greeter_type': (held) => ({ profile: { main: 'desktop', greeter_type: `gd${held}m` } }),
  '/network_config/nics/0/iface': (held) => ({
    network_config: { type: 'manual', nics: [{ iface: `en${held}0` }] },
  }),
  '/network_config/nics/0/ip': (held) => ({
    network_config: { type: 'manual', nics: [{ iface: 'en0', ip: `10.0.0.1${held}/8` }] },
  }),
  '/network_config/nics/0/dns/0': (held) => ({
    network_config: { type: 'manual', nics: [{ iface: 'en0', dns: [`10.0.0.1${held}`] }] },
  }),
  '/!users/username': (held) => ({ '!users': { username: `a${held}b`, '!password': 'plain' } }),
  '/!users/!password': (held) => ({ '!users': { username: 'ada', '!password': `a${held}b` } }),
  '/!root-password': (held) => ({ '!root-password': `a${held}b` }),
  '/mirror-region/Here/0': (held) => ({
    'mirror-region': { Here: [address.replace('example', `exa${held}m`)] },
  }),
};

describe.each(Object.entries(inPlaces))('a control character in %s', (pointer, make) => {
  it.each(characters)('is an error at the value: %j', (held) => {
    const { findings } = checkWith(make(held), { advanced: true });
    const there = findings.filter((found) => found.pointer === pointer);
    expect(there.map(({ severity }) => severity)).toEqual(['error']);
    expect(there[0]?.range).toBeDefined();
  });
});

it('a lone surrogate is an error in a custom command, a surrogate pair is not', () => {
  expect(rulesAndPointers(checkWith({ 'custom-commands': ['echo \ud83d', 'echo \u{1f600}'] }))).toEqual([
    'unprintable /custom-commands/0',
  ]);
});

describe('a control character in a key', () => {
  it.each(characters)('of mirror-region is an error at the key: %j', (held) => {
    const region = `Here${held}Server = http://evil.example/`;
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

  it('of a region is an error as well', () => {
    const written = address.replace('example', 'exam\u0085ple');
    expect(rulesAndPointers(checkWith({ 'mirror-region': { Here: { [written]: true } } }))).toEqual([
      `unprintable /mirror-region/Here/${written.replaceAll('/', '~1')}`,
    ]);
  });

  it('is not reported for unknown keys and notes', () => {
    expect(rulesAndPointers(checkWith({ 'x-remark': 'two\nlines', 'x-\u0085': 1 }))).toEqual([]);
    expect(checkWith({ 'un\nknown': 'two\nlines' }).findings).toMatchObject([{ rule: 'unknown-key' }]);
  });
});

describe('line breaks and tabs', () => {
  it.each(['\n', '\t'])('are allowed between words and in commands: %j', (held) => {
    expect(
      rulesAndPointers(
        checkWith({
          'custom-commands': [`true${held}true`],
          profile: { main: 'custom', custom: [{ packages: `git${held}vim`, services: `sshd${held}nginx` }] },
        }),
      ),
    ).toEqual([]);
  });

  it.each(characters.filter((held) => !'\n\t\0'.includes(held)))(
    'may, and nothing else: a command with %j is an error',
    (held) => {
      expect(rulesAndPointers(checkWith({ 'custom-commands': ['true', `true${held}`] }))).toEqual([
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

it('nothing of a secret is shown', () => {
  const { findings } = checkWith({ '!users': { username: 'ada', '!password': 'a\u001bb' } });
  expect(JSON.stringify(findings)).not.toMatch(/001b/i);
});

it.each<[string, object]>([
  ['a password', { '!root-password': { $secret: 'held' } }],
  ['a login', { 'mirror-region': { Here: { [address]: { $secret: 'held' } } } }],
  ['a command', { 'custom-commands': [{ $secret: 'held' }] }],
])('a control character in %s that the credentials give is an error at its name', (_what, change) => {
  for (const held of characters.filter((character) => !'\n\t'.includes(character))) {
    const creds = { file: 'creds.json', text: JSON.stringify({ held: `a${held}b` }) };
    expect(checkWith(change, { creds }).findings, held).toMatchObject([
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
