import { createServer, type RequestListener, type Server } from 'node:http';
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { Secret } from '@writ/diagnostics';
import { bearer, bearerAuthentication, Context, route, Router, Toolkit, User, type Logger } from '@writ/http';
import { inject } from '@writ/http/testing';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importPKCS8,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { jwtVerifier } from './jwt-verifier.ts';
import type { JwtOptions, KeySetOptions } from './options.ts';

type Key = CryptoKey | Uint8Array;

const issuer = 'https://login.example/';
const audience = 'https://api.example';
const planted = 'planted secret with more than thirty-two bytes';
const secret = new Secret(planted);
const hmac = new TextEncoder().encode(planted);

/** Creates a token, which is valid unless it is changed. */
function sign(key: Key, alg: string, change: JWTPayload = {}, header: object = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const payload = { iss: issuer, aud: audience, sub: 'ada', exp: now + 60, ...change };
  const claims = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
  return new SignJWT(claims).setProtectedHeader({ alg, ...header }).sign(key);
}

afterEach(() => void vi.useRealTimers());

describe('with a secret', () => {
  const options: JwtOptions = { issuer, audience, algorithms: ['HS256'], secret };
  const verify = jwtVerifier(options);
  const past = (seconds: number): number => Math.floor(Date.now() / 1_000) - seconds;

  it('returns the user of a valid token, with the scopes and roles as authorizations', async () => {
    const token = await sign(hmac, 'HS256', { scope: 'read  write', roles: ['editor'], scp: 'x' });
    expect(await verify(token)).toMatchObject({
      principal: { sub: 'ada', iss: issuer },
      authorizations: { scope: ['read', 'write'], roles: ['editor'] },
    });
  });

  it.each<[name: string, change: JWTPayload]>([
    ['another issuer', { iss: 'https://evil.example/' }],
    ['no issuer', { iss: undefined as never }],
    ['another audience', { aud: 'https://other.example' }],
    ['no audience', { aud: undefined as never }],
    ['a time of expiry in the past', { exp: past(60) }],
    ['no time of expiry', { exp: undefined as never }],
    ['a time of expiry that is not a number', { exp: '1' as never }],
    ['a time before which it is invalid', { nbf: past(-60) }],
  ])('rejects a token with %s', async (_name, change) => {
    expect(await verify(await sign(hmac, 'HS256', change))).toBeNull();
  });

  it('accepts times within the clock tolerance', async () => {
    expect(await verify(await sign(hmac, 'HS256', { exp: past(3) }))).not.toBeNull();
    const strict = jwtVerifier({ ...options, clockTolerance: 0 });
    expect(await strict(await sign(hmac, 'HS256', { exp: past(3) }))).toBeNull();
  });

  it('rejects tokens that are unsigned, signed with another key or algorithm, changed, or not tokens', async () => {
    const unsigned = new UnsecuredJWT({}).setIssuer(issuer).setAudience(audience).setExpirationTime('1h');
    expect(await verify(unsigned.encode())).toBeNull();
    expect(await verify(await sign(new TextEncoder().encode('x'.repeat(32)), 'HS256'))).toBeNull();
    expect(await verify(await sign(hmac, 'HS512'))).toBeNull();
    const [head, payload, signature] = (await sign(hmac, 'HS256')).split('.') as [string, string, string];
    const changed = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('ada', 'eve'));
    expect(await verify(`${head}.${changed.toString('base64url')}.${signature}`)).toBeNull();
    for (const text of ['', 'x', 'a.b.c', `${head}.${payload}`, `${head}.${payload}.`]) {
      expect(await verify(text)).toBeNull();
    }
  });

  it('rejects unknown critical headers', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const token = await new SignJWT({ iss: issuer, aud: audience, exp: now + 60 })
      .setProtectedHeader({ alg: 'HS256', crit: ['x'], x: 1 })
      .sign(hmac, { crit: { x: true } });
    expect(await verify(token)).toBeNull();
  });

  it('checks the type of the token if one is required', async () => {
    const typed = jwtVerifier({ ...options, type: 'at+jwt' });
    expect(await typed(await sign(hmac, 'HS256', {}, { typ: 'at+jwt' }))).not.toBeNull();
    expect(await typed(await sign(hmac, 'HS256', {}, { typ: 'JWT' }))).toBeNull();
    expect(await typed(await sign(hmac, 'HS256'))).toBeNull();
  });

  it('lets the application find the user, and reject the token', async () => {
    const user = vi.fn(({ sub }: { sub?: string }) =>
      Promise.resolve(sub === 'ada' ? { principal: { name: 'Ada' }, authorizations: {} } : null),
    );
    const custom = jwtVerifier({ ...options, user });
    expect(await custom(await sign(hmac, 'HS256'))).toEqual({
      principal: { name: 'Ada' },
      authorizations: {},
    });
    expect(await custom(await sign(hmac, 'HS256', { sub: 'eve' }))).toBeNull();
    user.mockClear();
    expect(await custom(await sign(hmac, 'HS256', { exp: past(60) }))).toBeNull();
    expect(user).not.toHaveBeenCalled();
  });
});

describe('with a public key', () => {
  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)('verifies %s', async (algorithm) => {
    const keys = await generateKeyPair(algorithm, { extractable: true });
    const other = await generateKeyPair(algorithm);
    const publicKey = await exportSPKI(keys.publicKey);
    const verify = jwtVerifier({ issuer, audience, algorithms: [algorithm], publicKey });
    expect(await verify(await sign(keys.privateKey, algorithm))).not.toBeNull();
    expect(await verify(await sign(other.privateKey, algorithm))).toBeNull();
    // The public key must not be used as a secret.
    const confused = await sign(new TextEncoder().encode(publicKey), 'HS256');
    expect(await verify(confused)).toBeNull();
  });
});

describe('with a key set', () => {
  let first: CryptoKeyPair;
  let second: CryptoKeyPair;

  beforeAll(async () => {
    first = await generateKeyPair('ES256', { extractable: true });
    second = await generateKeyPair('ES256', { extractable: true });
  });

  async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
    const server = createServer(listener);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`, server };
  }

  /** Serves the keys with their ids, and counts the requests. */
  async function serveKeys(keys: Record<string, CryptoKeyPair>, withIds = true) {
    let requests = 0;
    const { url } = await serve((_request, response) => {
      requests += 1;
      void Promise.all(
        Object.entries(keys).map(async ([kid, { publicKey }]) => ({
          ...(await exportJWK(publicKey)),
          ...(withIds && { kid }),
        })),
      ).then((list) => response.end(JSON.stringify({ keys: list })));
    });
    return { url, keys, count: () => requests };
  }

  const verifierOf = (keySet: string | KeySetOptions) =>
    jwtVerifier({ issuer, audience, algorithms: ['ES256'], keySet });

  it('fetches the set once, for all tokens', async () => {
    const { url, count } = await serveKeys({ a: first });
    const verify = verifierOf(url);
    expect(count()).toBe(0);
    const token = await sign(first.privateKey, 'ES256', {}, { kid: 'a' });
    const users = await Promise.all([verify(token), verify(token), verify(token)]);
    expect(users.map((user) => user?.principal['sub'])).toEqual(['ada', 'ada', 'ada']);
    expect(count()).toBe(1);
  });

  it('fetches it again for an unknown key after a rotation, at most once per cooldown', async () => {
    const { url, keys, count } = await serveKeys({ a: first });
    vi.useFakeTimers({ toFake: ['Date'] });
    const verify = verifierOf({ url, cooldown: 10_000 });
    const rotated = (): Promise<string> => sign(second.privateKey, 'ES256', {}, { kid: 'b' });
    expect(await verify(await sign(first.privateKey, 'ES256', {}, { kid: 'a' }))).not.toBeNull();
    delete keys['a'];
    keys['b'] = second;
    expect(await verify(await rotated())).toBeNull();
    expect(count()).toBe(1);
    vi.setSystemTime(Date.now() + 11_000);
    expect(await verify(await rotated())).not.toBeNull();
    expect(count()).toBe(2);
    expect(await verify(await sign(first.privateKey, 'ES256', {}, { kid: 'a' }))).toBeNull();
    expect(count()).toBe(2);
  });

  it('fetches it again when it is too old', async () => {
    const { url, count } = await serveKeys({ a: first });
    vi.useFakeTimers({ toFake: ['Date'] });
    const verify = verifierOf({ url, maxAge: 60_000 });
    const token = (): Promise<string> => sign(first.privateKey, 'ES256', {}, { kid: 'a' });
    await verify(await token());
    vi.setSystemTime(Date.now() + 59_000);
    await verify(await token());
    expect(count()).toBe(1);
    vi.setSystemTime(Date.now() + 2_000);
    expect(await verify(await token())).not.toBeNull();
    expect(count()).toBe(2);
  });

  it('tries all keys for a token without a key id', async () => {
    const { url } = await serveKeys({ a: first, b: second }, false);
    const verify = verifierOf(url);
    expect(await verify(await sign(second.privateKey, 'ES256'))).not.toBeNull();
    const other = await generateKeyPair('ES256');
    expect(await verify(await sign(other.privateKey, 'ES256'))).toBeNull();
  });

  it('tries at most 16 keys for a token without a key id', async () => {
    const keys: CryptoKeyPair[] = [];
    for (let count = 0; count < 17; count += 1) {
      keys.push(await generateKeyPair('ES256', { extractable: true }));
    }
    const { url } = await serveKeys(Object.fromEntries(keys.entries()), false);
    const verify = verifierOf(url);
    expect(await verify(await sign(keys[15]!.privateKey, 'ES256'))).not.toBeNull();
    expect(await verify(await sign(keys[16]!.privateKey, 'ES256'))).toBeNull();
  });

  describe('that contains keys that cannot be used', () => {
    const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits });
    const good = rsa(2048);
    const weak: JsonWebKey = { ...rsa(1024).publicKey.export({ format: 'jwk' }), kid: 'weak' };
    const privateKey: JsonWebKey = { ...rsa(2048).privateKey.export({ format: 'jwk' }), kid: 'private' };
    const malformed: JsonWebKey = { kty: 'RSA', n: 5 as never, e: 'AQAB', kid: 'malformed' };
    const unusable = [weak, privateKey, malformed];

    async function verifierOfKeys(keys: readonly JsonWebKey[]) {
      const { url } = await serve((_, response) => void response.end(JSON.stringify({ keys })));
      return jwtVerifier({ issuer, audience, algorithms: ['RS256'], keySet: url });
    }

    async function signed(header: object = {}): Promise<string> {
      const pkcs8 = good.privateKey.export({ format: 'pem', type: 'pkcs8' });
      return sign(await importPKCS8(String(pkcs8), 'RS256'), 'RS256', {}, header);
    }

    it('accepts tokens of the other keys', async () => {
      const usable = { ...good.publicKey.export({ format: 'jwk' }), kid: 'good' };
      const verify = await verifierOfKeys([...unusable, usable]);
      expect(await verify(await signed())).not.toBeNull();
      expect(await verify(await signed({ kid: 'good' }))).not.toBeNull();
    });

    it('rejects tokens that name them, and tokens without a key id', async () => {
      const all = await verifierOfKeys(unusable);
      expect(await all(await signed())).toBeNull();
      for (const key of unusable) {
        expect(await all(await signed({ kid: key['kid'] }))).toBeNull();
        const single = await verifierOfKeys([key]);
        expect(await single(await signed())).toBeNull();
      }
    });
  });

  it.each<[name: string, listener: RequestListener, problem: RegExp]>([
    [
      'is too large',
      (_, response) => void response.end(`{"keys":[${' '.repeat(2_000)}]}`),
      /more than 1000 bytes/,
    ],
    [
      'is not JSON',
      (_, response) => void response.end('<html>'),
      /key set http:\S+ cannot be used: it is not JSON$/,
    ],
    ['is not a key set', (_, response) => void response.end('{"keys":5}'), /malformed/],
    ['is an error page', (_, response) => void response.writeHead(500).end(), /200/],
    ['is a redirect', (_, response) => void response.writeHead(302, { location: '/' }).end(), /200/],
    ['does not arrive in time', () => {}, /it did not arrive in time/],
    ['arrives too slowly', (_, response) => void response.write('{'), /it did not arrive in time/],
  ])('rejects the call, not the token, if the set %s', async (_name, listener, problem) => {
    const { url } = await serve(listener);
    const verify = verifierOf({ url, timeout: 200, maxBytes: 1_000 });
    await expect(verify(await sign(first.privateKey, 'ES256'))).rejects.toThrow(problem);
  });

  it('does not contain the query of its address in errors', async () => {
    const { url } = await serve((_, response) => void response.writeHead(500).end());
    const verify = verifierOf(`${url}?apikey=PLANTED#PLANTED`);
    const error: unknown = await verify(await sign(first.privateKey, 'ES256')).catch((reason) => reason);
    expect(String(error)).toContain(`the key set ${url} cannot be used`);
    expect(inspect(error)).not.toContain('PLANTED');
  });

  it('rejects the call if the server cannot be reached, and works when it can', async () => {
    const { url, server } = await serve((_request, response) => {
      void exportJWK(first.publicKey).then((key) => response.end(JSON.stringify({ keys: [key] })));
    });
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const verify = verifierOf(url);
    const token = await sign(first.privateKey, 'ES256');
    await expect(verify(token)).rejects.toThrow(/key set .*\/jwks cannot be used: .*ECONNREFUSED/);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect(await verify(token)).not.toBeNull();
  });
});

describe('in an application', () => {
  const verify = jwtVerifier({ issuer, audience, algorithms: ['HS256'], secret });
  const authentication = bearerAuthentication(verify);
  const lines: string[] = [];
  const record = (...line: unknown[]): void => void lines.push(JSON.stringify(line));
  const logger: Logger = { debug: record, info: record, warn: record, error: record };
  const handler = (user: User): unknown => user.principal['sub'];
  const router = new Router(new Toolkit({ logger })).add(
    route({
      method: 'GET',
      path: '/provider',
      bindings: [Context(User)],
      handler,
      scopes: [{ access: { authenticate: { name: 'jwt', instance: authentication }, rule: ['read'] } }],
    }),
    route({
      method: 'GET',
      path: '/filter',
      bindings: [Context(User)],
      handler,
      scopes: [{ filters: [bearer(verify)] }],
    }),
  );

  it('admits valid tokens only, without secrets in responses and logs', async () => {
    const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });
    const token = await sign(hmac, 'HS256', { scope: 'read' });
    const wrong = await sign(hmac, 'HS256', { aud: 'other' });
    for (const url of ['/provider', '/filter']) {
      const admitted = await inject(router, { method: 'GET', url, headers: headersOf(token) });
      expect([admitted.status, admitted.text()]).toEqual([200, 'ada']);
      const refused = await inject(router, { method: 'GET', url, headers: headersOf(wrong) });
      expect(refused.status).toBe(401);
      expect(refused.headers['www-authenticate']).toMatch(/^Bearer realm="writ"/);
      expect(refused.text() + lines.join('')).not.toMatch(/planted|eyJ/);
      expect((await inject(router, url)).status).toBe(401);
    }
  });
});
