import { expect, it, describe } from 'vitest';
import {
  BodyParam,
  handle,
  HttpError,
  int,
  QueryParam,
  route,
  Router,
  Toolkit,
  type ExceptionHandler,
  type HttpResponse,
  type NotFoundWriter,
} from '../index.ts';
import type { Component, Scope } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

class Boiled extends Error {}
class Spilled extends Boiled {}

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });

function naming(name: string): (error: Error, request: unknown, response: HttpResponse) => void {
  return (error, _request, response) => response.end(`${name}: ${error.message}`);
}

function throwing(error: unknown, scopes: readonly Scope[] = [], path = '/'): ReturnType<typeof route> {
  return route({
    method: 'GET',
    path,
    scopes,
    handler: () => {
      throw error;
    },
  });
}

describeTransports('exception handlers', (serve) => {
  it('send strings as text/plain by default, so that browsers do not render them as HTML', async () => {
    const html: Component<ExceptionHandler> = {
      ...handle(Boiled, naming('html')),
      mediaTypes: ['text/html'],
    };
    const own = handle(RangeError, (_error, _request, response) => {
      response.headers.set('content-type', 'text/x-own');
      response.end('own');
    });
    const router = new Router(toolkit)
      .add(
        throwing(new TypeError('<b>'), [{ handlers: [handle(TypeError, naming('plain'))] }], '/plain'),
        throwing(new Boiled('b'), [{ handlers: [html] }], '/html'),
        throwing(new RangeError('r'), [{ handlers: [own] }], '/own'),
      )
      .notFound({ writer: { name: 'missing', instance: { write: (_, response) => response.end('<b>') } } });
    const client = await serve(router);
    const types = ['/plain', '/html', '/own', '/unset'].map(
      async (path) => (await client(path)).headers['content-type'],
    );
    const plain = 'text/plain; charset=utf-8';
    expect(await Promise.all(types)).toEqual([plain, 'text/html; charset=utf-8', 'text/x-own', plain]);
  });

  it('are tried from the narrowest scope to all routes', async () => {
    const scopes: readonly Scope[] = [
      { name: 'class', handlers: [handle(Boiled, naming('class'))] },
      { name: 'method', handlers: [handle(Spilled, naming('method'))] },
    ];
    const router = new Router(toolkit).add(
      throwing(new Spilled('s'), scopes, '/spilled'),
      throwing(new Boiled('b'), scopes, '/boiled'),
      throwing(new TypeError('t'), scopes, '/type'),
      throwing(new RangeError('r'), scopes, '/range'),
    );
    router.registries.handlers.register(handle(TypeError, naming('router')));
    toolkit.registries.handlers.clear();
    const client = await serve(router);
    expect((await client('/spilled')).text()).toBe('method: s');
    expect((await client('/boiled')).text()).toBe('class: b');
    expect((await client('/type')).text()).toBe('router: t');
    const range = await client('/range');
    expect(range.status).toBe(500);
    expect(range.text()).not.toContain('"r"');
    expect(range.json()).toMatchObject({ code: 'internal-error', status: 500 });
  });

  it('in one scope are tried in order, and a handler without types handles every error', async () => {
    const all: Component<ExceptionHandler> = {
      name: 'All',
      instance: { write: (error, _request, response) => response.end(`all: ${String(error)}`) },
    };
    const scopes = [{ handlers: [handle([SyntaxError, Spilled], naming('first')), all] }];
    const client = await serve(
      new Router(toolkit).add(
        throwing(new Spilled('s'), scopes, '/one'),
        throwing('a text', scopes, '/text'),
        throwing(undefined, scopes, '/nothing'),
      ),
    );
    expect((await client('/one')).text()).toBe('first: s');
    expect((await client('/text')).text()).toBe('all: a text');
    expect((await client('/nothing')).text()).toBe('all: undefined');
  });

  it('that are registered for String handle thrown strings', async () => {
    const scopes = [
      { handlers: [handle(String, (text, _request, response) => response.end(`text ${text}`))] },
    ];
    const client = await serve(new Router(toolkit).add(throwing('x', scopes)));
    expect((await client('/')).text()).toBe('text x');
  });

  it("start with the error's status and may change it", async () => {
    const scopes = [
      {
        handlers: [
          handle(HttpError, (error, _request, response) => response.end(error.code)),
          handle(Boiled, (_error, _request, response) => {
            response.status = 418;
          }),
          handle(Error, (_error, _request, response) => response.end('other')),
        ],
      },
    ];
    const client = await serve(
      new Router(toolkit).add(
        throwing(new HttpError('conflict'), scopes, '/http'),
        throwing(new Boiled(), scopes, '/teapot'),
        throwing(new Error('x'), scopes, '/other'),
      ),
    );
    expect(await client('/http')).toMatchObject({ status: 409 });
    const teapot = await client('/teapot');
    expect([teapot.status, teapot.text()]).toEqual([418, '']);
    expect(await client('/other')).toMatchObject({ status: 500 });
  });

  it('handle errors from bindings, filters, readers and writers', async () => {
    const handlers = [
      handle(HttpError, (error, _request, response) =>
        response.end(`${error.code} ${error.errors?.length ?? 0}`),
      ),
      handle(TypeError, naming('type')),
    ];
    const refuse = (): never => {
      throw new HttpError('forbidden');
    };
    const client = await serve(
      new Router(toolkit).add(
        route({
          method: 'GET',
          path: '/bind',
          scopes: [{ handlers }],
          bindings: [QueryParam('a', int), QueryParam('b', int)],
          handler: () => 'never',
        }),
        route({
          method: 'GET',
          path: '/filter',
          scopes: [{ handlers, filters: [refuse] }],
          handler: () => 'never',
        }),
        route({
          method: 'POST',
          path: '/body',
          scopes: [{ handlers }],
          bindings: [BodyParam(Object)],
          handler: () => 1,
        }),
        route({ method: 'GET', path: '/write', scopes: [{ handlers }], handler: () => ({ n: 1n }) }),
      ),
    );
    expect(await client('/bind?a=x')).toMatchObject({ status: 400 });
    expect((await client('/bind?a=x')).text()).toBe('invalid-values 2');
    expect((await client('/filter')).text()).toBe('forbidden 0');
    const broken = {
      method: 'POST',
      url: '/body',
      body: '{',
      headers: { 'content-type': 'application/json' },
    };
    expect((await client(broken)).text()).toBe('invalid-values 1');
    // A body without Content-Type is not read as JSON.
    expect((await client({ ...broken, headers: {} })).text()).toBe('unsupported-media-type 0');
    expect((await client('/write')).text()).toMatch(/^type: .*BigInt/);
  });

  it.each([
    ['fails', () => Promise.reject(new Boiled())],
    ['never settles', () => new Promise(() => {})],
  ])(
    "that never settle are abandoned at the request's time limit if the route's handler %s",
    async (_what, handler) => {
      let calls = 0;
      const write = (): Promise<void> => {
        calls += 1;
        return new Promise(() => {});
      };
      const scopes = [{ limits: { time: 30 }, handlers: [{ name: 'Silent', instance: { write } }] }];
      const router = new Router(toolkit).add(route({ method: 'GET', path: '/', scopes, handler }));
      const response = await (await serve(router))('/');
      expect([response.status, calls]).toEqual([503, 1]);
      expect(response.json()).toMatchObject({ detail: 'the response took longer than 30 ms' });
    },
  );

  it('may be asynchronous, and need not end the response', async () => {
    const scopes = [
      {
        handlers: [
          handle(Boiled, async (error, _request, response) => {
            await new Promise(setImmediate);
            await response.write(error.message);
          }),
        ],
      },
    ];
    const client = await serve(new Router(toolkit).add(throwing(new Boiled('slow'), scopes)));
    const response = await client('/');
    expect([response.status, response.text(), response.complete]).toEqual([500, 'slow', true]);
  });

  it('that throw or reject cause a 500 without details and a log entry', async () => {
    const broken = (): never => {
      throw new HttpError('conflict', 'the secret');
    };
    const later = (): Promise<void> => Promise.reject(new Error('the secret'));
    const client = await serve(
      new Router(toolkit).add(
        throwing(new Boiled(), [{ handlers: [handle(Boiled, broken)] }], '/now'),
        throwing(new Boiled(), [{ handlers: [handle(Boiled, later)] }], '/later'),
      ),
    );
    for (const path of ['/now', '/later']) {
      logger.lines.length = 0;
      const response = await client(path);
      expect(response.status).toBe(500);
      expect(response.text()).not.toContain('secret');
      expect(logger.lines).toMatchObject([{ level: 'error', message: 'request failed' }]);
    }
  });

  it('abort the response if they fail after they have started writing', async () => {
    const half = async (_error: Boiled, _request: unknown, response: HttpResponse): Promise<void> => {
      await response.write('half');
      throw new Error('the secret');
    };
    const client = await serve(
      new Router(toolkit).add(throwing(new Boiled(), [{ handlers: [handle(Boiled, half)] }])),
    );
    const response = await client('/').catch(() => undefined);
    expect(response?.complete ?? false).toBe(false);
  });

  it("send their static headers and the error's, but no headers that describe another body", async () => {
    const scopes: readonly Scope[] = [
      {
        handlers: [{ ...handle(HttpError, naming('h')), headers: [['x-kind', 'handled']] }],
        filters: [
          (context, next) => {
            context.response.headers.set('etag', '"of the result"');
            context.response.headers.set('content-language', 'fr');
            context.response.headers.set('x-filter', 'kept');
            return next();
          },
        ],
      },
    ];
    const error = new HttpError('unauthorized', { headers: { 'www-authenticate': 'Basic' } });
    const { headers } = await (await serve(new Router(toolkit).add(throwing(error, scopes))))('/');
    expect(headers).toMatchObject({ 'x-kind': 'handled', 'x-filter': 'kept', 'www-authenticate': 'Basic' });
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('content-language');
  });

  it('are instantiated for each request if they declare create', async () => {
    let created = 0;
    const handler: Component<ExceptionHandler> = {
      name: 'PerRequest',
      types: [Boiled],
      create: ({ request }) => {
        created += 1;
        return { write: (_error, _request, response) => response.end(`${request.path} ${created}`) };
      },
    };
    const client = await serve(new Router(toolkit).add(throwing(new Boiled(), [{ handlers: [handler] }])));
    expect((await client('/')).text()).toBe('/ 1');
    expect((await client('/')).text()).toBe('/ 2');
  });

  it('that are registered after start-up apply from the next request on', async () => {
    const router = new Router(toolkit).add(throwing(new Boiled('b')));
    const client = await serve(router);
    expect((await client('/')).status).toBe(500);
    router.registries.handlers.register(handle(Boiled, naming('later')));
    expect((await client('/')).text()).toBe('later: b');
  });

  it('do not affect the running server if they are registered after start-up but invalid', async () => {
    const router = new Router(toolkit).add(throwing(new HttpError('conflict')));
    const client = await serve(router);
    expect((await client('/')).status).toBe(409);
    logger.lines.length = 0;
    router.add(throwing(new Boiled(), [], '/{wrong'));
    router.registries.handlers.register(handle(Boiled, naming('one')), handle(Boiled, naming('two')));
    expect((await client('/')).status).toBe(409);
    expect((await client('/')).status).toBe(409);
    expect(logger.lines).toMatchObject([
      { level: 'error', message: 'routes registered after start-up were not applied' },
    ]);
    expect(() => router.build()).toThrow(/W2001[\s\S]*W2031/);
  });
});

const missing: Component<NotFoundWriter> = {
  name: 'Missing',
  instance: { write: (request, response) => response.end(`missing ${request.path}`) },
};
const api: Component<NotFoundWriter> = {
  name: 'ApiMissing',
  instance: { write: (_request, response) => response.end('api') },
};

describeTransports('not-found handlers', (serve) => {
  const router = new Router(toolkit)
    .notFound({ writer: missing }, { pattern: '/api/.*', writer: api })
    .notFound({ pattern: '/späte?r/', writer: api })
    .add(
      route({ method: 'GET', path: '/there', handler: () => 'there' }),
      throwing(new HttpError('not-found', 'no such note'), [], '/note'),
      route({
        method: 'POST',
        path: '/typed',
        consumes: 'application/json',
        bindings: [BodyParam(Object)],
        handler: () => 1,
      }),
    );

  it('are tried in order if their pattern matches the whole path, before the handler without a pattern', async () => {
    const client = await serve(router);
    for (const [path, text] of [
      ['/api/x?y=1', 'api'],
      ['/api/a;m=1/b', 'api'],
      ['/sp%C3%A4ter/', 'api'],
      ['/sp%C3%A4ter', 'missing /sp%C3%A4ter'],
      ['/apis', 'missing /apis'],
      ['/x/api/x', 'missing /x/api/x'],
    ] as const) {
      const response = await client(path);
      expect([path, response.status, response.text()]).toEqual([path, 404, text]);
    }
  });

  it('are not called for a 404 that a route throws, or for 405, 415, 400 or OPTIONS', async () => {
    const client = await serve(router);
    const note = await client('/note');
    expect(note.json()).toMatchObject({ status: 404, detail: 'no such note' });
    expect(await client({ method: 'POST', url: '/there' })).toMatchObject({ status: 405 });
    expect(await client({ method: 'OPTIONS', url: '/there' })).toMatchObject({ status: 204 });
    const text = { method: 'POST', url: '/typed', headers: { 'content-type': 'text/plain' }, body: 'x' };
    expect(await client(text)).toMatchObject({ status: 415 });
    expect(await client('/%ff')).toMatchObject({ status: 400 });
  });

  it('cause a 500 if they throw', async () => {
    const writer = {
      name: 'Broken',
      instance: {
        write: () => {
          throw new Error('the secret');
        },
      },
    };
    const response = await (await serve(new Router(toolkit).notFound({ writer })))('/x');
    expect(response.status).toBe(500);
    expect(response.text()).not.toContain('secret');
  });

  it('take precedence over exception handlers, which handle the remaining paths', async () => {
    const both = new Router(toolkit).notFound({ pattern: '/api/.*', writer: api });
    both.registries.handlers.register(handle(HttpError, naming('handler')));
    const client = await serve(both);
    expect((await client('/api/x')).text()).toBe('api');
    const other = await client('/x');
    expect([other.status, other.text()]).toEqual([404, 'handler: Not Found']);
  });
});

describe('start-up', () => {
  const findingsOf = (router: Router): unknown[] =>
    router.diagnostics().map(({ code, severity, message }) => [code, severity, message]);

  it('reports two global handlers for the same type', () => {
    const router = new Router(new Toolkit({ logger }));
    const any: Component<ExceptionHandler> = { name: 'Any', instance: { write: () => {} } };
    router.registries.handlers.register(
      { ...handle([Boiled, TypeError], naming('a')), name: 'A' },
      { ...handle(Boiled, naming('b')), name: 'B' },
      { ...handle(Error, naming('c')), name: 'C' },
      any,
    );
    expect(findingsOf(router)).toEqual([
      ['W2031', 'error', 'A and B both handle Boiled for all routes'],
      ['W2031', 'error', 'C and Any both handle Error for all routes'],
    ]);
  });

  it("lets a router's handler replace the toolkit's handler for the same type", async () => {
    const shared = new Toolkit({ logger });
    shared.registries.handlers.register({ ...handle(Boiled, naming('toolkit')), name: 'Shared' });
    const router = new Router(shared);
    router.registries.handlers.register({ ...handle(Boiled, naming('router')), name: 'Own' });
    expect(findingsOf(router)).toEqual([]);
  });

  it('reports a handler after a more general one as unreachable', () => {
    const general = { ...handle(Error, naming('general')), name: 'General' };
    const special = { ...handle(Spilled, naming('special')), name: 'Special' };
    const router = new Router(toolkit).add(throwing(new Error('x'), [{ handlers: [general, special] }]));
    expect(findingsOf(router)).toEqual([
      [
        'W2032',
        'warning',
        'the exception handler Special of GET / (handler) is unreachable: General, registered before it, handles the same types',
      ],
    ]);
  });

  it('reports the second of two handlers on one route, for the same type or for all types', () => {
    const any = (name: string): Component<ExceptionHandler> => ({ name, instance: { write: () => {} } });
    const boiled = (name: string): Component<ExceptionHandler> => ({ ...handle(Boiled, naming(name)), name });
    for (const make of [any, boiled]) {
      const handlers = [make('First'), make('Second')];
      const router = new Router(toolkit).add(throwing(new Error('x'), [{ handlers }]));
      expect(findingsOf(router)).toEqual([
        ['W2032', 'warning', expect.stringMatching(/^the exception handler Second .* unreachable: First,/)],
      ]);
    }
  });

  it('reports a pattern that is not a regular expression', () => {
    const router = new Router(toolkit).notFound({ pattern: '/api/(', writer: api });
    expect(findingsOf(router)).toMatchObject([
      ['W2030', 'error', expect.stringContaining('ApiMissing, "/api/("')],
    ]);
  });
});
