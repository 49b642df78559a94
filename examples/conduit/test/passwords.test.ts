import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashPassword, isPassword } from '../src/services/passwords.ts';

it('a password matches only its own hash', async () => {
  const hash = await hashPassword('teapot-7');
  expect(hash).not.toBe(await hashPassword('teapot-7'));
  expect(await isPassword('teapot-7', hash)).toBe(true);
  expect(await isPassword('teapot-8', hash)).toBe(false);
  expect(await isPassword('teapot-7', undefined)).toBe(false);
});

it('a hash is scrypt with the cost that OWASP recommends for 16 MiB', async () => {
  const [salt = '', key] = (await hashPassword('teapot-7')).split('.');
  const expected = scryptSync('teapot-7', Buffer.from(salt, 'base64url'), 32, { N: 16_384, r: 8, p: 5 });
  expect(key).toBe(expected.toString('base64url'));
});
