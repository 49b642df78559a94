import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { demonstrationMirror, exampleConfiguration } from './example.ts';

it('the example configuration equals examples/install/minimal.json', () => {
  const file = new URL('../../../examples/install/minimal.json', import.meta.url);
  expect(exampleConfiguration()).toBe(readFileSync(file, 'utf8'));
});

it('the example configuration contains the address of the mirror', () => {
  const address = 'http://127.0.0.1:4711/$repo/os/$arch';
  expect(JSON.parse(exampleConfiguration(address))).toMatchObject({
    'mirror-region': demonstrationMirror(address).region,
  });
});
