import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseFacts } from '../facts/parse-facts.ts';
import { readDefinition } from '../profile/definition.ts';
import { parseLock } from '../run/package-lock/parse.ts';
import { checkConfiguration } from './check.ts';

/** Keys that every object inherits, or that change its prototype. */
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
/** A key of the same form that objects do not inherit. */
const plainOf = (key: string): string => (key.startsWith('__') ? '__qqqqqqqq__' : 'qqqqqqqqqq');

const content = '{"polluted": true, "bootloader": "x", "username": "x", "packages": [], "$secret": "x"}';
const server = 'https://mirror.example/$repo/os/$arch';

/**
 * Properties with a key KEY at every level. They are JSON strings, because an object literal would set its
 * prototype.
 */
const configurations: Readonly<Record<string, string>> = {
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
function configuration(members: string): string {
  const replaced = /^"([^"]+)"/.exec(members)?.[1] ?? '';
  const rest = minimal.split(/, (?=")/).filter((member) => !member.startsWith(`"${replaced}"`));
  return `{${[...rest, members].join(', ')}}`;
}

/** The result without locations and hints, and with {@link key} replaced by KEY. */
function normalize(value: unknown, key: string): unknown {
  const text = JSON.stringify(value, (name, inner: unknown) =>
    name === 'range' || name === 'hint' || name === 'offset' ? undefined : inner,
  );
  return JSON.parse(text.replaceAll(key, 'KEY'));
}

let before: readonly PropertyKey[];
beforeEach(() => void (before = Reflect.ownKeys(Object.prototype)));
afterEach(() => {
  // Fails if the check changed a prototype.
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(([] as unknown as Record<string, unknown>)['polluted']).toBeUndefined();
});

describe.each(keys)('the key %s', (key) => {
  const plain = plainOf(key);
  const check = (text: string, creds?: string): unknown => {
    const { findings, settings, redacted, requested } = checkConfiguration({
      config: { file: 'c.json', text },
      ...(creds === undefined ? {} : { creds: { file: 'creds.json', text: creds } }),
    });
    for (const { hint = '' } of findings) expect(hint).not.toMatch(/undefined|function|\[native|\[object/);
    return { findings, settings, redacted: redacted?.(), requested };
  };
  const written = (template: string, name: string): string => template.replaceAll('KEY', name);

  it.each(Object.entries(configurations))('is an ordinary key in %s', (_where, template) => {
    const text = (name: string): string => configuration(written(template, name));
    expect(normalize(check(text(key)), key)).toEqual(normalize(check(text(plain)), plain));
  });

  it('is an ordinary secret name in credentials', () => {
    const text = (name: string): string => configuration(`"!root-password": {"$secret": "${name}"}`);
    const creds = (name: string): string => `{"${name}": "planted", "!users": {"${name}": ${content}}}`;
    expect(normalize(check(text(key), creds(key)), key)).toEqual(
      normalize(check(text(plain), creds(plain)), plain),
    );
    const absent = '{"other": "planted"}';
    expect(normalize(check(text(key), absent), key)).toEqual(normalize(check(text(plain), absent), plain));
  });

  it('is an unknown key in a profile definition', () => {
    const text = (name: string): string => `{"packages": ["git"], "main": "server", "${name}": ${content}}`;
    const read = (name: string): unknown => {
      const { definition, findings } = readDefinition('mine.json', text(name));
      expect(Object.keys(definition ?? {})).toEqual(['main', 'packages']);
      return { definition, findings };
    };
    expect(normalize(read(key), key)).toEqual(normalize(read(plain), plain));
  });

  it('is an unknown key in a lock and in facts', () => {
    const lock = (name: string): string =>
      `{"version": 1, "mirrors": [], "packages": [{"name": "a", "version": "1-1", "architecture": "any", "repository": "core", "file": "a.pkg.tar", "size": 1, "sha256": "${'a'.repeat(64)}", "${name}": ${content}}], "${name}": ${content}}`;
    const facts = (name: string): string =>
      `{"${name}": ${content}, "version": 1, "machine": {"${name}": 1}}`;
    for (const [parse, text] of [
      [parseLock, lock],
      [parseFacts, facts],
    ] as const) {
      const read = (name: string): unknown => parse('read.json', text(name)).findings;
      expect(normalize(read(key), key)).toEqual(normalize(read(plain), plain));
    }
  });

  it.each([
    'bootloader',
    'hostname',
    'timezone',
    'keyboard-language',
    'sys-language',
    'additional-repositories',
    'network_config',
    'profile',
    'audio_config',
    'mirror-region',
    'kernels',
    'packages',
    'services',
    'harddrives',
    'custom-commands',
  ])('is an ordinary value of %s', (name) => {
    const text = (value: string): string => configuration(`"${name}": "${value}"`);
    const list = (value: string): string => configuration(`"${name}": ["${value}"]`);
    for (const configurationWith of [text, list]) {
      const [found, usual] = [key, plain].map(
        (value) =>
          checkConfiguration({ config: { file: 'c.json', text: configurationWith(value) }, advanced: true })
            .findings,
      );
      expect(found!.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(
        usual!.map(({ rule, pointer }) => `${rule} ${pointer}`),
      );
      for (const { hint = '' } of found!) expect(hint).not.toMatch(/undefined|function|\[native|\[object/);
    }
  });

  it('is an ordinary string if quotes are missing', () => {
    const { findings } = checkConfiguration({ config: { file: 'c.json', text: `{"hostname": ${key}}` } });
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'wrong-value', hint: `write "${key}"` }) as unknown,
    );
  });
});
