import { SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';
import { Tokens } from '../src/services/tokens.ts';

const SECRET = 'a-secret-of-at-least-32-characters';
const tokens = new Tokens(SECRET);

afterEach(() => vi.useRealTimers());

it('a token contains the id of its user for seven days', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const token = await tokens.sign(7);
  expect(await tokens.verify(token)).toBe(7);
  vi.setSystemTime(Date.now() + 7 * 86_400_000 - 1_000);
  expect(await tokens.verify(token)).toBe(7);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await tokens.verify(token)).toBeUndefined();
});

it.each([
  ['signed with another secret', () => new Tokens(SECRET.toUpperCase()).sign(7)],
  ['unsigned', () => new UnsecuredJWT().setSubject('7').setExpirationTime('1 day').encode()],
  ['signed with another algorithm', () => sign('HS512', '7', '1 day')],
  ['without an end', () => sign('HS256', '7')],
  ['without a user', () => sign('HS256', undefined, '1 day')],
])('a token %s is invalid', async (_reason, create) => {
  expect(await tokens.verify(await create())).toBeUndefined();
});

function sign(alg: string, subject?: string, end?: string): Promise<string> {
  const token = new SignJWT().setProtectedHeader({ alg }).setIssuedAt();
  if (subject !== undefined) token.setSubject(subject);
  if (end !== undefined) token.setExpirationTime(end);
  return token.sign(new TextEncoder().encode(SECRET));
}
