import { Secret } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { mirrorLoginName } from '../../plan/secret-names.ts';
import { loginHeaders, withLogin } from './login.ts';
import { fingerprint, startServer, createPinFolder } from './testing.ts';
import { resolveTrust } from './trust.ts';

const address = 'https://mirror.example.org/$repo/os/$arch';
const secrets = (login: string, of = address): Map<string, Secret> =>
  new Map([[mirrorLoginName(of), new Secret(login)]]);

describe("a mirror's login", () => {
  it("is inserted unchanged into the package manager's address", () => {
    expect(withLogin(address, secrets('ada:pa%40ss$&'))).toBe(
      'https://ada:pa%40ss$&@mirror.example.org/$repo/os/$arch',
    );
    expect(withLogin(address, new Map())).toBe(address);
  });

  it('is decoded and sent in a header of HTTP requests', () => {
    const header = (login: string): string | undefined =>
      loginHeaders(address, secrets(login))['authorization'];
    expect(header('ada:pa%40ss')).toBe(`Basic ${Buffer.from('ada:pa@ss').toString('base64')}`);
    expect(header('ada:100%')).toBe(`Basic ${Buffer.from('ada:100%').toString('base64')}`);
    expect(loginHeaders(address, new Map())).toEqual({});
  });

  it('is also sent with the request for the key', async () => {
    const origin = await startServer((request, response) => {
      const known = request.headers.authorization === `Basic ${Buffer.from('ada:word').toString('base64')}`;
      response.writeHead(known ? 200 : 401).end(known ? fingerprint : '');
    });
    const mirror = `${origin}/$repo/os/$arch`;
    const pins = await createPinFolder();
    expect(await resolveTrust([mirror], { secrets: secrets('ada:word', mirror), pins })).toMatchObject({
      fingerprint,
    });
    expect(await resolveTrust([mirror], { pins })).toMatchObject({ rule: 'mirror-unusable' });
  });
});
