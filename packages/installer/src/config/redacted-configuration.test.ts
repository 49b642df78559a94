import { describe, expect, it } from 'vitest';
import { planFor } from '../plan/testing.ts';
import { checkConfiguration } from './check.ts';
import { minimalConfig, rulesAndPointers } from './testing.ts';

const hash = `$6$salt$${'c'.repeat(86)}`;
const mirror = 'https://mirror.example/$repo/os/$arch';
const config = {
  ...minimalConfig,
  $schema: './writ.schema.json',
  hostname: 'workshop',
  '!root-password': hash,
  '!users': [
    { username: 'ada', '!password': 'canary-ada', sudo: true, 'x-note': 'canary-note' },
    { username: 'bob', '!password': { $secret: 'vault/bob' } },
    { username: 'eve' },
  ],
  'mirror-region': {
    Mine: [`https://ada:canary-mirror@mirror.example/$repo/os/$arch`, 'https://free.example/$repo/os/$arch'],
    Worldwide: {},
  },
  'custom-commands': ['true', 'echo root:canary-ada | chpasswd', { $secret: 'last' }],
  'x-wifi': { psk: ['canary-psk'], ssid: 'home', 'https://ada:canary-key@host/': 1 },
  wifi_password: 'canary-wifi',
  'x-writ': {
    disk: { 'file-system': 'btrfs', luks: { '!passphrase': 'canary passphrase', 'kdf-rounds': 5 } },
  },
};
const creds = { 'vault/bob': 'canary-bob', last: 'echo canary-last', 'some-token': 'canary-token' };
const asFile = (value: unknown): { file: string; text: string } => ({
  file: 'config.json',
  text: JSON.stringify(value, null, 2),
});
const checked = checkConfiguration({ config: asFile(config), creds: asFile(creds) });
const redactedConfig = checked.redacted?.() ?? {};

describe('the redacted configuration', () => {
  it('contains a named reference instead of each secret', () => {
    expect(JSON.stringify(redactedConfig)).not.toContain('canary');
    expect(JSON.stringify(redactedConfig)).not.toContain(hash);
    expect(redactedConfig).toEqual({
      ...minimalConfig,
      hostname: 'workshop',
      '!root-password': { $secret: 'root', hash: true },
      '!users': [
        { username: 'ada', '!password': { $secret: 'ada' }, sudo: true },
        { username: 'bob', '!password': { $secret: 'vault/bob' }, sudo: false },
        { username: 'eve', sudo: false },
      ],
      'mirror-region': {
        Mine: { [mirror]: { $secret: `login of ${mirror}` }, 'https://free.example/$repo/os/$arch': true },
        Worldwide: {},
      },
      'custom-commands': ['true', { $secret: 'custom command 2' }, { $secret: 'last' }],
      'x-wifi': { psk: { $secret: 'value of psk' }, ssid: 'home', 'https://••••••••@host/': 1 },
      wifi_password: { $secret: 'value of wifi_password' },
      'x-writ': {
        disk: { 'file-system': 'btrfs', luks: { '!passphrase': { $secret: 'passphrase' }, 'kdf-rounds': 5 } },
      },
    });
  });

  it('can be checked and redacted again', () => {
    const again = checkConfiguration({ config: asFile(redactedConfig) });
    expect(rulesAndPointers(again)).toEqual(['unknown-key /wifi_password']);
    expect(again.redacted?.()).toEqual(redactedConfig);
  });

  it('leads to the same plan', async () => {
    const { plan: first } = await planFor(config, { creds: asFile(creds) });
    const { plan: second } = await planFor(redactedConfig);
    expect(first?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(second?.digest).toBe(first?.digest);
  });

  it('accepts all secrets from credentials, by their names', () => {
    const secrets = {
      root: hash,
      ada: 'canary-ada',
      ...creds,
      [`login of ${mirror}`]: 'ada:canary-mirror',
      'custom command 2': 'echo root:canary-ada | chpasswd',
      passphrase: 'canary passphrase',
    };
    const again = checkConfiguration({ config: asFile(redactedConfig), creds: asFile(secrets) });
    expect(rulesAndPointers(again).filter((name) => !name.startsWith('unknown-key'))).toEqual([]);
    // The recognized secrets of a command depend on which secrets have names.
    const text = (settings: unknown): string =>
      JSON.stringify(settings, (key, value: unknown) => (key === 'secrets' ? [] : value));
    expect(text(again.settings)).toBe(text(checked.settings));
  });
});
