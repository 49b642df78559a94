import { expect, test } from 'vitest';
import { LARGE_CONFIGURATIONS } from '../../../scripts/samples/large-configurations.ts';
import { convertConfiguration } from './convert.ts';

test.for(Object.entries(LARGE_CONFIGURATIONS))(
  'a large file is converted, and the messages are short: %s',
  ([, text]) => {
    const { findings } = convertConfiguration({ config: { file: 'large.json', text } });
    expect(findings.every(({ message }) => message.length < 2000)).toBe(true);
  },
);
