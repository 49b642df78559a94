import { describe, expect, it } from 'vitest';
import {
  bearer,
  Context,
  cors,
  HttpError,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type CorsOptions,
  type Filter,
} from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const toolkit = new Toolkit({ logger: recordingLogger() });
const ORIGIN = 'https://a.example';
const preflightFrom = (origin: string, more: Record<string, string> = {}) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'GET', ...more },
});

function site(options: CorsOptions): Router {
  return new Router(toolkit).use(cors(options)).add(
    route({ method: 'GET', path: '/', handler: () => 'one' }),
    route({ method: 'PUT', path: '/', handler: () => 'two' }),
    route({
      method: 'GET',
      path: '/guarded',
      scopes: [{ filters: [bearer(() => false)] }],
      handler: () => 1,
    }),
    route({
      method: 'GET',
      path: '/broken',
      handler: () => {
        throw new HttpError('conflict');
      },
    }),
  );
}

function corsHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const about = Object.entries(headers).filter(
    ([name]) => name.startsWith('access-control') || name === 'vary',
  );
  return Object.fromEntries(about);
}

describeTransports('cors', (serve) => {
  it("answers a preflight with the path's methods and the requested headers", async () => {
    const client = await serve(site({ origin: '*' }));
    const more = { 'access-control-request-headers': 'x-one, x-two' };
    const response = await client({ url: '/', ...preflightFrom(ORIGIN, more) });
    expect([response.status, response.text()]).toEqual([204, '']);
    expect(corsHeaders(response.headers)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, PUT',
      'access-control-allow-headers': 'x-one, x-two',
      vary: 'Access-Control-Request-Headers',
    });
    const none = await client({ url: '/', ...preflightFrom(ORIGIN) });
    expect(none.headers).not.toHaveProperty('access-control-allow-headers');
    expect(none.headers['vary']).toBe('Access-Control-Request-Headers');
  });

  it('varies on the requested method, which it allows for an unknown path', async () => {
    const client = await serve(site({ origin: '*', allowedHeaders: ['x-token'] }));
    const { headers } = await client({ url: '/nowhere', ...preflightFrom(ORIGIN) });
    expect(corsHeaders(headers)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'x-token',
      vary: 'Access-Control-Request-Method',
    });
  });

  it('sends "*" and no Vary on every response if any origin is allowed without credentials', async () => {
    const client = await serve(site({ origin: '*', exposedHeaders: ['x-shown'] }));
    for (const headers of [{}, { origin: ORIGIN }, { origin: 'null' }]) {
      for (const [url, status] of [
        ['/', 200],
        ['/broken', 409],
        ['/guarded', 401],
        ['/nowhere', 404],
      ] as const) {
        const response = await client({ url, headers: { ...headers, accept: '*/*' } });
        expect([url, response.status]).toEqual([url, status]);
        expect(response.headers).toMatchObject({
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'x-shown',
        });
        expect(response.headers['vary'] ?? '').not.toMatch(/origin/i);
      }
    }
  });

  it.each<[string, CorsOptions]>([
    ['a list', { origin: [ORIGIN] }],
    ['a pattern', { origin: 'https://a\\.example' }],
    ['every origin, as a pattern', { origin: '.*' }],
    ['any origin with credentials', { origin: '*', credentials: true }],
    ['a function', { origin: () => false }],
  ])(
    '%s causes Vary: Origin on every response, even if Origin is missing or rejected',
    async (_what, options) => {
      const client = await serve(site(options));
      for (const headers of [{}, { origin: ORIGIN }, { origin: 'https://z.example' }]) {
        for (const url of ['/', '/broken', '/guarded', '/nowhere', '/%zz']) {
          expect((await client({ url, headers })).headers['vary']).toMatch(/(^|, )Origin(,|$)/);
        }
      }
      const preflight = await client({ url: '/', ...preflightFrom('https://z.example') });
      expect(preflight.headers['vary']).toMatch(/(^|, )Origin(,|$)/);
    },
  );

  it('answers a preflight with the configured values, before authentication and even for unknown paths', async () => {
    const client = await serve(
      site({
        origin: '*',
        credentials: true,
        maxAge: 3600,
        allowedHeaders: ['x-token'],
        methods: ['GET', 'POST'],
      }),
    );
    for (const url of ['/', '/guarded', '/nowhere']) {
      const response = await client({
        url,
        ...preflightFrom(ORIGIN, { 'access-control-request-headers': 'x-other' }),
      });
      expect(response.status).toBe(204);
      expect(corsHeaders(response.headers)).toEqual({
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'x-token',
        'access-control-max-age': '3600',
        vary: 'Origin',
      });
    }
  });

  it('omits a negative maxAge', async () => {
    const client = await serve(site({ origin: '*', maxAge: -1 }));
    const { headers } = await client({ url: '/', ...preflightFrom(ORIGIN) });
    expect(headers).not.toHaveProperty('access-control-max-age');
  });

  it('responds with 403 to the preflight of a disallowed origin, and omits CORS headers in responses to its other requests', async () => {
    const client = await serve(site({ origin: 'https://[a-m]\\.example' }));
    const preflight = await client({ url: '/', ...preflightFrom('https://z.example') });
    expect(preflight.status).toBe(403);
    expect(corsHeaders(preflight.headers)).toEqual({ vary: expect.stringContaining('Origin') });
    const simple = await client({ url: '/', headers: { origin: 'https://z.example' } });
    expect([simple.status, simple.text()]).toEqual([200, 'one']);
    expect(corsHeaders(simple.headers)).toEqual({ vary: 'Origin' });
  });

  it('sets the headers on errors from routes, authentication and unknown paths', async () => {
    const client = await serve(site({ origin: [ORIGIN], exposedHeaders: ['x-shown'] }));
    for (const [url, status] of [
      ['/', 200],
      ['/broken', 409],
      ['/guarded', 401],
      ['/nowhere', 404],
      ['/%zz', 400],
    ] as const) {
      const response = await client({ url, headers: { origin: ORIGIN } });
      expect([url, response.status]).toEqual([url, status]);
      expect(corsHeaders(response.headers)).toMatchObject({
        'access-control-allow-origin': ORIGIN,
        'access-control-expose-headers': 'x-shown',
        vary: expect.stringContaining('Origin'),
      });
    }
  });

  it('sets only Vary if the request has no Origin, and answers no OPTIONS requests other than preflights', async () => {
    const client = await serve(site({ origin: [ORIGIN] }));
    // The response varies on Origin even if the request does not contain it.
    expect(corsHeaders((await client('/')).headers)).toEqual({ vary: 'Origin' });
    const options = await client({ method: 'OPTIONS', url: '/' });
    expect(options.headers['allow']).toBe('GET, HEAD, OPTIONS, PUT');
  });

  it('on a route or class answers preflights for those routes only', async () => {
    const own = [{ filters: [bearer(() => false), cors({ origin: [ORIGIN], methods: ['PUT'] })] }];
    const client = await serve(
      new Router(toolkit).add(
        route({ method: 'PUT', path: '/', scopes: own, handler: () => 1 }),
        route({ method: 'GET', path: '/', handler: () => 1 }),
      ),
    );
    const put = {
      method: 'OPTIONS',
      url: '/',
      headers: { origin: ORIGIN, 'access-control-request-method': 'PUT' },
    };
    const allowed = await client(put);
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, ORIGIN]);
    const refused = await client({ ...put, headers: { ...put.headers, origin: 'https://b.example' } });
    expect(refused.status).toBe(403);
    const other = await client({ url: '/', ...preflightFrom(ORIGIN) });
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('runs before every other filter, regardless of the order of declaration', async () => {
    const pages = cors({ origin: [ORIGIN] });
    const guard = bearer(() => false);
    const router = (): Router => new Router(toolkit);
    const get = (filters: readonly Filter[] = []) =>
      route({ method: 'GET', path: '/notes', scopes: [{ filters }], handler: () => 1 });
    const readable: readonly Router[] = [
      router().use(pages).use('/{x:.*}', guard).add(get()),
      router().use('/{x:.*}', guard).use(pages).add(get()),
      router().use(guard).use('/notes', pages).add(get()),
      router().add(get([pages, guard])),
      router().add(get([guard, pages])),
      router()
        .use(guard)
        .add(get([pages])),
      router()
        .use(guard)
        .add({ ...get(), scopes: [{ name: 'class Notes', filters: [pages] }, { filters: [guard] }] }),
    ];
    for (const each of readable) {
      const preflight = await (await serve(each))({ url: '/notes', ...preflightFrom(ORIGIN) });
      expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, ORIGIN]);
    }
    for (const each of readable) {
      const refused = await (await serve(each))({ url: '/notes', headers: { origin: ORIGIN } });
      expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, ORIGIN]);
    }
    const plain = await (await serve(readable[1]!))({ method: 'OPTIONS', url: '/notes' });
    expect(plain.status).toBe(401);
  });
});

describeTransports('a request that one route passes on to another', (serve) => {
  it("receives the CORS headers of both routes, and runs the router's filter once", async () => {
    let guarded = 0;
    const guard: Filter = (_context, next) => {
      guarded += 1;
      return next();
    };
    const first = route({
      method: 'GET',
      path: '/{any}',
      bindings: [Context(RoutingContext)],
      scopes: [{ filters: [cors({ origin: '*', exposedHeaders: ['x-first'] })] }],
      handler: (context) => context.next(),
    });
    const second = route({
      method: 'GET',
      path: '/a',
      scopes: [{ filters: [cors({ origin: [ORIGIN] })] }],
      handler: () => 'answered',
    });
    const client = await serve(new Router(toolkit).use(guard).add(first, second));
    const response = await client({ url: '/a', headers: { origin: ORIGIN } });
    expect([response.text(), guarded]).toEqual(['answered', 1]);
    expect(corsHeaders(response.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers': 'x-first',
    });
  });
});

describe('the warning about cors with credentials for all origins', () => {
  const get = (filters: readonly Filter[]) => [
    route({ method: 'GET', path: '/', scopes: [{ name: 'class Notes', filters }], handler: () => 1 }),
    route({ method: 'GET', path: '/b', scopes: [{ name: 'class Notes', filters }], handler: () => 1 }),
  ];
  it.each([
    [{ origin: '*', credentials: true }, 1],
    [{ origin: '*' }, 0],
    [{ origin: [ORIGIN], credentials: true }, 0],
  ] as const)('for %o is reported %i times', (options, times) => {
    const finding = (scope: string) => ({
      code: 'W2016',
      severity: 'warning',
      message: `cors (${scope}) allows pages of all origins to send requests with the credentials of the user and to read the responses`,
      file: expect.stringContaining('cors.test.ts') as string,
    });
    const global = new Router(toolkit).use(cors(options)).add(...get([]));
    const own = new Router(toolkit).add(...get([cors(options)]));
    expect(global.diagnostics()).toMatchObject(times === 0 ? [] : [finding('router')]);
    expect(own.diagnostics()).toMatchObject(times === 0 ? [] : [finding('class Notes')]);
  });
});

describe('a CORS policy with an invalid origin', () => {
  const codesOf = (origin: CorsOptions['origin']) =>
    site({ origin })
      .diagnostics()
      .map(({ code, hint }) => [code, hint]);

  it('is reported once, at the location where it is set', () => {
    const finding = {
      code: 'W2017',
      rule: 'cors-origin',
      severity: 'warning',
      message: 'cors (router) allows "example.org", which is not a valid origin: the scheme is missing',
      hint: 'write "https://example.org"',
      file: expect.stringContaining('cors.test.ts') as string,
    };
    expect(site({ origin: 'example.org' }).diagnostics()).toMatchObject([finding]);
  });

  it.each([
    ['localhost:3000', 'localhost:3000'],
    ['a\\.example', 'a\\.example'],
    [[ORIGIN, 'example.org'], 'example.org'],
  ])('is reported if the scheme is missing: %o', (origin, text) => {
    expect(codesOf(origin)).toEqual([['W2017', `write ${JSON.stringify(`https://${text}`)}`]]);
  });

  it.each([
    [`${ORIGIN}/`, 'an origin has no path', ORIGIN],
    [[`${ORIGIN}/app/`], 'an origin has no path', ORIGIN],
    ['https://*.example.org', '"*" repeats the character before it', 'https://[^/]*\\\\.example\\\\.org'],
    [['https://*.example.org'], 'a list contains exact origins, not patterns', undefined],
    [['https://.*'], 'a list contains exact origins, not patterns', undefined],
  ])('is reported with the reason: %o', (origin, why, fix) => {
    const [found, ...others] = site({ origin }).diagnostics();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: 'W2017', message: expect.stringContaining(why) as string });
    if (fix !== undefined) expect(found!.hint).toContain(fix);
  });

  it.each<CorsOptions['origin']>([
    '*',
    'null',
    ORIGIN,
    '.*\\.example',
    'https...a.example',
    'a|https://b',
    [ORIGIN],
    /example/,
    () => true,
  ])('is not reported if the origin is valid: %o', (origin) => {
    expect(codesOf(origin)).toEqual([]);
  });
});

describe('the option `origin` of cors', () => {
  const allows = async (origin: CorsOptions['origin'], given: string): Promise<boolean> => {
    const { inject } = await import('../testing/inject.ts');
    const { headers } = await inject(site({ origin }), { url: '/', headers: { origin: given } });
    return 'access-control-allow-origin' in headers;
  };

  it.each([
    ['https://a\\.example', ORIGIN, true],
    ['https://a\\.example', `${ORIGIN}.evil`, false],
    ['https://a\\.example', `http://evil/${ORIGIN}`, false],
    ['a|https://b', 'https://bc', false],
    // A dot in an origin is not a wildcard: the owner of `https://a.example` does not own `https://aXexample`.
    [ORIGIN, ORIGIN, true],
    [ORIGIN, 'https://aXexample', false],
    ['http://www.a-b.example:8080', 'http://www.a-b.example:8080', true],
    ['http://www.a-b.example:8080', 'http://wwwXa-b.example:8080', false],
    ['https://.*a.example', 'https://aXexample', true],
    [/A\.EXAMPLE/i, 'a.example', true],
    [/a/g, 'a', true],
    [/a/y, 'ba', false],
    [[ORIGIN], ORIGIN, true],
    [['https://a.example'], 'https://aXexample', false],
    [(origin: string) => origin.endsWith('.example'), ORIGIN, true],
    [() => false, ORIGIN, false],
    ['*', 'null', true],
  ])('%s allows %s: %s', async (origin, given, expected) => {
    expect(await allows(origin, given)).toBe(expected);
    // Tested twice, because a RegExp with the flag g or y would start the second test at its last position.
    expect(await allows(origin, given)).toBe(expected);
  });

  it('throws for a pattern that does not compile', () => {
    expect(() => cors({ origin: 'https://(' })).toThrow(SyntaxError);
  });
});
