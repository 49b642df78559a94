import { expect, it } from 'vitest';
import { isOneOf } from './content-type.ts';

it.each<[string, string, boolean]>([
  ['application/*+json', 'application/problem+json', true],
  ['application/*+json', 'application/json', false],
  ['application/*+json', 'application/+json', false],
  ['application/*+json', 'text/problem+json', false],
  ['application/*+xml; charset=utf-8', 'application/atom+xml', true],
  ['text/*', 'text/csv', true],
  ['text/*', 'text/', false],
  ['*/*', 'image/png', true],
  ['text/csv', 'text/plain', false],
])('isOneOf: the list %j includes %j: %s', (range, essence, expected) => {
  expect(isOneOf(essence, [range])).toBe(expected);
});
