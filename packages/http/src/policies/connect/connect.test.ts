import { createServer, type IncomingMessage, request as nodeRequest, Server as HttpServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Context, events, handle, route, Router, RoutingContext, Toolkit, type Filter } from '../../index.ts';
import { inject } from '../../testing/inject.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { idempotency } from '../idempotency/idempotency.ts';
import { responseCache } from '../response-cache/response-cache.ts';
import { connect, nodeMessages, type ConnectMiddleware } from './connect.ts';

/** The packages other than helmet contain no types. */
const require = createRequire(import.meta.url);
const helmet = require('helmet') as () => ConnectMiddleware;
const compression = require('compression') as (options?: object) => ConnectMiddleware;
const morgan = require('morgan') as (format: string, options: object) => ConnectMiddleware;
const passport = require('passport') as {
  use(strategy: unknown): void;
  authenticate(name: string, options: object): ConnectMiddleware;
};
const { Strategy } = require('passport-http-bearer') as {
  Strategy: new (check: (token: string, done: (error: unknown, user: unknown) => void) => void) => unknown;
};
type Application = ConnectMiddleware & { use(...given: unknown[]): void };
const express = require('express') as () => Application;
const connectPackage = require('connect') as () => Application;

const logger = recordingLogger();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  logger.lines.length = 0;
});

const toolkit = (provider = 60_000): Toolkit => new Toolkit({ logger, limits: { provider } });
const long = 'text '.repeat(1000);
const routes = [
  route({ method: 'GET', path: '/', handler: () => 'hello' }),
  route({ method: 'GET', path: '/long', handler: () => long }),
  route({
    method: 'GET',
    path: '/stream',
    handler: async function* () {
      for (let index = 0; index < 100; index += 1) yield long;
    },
  }),
  route({
    method: 'GET',
    path: '/user',
    bindings: [Context(RoutingContext)],
    handler: (context) =>
      (nodeMessages(context).request as IncomingMessage & { readonly user: { name: string } }).user.name,
  }),
];

async function serve(router: Router): Promise<string> {
  const server = router.toolkit.createServer(router);
  const { url } = await server.listen(0, '127.0.0.1');
  closing.push(() => server.close({ timeout: 0 }));
  return url;
}

async function serveNode(listener: ConnectMiddleware): Promise<string> {
  const server: HttpServer = createServer(listener as never);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, signal: AbortSignal.timeout(30_000) });

describe('connect()', () => {
  it("sets helmet's headers on results and errors", async () => {
    const url = await serve(new Router(toolkit()).use(connect(helmet())).add(...routes));
    for (const path of ['/', '/missing', '/stream']) {
      const response = await get(url + path);
      expect(response.headers.get('x-frame-options'), path).toBe('SAMEORIGIN');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
      await response.text();
    }
  });

  it('compresses results and streams with compression', async () => {
    const url = await serve(new Router(toolkit()).use(connect(compression())).add(...routes));
    for (const [path, coding] of [
      ['/long', 'gzip'],
      ['/stream', 'gzip'],
      ['/long', 'br'],
    ] as const) {
      const { headers, body } = await new Promise<{ headers: IncomingMessage['headers']; body: Buffer }>(
        (resolve, reject) => {
          nodeRequest(url + path, { headers: { 'accept-encoding': coding } }, (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part: Buffer) => parts.push(part));
            response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
          })
            .on('error', reject)
            .end();
        },
      );
      expect(headers['content-encoding'], path).toBe(coding);
      expect(headers['content-length']).toBe(undefined);
      const text = (coding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString();
      expect(text).toBe(path === '/long' ? long : long.repeat(100));
    }
    expect((await get(`${url}/`)).headers.get('content-encoding')).toBe(null);
  });

  it('logs requests with morgan, with their final status', async () => {
    const lines: string[] = [];
    const log = morgan(':method :url :status :res[content-length]', {
      stream: { write: (line: string) => lines.push(line.trim()) },
    });
    const url = await serve(new Router(toolkit()).use(connect(log)).add(...routes));
    await (await get(`${url}/?a=b`)).text();
    await (await get(`${url}/missing`)).text();
    await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 30_000 });
    expect(lines[0]).toBe('GET /?a=b 200 5');
    expect(lines[1]).toMatch(/^GET \/missing 404 \d+$/);
  });

  it("sends passport's 401, and passes passport's user to the handler", async () => {
    passport.use(new Strategy((token, done) => done(null, token === 'good' ? { name: 'ada' } : false)));
    const guard = connect(passport.authenticate('bearer', { session: false }));
    const statuses: unknown[] = [];
    const watch: Filter = async (context, next) => {
      await next();
      statuses.push((context as unknown as { answered: boolean }).answered);
    };
    const url = await serve(
      new Router(toolkit())
        .use(watch)
        .use('/user', guard)
        .add(...routes),
    );
    const refused = await get(`${url}/user`, { authorization: 'Bearer bad' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('Bearer');
    expect(await refused.text()).toBe('Unauthorized');
    expect(statuses).toEqual([true]);
    const accepted = await get(`${url}/user`, { authorization: 'Bearer good' });
    expect(await accepted.text()).toBe('ada');
    expect((await get(`${url}/`)).status).toBe(200);
    expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('throws the errors of the middleware', async () => {
    const fail =
      (error: unknown, mode: 'next' | 'throw' | 'reject'): ConnectMiddleware =>
      (_request, _response, next) => {
        if (mode === 'throw') throw error;
        if (mode === 'reject') return Promise.reject(error);
        return next(error);
      };
    const exposed = Object.assign(new Error('bad token'), { status: 403, expose: true });
    const router = new Router(toolkit()).add(
      ...['/a', '/b', '/c', '/d', '/e'].map((path) => route({ method: 'GET', path, handler: () => '' })),
    );
    router.registries.handlers.register(
      handle(RangeError, (error, _request, response) => {
        response.status = 422;
        response.end(error.message);
      }),
    );
    router
      .use('/a', connect(fail(new RangeError('far'), 'next')))
      .use('/b', connect(fail(new RangeError('far'), 'throw')))
      .use('/c', connect(fail(new RangeError('far'), 'reject')))
      .use('/d', connect(fail(exposed, 'next')))
      .use('/e', connect(fail('route', 'next')));
    const url = await serve(router);
    for (const path of ['/a', '/b', '/c']) expect((await get(url + path)).status, path).toBe(422);
    expect(await (await get(`${url}/d`)).json()).toMatchObject({ status: 403, detail: 'bad token' });
    expect((await get(`${url}/e`)).status).toBe(500);
    const messages = logger.lines.map(({ data }) => (data as { error?: Error }).error?.message);
    expect(messages).toContain("connect() does not support next('route'): call context.next() in a handler");
  });

  it('responds with the status of an error, however the middleware reports it', async () => {
    const missing = Object.assign(new Error('no such file'), { status: 404, expose: true });
    const ways: readonly ConnectMiddleware[] = [
      (_request, _response, next) => next(missing),
      () => Promise.reject(missing),
      () => {
        throw missing;
      },
    ];
    for (const middleware of ways) {
      const url = await serve(new Router(toolkit()).use(connect(middleware)).add(...routes));
      const response = await get(url);
      expect(response.status, String(middleware)).toBe(404);
      expect(await response.json()).toMatchObject({ status: 404, detail: 'no such file' });
    }
  });

  it('responds with 503 if middleware neither responds nor calls next within the provider limit', async () => {
    const url = await serve(new Router(toolkit(60)).use(connect(() => {})).add(...routes));
    expect((await get(url)).status).toBe(503);
  });

  it('runs several functions in order, and stops at the one that responds', async () => {
    const ran: string[] = [];
    const mark =
      (name: string): ConnectMiddleware =>
      (_request, _response, next) => {
        ran.push(name);
        setImmediate(next);
      };
    const filter = connect(
      mark('a'),
      mark('b'),
      (_request, response) => response.writeHead(299).end('mine'),
      mark('c'),
    );
    const url = await serve(new Router(toolkit()).use(filter).add(...routes));
    const response = await get(url);
    expect([response.status, await response.text()]).toEqual([299, 'mine']);
    expect(ran).toEqual(['a', 'b']);
  });

  it('does not interfere with event streams', async () => {
    const router = new Router(toolkit()).use(connect(helmet())).add(
      route({
        method: 'GET',
        path: '/events',
        handler: () =>
          events(
            (async function* () {
              yield { data: 'one' };
            })(),
          ),
      }),
    );
    expect(await (await get(`${await serve(router)}/events`)).text()).toContain('data: one');
  });
});

describe('a router with connect()', () => {
  const filter = connect((_request, _response, next) => next());
  it('runs on the node transport, and logs this', async () => {
    const inner = new Router(toolkit());
    const router = new Router(inner.toolkit).mount('/in', inner.use(filter).add(...routes));
    const server = router.toolkit.createServer(router);
    expect(server.node).toBeInstanceOf(HttpServer);
    expect(logger.lines.map(({ message }) => message)).toContain(
      "the server uses the transport 'node', because the router uses connect()",
    );
    const plain = new Router(toolkit()).add(...routes);
    expect(plain.toolkit.createServer(plain).node).not.toBeInstanceOf(HttpServer);
  });

  it('is rejected on the fast transport', () => {
    const router = new Router(toolkit()).use(filter).add(...routes);
    expect(() => router.toolkit.createServer(router, { transport: 'fast' })).toThrow(
      "createServer: the router uses connect(), which requires the transport 'node': remove transport: 'fast'",
    );
  });

  it('responds with 500 in process and in the fetch handler, and logs the reason', async () => {
    const router = new Router(toolkit()).use(filter).add(...routes);
    expect((await inject(router, '/')).status).toBe(500);
    expect((await router.fetch(new Request('http://localhost/'))).status).toBe(500);
    const errors = logger.lines.map(({ data }) => (data as { error?: Error }).error?.message ?? '');
    expect(
      errors.filter((message) => message.startsWith('connect() requires node:http requests')),
    ).toHaveLength(2);
  });

  it.each<[string, unknown[], string]>([
    ['nothing', [], 'pass at least one'],
    ['a value', ['x'], 'must be a function'],
    ['null', [null], 'not null'],
    ['error middleware', [(_e: unknown, _r: unknown, _s: unknown, _n: unknown) => {}], 'is error middleware'],
  ])('is rejected with %s instead of middleware', (_name, given, message) => {
    expect(() => connect(...(given as ConnectMiddleware[]))).toThrow(message);
  });

  it('aborts a response that the middleware started before it failed', async () => {
    const fail: ConnectMiddleware = (_request, response, next) => {
      response.write('part');
      next(new Error('no more'));
    };
    const url = await serve(new Router(toolkit()).use(connect(fail)).add(...routes));
    // A time limit would cause a DOMException.
    await expect(get(url).then((response) => response.text())).rejects.toThrow(TypeError);
  });

  it('does not delay identical requests in a response cache if the middleware responds', async () => {
    const patient = new Toolkit({ logger, limits: { provider: 600_000 } });
    const respond: ConnectMiddleware = (_request, response) => response.end('middleware');
    const url = await serve(
      new Router(patient)
        .use(responseCache({ maxAge: 60 }))
        .use(connect(respond))
        .add(...routes),
    );
    for (let index = 0; index < 2; index += 1) expect(await (await get(url)).text()).toBe('middleware');
  });

  it('lets a response cache wait for a new response instead of repeating the request in the background', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    let calls = 0;
    const url = await serve(
      new Router(toolkit())
        .use(responseCache({ maxAge: 10, staleWhileRevalidate: 60 }))
        .use(connect(helmet()))
        .add(route({ method: 'GET', path: '/count', handler: () => ++calls })),
    );
    const count = async (): Promise<string> => (await get(`${url}/count`)).text();
    expect([await count(), await count()]).toEqual(['1', '1']);
    vi.setSystemTime(Date.now() + 20_000);
    expect(await count()).toBe('2');
  });

  it('removes the stored response from a response cache if the middleware responds to a change', async () => {
    let calls = 0;
    const respond: ConnectMiddleware = (request, response, next) =>
      request.method === 'PUT' ? response.end('changed') : next();
    const url = await serve(
      new Router(toolkit())
        .use(responseCache({ maxAge: 60 }))
        .use(connect(respond))
        .add(route({ method: 'GET', path: '/count', handler: () => ++calls }))
        .add(route({ method: 'PUT', path: '/count', handler: () => {} })),
    );
    const count = async (): Promise<string> => (await get(`${url}/count`)).text();
    expect([await count(), await count()]).toEqual(['1', '1']);
    expect(await (await fetch(`${url}/count`, { method: 'PUT' })).text()).toBe('changed');
    expect(await count()).toBe('2');
  });

  it('releases an idempotency key if the middleware responds', async () => {
    let calls = 0;
    const respond: ConnectMiddleware = (_request, response) => response.end(`call ${(calls += 1)}`);
    const url = await serve(
      new Router(toolkit())
        .use(idempotency())
        .use(connect(respond))
        .add(route({ method: 'POST', path: '/count', handler: () => {} })),
    );
    const send = async (): Promise<string> =>
      (await fetch(`${url}/count`, { method: 'POST', headers: { 'idempotency-key': 'k1' } })).text();
    expect(await send()).toBe('call 1');
    await vi.waitFor(async () => expect(await send()).toBe('call 2'), { timeout: 30_000 });
  });

  it('causes a finding if connect is passed without being called', () => {
    const [finding] = new Router(toolkit()).use(connect as unknown as Filter).diagnostics();
    expect(finding!.hint).toBe('call it: connect(…)');
  });
});

describe.each([
  ['Express', express],
  ['Connect', connectPackage],
])('router.asMiddleware() in an application built with %s', (_name, create) => {
  const router = new Router(toolkit()).add(
    ...routes,
    route({
      method: 'GET',
      path: '/where',
      bindings: [Context(RoutingContext)],
      handler: ({ request }) => `${request.url.pathname}${request.url.search} ${request.path}`,
    }),
    route({
      method: 'GET',
      path: '/fail',
      handler() {
        throw new Error('inside');
      },
    }),
  );

  it('serves its routes below the mount path, which request URLs include, and passes other requests on', async () => {
    const application = create();
    application.use(helmet());
    application.use('/api', router.asMiddleware());
    application.use(
      (request: IncomingMessage & { originalUrl: string }, response: { end(text: string): void }) =>
        response.end(`other ${request.originalUrl}`),
    );
    const url = await serveNode(application);
    const response = await get(`${url}/api/where?a=/where`);
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(await response.text()).toBe('/api/where?a=/where /where');
    expect(await (await get(`${url}/api`)).text()).toBe('hello');
    expect(await (await get(`${url}/api/missing`)).text()).toBe('other /api/missing');
    expect(await (await get(`${url}/long`)).text()).toBe('other /long');
    expect((await get(`${url}/api/fail`)).status).toBe(500);
    expect((await fetch(`${url}/api/long`, { method: 'PUT' })).status).toBe(405);
  });

  it('supports connect() on the inner router', async () => {
    const inner = new Router(toolkit()).use(connect(helmet(), compression({ threshold: 0 }))).add(...routes);
    const application = create();
    application.use(inner.asMiddleware());
    const response = await get(`${await serveNode(application)}/long`, { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe(long);
  });
});

it('router.asMiddleware() throws an error that suggests router.listener if it receives no next function', () => {
  const middleware = new Router(toolkit()).add(...routes).asMiddleware() as (...given: unknown[]) => void;
  expect(() => middleware({}, {})).toThrow('for http.createServer, use router.listener');
});
