import { describe, expect, it } from 'vitest';
import {
  basic,
  bearer,
  BodyParam,
  cache,
  Context,
  HttpError,
  limits,
  memoryStore,
  rateLimit,
  route,
  Router,
  sameText,
  Toolkit,
  User,
  version,
  type Filter,
  type RateStore,
} from '../index.ts';
import { boundedKey } from './bounded-key.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });

function guarded(
  filter: Filter,
  handler: (...args: any[]) => unknown = () => 'in',
  routerToolkit = toolkit,
): Router {
  return new Router(routerToolkit).add(
    route({ method: 'GET', path: '/', scopes: [{ filters: [filter] }], handler }),
  );
}

describeTransports('basic', (serve) => {
  const header = (pair: string) => ({
    url: '/',
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  });
  const known = basic((username, password) => username === 'ann' && sameText(password.reveal(), 'a:b ü'), {
    realm: 'the "site"',
  });

  it('accepts a known user name and password, which may contain colons', async () => {
    const client = await serve(guarded(known));
    expect((await client(header('ann:a:b ü'))).text()).toBe('in');
    const scheme = header('ann:a:b ü').headers.authorization.replace('Basic', 'bAsIc');
    expect((await client({ url: '/', headers: { authorization: scheme } })).status).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['another scheme', { authorization: 'Bearer x' }],
    ['invalid base64', { authorization: 'Basic !!!' }],
    ['credentials without a colon', { authorization: `Basic ${btoa('ann')}` }],
    ['an empty user name', { authorization: `Basic ${btoa(':x')}` }],
    ['a wrong password', { authorization: `Basic ${btoa('ann:planted-secret')}` }],
  ])('responds with 401 and the challenge to %s', async (_what, headers) => {
    logger.lines.length = 0;
    const response = await (await serve(guarded(known)))({ url: '/', headers });
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Basic realm="the \\"site\\"", charset="UTF-8"');
    expect(response.text() + JSON.stringify(logger.lines)).not.toContain('planted-secret');
  });

  it("sets the User that the check returns or resolves with as the request's user", async () => {
    const user = (name: string): User => ({ principal: { name }, authorizations: {} });
    const later = basic(async (username) => (username === 'ann' ? user(username) : null));
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        scopes: [{ filters: [later] }],
        bindings: [Context(User)],
        handler: ({ principal }) => principal['name'],
      }),
    );
    const client = await serve(router);
    expect((await client(header('ann:x'))).text()).toBe('ann');
    expect((await client(header('bob:x'))).status).toBe(401);
  });
});

describeTransports('rateLimit', (serve) => {
  it('responds with 429 and Retry-After to requests over the limit, separately for each key', async () => {
    const limit = rateLimit({
      limit: 2,
      window: 90_000,
      key: ({ request }) => request.headers.get('x-key'),
    });
    const client = await serve(guarded(limit));
    const requestWithKey = (key: string) => client({ url: '/', headers: { 'x-key': key } });
    expect([(await requestWithKey('a')).status, (await requestWithKey('a')).status]).toEqual([200, 200]);
    const third = await requestWithKey('a');
    expect([third.status, third.headers['retry-after']]).toEqual([
      429,
      expect.stringMatching(/^(?:[6-8]\d|90)$/),
    ]);
    expect(third.json()).toMatchObject({ code: 'too-many-requests' });
    expect((await requestWithKey('b')).status).toBe(200);
  });

  it('counts all addresses of an IPv6 /64 network as one client', async () => {
    const behindProxy = new Toolkit({ logger, trustProxy: { header: 'x-forwarded', hops: 1 } });
    const client = await serve(guarded(rateLimit({ limit: 1, window: 90_000 }), () => 'in', behindProxy));
    const statusFor = async (address: string): Promise<number> =>
      (await client({ url: '/', headers: { 'x-forwarded-for': address } })).status;
    expect(await statusFor('2001:db8::1')).toBe(200);
    expect(await statusFor('2001:db8::ffff')).toBe(429);
    expect(await statusFor('2001:db8:0:1::1')).toBe(200);
  });

  it('announces the quota and what remains of it in all responses', async () => {
    const minute = rateLimit({ limit: 2, window: 90_000, name: 'minute', key: () => 'k' });
    const router = new Router(toolkit)
      .use(rateLimit({ limit: 9, window: 500, key: () => 'k' }))
      .add(route({ method: 'GET', path: '/', scopes: [{ filters: [minute] }], handler: () => 'in' }));
    const client = await serve(router);
    const { headers } = await client('/');
    expect(headers['ratelimit-policy']).toBe('"default";q=9;w=1, "minute";q=2;w=90');
    expect(headers['ratelimit']).toBe('"default";r=8;t=1, "minute";r=1;t=90');
    await client('/');
    const refused = await client('/');
    expect(refused.status).toBe(429);
    expect(refused.headers['ratelimit']).toMatch(/"minute";r=0;t=(?:[6-8]\d|90)$/);
  });

  it('rejects a name that cannot be sent in a header', () => {
    for (const name of ['a"b', '', 'ü', 'a\\b'])
      expect(() => rateLimit({ limit: 1, window: 1, name })).toThrow('rateLimit: name must consist');
  });

  it('does not limit requests without a key, and responds with 500 if the key function throws', async () => {
    const client = await serve(guarded(rateLimit({ limit: 1, window: 1000, key: () => '' })));
    expect([(await client('/')).status, (await client('/')).status]).toEqual([200, 200]);
    const failing = rateLimit({
      limit: 1,
      window: 1000,
      key: () => {
        throw new HttpError('bad-request', 'no key');
      },
    });
    expect((await (await serve(guarded(failing)))('/')).status).toBe(400);
  });

  it('awaits an asynchronous store', async () => {
    const hits: string[] = [];
    const store: RateStore = {
      hit: async (key, window) => {
        hits.push(`${key} ${window}`);
        return { count: hits.length, left: 1 };
      },
    };
    const client = await serve(guarded(rateLimit({ limit: 1, window: 7, key: () => 'k', store })));
    expect((await client('/')).status).toBe(200);
    const second = await client('/');
    expect([second.status, second.headers['retry-after']]).toEqual([429, '1']);
    expect(hits).toEqual(['k 7', 'k 7']);
  });
});

describeTransports('asynchronous filters', (serve) => {
  const never = (): Promise<never> => new Promise(() => {});
  it.each([
    ['basic', basic(never), `Basic ${btoa('ann:b')}`, 'basicAuthentication'],
    ['bearer', bearer(never), 'Bearer x', 'bearerToken'],
    ['rateLimit', rateLimit({ limit: 1, window: 1, key: () => 'k', store: { hit: never } }), '', 'rateLimit'],
  ])('%s responds with 503 after the provider limit', async (_name, filter, authorization, logged) => {
    logger.lines.length = 0;
    const router = guarded(filter).use(limits({ provider: 20 }));
    const response = await (await serve(router))({ url: '/', headers: { authorization } });
    expect([response.status, response.json().detail]).toEqual([503, 'a provider took longer than 20 ms']);
    expect(logger.lines.map(({ data }) => data)).toContainEqual({
      provider: expect.stringContaining(logged) as string,
      limit: 20,
    });
  });
});

describe('memoryStore', () => {
  it('starts a new window when the old one ends, and limits the number of keys', () => {
    let time = 0;
    const store = memoryStore(2, () => time);
    expect(store.hit('a', 10)).toEqual({ count: 1, left: 10 });
    time = 4;
    expect(store.hit('a', 10)).toEqual({ count: 2, left: 6 });
    time = 10;
    expect(store.hit('a', 10)).toEqual({ count: 1, left: 10 });
    store.hit('b', 10);
    store.hit('c', 10);
    expect(store.hit('b', 10)).toMatchObject({ count: 2 });
    expect(store.hit('a', 10)).toMatchObject({ count: 1 });
  });

  it('removes no window before its end if it refuses further keys', () => {
    let time = 0;
    const store = memoryStore(2, () => time, 'refuse');
    store.hit('a', 10);
    time = 4;
    store.hit('b', 10);
    expect(store.hit('c', 10)).toEqual({ count: Infinity, left: 6 });
    expect(store.hit('a', 10)).toEqual({ count: 2, left: 6 });
    time = 10;
    expect(store.hit('c', 10)).toEqual({ count: 1, left: 10 });
    expect(store.hit('a', 10)).toEqual({ count: Infinity, left: 4 });
    expect(store.hit('b', 10)).toEqual({ count: 2, left: 4 });
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity])('rejects %d as the maximum', (maxKeys) => {
    expect(() => memoryStore(maxKeys)).toThrow(RangeError);
  });

  it('limits the stored length of keys but distinguishes long keys', () => {
    const store = memoryStore(10_000, () => 0);
    const long = (end: string): string => 'k'.repeat(16_000) + end;
    expect([long('a'), long('b'), long('a')].map((key) => store.hit(key, 10))).toMatchObject([
      { count: 1 },
      { count: 1 },
      { count: 2 },
    ]);
    expect(boundedKey(long('a'))).toHaveLength(128);
    expect(boundedKey('k'.repeat(127))).toBe('k'.repeat(127));
    // A request whose key is the digest of another client's key does not count towards that client's limit.
    expect(store.hit(boundedKey(long('a')), 10)).toMatchObject({ count: 1 });
  });

  it('throws for invalid limits', () => {
    expect(() => rateLimit({ limit: 0, window: 1 })).toThrow(RangeError);
    expect(() => rateLimit({ limit: 1.5, window: 1 })).toThrow(RangeError);
    expect(() => rateLimit({ limit: 1, window: 0 })).toThrow(RangeError);
  });
});

describeTransports('cache', (serve) => {
  const router = new Router(toolkit).add(
    route({
      method: 'GET',
      path: '/',
      scopes: [{ filters: [cache({ maxAge: 60, private: true })] }],
      handler: () => 1,
    }),
    route({ method: 'POST', path: '/', scopes: [{ filters: [cache({ maxAge: 60 })] }], handler: () => 1 }),
    route({ method: 'POST', path: '/never', scopes: [{ filters: [cache(false)] }], handler: () => 1 }),
    route({
      method: 'GET',
      path: '/wrong',
      scopes: [{ filters: [cache({ maxAge: 60, immutable: true })] }],
      handler: () => {
        throw new HttpError(410);
      },
    }),
  );

  it('sets Cache-Control on responses to GET and HEAD', async () => {
    const client = await serve(router);
    const control = async (method: string, url: string): Promise<string | undefined> =>
      (await client({ method, url })).headers['cache-control'];
    expect(await control('GET', '/')).toBe('max-age=60, private');
    expect(await control('HEAD', '/')).toBe('max-age=60, private');
    expect(await control('POST', '/')).toBeUndefined();
    expect(await control('POST', '/never')).toBe('no-store');
    expect(await control('GET', '/wrong')).toBeUndefined();
  });

  it('throws for an invalid age', () => {
    expect(() => cache({ maxAge: -1 })).toThrow(RangeError);
  });
});

describeTransports('version', (serve) => {
  const at = (path: string, versions: string[], result: string): ReturnType<typeof route> =>
    route({ method: 'GET', path, scopes: [{ filters: [version(versions)] }], handler: () => result });
  const router = new Router(toolkit).add(at('/', ['v1', ''], 'one'), at('/{any:.*}', ['v2'], 'two'));

  it.each([
    [undefined, '/', 'one'],
    ['*/*', '/', 'one'],
    ['*/*;version=v1', '/', 'one'],
    ['application/json; Version="v2", */*;q=0.1', '/', 'two'],
    ['*/*;version=v3', '/', 404],
    [undefined, '/x', 404],
    ['text/plain;version=v2', '/x', 'two'],
  ])('with Accept %s, a request to %s receives %s', async (accept, url, expected) => {
    const response = await (await serve(router))({ url, headers: { ...(accept && { accept }) } });
    expect(typeof expected === 'number' ? response.status : response.text()).toBe(expected);
  });

  it('responds with 400 to an Accept header that is too long', async () => {
    const accept = `*/*;version=${'v'.repeat(9000)}`;
    expect((await (await serve(router))({ url: '/', headers: { accept } })).status).toBe(400);
  });

  it('throws for an empty list of versions', () => {
    expect(() => version([])).toThrow(RangeError);
  });
});

describeTransports('limits', (serve) => {
  const at = (path: string, filters: Filter[]): ReturnType<typeof route> =>
    route({
      method: 'POST',
      path,
      scopes: [{ filters }],
      bindings: [BodyParam(String)],
      handler: (text) => text.length,
    });

  it('of the router apply unless a route overrides them', async () => {
    const router = new Router(toolkit)
      .use(limits({ body: 10 }))
      .add(at('/', []), at('/more', [limits({ body: 20 })]));
    const client = await serve(router);
    const send = async (url: string, length: number): Promise<number> =>
      (await client({ method: 'POST', url, body: 'x'.repeat(length) })).status;
    expect(await send('/', 10)).toBe(200);
    expect(await send('/', 11)).toBe(413);
    expect(await send('/more', 20)).toBe(200);
    expect(await send('/more', 21)).toBe(413);
  });
});

describe('limits', () => {
  it('report a pattern as a finding, and throw an error for invalid numbers', () => {
    const router = new Router(toolkit).use('/api/{rest:.*}', limits({ body: 1 }));
    expect(router.diagnostics()).toMatchObject([{ code: 'W2013', severity: 'error' }]);
    expect(() => limits({ body: -1 })).toThrow(RangeError);
    expect(() => limits({ time: Number.NaN })).toThrow(RangeError);
  });
});
