import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { explainKey, schemaText } from './explain.ts';
import { knownKeys } from './schema-view.ts';
import { isSecretKey } from './secrets.ts';
import { checkWith, minimalConfig } from './testing.ts';

const schema = JSON.parse(schemaText()) as object;

it('the schema is accepted by strict validators to which its additional keywords are known', () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  ajv.addVocabulary(['x-secret', 'x-since']);
  const validate = ajv.compile(schema);
  expect(validate(minimalConfig)).toBe(true);
  expect(validate({})).toBe(false);
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: expect.stringMatching(/:\d+\.\d+$/),
    title: 'Installer Config',
  });
  expect(schemaText()).not.toContain('uniqueItems');
});

it('the schema describes every key, its first version and whether it is a secret', () => {
  for (const { path, schema: of } of knownKeys()) {
    expect(of.examples, path.join('.')).toBeInstanceOf(Array);
    expect(of.description, path.join('.')).toMatch(/\.$/);
    expect(of['x-since'], path.join('.')).toMatch(/^\d+\.\d+$/);
  }
  const secret = knownKeys().filter(({ schema: of }) => of['x-secret'] === true);
  expect(secret.map(({ path }) => path.join('.'))).toEqual([
    '!root-password',
    '!users.!password',
    'x-writ.disk.luks.!passphrase',
  ]);
});

it('the schema contains all keys of the specification', () => {
  const names = knownKeys().map(({ path }) => path.join('.'));
  expect(names).toEqual(
    expect.arrayContaining(
      (
        'additional-repositories audio_config.audio bootloader uki custom-commands harddrives hostname kernels ' +
        'keyboard-language mirror-region network_config.type network_config.nics network_config.nics.iface ' +
        'network_config.nics.dhcp network_config.nics.ip network_config.nics.gateway network_config.nics.dns ntp ' +
        'packages services sys-encoding sys-language timezone !root-password !users.username !users.!password ' +
        '!users.sudo profile.path profile.main profile.details profile.custom.packages profile.custom.services ' +
        'profile.custom.enabled profile.gfx_driver profile.greeter_type'
      ).split(' '),
    ),
  );
});

it('explainKey explains a key by its path or last part', () => {
  const { explanations } = explainKey('gfx_driver');
  expect(explanations).toMatchObject([
    { key: 'profile.gfx_driver', default: '"All open-source (default)"', since: '1.0', required: false },
  ]);
  expect(explanations[0]?.values).toHaveLength(7);
  expect(explainKey('profile.details').explanations[0]?.values).toHaveLength(25);
  expect(explainKey('packages').explanations.map(({ key }) => key)).toEqual(['packages']);
  expect(explainKey('network_config.nics[0].ip').explanations[0]?.key).toBe('network_config.nics.ip');
  expect(explainKey('!password').explanations[0]).toMatchObject({ key: '!users.!password', secret: true });
  expect(explainKey('bootloadr')).toEqual({ explanations: [], near: 'bootloader' });
});

it.each([
  ['profile.gfx_driver', 'profile.gfx_driver'],
  ['/profile/gfx_driver', 'profile.gfx_driver'],
  ['#/network_config/nics/0/ip', 'network_config.nics.ip'],
  ['network_config.nics.ip', 'network_config.nics.ip'],
  ['!users.sudo', '!users.sudo'],
  ['!users[1].sudo', '!users.sudo'],
  ['/!users/0/!password/$secret', '!users.!password.$secret'],
  ['kernels[0]', 'kernels'],
  ['profile.custom[].packages', 'profile.custom.packages'],
  ['mirror-region.Germany', 'mirror-region.NAME'],
  ['$schema', '$schema'],
])('explainKey finds %s', (name, key) => {
  expect(explainKey(name).explanations.map((found) => found.key)).toEqual([key]);
});

it.each([
  ['bootloadr', 'bootloader'],
  ['profile.gfx_drivr', 'profile.gfx_driver'],
  ['/network_config/nics/0/gatway', 'network_config.nics.gateway'],
  ['network.nics', 'network_config.nics'],
  ['zzzzzzzzzz', undefined],
])('explainKey returns no explanation of the unknown key %s, but the suggestion %s', (name, near) => {
  expect(explainKey(name)).toEqual({ explanations: [], ...(near === undefined ? {} : { near }) });
});

it('explainKey explains every key by its pointer', () => {
  for (const { path, required } of knownKeys()) {
    const { explanations } = explainKey(`/${path.map((key) => key.replaceAll('/', '~1')).join('/')}`);
    expect(explanations).toMatchObject([{ key: path.join('.'), required }]);
    expect(explanations[0]?.values.length, path.join('.')).toBeGreaterThan(0);
    expect(explanations[0]?.examples.length, path.join('.')).toBeGreaterThan(0);
  }
});

it('the schema has valid examples', () => {
  for (const { path, schema: of } of knownKeys()) {
    if (path.length > 1 || path[0] === '$schema') continue;
    for (const example of of.examples ?? []) {
      const { findings } = checkWith({ [path[0]!]: example });
      expect(
        findings.filter(({ severity }) => severity === 'error'),
        JSON.stringify(example),
      ).toEqual([]);
    }
  }
});

it('only keys that begin with ! are secrets', () => {
  for (const { path } of knownKeys()) {
    const key = path.at(-1)!;
    // The value of this key is the name of a secret, not a secret.
    if (key === '$secret') continue;
    expect(isSecretKey(key), key).toBe(key.startsWith('!'));
  }
});
