import { afterEach, beforeEach, expect } from 'vitest';

/** Keys that every object inherits, or that change its prototype. */
export const PROTOTYPE_KEYS: readonly string[] = [
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
/** A key of the same form that objects do not inherit. */
export const plainOf = (key: string): string => (key.startsWith('__') ? '__qqqqqqqq__' : 'qqqqqqqqqq');

/** A value with members of several kinds of objects. */
export const content: string =
  '{"polluted": true, "bootloader": "x", "username": "x", "packages": [], "$secret": "x"}';
const server = 'https://mirror.example/$repo/os/$arch';

/**
 * Properties with a key KEY at every level. They are JSON strings, because an object literal would set its
 * prototype.
 */
export const configurations: Readonly<Record<string, string>> = {
  'the outermost object': `"KEY": ${content}`,
  audio_config: `"audio_config": {"audio": "pipewire", "KEY": ${content}}`,
  'a region of mirror-region': `"mirror-region": {"KEY": ["${server}"]}`,
  'a region without addresses': `"mirror-region": {"KEY": {}}`,
  'the servers of a region': `"mirror-region": {"Here": {"KEY": true}}`,
  'a secret of a region': `"mirror-region": {"Here": {"${server}": {"$secret": "KEY", "KEY": ${content}}}}`,
  network_config: `"network_config": {"type": "nm", "KEY": ${content}}`,
  'a network interface': `"network_config": {"type": "manual", "nics": [{"iface": "en0", "KEY": ${content}}]}`,
  profile: `"profile": {"main": "server", "details": "nginx", "KEY": ${content}}`,
  'an entry of profile.custom': `"profile": {"main": "custom", "custom": [{"packages": "git", "KEY": ${content}}]}`,
  'a user': `"!users": {"username": "ada", "!password": "plain", "KEY": ${content}}`,
  'a user of a list': `"!users": [{"username": "ada", "!password": "plain", "KEY": ${content}}]`,
  'a user as a key': `"!users": {"KEY": {"!password": "plain"}}`,
  'a password': `"!root-password": {"$secret": "KEY", "KEY": ${content}}`,
  'a custom command': `"custom-commands": [{"$secret": "KEY", "KEY": ${content}}]`,
  'a key for remarks': `"x-remark": {"KEY": ${content}}`,
  'a legacy key': `"disk_config": {"KEY": ${content}}, "profile_config": {"profile": {"KEY": ${content}}}`,
};

const minimal =
  '"bootloader": "efistub", "kernels": ["linux"], "mirror-region": {"Worldwide": {}}, "!root-password": "plain"';

/** The minimal configuration with members added or replaced. */
export function configuration(members: string): string {
  const replaced = /^"([^"]+)"/.exec(members)?.[1] ?? '';
  const rest = minimal.split(/, (?=")/).filter((member) => !member.startsWith(`"${replaced}"`));
  return `{${[...rest, members].join(', ')}}`;
}

/** The result without locations and hints, and with `key` replaced by KEY. */
export function normalize(value: unknown, key: string): unknown {
  const text = JSON.stringify(value, (name, inner: unknown) =>
    name === 'range' || name === 'hint' || name === 'offset' ? undefined : inner,
  );
  return JSON.parse(text.replaceAll(key, 'KEY'));
}

/** Fails every test of the calling file that changes a prototype. */
export function expectUnchangedPrototypes(): void {
  let before: readonly PropertyKey[];
  beforeEach(() => void (before = Reflect.ownKeys(Object.prototype)));
  afterEach(() => {
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(([] as unknown as Record<string, unknown>)['polluted']).toBeUndefined();
  });
}
