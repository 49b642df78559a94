import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  Context,
  HttpError,
  PathParam,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type Filter,
} from '../../index.ts';
import { inject } from '../../testing/inject.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports, type Client } from '../../testing/transports.ts';
import {
  memorySessions,
  Session,
  sessionOf,
  sessions,
  sessionUser,
  type SessionsOptions,
  type SessionStore,
} from './index.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });
const OLD = 'old '.repeat(8);
const NEW = 'new '.repeat(8);
afterEach(() => {
  vi.useRealTimers();
  logger.lines.length = 0;
});

function router(options: SessionsOptions, parent = toolkit): Router {
  const post = (path: string, handler: (session: Session) => unknown) =>
    route({ method: 'POST', path, bindings: [Context(Session)], handler });
  return new Router(parent).use(sessions(options)).add(
    route({
      method: 'GET',
      path: '/',
      bindings: [Context(RoutingContext)],
      handler: (context) => sessionOf(context).get('name') ?? 'no name',
    }),
    route({
      method: 'GET',
      path: '/id',
      bindings: [Context(Session)],
      handler: ({ id, isNew }) => `${id} ${isNew}`,
    }),
    route({
      method: 'POST',
      path: '/name/{name}',
      bindings: [Context(Session), PathParam('name', String)],
      handler: (session, name) => session.set('name', name),
    }),
    post('/login', (session) => session.regenerate()),
    post('/logout', (session) => session.destroy()),
    post('/forget', (session) => session.delete('name')),
    post('/large', (session) => session.set('name', 'x'.repeat(4000))),
    post('/fail', (session) => {
      session.set('name', 'failed');
      throw new HttpError('conflict');
    }),
    route({
      method: 'POST',
      path: '/late',
      bindings: [Context(RoutingContext)],
      handler(context) {
        context.response.start();
        try {
          sessionOf(context).set('name', 'late');
          context.response.end('changed');
        } catch (error) {
          context.response.end((error as Error).message);
        }
      },
    }),
  );
}

const withoutUpdate = ({ get, set, delete: remove }: SessionStore): SessionStore => ({
  get,
  set,
  delete: remove,
});

/** The messages of all logged errors. */
const loggedErrors = (): string =>
  logger.lines.map(({ data }) => (data as { error?: Error }).error?.message ?? '').join('\n');

/** A client that stores the session cookie as browsers do. */
function browser(client: Client) {
  let cookie: string | undefined;
  const headers: string[] = [];
  const send = async (line: string, given?: string) => {
    const [method = '', url = ''] = line.split(' ');
    const value = given ?? cookie;
    const response = await client({ method, url, headers: value === undefined ? {} : { cookie: value } });
    const set = response.headers['set-cookie'];
    headers.push(String(set));
    if (set !== undefined) cookie = /Max-Age=0/.test(String(set)) ? undefined : String(set).split(';')[0];
    return response;
  };
  return { send, headers, cookie: () => cookie };
}

const modes: readonly [string, () => SessionsOptions][] = [
  ['sealed in the cookie', () => ({ keys: [NEW] })],
  ['in a store', () => ({ store: memorySessions() })],
];

describe.each(modes)('sessions %s', (_name, options) => {
  describeTransports('in a browser', (serve) => {
    it('keep values between requests in a cookie with safe attributes', async () => {
      const { send, headers, cookie } = browser(await serve(router(options())));
      expect((await send('GET /')).text()).toBe('no name');
      expect(headers).toEqual(['undefined']);
      const set = await send('POST /name/ada-lovelace');
      expect(headers[1]).toMatch(
        /^__Host-session=[\w-]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(set.headers['cache-control']).toBe('no-store');
      expect(cookie()).not.toContain('ada-lovelace');
      expect((await send('GET /')).text()).toBe('ada-lovelace');
      expect(headers[2]).toBe('undefined');
    });

    it('are stored even if the handler fails', async () => {
      const { send } = browser(await serve(router(options())));
      expect((await send('POST /fail')).status).toBe(409);
      expect((await send('GET /')).text()).toBe('failed');
    });

    it('get a new id at login, and end at logout', async () => {
      const { send, cookie } = browser(await serve(router(options())));
      await send('POST /name/ada-lovelace');
      const id = (await send('GET /id')).text();
      expect(id).toMatch(/^[\w-]{32} false$/);
      const before = cookie()!;
      await send('POST /login');
      const other = (await send('GET /id')).text();
      expect(other).toMatch(/ false$/);
      expect(other).not.toBe(id);
      expect((await send('GET /')).text()).toBe('ada-lovelace');
      if (options().store !== undefined) expect((await send('GET /', before)).text()).toBe('no name');
      const { headers } = await send('POST /logout');
      expect(String(headers['set-cookie'])).toContain('__Host-session=; Max-Age=0');
      expect((await send('GET /')).text()).toBe('no name');
    });

    it('are deleted with their last value', async () => {
      const { send } = browser(await serve(router(options())));
      await send('POST /name/ada-lovelace');
      const { headers } = await send('POST /forget');
      expect(String(headers['set-cookie'])).toContain('Max-Age=0');
    });

    it('reject unknown, changed and foreign cookies', async () => {
      const { send, cookie } = browser(await serve(router(options())));
      await send('POST /name/ada-lovelace');
      const [name, value = ''] = cookie()!.split('=');
      const changed = `${value.slice(0, 40)}${value[40] === 'A' ? 'B' : 'A'}${value.slice(41)}`;
      const other = `${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}`;
      for (const forged of ['x', '', changed, value.slice(0, -2), 'AQ', other])
        expect((await send('GET /', `${name}=${forged}`)).text(), forged).toBe('no name');
      const fixed = (await send('GET /id', `${name}=attacker`)).text();
      expect(fixed).toMatch(/^(?!attacker)[\w-]{32} true$/);
    });

    it('end after the idle and the absolute time', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000 });
      const { send, headers } = browser(await serve(router({ ...options(), idle: 100, absolute: 250 })));
      await send('POST /name/ada-lovelace');
      vi.setSystemTime(1_000_000_000 + 9_000);
      expect((await send('GET /')).text()).toBe('ada-lovelace');
      expect(headers.at(-1)).toBe('undefined');
      for (const [time, maxAge] of [
        [90_000, 100],
        [180_000, 70],
        [245_000, 5],
      ]) {
        vi.setSystemTime(1_000_000_000 + time!);
        expect((await send('GET /')).text(), String(time)).toBe('ada-lovelace');
        expect(headers.at(-1)).toContain(`Max-Age=${maxAge};`);
      }
      vi.setSystemTime(1_000_000_000 + 250_000);
      expect((await send('GET /')).text()).toBe('no name');
      await send('POST /name/bob');
      vi.setSystemTime(1_000_000_000 + 350_000);
      expect((await send('GET /')).text()).toBe('no name');
    });

    it('cannot be changed after the response has started', async () => {
      const { send } = browser(await serve(router(options())));
      expect((await send('POST /late')).text()).toBe(
        'the response has started; the session cannot be changed',
      );
    });

    it('reject state-changing requests from other sites', async () => {
      const client = await serve(router({ ...options(), trustedOrigins: ['https://app.example'] }));
      const post = async (headers: Record<string, string>) =>
        (await client({ method: 'POST', url: '/name/ada-lovelace', headers })).status;
      expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await post({ 'sec-fetch-site': 'cross-site', origin: 'https://app.example' })).toBe(204);
      expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(204);
    });
  });
});

describe('sealed sessions', () => {
  it('can be opened with a replaced key until that key is removed', async () => {
    const { send, cookie } = browser((request) => inject(router({ keys: [OLD] }), request));
    await send('POST /name/ada-lovelace');
    const read = async (keys: string[], name = '__Host-session') =>
      (
        await inject(router({ keys, cookie: name }), {
          url: '/',
          headers: { cookie: cookie()!.replace('__Host-session', name) },
        })
      ).text();
    expect(await read([NEW, OLD])).toBe('ada-lovelace');
    expect(await read([OLD])).toBe('ada-lovelace');
    expect(await read([NEW])).toBe('no name');
    // The name of the cookie is authenticated.
    expect(await read([OLD], 'other')).toBe('no name');
    const again = browser((request) => inject(router({ keys: [NEW, OLD] }), request));
    await again.send('POST /name/bob', cookie());
    const headers = { cookie: again.cookie()! };
    expect((await inject(router({ keys: [NEW] }), { url: '/', headers })).text()).toBe('bob');
  });

  it('respond with 500 if they are larger than a cookie', async () => {
    expect((await inject(router({ keys: [NEW] }), { method: 'POST', url: '/large' })).status).toBe(500);
    expect(loggedErrors()).toContain('larger than 4096 bytes');
    expect(
      (await inject(router({ store: memorySessions() }), { method: 'POST', url: '/large' })).status,
    ).toBe(204);
  });

  it('never print their keys', () => {
    expect(inspect(sessions({ keys: [NEW] }), { depth: 9, showHidden: true })).not.toContain('new new');
  });
});

describe('sessions in a store', () => {
  it('save only a hash of the id', async () => {
    const ids: string[] = [];
    const memory = memorySessions();
    const store: SessionStore = { ...memory, set: (id, ...rest) => (ids.push(id), memory.set(id, ...rest)) };
    const { send, cookie } = browser((request) => inject(router({ store }), request));
    await send('POST /name/ada-lovelace');
    expect(ids).toHaveLength(1);
    expect(cookie()).not.toContain(ids[0]);
    await send('GET /');
    expect(ids).toHaveLength(1);
  });

  it.each<[string, () => SessionStore]>([
    ['a store with update', () => memorySessions()],
    ['a store without update', () => withoutUpdate(memorySessions())],
  ])('do not return from %s after a logout during a slow request that changes them', async (_name, open) => {
    const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const served = router({ store: open() }).add(
      route({
        method: 'POST',
        path: '/slow',
        bindings: [Context(Session)],
        async handler(session) {
          started.resolve();
          await released.promise;
          session.set('name', 'slow');
        },
      }),
    );
    const { send, headers, cookie } = browser((request) => inject(served, request));
    await send('POST /name/ada-lovelace');
    const before = cookie();
    const slow = send('POST /slow', before);
    await started.promise;
    await send('POST /logout', before);
    released.resolve();
    await slow;
    expect(headers.at(-1)).toBe('undefined');
    expect((await send('GET /', before)).text()).toBe('no name');
  });

  it('are replaced in one step if the store has update', async () => {
    const calls: string[] = [];
    const memory = memorySessions();
    const store: SessionStore = {
      get: (id) => (calls.push('get'), memory.get(id)),
      set: (...given) => (calls.push('set'), memory.set(...given)),
      update: (...given) => (calls.push('update'), memory.update!(...given)),
      delete: (id) => (calls.push('delete'), memory.delete(id)),
    };
    const { send } = browser((request) => inject(router({ store }), request));
    await send('POST /name/ada-lovelace');
    await send('POST /name/bob');
    expect(calls).toEqual(['set', 'get', 'update']);
    expect((await send('GET /')).text()).toBe('bob');
  });

  it('respond with 503 if the store exceeds the provider limit', async () => {
    const never = (): Promise<never> => new Promise(() => {});
    const hasty = new Toolkit({ logger, limits: { provider: 60 } });
    const hanging = router({ store: { get: never, set: never, delete: never } }, hasty);
    const headers = { cookie: '__Host-session=x' };
    expect((await inject(hanging, { url: '/', headers })).status).toBe(503);
    expect((await inject(hanging, { method: 'POST', url: '/name/a' })).status).toBe(503);
  });

  it('in memory are limited in number and expire', () => {
    let time = 0;
    const store = memorySessions(2, () => time);
    const record = { created: 0, seen: 0, data: { a: 1 } };
    store.set('a', record, 10);
    store.set('b', record, 10);
    store.set('a', record, 20);
    store.set('c', record, 10);
    expect([store.get('a'), store.get('b'), store.get('c')]).toEqual([record, undefined, record]);
    time = 10_000;
    expect([store.get('a'), store.get('c')]).toEqual([record, undefined]);
    store.delete('a');
    expect(store.get('a')).toBe(undefined);
    expect(() => memorySessions(0)).toThrow('memorySessions');
  });

  it('in memory remain unchanged if a value cannot be stored', () => {
    const store = memorySessions();
    const record = { created: 0, seen: 0, data: { a: 1 } };
    store.set('a', record, 10);
    expect(() => store.set('a', { ...record, data: { a: 1n } }, 10)).toThrow(TypeError);
    expect(store.get('a')).toEqual(record);
  });
});

it('sessionUser authenticates the user of the session', async () => {
  const find = (id: string) => (id === '7' ? { principal: { id }, authorizations: {} } : null);
  const provider = { name: 'SessionUser', instance: sessionUser(find) };
  const application = new Router(toolkit).use(sessions({ keys: [NEW] })).add(
    route({
      method: 'POST',
      path: '/login/{id}',
      bindings: [Context(Session), PathParam('id', String)],
      handler(session, id) {
        session.regenerate();
        session.set('user', id);
      },
    }),
    route({
      method: 'POST',
      path: '/private',
      scopes: [
        {
          access: {
            authenticate: provider,
            authorize: { name: 'any', instance: { getId: () => 'any', getAuthorizations: () => true } },
          },
        },
      ],
      bindings: [Context(RoutingContext)],
      handler: ({ user }) => user!.principal['id'],
    }),
  );
  expect(application.diagnostics().filter(({ rule }) => rule === 'cross-site')).toEqual([]);
  const { send } = browser((request) => inject(application, request));
  expect((await send('POST /private')).status).toBe(401);
  await send('POST /login/8');
  expect((await send('POST /private')).status).toBe(401);
  await send('POST /login/7');
  expect((await send('POST /private')).text()).toBe('7');
});

describe('misuse of sessions', () => {
  it.each<[string, unknown, string]>([
    ['neither keys nor a store', {}, 'pass either keys'],
    ['keys and a store', { keys: [NEW], store: memorySessions() }, 'pass either keys'],
    ['a short key', { keys: ['short'] }, 'sessions: each key must be a string of at least 32 characters'],
    ['no key', { keys: [] }, 'pass at least one key'],
    ['a store without methods', { store: {} }, 'sessions: store has no method get'],
    ['a fraction of a second', { keys: [NEW], idle: 0.5 }, 'idle must be a whole number of seconds'],
    ['an unknown option', { keys: [NEW], ttl: 3 }, 'sessions has no option "ttl"'],
  ])('throws at start-up for %s', (_name, options, message) => {
    expect(() => sessions(options as SessionsOptions)).toThrow(message);
  });

  it('causes a finding if sessions is passed without being called', () => {
    const [finding] = new Router(toolkit).use(sessions as unknown as Filter).diagnostics();
    expect(finding!.hint).toBe('call it: sessions(…)');
  });

  it('is logged if sessionOf is called without the filter', async () => {
    const application = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        bindings: [Context(RoutingContext)],
        handler: (context) => sessionOf(context).id,
      }),
    );
    expect((await inject(application, '/')).status).toBe(500);
    expect(loggedErrors()).toContain('use(sessions({ keys }))');
  });
});
