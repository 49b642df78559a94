import { describe, expect, it } from 'vitest';
import { setUp } from '../testing/service.ts';
import { parseAllowedHost } from './allowed-hosts.ts';

const proxies = { header: 'x-forwarded', addresses: ['127.0.0.1'] } as const;
const forwarded = (proto: string, host?: string): Record<string, string> => ({
  'x-forwarded-for': '192.0.2.7',
  'x-forwarded-proto': proto,
  ...(host !== undefined && { 'x-forwarded-host': host }),
});

describe('a service with an allowed host name', () => {
  it('accepts this name in any spelling, and loopback names', async () => {
    const { send } = await setUp({ hosts: ['writ.example'] });
    for (const host of ['writ.example', 'WRIT.example:8443', 'writ.example.', 'localhost:7878']) {
      const { status } = await send({ url: '/api/installs', headers: { host } });
      expect([host, status]).toEqual([host, 200]);
    }
  });

  it('refuses other names, also for event streams and upgrades', async () => {
    const { send, begin } = await setUp({ hosts: ['writ.example'] });
    const id = await begin('a.img');
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    for (const host of [
      'evil.example',
      'writ.example.evil.example',
      'x.writ.example',
      'writ.example:x',
      '',
    ]) {
      for (const [url, headers] of [
        [`/api/installs/${id}/events`, {}],
        ['/api/installs', upgrade],
        ['/health', {}],
      ] as const) {
        const response = await send({ url, headers: { host, ...headers } });
        expect([host, response.status, response.json().code]).toEqual([host, 421, 'host-refused']);
      }
    }
  });

  it('refuses a target with another host than the Host header', async () => {
    const { send } = await setUp({ hosts: ['writ.example'] });
    const headers = { host: 'writ.example' };
    expect((await send({ url: 'http://evil.example/api/installs', headers })).status).toBe(421);
  });
});

describe('a service behind a proxy', () => {
  const options = { hosts: ['writ.example'], proxies };

  it('accepts requests that arrived at the proxy over HTTPS', async () => {
    const { send } = await setUp(options);
    for (const headers of [
      { host: 'writ.example', ...forwarded('https') },
      { host: '127.0.0.1:7878', ...forwarded('https', 'writ.example') },
    ])
      expect((await send({ url: '/api/installs', headers })).status).toBe(200);
  });

  it.each([
    ['over HTTP', forwarded('http')],
    ['without the header of the proxy', {}],
    ['with another header', { forwarded: 'for=192.0.2.7;proto=https' }],
  ])('refuses requests that arrived %s, except those of monitoring', async (_name, headers) => {
    const { send } = await setUp({ ...options, metricsToken: 'another-token-only-for-metrics' });
    const request = (url: string) => send({ url, headers: { host: 'writ.example', ...headers } });
    const absolute = ['https://writ.example/api/installs', 'HTTPS://writ.example/session'];
    for (const url of ['/api/installs', '/', '/%68ealth', '/session', ...absolute]) {
      const response = await request(url);
      expect([response.status, response.text()]).toEqual([403, expect.stringContaining('https-required')]);
    }
    expect((await request('/health')).status).toBe(200);
    expect((await request('/metrics')).status).toBe(401);
  });

  it('refuses the headers of a proxy that is not trusted', async () => {
    const { send } = await setUp({ ...options, proxies: { ...proxies, addresses: ['192.0.2.1'] } });
    const headers = { host: 'writ.example', ...forwarded('https') };
    expect((await send({ url: '/api/installs', headers })).status).toBe(403);
  });

  it('refuses a host that only the proxy names, or only the client', async () => {
    const { send } = await setUp(options);
    const status = async (host: string, named: string): Promise<number> =>
      (await send({ url: '/api/installs', headers: { host, ...forwarded('https', named) } })).status;
    expect(await status('writ.example', 'evil.example')).toBe(421);
    expect(await status('evil.example', 'writ.example')).toBe(421);
  });
});

describe('parseAllowedHost', () => {
  it.each([
    ['writ.example', 'writ.example'],
    ['WRIT.Example.', 'writ.example'],
    ['writ-1', 'writ-1'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8::1', '[2001:db8::1]'],
  ])('converts %s to the form in a Host header', (text, name) => {
    expect(parseAllowedHost(text)).toBe(name);
  });

  it.each([
    '',
    '*',
    '*.example',
    'https://writ.example',
    'writ.example:443',
    'a b',
    '1.2.3',
    '[::1]',
    'a..b',
    '-a',
  ])('refuses "%s"', (text) => {
    expect(parseAllowedHost(text)).toBeUndefined();
  });
});
