import { SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';
import { Tokens } from '../src/services/tokens.ts';

const SECRET = 'a-secret-of-at-least-32-characters';
const tokens = new Tokens(SECRET);

afterEach(() => vi.useRealTimers());

it('a token contains its user and the version of the password for seven days', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const session = { userId: 7, passwordVersion: 2 };
  const token = await tokens.sign(session);
  expect(await tokens.verify(token)).toEqual(session);
  vi.setSystemTime(Date.now() + 7 * 86_400_000 - 1_000);
  expect(await tokens.verify(token)).toEqual(session);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await tokens.verify(token)).toBeUndefined();
});

it.each([
  [
    'signed with another secret',
    () => new Tokens(SECRET.toUpperCase()).sign({ userId: 7, passwordVersion: 0 }),
  ],
  [
    'unsigned',
    () => new UnsecuredJWT({ passwordVersion: 0 }).setSubject('7').setExpirationTime('1 day').encode(),
  ],
  ['signed with another algorithm', () => sign('HS512', '7', '1 day')],
  ['without an end', () => sign('HS256', '7')],
  [
    'without the version of the password',
    () =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject('7')
        .setExpirationTime('1 day')
        .sign(new TextEncoder().encode(SECRET)),
  ],
  ['without a user', () => sign('HS256', undefined, '1 day')],
])('a token %s is invalid', async (_reason, create) => {
  expect(await tokens.verify(await create())).toBeUndefined();
});

function sign(alg: string, subject?: string, end?: string): Promise<string> {
  const token = new SignJWT({ passwordVersion: 0 }).setProtectedHeader({ alg }).setIssuedAt();
  if (subject !== undefined) token.setSubject(subject);
  if (end !== undefined) token.setExpirationTime(end);
  return token.sign(new TextEncoder().encode(SECRET));
}
