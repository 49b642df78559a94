import { Secret } from '@writ/diagnostics';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  bearer,
  BodyParam,
  Context,
  FormParam,
  HttpError,
  int,
  object,
  PathParam,
  route,
  Router,
  RoutingContext,
  sameText,
  Toolkit,
  User,
  type Filter,
} from '../index.ts';
import { describeTransports } from '../testing/transports.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const logger = recordingLogger();
const toolkit = () => new Toolkit({ logger, limits: { body: 100 } });

describeTransports('filters', (serve) => {
  it('run the handler in their AsyncLocalStorage context, even after the body was read', async () => {
    const store = new AsyncLocalStorage<string>();
    const handler = (): string => String(store.getStore());
    const router = new Router(toolkit())
      .use((_context, next) => store.run('of the filter', () => next()))
      .add(
        route({ method: 'GET', path: '/', handler }),
        route({ method: 'POST', path: '/json', bindings: [BodyParam(object({ a: int }))], handler }),
        route({ method: 'POST', path: '/string', bindings: [BodyParam(String)], handler }),
        route({ method: 'POST', path: '/form', bindings: [FormParam('a', int)], handler }),
      );
    const client = await serve(router);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const responses = [
      await client('/'),
      await client({ method: 'POST', url: '/json', json: { a: 1 } }),
      await client({ method: 'POST', url: '/string', headers: { 'content-type': 'text/plain' }, body: 'a' }),
      await client({ method: 'POST', url: '/form', headers, body: 'a=1' }),
    ];
    expect(responses.map((response) => response.text())).toEqual(Array(4).fill('of the filter'));
  });

  it('run around the handler from the widest scope to the narrowest, synchronously or asynchronously', async () => {
    const seen: string[] = [];
    const mark =
      (name: string): Filter =>
      (_context, next) => {
        seen.push(`${name} in`);
        const result = next();
        seen.push(`${name} out`);
        return result;
      };
    const waiting: Filter = async (_context, next) => {
      await setImmediate();
      seen.push('late in');
      await next();
      seen.push('late out');
    };
    const router = new Router(toolkit())
      .use(mark('router'))
      .use('/b/{rest:.*}', mark('b only'))
      .use('/a/{rest:.*}', mark('a only'))
      .add(
        route({
          method: 'GET',
          path: '/a/{x}',
          bindings: [PathParam('x', String)],
          scopes: [
            { name: 'class A', filters: [waiting] },
            { name: 'method', filters: [mark('method')] },
          ],
          handler: (x) => (seen.push('handler'), x),
        }),
      );
    const client = await serve(router);
    expect((await client('/a/1')).text()).toBe('1');
    expect(seen).toEqual([
      'router in',
      'a only in',
      'a only out',
      'router out',
      'late in',
      'method in',
      'handler',
      'method out',
      'late out',
    ]);
  });

  it('may replace the result, respond instead of the handler, and set values for it', async () => {
    const router = new Router(toolkit())
      .use('/replaced', async (_context, next) => ({ was: await next() }))
      .use('/instead', () => 'instead')
      .use('/written', ({ response }) => {
        response.status = 203;
        response.end('written');
      })
      .use('/refused', () => {
        throw new HttpError('forbidden');
      })
      .use((context, next) => {
        context.data.set('who', 'filter');
        context.response.headers.set('x-filter', '1');
        return next();
      })
      .add(
        ...['/replaced', '/instead', '/written', '/refused'].map((path) =>
          route({
            method: 'GET',
            path,
            bindings: [Context(RoutingContext)],
            handler: (c) => c.data.get('who'),
          }),
        ),
      );
    const client = await serve(router);
    const replaced = await client('/replaced');
    expect([replaced.json(), replaced.headers['x-filter']]).toEqual([{ was: 'filter' }, '1']);
    const instead = await client('/instead');
    expect([instead.text(), instead.headers['x-filter']]).toEqual(['instead', undefined]);
    const written = await client('/written');
    expect([written.status, written.text()]).toEqual([203, 'written']);
    expect((await client('/refused')).status).toBe(403);
  });

  it('also run for 404 and 405 responses, and their headers are sent with errors', async () => {
    const router = new Router(toolkit())
      .use(({ response }, next) => {
        response.headers.set('x-filter', '1');
        response.headers.set('content-type', 'text/plain');
        response.status = 201;
        return next();
      })
      .add(route({ method: 'POST', path: '/a', handler: () => Promise.reject(new HttpError(409)) }));
    const client = await serve(router);
    for (const [method, url, status] of [
      ['GET', '/nowhere', 404],
      ['GET', '/a', 405],
      ['POST', '/a', 409],
    ] as const) {
      const response = await client({ method, url });
      expect([response.status, response.headers['x-filter'], response.headers['content-type']]).toEqual([
        status,
        '1',
        'application/problem+json',
      ]);
    }
  });

  it('await a thenable result, such as a query, only once', async () => {
    let runs = 0;
    const query = {
      // oxlint-disable-next-line unicorn/no-thenable -- query libraries return such objects
      then(take: (rows: string) => void) {
        runs += 1;
        take('rows');
      },
    };
    const lazily = (): PromiseLike<string> => query as PromiseLike<string>;
    const router = new Router(toolkit())
      .use((_context, next) => next())
      .use('/filter', lazily)
      .use(
        '/bearer',
        bearer(() => query as unknown as Promise<true>),
      )
      .add(route({ method: 'GET', path: '/{any}', handler: lazily }));
    const client = await serve(router);
    const headers = { authorization: 'Bearer a' };
    for (const [url, count] of [
      ['/handler', 1],
      ['/filter', 1],
      ['/bearer', 2],
    ] as const) {
      runs = 0;
      expect([url, (await client({ url, headers })).text(), runs]).toEqual([url, 'rows', count]);
    }
  });

  it('cannot call next() twice, and need not await its rejection', async () => {
    logger.lines.length = 0;
    const router = new Router(toolkit())
      .use('/twice', (_context, next) => (next(), next()))
      .use('/careless', (_context, next) => {
        void next();
        return 'careless';
      })
      .add(
        route({ method: 'GET', path: '/twice', handler: () => 1 }),
        route({ method: 'GET', path: '/careless', handler: () => Promise.reject(new Error('not awaited')) }),
      );
    const client = await serve(router);
    expect((await client('/twice')).status).toBe(500);
    expect((await client('/careless')).text()).toBe('careless');
    expect(logger.lines).toHaveLength(1);
  });

  it('with a pattern cannot be bypassed by another spelling of the path', async () => {
    const router = new Router(toolkit())
      .use('/admin/{rest:.*}', bearer(new Secret('s3cret')))
      .add(route({ method: 'GET', path: '/admin/{x}', handler: () => 'inside' }));
    const client = await serve(router);
    for (const url of [
      '/admin/x',
      '//admin//x',
      '/%61dmin/x',
      '/a/../admin/x',
      '/admin;a=1/x',
      '/admin/;a=1',
      '/admin',
      '/admin/a/b',
      '/admin/7%0a',
      '/admin/7%0d',
      '/admin/%E2%80%A8',
      '/admin/%E2%80%A9/x',
      '/admin%2Fx',
      '/admin%2f%2Fx',
      '/y%2F../admin/x',
      '/y%2F..%2Fadmin%2Fx',
    ]) {
      expect([url, (await client(url)).status]).toEqual([url, 401]);
    }
    expect((await client({ url: '/admin/x', headers: { authorization: 'Bearer s3cret' } })).text()).toBe(
      'inside',
    );
  });
});

describeTransports('bearer', (serve) => {
  const user = { principal: { name: 'ada' }, authorizations: {} };
  const router = new Router(toolkit())
    .use(
      '/api/{rest:.*}',
      bearer(
        async (token) => {
          if (token === 'down') throw new Error('the database is down');
          await setImmediate();
          return token === 'ada' ? user : token === 'anybody';
        },
        { realm: 'a "realm"' },
      ),
    )
    .add(
      route({
        method: 'POST',
        path: '/api/me',
        bindings: [Context(User), BodyParam(Object)],
        handler: (someone) => someone.principal,
      }),
    );
  const post = (token: string | undefined, json: unknown, headers: Record<string, string> = {}) => ({
    method: 'POST',
    url: '/api/me',
    json,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: token }) },
  });

  it('accepts a known token and passes its user to the handler', async () => {
    const client = await serve(router);
    expect((await client(post('Bearer ada', {}))).json()).toEqual({ name: 'ada' });
    expect((await client(post('bearer  ada ', {}))).status).toBe(200);
    expect((await client(post('Bearer anybody', {}))).json()).toMatchObject({ status: 400 });
  });

  it.each([undefined, 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'Bearer ädä', 'ada'])(
    'responds with 401 without a token: %j',
    async (token) => {
      const client = await serve(router);
      const response = await client(post(token && encodeURI(token).replaceAll('%20', ' '), {}));
      expect([response.status, response.headers['www-authenticate']]).toEqual([
        401,
        'Bearer realm="a \\"realm\\""',
      ]);
    },
  );

  it('rejects an unknown token as invalid_token', async () => {
    const client = await serve(router);
    const response = await client(post('Bearer eve', {}));
    expect(response.headers['www-authenticate']).toBe('Bearer realm="a \\"realm\\"", error="invalid_token"');
    expect(response.text()).not.toContain('eve');
  });

  it('responds with 500 if the check throws', async () => {
    const client = await serve(router);
    expect((await client(post('Bearer down', {}))).status).toBe(500);
  });

  it('runs after the Content-Length check but before checks of media type, body and path', async () => {
    const client = await serve(router);
    expect((await client(post(undefined, { long: 'x'.repeat(200) }))).status).toBe(413);
    expect((await client(post(undefined, {}, { 'content-type': 'text/plain' }))).status).toBe(401);
    expect((await client({ ...post(undefined, undefined), body: '{' })).status).toBe(401);
    expect((await client('/api/nowhere')).status).toBe(401);
    expect((await client({ method: 'DELETE', url: '/api/me' })).status).toBe(401);
    expect((await client('/elsewhere')).status).toBe(404);
  });
});

describe('sameText', () => {
  it('compares whole strings', () => {
    expect(sameText('token', 'token')).toBe(true);
    expect(sameText('token', 'tokem')).toBe(false);
    expect(sameText('toke', 'token')).toBe(false);
    expect(sameText('', 'token')).toBe(false);
  });
});
