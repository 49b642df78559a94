import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cache, cors, RestResponse, route, Router, Toolkit, type Filter } from '../../index.ts';
import { inject } from '../../testing/index.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports, type Client } from '../../testing/transports.ts';
import { compression } from '../compression/compression.ts';
import { etag } from '../etag.ts';
import {
  memoryResponseStore,
  responseCache,
  type ResponseCacheOptions,
  type ResponseStore,
} from './response-cache.ts';

const toolkit = new Toolkit({ logger: recordingLogger() });
type Headers = Record<string, string | string[]>;

/** A router whose responses contain the number of times that the handler was called. */
function counting(
  headers: Headers | (() => Headers) = { 'cache-control': 'max-age=60' },
  options: ResponseCacheOptions = {},
  ...before: Filter[]
): { router: Router; count: () => number } {
  let calls = 0;
  const handler = (): unknown => {
    calls += 1;
    const given = typeof headers === 'function' ? headers() : headers;
    return new RestResponse(`call ${calls}`, { headers: given });
  };
  const router = new Router(toolkit);
  for (const filter of before) router.use(filter);
  router
    .use(responseCache(options))
    .add(route({ method: 'GET', path: '/notes', handler }))
    .add(route({ method: 'PUT', path: '/notes', handler: () => {} }))
    .add(route({ method: 'POST', path: '/notes', handler: () => RestResponse.status(409) }));
  return { router, count: () => calls };
}

const textOf = async (client: Client, request: Parameters<Client>[0]): Promise<string> =>
  (await client(request)).text();

// Fakes only the clock, which determines the age of stored responses, and not the timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1000);

describeTransports('responseCache', (serve) => {
  it('sends a fresh response again, with Age and Cache-Status', async () => {
    const { router, count } = counting({
      'cache-control': 'max-age=60',
      'x-note': 'a',
      link: ['<a>', '<b>'],
    });
    const client = await serve(router);
    const first = await client('/notes?a=1');
    expect([first.text(), first.headers['cache-status'], first.headers['age']]).toEqual([
      'call 1',
      'writ; fwd=uri-miss; stored',
      undefined,
    ]);
    pass(20);
    const second = await client('/notes?a=1');
    expect([second.status, second.text()]).toEqual([200, 'call 1']);
    expect(second.headers).toMatchObject({
      age: '20',
      'cache-status': 'writ; hit; ttl=40',
      'cache-control': 'max-age=60',
      'content-type': first.headers['content-type'],
      'content-length': '6',
      'x-note': 'a',
      link: '<a>, <b>',
    });
    pass(40);
    const third = await client('/notes?a=1');
    expect([third.text(), third.headers['cache-status']]).toEqual(['call 2', 'writ; fwd=uri-miss; stored']);
    expect(count()).toBe(2);
  });

  it('answers HEAD with the response to GET, and stores no response to HEAD', async () => {
    const client = await serve(counting().router);
    expect((await client({ method: 'HEAD', url: '/notes' })).headers['cache-status']).toBe(
      'writ; fwd=uri-miss',
    );
    expect(await textOf(client, '/notes')).toBe('call 2');
    const head = await client({ method: 'HEAD', url: '/notes' });
    expect(head.headers).toMatchObject({ 'cache-status': 'writ; hit; ttl=60', 'content-length': '6' });
    expect(head.body).toHaveLength(0);
  });

  it('stores responses by the whole query, or by the chosen parameters', async () => {
    const all = await serve(counting().router);
    expect(await textOf(all, '/notes?page=1&x=1')).toBe('call 1');
    expect(await textOf(all, '/notes?page=1&x=2')).toBe('call 2');
    const chosen = await serve(counting(undefined, { query: ['page', 'size'] }).router);
    expect(await textOf(chosen, '/notes?page=1&x=1')).toBe('call 1');
    expect(await textOf(chosen, '/notes?x=2&page=1')).toBe('call 1');
    expect(await textOf(chosen, '/notes?page=1&page=2')).toBe('call 2');
    expect(await textOf(chosen, '/notes?size=1')).toBe('call 3');
    expect(await textOf(chosen, '/notes?page=size&size=')).toBe('call 4');
  });

  it('stores a response for each value of the headers in Vary', async () => {
    const client = await serve(
      counting({ 'cache-control': 'max-age=60', vary: 'Accept-Language, X-Kind' }).router,
    );
    const get = (headers: Record<string, string>): Promise<string> =>
      textOf(client, { url: '/notes', headers });
    expect(await get({ 'accept-language': 'de' })).toBe('call 1');
    expect(await get({ 'accept-language': 'en' })).toBe('call 2');
    expect(await get({})).toBe('call 3');
    expect(await get({ 'accept-language': 'de' })).toBe('call 1');
    const other = await client({ url: '/notes', headers: { 'accept-language': 'fr' } });
    expect(other.headers['cache-status']).toBe('writ; fwd=vary-miss; stored');
  });

  it.each<[string, Headers]>([
    ['Set-Cookie', { 'cache-control': 'max-age=60', 'set-cookie': 'a=1' }],
    ['no-store', { 'cache-control': 'max-age=60, no-store' }],
    ['no-cache', { 'cache-control': 'no-cache, max-age=60' }],
    ['private', { 'cache-control': 'Private, max-age=60' }],
    ['a private header', { 'cache-control': 'max-age=60, private="x-a, x-b"' }],
    ['max-age=0', { 'cache-control': 'max-age=0' }],
    ['an invalid max-age', { 'cache-control': 'max-age=1h' }],
    ['s-maxage=0', { 'cache-control': 's-maxage=0, max-age=60' }],
    ['Expires in the past', { expires: 'Thu, 01 Jan 1970 00:00:00 GMT' }],
    ['Vary: *', { 'cache-control': 'max-age=60', vary: '*' }],
  ])('does not store a response with %s, even with maxAge', async (_name, headers) => {
    const client = await serve(counting(headers, { maxAge: 60 }).router);
    expect((await client('/notes')).headers['cache-status']).toBe('writ; fwd=uri-miss');
    expect(await textOf(client, '/notes')).toBe('call 2');
  });

  it('stores a response without explicit freshness only if maxAge is set, and for that time', async () => {
    const without = await serve(counting({}).router);
    expect([await textOf(without, '/notes'), await textOf(without, '/notes')]).toEqual(['call 1', 'call 2']);
    const client = await serve(counting({}, { maxAge: 5 }).router);
    expect([await textOf(client, '/notes'), await textOf(client, '/notes')]).toEqual(['call 1', 'call 1']);
    pass(5);
    expect(await textOf(client, '/notes')).toBe('call 2');
  });

  it('does not store errors unless they have explicit freshness', async () => {
    let calls = 0;
    const router = new Router(toolkit).use(responseCache({ maxAge: 60 })).add(
      route({
        method: 'GET',
        path: '/',
        handler: () => {
          calls += 1;
          if (calls === 1) throw new Error('expected');
          if (calls === 2) return RestResponse.status(404, 'none');
          return RestResponse.status(404, 'gone').header('cache-control', 'max-age=9');
        },
      }),
    );
    const client = await serve(router);
    const statuses: unknown[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await client('/')).status);
    expect([statuses, calls, await textOf(client, '/')]).toEqual([[500, 404, 404, 404], 3, 'gone']);
  });

  it('is not used for requests with credentials, a body, a range or a precondition for a change', async () => {
    const { router } = counting();
    const client = await serve(router);
    await client('/notes');
    const given: Record<string, string>[] = [
      { authorization: 'Bearer a' },
      { cookie: 'a=1' },
      { range: 'bytes=0-1' },
      { 'if-match': '"a"' },
      { 'cache-control': 'no-store' },
    ];
    for (const headers of given) {
      const response = await client({ url: '/notes', headers });
      expect([headers, response.headers['cache-status']]).toEqual([headers, 'writ; fwd=request']);
    }
    expect(await textOf(client, '/notes')).toBe('call 1');
  });

  it('is not used after an earlier filter has authenticated a user, and stores no response to a user', async () => {
    const authenticate: Filter = (context, next) => {
      if (context.request.headers.has('x-key')) context.user = { principal: {}, authorizations: {} };
      return next();
    };
    const before = await serve(counting(undefined, {}, authenticate).router);
    const keyed = { url: '/notes', headers: { 'x-key': 'a' } };
    expect((await before(keyed)).headers['cache-status']).toBe('writ; fwd=request');
    const after = new Router(toolkit).use(responseCache()).add(
      route({
        method: 'GET',
        path: '/notes',
        scopes: [{ filters: [authenticate, cache({ maxAge: 60 })] }],
        handler: ({ user } = { user: undefined }) => `user ${String(user)}`,
      }),
    );
    expect((await inject(after, keyed)).headers['cache-status']).toBe('writ; fwd=uri-miss');
    expect((await inject(after, '/notes')).headers['cache-status']).toBe('writ; fwd=uri-miss; stored');
  });

  it('stores responses to requests with credentials under a key if the option key is set', async () => {
    const credentials: ResponseCacheOptions['credentials'] = ({ request }) => request.cookies['theme'];
    const client = await serve(counting(undefined, { credentials }).router);
    const get = (cookie: string): Promise<string> => textOf(client, { url: '/notes', headers: { cookie } });
    expect([await get('theme=dark; id=1'), await get('theme=light'), await get('theme=dark; id=2')]).toEqual([
      'call 1',
      'call 2',
      'call 1',
    ]);
    expect([await get('id=1'), await get('id=1'), await textOf(client, '/notes')]).toEqual([
      'call 3',
      'call 4',
      'call 5',
    ]);
  });

  it('removes the stored responses for a URL after a successful change to it', async () => {
    const client = await serve(counting({ 'cache-control': 'max-age=60', vary: 'x-kind' }).router);
    const get = (): Promise<string> => textOf(client, { url: '/notes', headers: { 'x-kind': 'a' } });
    expect([await get(), await get()]).toEqual(['call 1', 'call 1']);
    expect((await client({ method: 'POST', url: '/notes' })).status).toBe(409);
    expect(await get()).toBe('call 1');
    expect((await client({ method: 'PUT', url: '/notes', headers: { cookie: 'a=1' } })).status).toBe(204);
    expect([await get(), await get()]).toEqual(['call 2', 'call 2']);
  });

  it('sends a stale response while it is revalidated once in the background', async () => {
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    const handler = async (): Promise<unknown> => {
      calls += 1;
      if (calls === 2) await gate.promise;
      return RestResponse.ok(`call ${calls}`).header(
        'cache-control',
        'max-age=10, stale-while-revalidate=60',
      );
    };
    const router = new Router(toolkit).use(responseCache()).add(route({ method: 'GET', path: '/', handler }));
    const client = await serve(router);
    await client('/');
    pass(15);
    for (let index = 0; index < 3; index += 1) {
      const { headers, text } = await client({ url: '/', headers: { 'if-none-match': '"other"' } });
      expect([text(), headers['cache-status'], headers['age']]).toEqual([
        'call 1',
        'writ; hit; ttl=-5',
        '15',
      ]);
    }
    gate.resolve();
    await vi.waitFor(async () => expect(await textOf(client, '/')).toBe('call 2'), 30_000);
    expect(calls).toBe(2);
    pass(80);
    expect(await textOf(client, '/')).toBe('call 3');
  });

  it('answers identical concurrent requests with one response', async () => {
    let calls = 0;
    const gate = Promise.withResolvers<void>();
    let arrived = 0;
    const count: Filter = (_, next) => {
      arrived += 1;
      if (arrived === 4) setImmediate(gate.resolve);
      return next();
    };
    const handler = async (): Promise<string> => {
      calls += 1;
      await gate.promise;
      return `call ${calls}`;
    };
    const router = new Router(toolkit)
      .use(count)
      .use(responseCache({ maxAge: 60 }))
      .add(route({ method: 'GET', path: '/', handler }));
    const client = await serve(router);
    const responses = await Promise.all(Array.from({ length: 4 }, () => client('/')));
    expect(responses.map((response) => response.text())).toEqual(Array(4).fill('call 1'));
    expect(responses.map(({ headers }) => headers['cache-status']).toSorted()).toEqual([
      'writ; fwd=uri-miss; stored',
      ...Array<string>(3).fill('writ; hit; ttl=60; collapsed'),
    ]);
    expect(calls).toBe(1);
  });

  it('stores complete streams, but no body larger than maxBody', async () => {
    let calls = 0;
    async function* parts(): AsyncGenerator<string> {
      calls += 1;
      yield 'one ';
      await Promise.resolve();
      yield `call ${calls}`;
    }
    const handler = (): unknown => new RestResponse(parts()).type('text/plain');
    const serving = (maxBody: number): Router =>
      new Router(toolkit)
        .use(responseCache({ maxAge: 60, maxBody }))
        .add(route({ method: 'GET', path: '/', handler }));
    const stored = await serve(serving(10));
    expect([await textOf(stored, '/'), await textOf(stored, '/')]).toEqual(['one call 1', 'one call 1']);
    const large = await serve(serving(9));
    expect([await textOf(large, '/'), await textOf(large, '/')]).toEqual(['one call 2', 'one call 3']);
  });

  it('revalidates clients with the stored ETag or Last-Modified', async () => {
    const modified = 'Sat, 01 Jan 2000 00:00:00 GMT';
    const client = await serve(
      counting({ 'cache-control': 'max-age=60', etag: '"v1"', 'last-modified': modified }).router,
    );
    await client('/notes');
    for (const headers of [{ 'if-none-match': 'W/"v1"' }, { 'if-modified-since': modified }] as const) {
      const response = await client({ url: '/notes', headers: { ...headers } });
      expect([response.status, response.text(), response.headers['etag']]).toEqual([304, '', '"v1"']);
      expect(response.headers['content-type']).toBeUndefined();
    }
    expect((await client({ url: '/notes', headers: { 'if-none-match': '"v2"' } })).text()).toBe('call 1');
  });

  it.each<[string, (cached: Filter) => readonly Filter[]]>([
    ['before', (cached) => [cached, compression({ minSize: 1 }), etag()]],
    ['after', (cached) => [compression({ minSize: 1 }), etag(), cached]],
    ['between', (cached) => [etag(), cached, compression({ minSize: 1 })]],
  ])('works if it is placed %s compression and etag', async (_place, order) => {
    const text = 'compressible '.repeat(100);
    let calls = 0;
    const router = new Router(toolkit);
    for (const filter of order(responseCache({ maxAge: 60 }))) router.use(filter);
    router.add(route({ method: 'GET', path: '/', handler: () => ((calls += 1), text) }));
    const client = await serve(router);
    const get = (more: Record<string, string> = {}): ReturnType<Client> =>
      client({ url: '/', headers: { 'accept-encoding': 'gzip', ...more } });
    const first = await get();
    const second = await get();
    expect(second.headers['cache-status']).toMatch(/^writ; hit/);
    for (const { headers, body } of [first, second]) {
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(headers['etag']).toBe(first.headers['etag']);
      expect(gunzipSync(body).toString()).toBe(text);
    }
    expect((await client('/')).text()).toBe(text);
    expect((await get({ 'if-none-match': first.headers['etag']! })).status).toBe(304);
    expect(calls).toBeLessThanOrEqual(2);
  });

  it('does not store headers that earlier filters have set, such as those of CORS', async () => {
    let requests = 0;
    const number: Filter = (context, next) => {
      requests += 1;
      context.response.headers.set('x-request', String(requests));
      return next();
    };
    const late: Filter = async (context, next) => {
      const result = await next();
      context.response.headers.set('x-late', String(requests));
      return result;
    };
    const origins = cors({ origin: ['https://a.example', 'https://b.example'] });
    const { router, count } = counting(undefined, {}, number, late, origins);
    const client = await serve(router);
    const get = (host: string): ReturnType<Client> =>
      client({ url: '/notes', headers: { origin: `https://${host}.example` } });
    await get('a');
    await get('b');
    const response = await get('a');
    expect(response.headers).toMatchObject({
      'x-request': '3',
      'x-late': '3',
      'access-control-allow-origin': 'https://a.example',
    });
    expect([response.text(), count()]).toEqual(['call 1', 2]);
  });
});

describe('a store', () => {
  it('in memory is limited in bytes, and removes the least recently used entries', async () => {
    const store = memoryResponseStore({ maxSize: 3_000 });
    const entry = { status: 200, headers: [], body: new Uint8Array(600), date: 0, fresh: 1, stale: 0 };
    for (const key of ['a', 'b', 'c']) await store.set(key, entry, 1000);
    await store.get('a');
    await store.set('d', entry, 1000);
    const found = async (): Promise<string> => {
      const keys = await Promise.all(
        ['a', 'b', 'c', 'd'].map(async (key) => ((await store.get(key)) ? key : '')),
      );
      return keys.join('');
    };
    expect(await found()).toBe('acd');
    await store.set('large', { ...entry, body: new Uint8Array(4_000) }, 1000);
    expect([await found(), await store.get('large')]).toEqual(['acd', undefined]);
    await store.delete('c');
    pass(2);
    expect(await found()).toBe('');
  });

  it('may be asynchronous', async () => {
    const memory = memoryResponseStore();
    const store: ResponseStore = {
      get: async (key) => structuredClone(await memory.get(key)),
      set: async (key, entry, time) => memory.set(key, structuredClone(entry), time),
      delete: async (key) => memory.delete(key),
    };
    const { router } = counting(undefined, { store });
    await inject(router, '/notes');
    await vi.waitFor(async () => {
      expect((await inject(router, '/notes')).headers['cache-status']).toMatch(/^writ; hit/);
    }, 30_000);
  });

  it('that fails causes a log entry, and the request is still answered', async () => {
    const logger = recordingLogger();
    const failing: ResponseStore = {
      get: () => Promise.reject(new Error('no connection')),
      set: () => {
        throw new Error('no connection');
      },
      delete: () => {},
    };
    const router = new Router(new Toolkit({ logger }))
      .use(responseCache({ maxAge: 1, store: failing }))
      .add(route({ method: 'GET', path: '/', handler: () => 'answered' }));
    expect((await inject(router, '/')).text()).toBe('answered');
    expect(JSON.stringify(logger.lines)).toContain('the store of the response cache failed');
  });
});

it('a client that disconnects does not delay identical requests', async () => {
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  const router = new Router(toolkit).use(responseCache({ maxAge: 60 })).add(
    route({
      method: 'GET',
      path: '/',
      handler: async () => {
        calls += 1;
        if (calls === 1) await gate.promise;
        return `call ${calls}`;
      },
    }),
  );
  const controller = new AbortController();
  const first = inject(router, { url: '/', signal: controller.signal }).catch(() => 'aborted');
  const second = inject(router, '/');
  controller.abort();
  expect((await second).text()).toBe('call 2');
  expect(await first).toBe('aborted');
  gate.resolve();
});

it('a response that was being created during a change is not stored', async () => {
  const gate = Promise.withResolvers<void>();
  let value = 'old';
  const router = new Router(toolkit)
    .use(responseCache({ maxAge: 60 }))
    .add(
      route({
        method: 'GET',
        path: '/',
        handler: async () => {
          const read = value;
          await gate.promise;
          return read;
        },
      }),
    )
    .add(route({ method: 'PUT', path: '/', handler: () => void (value = 'new') }));
  const first = inject(router, '/');
  await inject(router, { method: 'PUT', url: '/' });
  gate.resolve();
  expect((await first).text()).toBe('old');
  expect((await inject(router, '/')).text()).toBe('new');
});

it('a response that was being stored during a change is not sent again', async () => {
  const [storing, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const memory = memoryResponseStore();
  const store: ResponseStore = {
    ...memory,
    async set(key, entry, time) {
      if ('status' in entry) {
        storing.resolve();
        await released.promise;
      }
      await memory.set(key, entry, time);
    },
  };
  const { router } = counting(undefined, { store });
  expect((await inject(router, '/notes')).text()).toBe('call 1');
  await storing.promise;
  await inject(router, { method: 'PUT', url: '/notes' });
  released.resolve();
  expect((await inject(router, '/notes')).text()).toBe('call 2');
});

it('requests do not wait for each other if the responses are not stored', async () => {
  let running = 0;
  let most = 0;
  const router = new Router(toolkit).use(responseCache()).add(
    route({
      method: 'GET',
      path: '/',
      handler: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        return 'not stored';
      },
    }),
  );
  await inject(router, '/');
  await Promise.all(Array.from({ length: 5 }, () => inject(router, '/')));
  expect(most).toBe(5);
});

describe('the options of responseCache', () => {
  it.each<[object, string]>([
    [{ maxAge: -1 }, 'responseCache: maxAge must be a number of seconds, 0 or more, not -1'],
    [{ staleWhileRevalidate: NaN }, 'responseCache: staleWhileRevalidate must be a number of seconds'],
    [{ maxage: 1 }, 'did you mean maxAge?'],
    [{ query: 'page' }, 'responseCache: query must be a list of strings'],
    [{ store: { get() {}, set() {} } }, 'responseCache: store has no method delete'],
    [{ maxBody: '1 MB' }, 'responseCache: maxBody is "1 MB"'],
    [{ name: 'my cache' }, "responseCache: name must be a token such as 'writ'"],
  ])('%j are rejected', (options, message) => {
    expect(() => responseCache(options as ResponseCacheOptions)).toThrow(message);
  });

  it('name the cache in Cache-Status', async () => {
    const { router } = counting(undefined, { name: 'edge' });
    expect((await inject(router, '/notes')).headers['cache-status']).toBe('edge; fwd=uri-miss; stored');
  });

  it('responseCache is reported if it is used as a filter without being called', () => {
    const router = new Router(toolkit).use(responseCache as unknown as Filter);
    expect(() => router.build()).toThrow('call it: responseCache(…)');
  });
});
