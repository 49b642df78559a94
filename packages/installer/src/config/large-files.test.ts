import { expect, test } from 'vitest';
import { LARGE_CONFIGURATIONS } from '../../../../scripts/samples/large-configurations.ts';
import { checkConfiguration } from './check.ts';

test.for(Object.entries(LARGE_CONFIGURATIONS))(
  'a large file is checked, and the messages are short: %s',
  ([, text]) => {
    const { findings } = checkConfiguration({ config: { file: 'large.json', text } });
    expect(findings.every(({ message }) => message.length < 2000)).toBe(true);
  },
);
