import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from '@writ/diagnostics';
import { Context, HttpRequest, HttpResponse, route, Router, Toolkit } from '../index.ts';
import { inject } from '../testing/inject.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports, type Client } from '../testing/transports.ts';
import { deleteCookie, setCookie, SignedCookies, type CookieOptions } from './cookies.ts';

const toolkit = new Toolkit({ logger: recordingLogger() });
const OLD = 'old '.repeat(8);
const NEW = 'new '.repeat(8);

/** A router that sets cookies in its response to `GET /`. */
function setting(set: (response: HttpResponse) => void): Router {
  return new Router(toolkit).add(
    route({
      method: 'GET',
      path: '/',
      bindings: [Context(HttpResponse)],
      handler: (response) => {
        set(response);
        return 'done';
      },
    }),
  );
}

/** Sets a cookie and returns its header, or the message of the error. */
function headerOf(name: string, value: string, options: CookieOptions): string {
  let thrown: unknown;
  let header: string | undefined;
  const router = setting((response) => {
    try {
      setCookie(response, name, value, options);
    } catch (error) {
      thrown = error;
    }
    header = response.headers.get('set-cookie');
  });
  void inject(router, '/');
  return thrown === undefined ? header! : (thrown as Error).message;
}

it.each<[string, CookieOptions, string]>([
  ['a', {}, 'a=v%3B1; Path=/; HttpOnly; Secure; SameSite=Lax'],
  ['a', { maxAge: 60, path: '/b', domain: 'a.example' }, 'a=v%3B1; Max-Age=60; Domain=a.example; Path=/b; '],
  ['a', { httpOnly: false, secure: false, sameSite: 'strict' }, 'a=v%3B1; Path=/; SameSite=Strict'],
  ['a', { sameSite: 'none', partitioned: true }, '; Secure; Partitioned; SameSite=None'],
  ['__Host-a', {}, '__Host-a=v%3B1; Path=/; HttpOnly; Secure'],
  ['__Host-a', { domain: 'a.example' }, 'browsers reject __Host-a with a domain or a path other than /'],
  ['__host-a', { path: '/b' }, 'browsers reject __host-a with a domain'],
  ['__Secure-a', { secure: false }, 'browsers reject __Secure-a without secure'],
  ['a', { secure: false, sameSite: 'none' }, 'browsers reject a without secure'],
  ['a', { maxAge: 0.5 }, 'setCookie: maxAge must be a whole number of seconds, not 0.5'],
  ['a', { sameSite: 'Lax' as 'lax' }, "setCookie: sameSite must be 'strict', 'lax' or 'none'"],
  ['a', { expires: 1 } as CookieOptions, 'setCookie has no option "expires"'],
  ['a b', {}, 'invalid'],
])('setCookie with %s and %j results in %s', (name, options, expected) => {
  expect(headerOf(name, 'v;1', options)).toContain(expected);
});

it('setCookie rejects a cookie that is too large for browsers to store', () => {
  expect(headerOf('a', 'v'.repeat(4_000), {})).toMatch(/^a=v{4000}; /);
  expect(headerOf('a', 'v'.repeat(4_100), {})).toBe(
    'the cookie a is larger than 4096 bytes, so browsers would not store it',
  );
});

function signing(keys: readonly (string | Secret)[]): Router {
  const cookies = new SignedCookies(keys);
  return setting((response) => cookies.set(response, 'user', 'ada.1')).add(
    route({
      method: 'GET',
      path: '/read/{name}',
      bindings: [Context(HttpRequest)],
      handler: (request) => ({ user: cookies.read(request, request.path.split('/').at(-1)!) ?? null }),
    }),
  );
}

/** Returns the cookie that a server sets, in the form in which browsers send it. */
async function receive(client: Client): Promise<string> {
  const [cookie = ''] = (await client('/')).cookies;
  return cookie.split(';', 1)[0]!;
}

describeTransports('cookies', (serve) => {
  it('are set, and deleted with the same attributes', async () => {
    const client = await serve(
      setting((response) => {
        setCookie(response, 'a', '1');
        deleteCookie(response, 'b', { path: '/b' });
      }),
    );
    expect((await client('/')).cookies).toEqual([
      'a=1; Path=/; HttpOnly; Secure; SameSite=Lax',
      'b=; Max-Age=0; Path=/b; HttpOnly; Secure; SameSite=Lax',
    ]);
  });

  it('are read only if a key has signed them for this name', async () => {
    const client = await serve(signing([NEW]));
    const cookie = await receive(client);
    expect(cookie).toMatch(/^user=ada\.1\.[\w-]{43}$/);
    const read = async (sent: string, name = 'user'): Promise<unknown> =>
      (await client({ url: `/read/${name}`, headers: { cookie: sent } })).json();
    expect(await read(cookie)).toEqual({ user: 'ada.1' });
    const forged = [
      cookie.replace('ada', 'eve'),
      cookie.slice(0, -1),
      `${cookie}A`,
      'user=ada.1',
      'user=ada',
      'user=.',
      'other=1',
    ];
    for (const sent of forged) expect([sent, await read(sent)]).toEqual([sent, { user: null }]);
    expect(await read(cookie.replace('user=', 'admin='), 'admin')).toEqual({ user: null });
  });

  it('are accepted with an older key until it is removed', async () => {
    const cookie = await receive(await serve(signing([OLD])));
    const users = [signing([new Secret(NEW), OLD]), signing([NEW])].map(async (router) => {
      const client = await serve(router);
      return (await client({ url: '/read/user', headers: { cookie } })).json() as unknown;
    });
    expect(await Promise.all(users)).toEqual([{ user: 'ada.1' }, { user: null }]);
    const renewed = await receive(await serve(signing([NEW, OLD])));
    expect(renewed).toBe(await receive(await serve(signing([NEW]))));
  });
});

it('SignedCookies rejects short or missing keys, and never prints a key', () => {
  expect(() => new SignedCookies([])).toThrow('SignedCookies: pass at least one key');
  for (const key of ['short', undefined, 5]) {
    expect(() => new SignedCookies([NEW, key as string])).toThrow(
      'SignedCookies: each key must be a string of at least 32 characters',
    );
  }
  expect(inspect(new SignedCookies([NEW]), { showHidden: true, depth: 9 })).not.toContain(NEW);
});
