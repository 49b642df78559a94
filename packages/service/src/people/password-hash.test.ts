import { scryptSync } from 'node:crypto';
import { Secret } from '@writ/diagnostics';
import { expect, it } from 'vitest';
import { HASH_COST, hashPassword, isPassword, isPasswordHash, verifyPassword } from './password-hash.ts';

const cheap = { logN: 4, r: 2, p: 1 };

it('a hash accepts its password only, in any Unicode form', async () => {
  const hash = await hashPassword(new Secret('correct horse é'), cheap);
  expect(await verifyPassword(new Secret('correct horse é'), hash)).toBe(true);
  expect(await verifyPassword(new Secret('correct horse e\u0301'), hash)).toBe(true);
  expect(await verifyPassword(new Secret('correct horse e'), hash)).toBe(false);
  expect(await verifyPassword(new Secret(''), hash)).toBe(false);
  expect(await hashPassword(new Secret('correct horse é'), cheap)).not.toBe(hash);
});

it('new hashes have the cost N = 2^15, r = 8, p = 3', async () => {
  const hash = await hashPassword(new Secret('correct horse'));
  expect(HASH_COST).toEqual({ logN: 15, r: 8, p: 3 });
  const [, name, cost, salt, key] = hash.split('$');
  expect([name, cost]).toEqual(['scrypt', 'ln=15,r=8,p=3']);
  const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 ** 2 };
  const expected = scryptSync('correct horse', Buffer.from(salt!, 'base64'), 32, options);
  expect(Buffer.from(key!, 'base64')).toEqual(expected);
});

it('damaged and expensive hashes are rejected', async () => {
  const hash = await hashPassword(new Secret('correct horse'), cheap);
  expect(isPasswordHash(hash)).toBe(true);
  for (const damaged of ['', 'correct horse', hash.slice(0, -1), hash.replace('ln=4', 'ln=30'), `${hash}A`]) {
    expect(isPasswordHash(damaged)).toBe(false);
    await expect(verifyPassword(new Secret('correct horse'), damaged)).rejects.toThrow('damaged');
  }
});

it('a password has 12 to 512 characters', () => {
  const accepted = [
    'x'.repeat(11),
    'x'.repeat(12),
    '😀'.repeat(12),
    '😀'.repeat(11),
    'x'.repeat(512),
    'x'.repeat(513),
  ];
  expect(accepted.map((text) => isPassword(new Secret(text)))).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
  ]);
});
