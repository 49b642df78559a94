import { describe, expect, it } from 'vitest';
import { parseFacts } from '../facts/parse-facts.ts';
import { readDefinition } from '../profile/definition.ts';
import { parseLock } from '../run/package-lock/parse.ts';
import { checkConfiguration } from './check.ts';
import {
  configuration,
  configurations,
  content,
  expectUnchangedPrototypes,
  normalize,
  plainOf,
  PROTOTYPE_KEYS,
} from '../../../../scripts/samples/prototype-keys.ts';

expectUnchangedPrototypes();

describe.each(PROTOTYPE_KEYS)('the key %s', (key) => {
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
