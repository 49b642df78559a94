import { expect, it } from 'vitest';
import { distance } from './distance.ts';

it.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['flaw', 'lawn', 2],
  ['riad', 'raid', 2],
  ['systemd-bootctl', 'systemd-bootctl', 0],
  ['x'.repeat(40), 'y'.repeat(50), 50],
])('the distance between %j and %j is %i', (one, other, expected) => {
  expect(distance(one, other)).toBe(expected);
});
