import { expect, it } from 'vitest';
import { Configuration } from './configuration.ts';

it('a configuration is replaced only by a different text, because the plan of the same text still applies', () => {
  const configuration = new Configuration();
  configuration.open('{}');
  expect([configuration.replacement.value, configuration.opening.value]).toEqual([1, 1]);
  configuration.text.value = '{ }';
  configuration.open('{ }');
  expect([configuration.replacement.value, configuration.opening.value]).toEqual([1, 2]);
  expect(configuration.isChanged).toBe(false);
  configuration.replace('{}');
  expect([configuration.replacement.value, configuration.opening.value]).toEqual([2, 2]);
});
