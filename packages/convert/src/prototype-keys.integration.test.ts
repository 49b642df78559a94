import { describe, expect, it } from 'vitest';
import { convertConfiguration } from './convert.ts';
import { readPythonProfile } from './profile/python.ts';
import {
  configuration,
  configurations,
  expectUnchangedPrototypes,
  normalize,
  plainOf,
  PROTOTYPE_KEYS,
} from '../../../scripts/samples/prototype-keys.ts';

expectUnchangedPrototypes();

describe.each(PROTOTYPE_KEYS)('the key %s', (key) => {
  const plain = plainOf(key);

  it.each(Object.entries(configurations))('is converted like any other key in %s', (_where, template) => {
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
