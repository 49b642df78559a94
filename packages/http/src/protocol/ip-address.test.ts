import { describe, expect, it } from 'vitest';
import { clientKey, isInRange, parseAddress, parseAddressRange } from './ip-address.ts';

describe('parseAddress', () => {
  it.each([
    ['0.0.0.0', 0xffff_0000_0000n],
    ['10.1.2.3', 0xffff_0a01_0203n],
    ['::ffff:10.1.2.3', 0xffff_0a01_0203n],
    ['::', 0n],
    ['::1', 1n],
    ['fe80::1%eth0', (0xfe80n << 112n) | 1n],
    ['2001:DB8:0:0:1:0:0:2', 0x2001_0db8_0000_0000_0001_0000_0000_0002n],
    ['1:2:3:4:5:6:7:8', 0x0001_0002_0003_0004_0005_0006_0007_0008n],
    ['1::', 1n << 112n],
  ])('reads %s', (text, address) => {
    expect(parseAddress(text)).toBe(address);
  });

  it.each([
    '',
    '1.2.3',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4.5',
    '1.2.3.4 ',
    ':::',
    '1::2::3',
    '12345::',
    'localhost',
    '[::1]',
    '::1/8',
    '1:2:3:4:5:6:7:8:9',
  ])('rejects %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});

describe('clientKey', () => {
  it.each([
    ['two addresses of a /64 network', '2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff', true],
    ['addresses of neighboring networks', '2001:db8:0:1::1', '2001:db8:0:2::1', false],
    ['two IPv4 addresses', '192.0.2.1', '192.0.2.2', false],
    ['two IPv4 addresses that are mapped to IPv6', '::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['an IPv4 address and the one to which it is mapped', '192.0.2.1', '::ffff:192.0.2.1', true],
    ['two forms of a mapped IPv4 address', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1', true],
    ['two invalid addresses', 'a:1', 'a:2', false],
  ])('compares %s', (_title, one, other, isEqual) => {
    expect(clientKey(one) === clientKey(other)).toBe(isEqual);
  });
});

describe('parseAddressRange', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.0/8', '::ffff:10.0.0.1', true],
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['10.0.0.4/30', '10.0.0.7', true],
    ['10.0.0.4/30', '10.0.0.8', false],
    ['fd00::/8', 'fdff::1', true],
    ['fd00::/8', 'fe00::1', false],
    ['fd00::/8', '10.0.0.1', false],
  ])('%s contains %s: %s', (range, address, contains) => {
    expect(isInRange(parseAddress(address)!, parseAddressRange(range)!)).toBe(contains);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/08', '10.0.0.0/8/8', '::/129', 'loopback', '/8', ''])(
    'rejects %j',
    (text) => {
      expect(parseAddressRange(text)).toBeUndefined();
    },
  );
});
