import { describe, expect, it } from 'vitest';
import { canaries, setUp } from './testing/service.ts';

const canary = canaries[0]!;

describe('POST /api/password-hash', () => {
  it('returns a hash with a new salt for a password, and a hash unchanged', async () => {
    const { send } = await setUp();
    const hash = async (password: string): Promise<string> =>
      (await send({ method: 'POST', url: '/api/password-hash', json: { password } })).json().hash;
    const first = await hash(canary);
    expect(first).toMatch(/^\$6\$[^$]+\$[./A-Za-z0-9]{86}$/);
    expect(await hash(canary)).not.toBe(first);
    expect(await hash(first)).toBe(first);
  });

  it('responds with the reason, but not the password, if passwords cannot be hashed', async () => {
    const { send } = await setUp({ hash: () => Promise.reject(new Error('openssl is missing')) });
    const response = await send({ method: 'POST', url: '/api/password-hash', json: { password: canary } });
    expect([response.status, response.json().code]).toEqual([503, 'hashing-failed']);
    expect(response.json().detail).toContain('openssl is missing');
    expect(response.text()).not.toContain(canary);
  });
});
