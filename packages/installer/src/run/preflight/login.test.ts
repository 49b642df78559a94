import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret } from '@writ/diagnostics';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mirrorLogin } from '../../plan/secrets.ts';
import { loginHeaders, withLogin } from './login.ts';
import { trustOf } from './trust.ts';

const address = 'https://mirror.example.org/$repo/os/$arch';
const secrets = (login: string, of = address): Map<string, Secret> =>
  new Map([[mirrorLogin(of), new Secret(login)]]);

describe('what a mirror asks for', () => {
  it('stands where the package manager looks for it, as it was written', () => {
    expect(withLogin(address, secrets('ada:pa%40ss$&'))).toBe(
      'https://ada:pa%40ss$&@mirror.example.org/$repo/os/$arch',
    );
    expect(withLogin(address, new Map())).toBe(address);
  });

  it('goes into the header of our own requests, decoded', () => {
    const header = (login: string): string | undefined =>
      loginHeaders(address, secrets(login))['authorization'];
    expect(header('ada:pa%40ss')).toBe(`Basic ${Buffer.from('ada:pa@ss').toString('base64')}`);
    expect(header('ada:100%')).toBe(`Basic ${Buffer.from('ada:100%').toString('base64')}`);
    expect(loginHeaders(address, new Map())).toEqual({});
  });

  it('is given when the mirror is asked for its key', async () => {
    const fingerprint = '0123456789ABCDEF0123456789ABCDEF01234567';
    const server = createServer((request, response) => {
      const known = request.headers.authorization === `Basic ${Buffer.from('ada:word').toString('base64')}`;
      response.writeHead(known ? 200 : 401).end(known ? fingerprint : '');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/$repo/os/$arch`;
    expect(await trustOf([mirror], undefined, secrets('ada:word', mirror))).toMatchObject({ fingerprint });
    expect(await trustOf([mirror], undefined)).toMatchObject({ rule: 'mirror-unusable' });
  });
});
