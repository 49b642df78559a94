import { expect, it } from 'vitest';
import { rawHeader, REPEATED } from './node-transport.ts';

const headers = ['Host', 'a', 'Accept', 'b', 'X-Ab', '', 'accept', 'c', 'Cookie', 'd=e'];

it.each([
  ['host', 'a'],
  ['x-ab', ''],
  ['cookie', 'd=e'],
  ['accept', REPEATED],
  ['none', undefined],
  ['a', undefined],
  ['constructor', undefined],
])('rawHeader returns the value of the header %s: %s', (name, expected) => {
  expect(rawHeader(headers, name)).toBe(expected);
});
