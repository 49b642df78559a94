import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  BodyParam,
  Context,
  HttpError,
  HttpResponse,
  int,
  PathParam,
  QueryParam,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type Filter,
  type Route,
} from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger, limits: { body: 100 } });
const routerOf = (...routes: readonly Route[]): Router => new Router(toolkit).add(...routes);
const get = (path: string, handler: () => unknown) => route({ method: 'GET', path, handler });

describeTransports('a handler that returns undefined', (serve) => {
  it('passes the request to the next route whose method and pattern are the same apart from variable names', async () => {
    const client = await serve(
      routerOf(
        route({
          method: 'GET',
          path: '/n/{id}',
          bindings: [PathParam('id', String)],
          handler: (id) => (id === 'one' ? 'first' : undefined),
        }),
        route({
          method: 'GET',
          path: '/n/:name',
          bindings: [PathParam('name', String)],
          handler: async (name) => {
            await setImmediate();
            return name === 'two' ? `second ${name}` : undefined;
          },
        }),
        route({ method: 'POST', path: '/n/{id}', handler: () => 'never' }),
        get('/n/{id:.*}', () => 'never'),
        route({
          method: 'GET',
          path: '/n/{x}',
          bindings: [PathParam('x', int), QueryParam('q', int)],
          handler: (x, q) => x + q,
        }),
      ),
    );
    expect((await client('/n/one')).text()).toBe('first');
    expect((await client('/n/two')).text()).toBe('second two');
    expect((await client('/n/3?q=4')).json()).toBe(7);
    expect((await client('/n/x?q=y')).json().errors).toHaveLength(2);
  });

  it('responds with the status that it has set, or 204, if there is no further route', async () => {
    const silent = route({
      method: 'GET',
      path: '/s',
      bindings: [Context(HttpResponse)],
      handler: (response) => {
        response.status = 202;
      },
    });
    const client = await serve(
      routerOf(
        silent,
        get('/s', () => {}),
        get('/t', () => undefined),
      ),
    );
    expect((await client('/s')).status).toBe(202);
    expect((await client('/t')).status).toBe(204);
  });

  it('sends the response that it has started or ended', async () => {
    const ending = route({
      method: 'GET',
      path: '/ended',
      bindings: [Context(HttpResponse)],
      handler: (response) => response.end('mine'),
    });
    const begun = route({
      method: 'GET',
      path: '/begun',
      bindings: [Context(HttpResponse)],
      handler: async (response) => {
        response.status = 201;
        await response.write('a');
        await setImmediate();
        await response.write('b');
      },
    });
    const client = await serve(
      routerOf(
        ending,
        get('/ended', () => 'other'),
        begun,
        get('/begun', () => 'other'),
      ),
    );
    expect((await client('/ended')).text()).toBe('mine');
    const response = await client('/begun');
    expect([response.status, response.text(), response.complete]).toEqual([201, 'ab', true]);
  });

  it("lets the next route read the body again, within that route's limit", async () => {
    const first = route({
      method: 'POST',
      path: '/b',
      bindings: [BodyParam(Object)],
      handler: () => undefined,
    });
    const second = route({
      method: 'POST',
      path: '/b',
      bindings: [BodyParam(String)],
      handler: (text) => text,
      scopes: [{ limits: { body: 10 } }],
    });
    const client = await serve(routerOf(first, second));
    expect((await client({ method: 'POST', url: '/b', json: { a: 1 } })).text()).toBe('{"a":1}');
    expect((await client({ method: 'POST', url: '/b', json: { a: 'longer' } })).status).toBe(413);
  });

  it("runs the filters of the next route, but the router's filters only once", async () => {
    const seen: string[] = [];
    const mark =
      (name: string): Filter =>
      (_context, next) => {
        seen.push(name);
        return next();
      };
    const scoped = (name: string, handler: () => unknown) =>
      route({ method: 'GET', path: '/f', handler, scopes: [{ filters: [mark(name)] }] });
    const router = routerOf(
      scoped('one', () => undefined),
      scoped('two', () => 'two'),
    ).use(mark('all'));
    const client = await serve(router);
    expect((await client('/f')).text()).toBe('two');
    expect(seen).toEqual(['all', 'one', 'two']);
  });
});

describeTransports('context.next()', (serve) => {
  const passing = (path: string, after: (rest: unknown) => unknown, order = 0) =>
    route({
      method: 'GET',
      path,
      order,
      bindings: [Context(RoutingContext)],
      handler: (context) => after(context.next()),
    });

  it("passes the request to any later route that matches, with that route's values", async () => {
    const client = await serve(
      routerOf(
        passing('/{all:.*}', (rest) => rest, -1),
        passing('/a/{x}', (rest) => (rest as Promise<string>).then((text) => `(${text})`)),
        route({
          method: 'GET',
          path: '/a/{n:\\d+}',
          bindings: [PathParam('n', int)],
          handler: async (n) => `n ${n + 1}`,
        }),
      ),
    );
    expect((await client('/a/4')).text()).toBe('(n 5)');
  });

  it('determines the response even if the handler ignores its result', async () => {
    const client = await serve(
      routerOf(
        passing('/now', () => undefined),
        get('/{x}', () => 'now'),
        passing('/b/later', () => undefined),
        get('/b/{x}', async () => {
          await setImmediate();
          return { later: true };
        }),
        passing('/c/failing', () => undefined),
        get('/c/{x}', async () => {
          throw new HttpError(418);
        }),
      ),
    );
    expect((await client('/now')).text()).toBe('now');
    expect((await client('/b/later')).json()).toEqual({ later: true });
    expect((await client('/c/failing')).status).toBe(418);
  });

  it('responds with 404 if there is no further route', async () => {
    const missing = {
      name: 'Missing',
      instance: { write: (_: unknown, response: HttpResponse) => response.end('nothing here') },
    };
    const router = routerOf(
      passing('/gone/{x}', (rest) => rest),
      passing('/gone/{y:.*}', (rest) => rest),
    );
    expect((await (await serve(router))('/gone/a')).json()).toMatchObject({ status: 404, code: 'not-found' });
    const client = await serve(router.notFound({ writer: missing }));
    const response = await client('/gone/a');
    expect([response.status, response.text()]).toEqual([404, 'nothing here']);
  });

  it('continues with GET routes for a HEAD request, and responds with 404 after the last route', async () => {
    const any = route({
      method: 'ANY',
      path: '/h',
      bindings: [Context(RoutingContext)],
      handler: (context) => context.next(),
    });
    const client = await serve(
      routerOf(
        passing('/h', (rest) => rest),
        any,
        get('/{x}', () => 'four'),
      ),
    );
    const head = await client({ method: 'HEAD', url: '/h' });
    expect([head.status, head.headers['content-length']]).toEqual([200, '4']);
    expect((await client({ method: 'DELETE', url: '/h' })).status).toBe(404);
  });

  it('continues from the pattern table to a mounted matcher, and from one matcher to the next', async () => {
    const mounted = passing('/mounted', (rest) => rest);
    const last = get('/mounted', () => 'last');
    const matcher = (of: typeof last) => ({
      name: 'other',
      routes: [of],
      match: (method: string) => (method === 'GET' ? { route: of, values: [] } : { allow: ['GET'] }),
      variables: () => [],
    });
    const router = routerOf(passing('/mounted', (rest) => rest))
      .mount(matcher(mounted))
      .mount(matcher(last));
    const client = await serve(router);
    expect((await client('/mounted')).text()).toBe('last');
    expect((await client({ method: 'HEAD', url: '/mounted' })).status).toBe(200);
  });

  it('leaves the response to the writer of the route that catches its error', async () => {
    const taking = (path: string) =>
      route({
        method: 'GET',
        path,
        produces: 'text/html',
        bindings: [Context(RoutingContext)],
        handler: async (context) => {
          try {
            return await context.next();
          } catch {
            return '<p>instead';
          }
        },
      });
    const client = await serve(
      routerOf(
        taking('/alone/{x}'),
        taking('/now/{x}'),
        taking('/later/{x}'),
        route({
          method: 'GET',
          path: '/now/{x:.*}',
          produces: 'application/json',
          handler: () => {
            throw new HttpError(418);
          },
        }),
        route({
          method: 'GET',
          path: '/later/{x:.*}',
          produces: 'application/json',
          handler: () => Promise.reject(new HttpError(418)),
        }),
      ),
    );
    for (const url of ['/alone/1', '/now/1', '/later/1']) {
      const { status, headers, text } = await client(url);
      expect([url, status, headers['content-type'], text()]).toEqual([
        url,
        200,
        'text/html; charset=utf-8',
        '<p>instead',
      ]);
    }
  });

  it('does not crash the process if it rejects without being awaited', async () => {
    const client = await serve(
      routerOf(
        passing('/own/{x}', () => 'own'),
        get('/own/{x:.*}', () => Promise.reject(new Error('unseen'))),
      ),
    );
    expect((await client('/own/1')).text()).toBe('own');
    // An unhandled rejection would end the process and fail the test run.
    await setImmediate();
  });

  it("applies the time limit of the next route instead of the previous route's", async () => {
    const shortLimit = route({
      method: 'GET',
      path: '/hasty/{x}',
      scopes: [{ limits: { time: 30 } }],
      bindings: [Context(RoutingContext)],
      handler: (context) => context.next(),
    });
    const longLimit = route({
      method: 'GET',
      path: '/hasty/{x:.*}',
      scopes: [{ limits: { time: 5_000 } }],
      handler: () => pause(120, 'in time'),
    });
    const client = await serve(routerOf(shortLimit, longLimit));
    expect((await client('/hasty/1')).text()).toBe('in time');
  });

  it("throws after the response has started, and is aborted at the next route's time limit", async () => {
    const begun = route({
      method: 'GET',
      path: '/begun',
      bindings: [Context(RoutingContext)],
      handler: (context) => {
        context.response.end('mine');
        return context.next();
      },
    });
    const slow = route({
      method: 'GET',
      path: '/{x}',
      handler: () => pause(2_000, 'late', { ref: false }),
      scopes: [{ limits: { time: 30 } }],
    });
    const client = await serve(
      routerOf(
        begun,
        passing('/slow', (rest) => rest),
        slow,
      ),
    );
    expect((await client('/begun')).text()).toBe('mine');
    expect(logger.lines.at(-1)?.message).toContain('after the response had started');
    expect((await client('/slow')).status).toBe(503);
  });
});

describeTransports('variants of a route that differ in media types', (serve) => {
  const put = (consumes: string | undefined, produces: string | undefined, name: string) =>
    route({
      method: 'PUT',
      path: '/t/{id}',
      bindings: [PathParam('id', String), BodyParam(String)],
      ...(consumes && { consumes }),
      ...(produces && { produces }),
      handler: (id) => `${name} ${id}`,
    });
  const sendPut = async (router: Router, type: string | undefined, accept?: string): Promise<unknown[]> => {
    const client = await serve(router);
    const headers = { ...(type && { 'content-type': type }), ...(accept && { accept }) };
    const { status, text } = await client({ method: 'PUT', url: '/t/1', body: 'x', headers });
    return status === 200 ? [status, text()] : [status];
  };

  it('are chosen by Content-Type, without a warning', async () => {
    const router = routerOf(
      put('application/xml', 'text/plain', 'xml'),
      put('text/plain', 'text/plain', 'text'),
    );
    expect(router.diagnostics()).toEqual([]);
    expect(await sendPut(router, 'application/xml')).toEqual([200, 'xml 1']);
    expect(await sendPut(router, 'text/plain; charset=utf-8')).toEqual([200, 'text 1']);
    expect(await sendPut(router, 'image/png')).toEqual([415]);
    expect(await sendPut(router, undefined)).toEqual([415]);
    // Neither header matches: Content-Type is checked before Accept.
    expect(await sendPut(router, 'image/png', 'image/png')).toEqual([415]);
    expect(await sendPut(router, 'text/plain', 'image/png')).toEqual([406]);
  });

  it('are chosen by Accept and its q values', async () => {
    const router = routerOf(
      put(undefined, 'text/plain', 'text'),
      put(undefined, 'text/html', 'html'),
      put(undefined, undefined, 'other'),
    );
    expect(router.diagnostics()).toEqual([]);
    expect(await sendPut(router, 'text/plain')).toEqual([200, 'text 1']);
    expect(await sendPut(router, 'text/plain', '*/*')).toEqual([200, 'text 1']);
    expect(await sendPut(router, 'text/plain', 'text/html')).toEqual([200, 'html 1']);
    expect(await sendPut(router, 'text/plain', 'text/plain;q=0.5, text/html;q=0.9')).toEqual([200, 'html 1']);
  });

  it('set Vary: Accept if the response depends on it', async () => {
    const getRoute = (path: string, produces: string | undefined, name: string) =>
      route({ method: 'GET', path, ...(produces && { produces }), handler: () => name });
    const client = await serve(
      routerOf(
        getRoute('/v', 'text/html', 'html'),
        getRoute('/v', 'text/plain', 'text'),
        getRoute('/half', 'text/html', 'html'),
        getRoute('/half', undefined, 'text'),
        getRoute('/same', 'text/plain', 'one'),
        getRoute('/same', 'text/plain', 'two'),
      ),
    );
    const varies = async (url: string, accept?: string) =>
      (await client({ url, headers: { ...(accept && { accept }) } })).headers['vary'];
    expect([await varies('/v'), await varies('/v', 'text/html'), await varies('/v', 'text/plain')]).toEqual(
      Array(3).fill('accept'),
    );
    expect(await varies('/half', 'text/html')).toBe('accept');
    expect(await varies('/same', 'text/plain')).toBeUndefined();
  });

  it('pass the request only to variants that match it', async () => {
    const silent = (produces: string) =>
      route({ method: 'GET', path: '/t', produces, handler: () => undefined });
    const html = route({ method: 'GET', path: '/t', produces: 'text/html', handler: () => 'html' });
    const text = route({ method: 'GET', path: '/t', produces: 'text/plain', handler: () => 'text' });
    const client = await serve(routerOf(silent('text/plain'), html, text));
    const accepting = async (accept: string) => (await client({ url: '/t', headers: { accept } })).text();
    expect(await accepting('text/plain')).toBe('text');
    expect(await accepting('text/*')).toBe('html');
  });

  it('treat a bare wildcard as undeclared', async () => {
    const client = await serve(
      routerOf(
        route({ method: 'GET', path: '/any', produces: '*/*', handler: () => 'any' }),
        route({ method: 'GET', path: '/any', produces: 'text/html', handler: () => 'html' }),
      ),
    );
    const accepting = async (accept: string) => (await client({ url: '/any', headers: { accept } })).text();
    expect([await accepting('text/plain'), await accepting('text/html')]).toEqual(['any', 'html']);
  });

  it('respond with 406 and 415 before a handler runs, even if there is only one variant', async () => {
    let ran = 0;
    const client = await serve(
      routerOf(
        route({ method: 'GET', path: '/one', produces: 'text/csv', handler: () => (ran += 1) }),
        route({
          method: 'PUT',
          path: '/one',
          consumes: 'text/csv',
          produces: 'text/csv',
          bindings: [Context(RoutingContext)],
          handler: () => `${(ran += 1)}`,
        }),
      ),
    );
    const send = async (method: string, headers: Record<string, string>) =>
      (await client({ method, url: '/one', headers, ...(method === 'PUT' && { body: 'a' }) })).status;
    expect(await send('GET', { accept: 'text/html' })).toBe(406);
    expect(await send('HEAD', { accept: 'text/html' })).toBe(406);
    expect(await send('PUT', { 'content-type': 'text/html', accept: 'text/html' })).toBe(415);
    expect(await send('PUT', { 'content-type': 'text/csv', accept: 'text/html' })).toBe(406);
    expect(ran).toBe(0);
    expect(await send('PUT', { 'content-type': 'text/csv', accept: 'text/csv' })).toBe(200);
    expect(await send('GET', { accept: 'text/html, */*;q=0.1' })).toBe(200);
  });
});

it('start-up warns about variants that no request can distinguish', () => {
  const router = routerOf(
    get('/w/{a}', () => 1),
    get('/w/{b}', () => 2),
  );
  expect(router.diagnostics().map(({ code, message }) => [code, message])).toEqual([
    ['W2003', expect.stringContaining('handles all requests unless its handler returns undefined')],
  ]);
});
