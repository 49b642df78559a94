import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { convertConfiguration } from './convert.ts';
import { readPythonProfile } from './profile/python.ts';

/** Keys that every object has, or that change what it inherits. */
const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  '__lookupSetter__',
];
/** One of the same form that no object has. */
const plainOf = (key: string): string => (key.startsWith('__') ? '__qqqqqqqq__' : 'qqqqqqqqqq');

const held = '{"polluted": true, "bootloader": "x", "username": "x", "packages": [], "$secret": "x"}';
const server = 'https://mirror.example/$repo/os/$arch';

/** Files with a key KEY at every level, as texts: JSON.parse itself would lose what is asked for. */
const configurations: Readonly<Record<string, string>> = {
  'the outermost object': `"KEY": ${held}`,
  audio_config: `"audio_config": {"audio": "pipewire", "KEY": ${held}}`,
  'a region of mirror-region': `"mirror-region": {"KEY": ["${server}"]}`,
  'a region without addresses': `"mirror-region": {"KEY": {}}`,
  'the servers of a region': `"mirror-region": {"Here": {"KEY": true}}`,
  'a secret of a region': `"mirror-region": {"Here": {"${server}": {"$secret": "KEY", "KEY": ${held}}}}`,
  network_config: `"network_config": {"type": "nm", "KEY": ${held}}`,
  'a nic': `"network_config": {"type": "manual", "nics": [{"iface": "en0", "KEY": ${held}}]}`,
  profile: `"profile": {"main": "server", "details": "nginx", "KEY": ${held}}`,
  'an entry of profile.custom': `"profile": {"main": "custom", "custom": [{"packages": "git", "KEY": ${held}}]}`,
  'a user': `"!users": {"username": "ada", "!password": "plain", "KEY": ${held}}`,
  'a user of a list': `"!users": [{"username": "ada", "!password": "plain", "KEY": ${held}}]`,
  'a user as a key': `"!users": {"KEY": {"!password": "plain"}}`,
  'a password': `"!root-password": {"$secret": "KEY", "KEY": ${held}}`,
  'a custom command': `"custom-commands": [{"$secret": "KEY", "KEY": ${held}}]`,
  'a remark': `"x-remark": {"KEY": ${held}}`,
  'a key of another era': `"disk_config": {"KEY": ${held}}, "profile_config": {"profile": {"KEY": ${held}}}`,
};

const least =
  '"bootloader": "efistub", "kernels": ["linux"], "mirror-region": {"Worldwide": {}}, "!root-password": "plain"';

/** The least configuration with other members in the place of its own. */
function configuration(members: string): string {
  const replaced = /^"([^"]+)"/.exec(members)?.[1] ?? '';
  const rest = least.split(/, (?=")/).filter((member) => !member.startsWith(`"${replaced}"`));
  return `{${[...rest, members].join(', ')}}`;
}

/** The result with one key replaced by the other, and without locations and suggestions. */
function normalize(value: unknown, key: string): unknown {
  const text = JSON.stringify(value, (name, inner: unknown) =>
    name === 'range' || name === 'hint' || name === 'offset' ? undefined : inner,
  );
  return JSON.parse(text.replaceAll(key, 'KEY'));
}

let before: readonly PropertyKey[];
beforeEach(() => void (before = Reflect.ownKeys(Object.prototype)));
afterEach(() => {
  // No object was changed by what was read.
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(([] as unknown as Record<string, unknown>)['polluted']).toBeUndefined();
});

describe.each(keys)('the key %s', (key) => {
  const plain = plainOf(key);

  it.each(Object.entries(configurations))('is converted like any other in %s', (_where, template) => {
    const convert = (name: string): unknown => {
      const text = configuration(template.replaceAll('KEY', name));
      return convertConfiguration({ config: { file: 'c.json', text } });
    };
    expect(normalize(convert(key), key)).toEqual(normalize(convert(plain), plain));
  });

  it('is an unknown name in a Python profile', async () => {
    const text = `packages = ["git"]\n${key} = 1\n`;
    const { definition } = await readPythonProfile('mine.py', Buffer.from(text));
    expect(definition).toMatchObject({ packages: ['git'] });
  });
});
