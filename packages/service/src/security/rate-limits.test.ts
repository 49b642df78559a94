import { memoryStore, type RateStore } from '@writ/http';
import { describe, expect, it } from 'vitest';
import { setUp } from '../testing/service.ts';
import { createRateStore } from './rate-limits.ts';

const other = { authorization: 'Bearer another-token-that-is-not-valid' };
const none = { authorization: '' };

describe('a service with rate limits', () => {
  it('responds with 429 and Retry-After to a token with too many requests, but not to probes', async () => {
    const { send } = await setUp({ rates: { token: 2 } });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await send('/api/installs')).status);
    expect(statuses).toEqual([200, 200, 429]);
    const refused = await send('/api/service');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({ status: 429, code: 'too-many-requests' });
    expect(refused.headers['ratelimit-policy']).toContain('"token";q=2;w=60');
    expect((await send('/health')).status).toBe(200);
  });

  it('responds with 429 to an address with too many requests without a valid token', async () => {
    const { send } = await setUp({ rates: { address: 3 } });
    const statuses = [];
    for (const headers of [none, other, none, other, none])
      statuses.push((await send({ url: '/api/installs', headers })).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    // The token remains valid for others behind the same address.
    expect((await send('/api/installs')).status).toBe(200);
    expect((await send({ url: '/ready', headers: none })).status).toBe(200);
  });

  it('counts the addresses of clients that a trusted proxy names, and an IPv6 network as one', async () => {
    const proxies = { header: 'x-forwarded', addresses: ['127.0.0.1'] } as const;
    const { send } = await setUp({ rates: { address: 1 }, proxies, hosts: ['writ.example'] });
    const status = async (address: string): Promise<number> => {
      const headers = { ...other, 'x-forwarded-for': address, 'x-forwarded-proto': 'https' };
      return (await send({ url: '/api/installs', headers })).status;
    };
    expect(await status('192.0.2.1')).toBe(401);
    expect(await status('192.0.2.1')).toBe(429);
    expect(await status('192.0.2.2')).toBe(401);
    expect(await status('2001:db8::1')).toBe(401);
    expect(await status('2001:db8::2')).toBe(429);
  });

  it('counts requests for paths that require no token by address, whatever token they have', async () => {
    const { send } = await setUp({ rates: { address: 2 } });
    const { paths } = (await send('/openapi.json')).json() as { paths: Record<string, { get?: object }> };
    await send('/');
    const status = async (url: string, headers?: Readonly<Record<string, string>>): Promise<number> =>
      (await send({ url, ...(headers && { headers }) })).status;
    const open = [
      '/',
      '/session',
      '/downloads/x',
      '/openapi.json',
      '/api/../session',
      '/agent/none',
      '/none',
    ];
    for (const url of open) {
      expect([url, await status(url, other)]).toEqual([url, 429]);
      expect([url, await status(url)]).toEqual([url, 429]);
    }
    // Every route of the API that requires the token accepts it after the limit of the address is reached.
    for (const [path, { get }] of Object.entries(paths)) {
      if (get === undefined || !path.startsWith('/api/') || path === '/api/machine') continue;
      const url = path.replaceAll(/\{[^}]+\}/g, '9999');
      expect([url, await status(url)]).not.toEqual([url, 429]);
      expect([url, await status(url, other)]).toEqual([url, 429]);
    }
  });

  it('does not limit with 0', async () => {
    const { send } = await setUp({ rates: { token: 0, address: 0 } });
    const response = await send('/api/installs');
    expect(response.headers).not.toHaveProperty('ratelimit-policy');
    expect((await send({ url: '/api/installs', headers: none })).headers).not.toHaveProperty(
      'ratelimit-policy',
    );
  });
});

describe('createRateStore', () => {
  it('counts in memory while the shared store fails, and reports this once', async () => {
    let isFailing = false;
    let time = 0;
    const counts = memoryStore();
    const shared: RateStore = {
      hit: async (key, window) => {
        if (isFailing) throw new Error('no connection');
        return counts.hit(key, window);
      },
    };
    const reported: string[] = [];
    const store = createRateStore(shared, (message) => reported.push(message), { now: () => time });
    const hit = async (): Promise<number> => (await store.hit('key', 60_000)).count;
    expect([await hit(), await hit()]).toEqual([1, 2]);
    isFailing = true;
    expect([await hit(), await hit()]).toEqual([1, 2]);
    time = 10_000;
    expect(await hit()).toBe(3);
    isFailing = false;
    time = 20_000;
    expect(await hit()).toBe(3);
    expect(reported).toEqual(['Requests are counted by this process only']);
  });
});
