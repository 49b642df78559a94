import { Secret } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { planInstallation } from '../run/prepare-plan.ts';
import { joinSecrets, splitConfiguration, type SplitConfiguration } from './split.ts';
import { minimalConfig } from './testing.ts';

const hash = `$6$salt$${'c'.repeat(86)}`;
const givenHash = `$y$j9T$saltsalt$${'d'.repeat(43)}`;
const mirror = 'https://mirror.example/$repo/os/$arch';
const long = `canary-long-${'x'.repeat(300)}`;
const config = {
  ...minimalConfig,
  '!root-password': 'canary-root',
  '!users': [
    { username: 'ada', '!password': 'canary-ada', sudo: true },
    { username: 'bob', '!password': givenHash },
    { username: 'cleo', '!password': { $secret: 'vault/cleo' } },
    { username: 'dora', '!password': long },
    { username: 'eve' },
  ],
  'mirror-region': { Mine: [`https://me:canary-mirror@mirror.example/$repo/os/$arch`] },
  'custom-commands': ['true', 'echo root:canary-root | chpasswd', { $secret: 'vault/last' }],
  'x-wifi': { psk: 'canary-psk' },
  'x-writ': { disk: { luks: { '!passphrase': 'canary passphrase' } } },
};
const asFile = (value: unknown, file = 'config.json'): { file: string; text: string } => ({
  file,
  text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
});

function splitConfig(value: object): SplitConfiguration {
  const parts = splitConfiguration(asFile(value));
  if (parts === undefined) throw new Error('the configuration has errors');
  return parts;
}

describe('a configuration without its secrets', () => {
  const parts = splitConfig(config);
  const revealed = parts.secrets.map(({ name, kind, value }) => [name, kind, value?.reveal()]);

  it('contains no secret', () => {
    expect(parts.config).not.toContain('canary');
    expect(parts.config).not.toContain(givenHash);
    expect(JSON.stringify(parts.secrets)).not.toContain('canary');
  });

  it('lists a name and a kind for each secret', () => {
    expect(revealed).toEqual([
      ['root', 'password', 'canary-root'],
      ['ada', 'password', 'canary-ada'],
      ['bob', 'hash', givenHash],
      ['vault/cleo', 'password', undefined],
      ['dora', 'long-password', long],
      [`login of ${mirror}`, 'mirror-login', 'me:canary-mirror'],
      ['custom command 2', 'command', 'echo root:canary-root | chpasswd'],
      ['vault/last', 'command', undefined],
      ['passphrase', 'passphrase', 'canary passphrase'],
    ]);
  });

  it('leads to the same digest as with hashed passwords when it is joined with their hashes', async () => {
    const target = { targets: ['/tmp/writ-split.img'] };
    const { plan: first } = await planInstallation({ config: asFile(config), hashedLogins: true, ...target });
    const secrets = new Map(
      parts.secrets.map(({ name, kind, value = new Secret('touch /vault') }) => [
        name,
        kind === 'password' ? new Secret(hash) : value,
      ]),
    );
    const joined = joinSecrets(parts.config, secrets);
    const { plan: second, findings } = await planInstallation({
      config: asFile(joined.config),
      creds: asFile(joined.creds, 'creds.json'),
      ...target,
    });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(first?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(second?.digest).toBe(first?.digest);
    const { plan: plain } = await planInstallation({ config: asFile(config), ...target });
    expect(plain?.digest).not.toBe(first?.digest);
  });

  it('has a different name for each secret', () => {
    const { secrets } = splitConfig({
      ...minimalConfig,
      '!root-password': 'canary-root',
      '!users': [
        { username: 'ada', '!password': { $secret: 'root' } },
        { username: 'bob', '!password': { $secret: 'custom command 1' } },
      ],
      'custom-commands': ['echo canary-root'],
    });
    expect(secrets.map(({ name }) => name)).toEqual([
      'root (2)',
      'root',
      'custom command 1',
      'custom command 1 (2)',
    ]);
  });

  it('omits the key in the address of a profile, which joining restores', () => {
    const address = `https://host.example/p.json?token=canary-key#sha256=${'a'.repeat(64)}`;
    const { config: stored, secrets } = splitConfig({ ...minimalConfig, profile: { path: address } });
    expect(stored).not.toContain('canary');
    expect(secrets.at(-1)).toMatchObject({ name: 'address of the profile', kind: 'profile-address' });
    const joined = joinSecrets(
      stored,
      new Map(secrets.flatMap(({ name, value }) => (value ? [[name, value]] : []))),
    );
    expect(JSON.parse(joined.config)).toMatchObject({ profile: { path: address } });
    expect(joined.creds).not.toContain('canary-key');
  });

  it('cannot be created for a configuration with errors', () => {
    expect(splitConfiguration(asFile('{"kernels": ['))).toBeUndefined();
    expect(splitConfiguration(asFile({ ...config, kernels: [] }))).toBeUndefined();
  });
});
