import { expect, it } from 'vitest';
import { acceptedVariants } from './compressed-copies.ts';

it.each<[string | undefined, string]>([
  [undefined, ''],
  ['', ''],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br,gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip,br'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br,gzip'],
  ['*;q=0.1, gzip;q=0', 'br'],
  ['identity, gzip;q=0.5', ''],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['GZIP ; Q=0.3', 'gzip'],
  ['br;q=lots, gzip;q=2', ''],
  [',;=', ''],
])('for Accept-Encoding %j, acceptedVariants returns %j', (header, expected) => {
  expect(
    acceptedVariants(header)
      .map(({ encoding }) => encoding)
      .join(),
  ).toBe(expected);
});

it('acceptedVariants takes linear time', () => {
  const spaces = ' '.repeat(300_000);
  expect(acceptedVariants(`gzip;q=x${spaces}x`)).toEqual([]);
  expect(acceptedVariants(`gzip;${spaces}q${spaces}=${spaces}0.5${spaces}`)).toHaveLength(1);
});
