import { describe, expect, it } from 'vitest';
import { completeAddress, readSubnet } from './subnet.ts';

describe('readSubnet', () => {
  it.each([
    ['192.168.1.5/24', '192.168.1.0/24', 254],
    ['10.20.30.40/12', '10.16.0.0/12', 1_048_574],
    ['203.0.113.9/30', '203.0.113.8/30', 2],
    ['203.0.113.9/31', '203.0.113.8/31', 2],
    ['255.255.255.255/32', '255.255.255.255/32', 1],
    ['0.0.0.0/0', '0.0.0.0/0', 2 ** 32 - 2],
  ])('returns the network of %s', (text, network, addresses) => {
    expect(readSubnet(text)).toEqual({ network, addresses });
  });

  it.each([
    '',
    '192.168.1.5',
    '192.168.1/24',
    '192.168.1.256/24',
    '192.168.1.05/24',
    '1.2.3.4/33',
    '1.2.3.4./8',
  ])('returns undefined for %j', (text) => expect(readSubnet(text)).toBeUndefined());
});

it('completeAddress adds a prefix length only to a complete address', () => {
  expect(['192.168.1.5', '192.168.1.', '192.168.1.5/', '2001:db8::5'].map(completeAddress)).toEqual([
    '192.168.1.5/24',
    undefined,
    undefined,
    undefined,
  ]);
});
