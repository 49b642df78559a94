import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonMapper } from '../contract/json-mapper.ts';
import { Exchange } from '../exchange/exchange.ts';
import {
  BodyParam,
  Context,
  HttpError,
  HttpRequest,
  HttpResponse,
  int,
  object,
  PathParam,
  RestResponse,
  route,
  Router,
  RoutingContext,
  Toolkit,
  codec,
  type Route,
  type StandardSchemaV1,
} from '../index.ts';
import { CHANNELS } from '../observe/request-events.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const noop = (): void => {};

afterEach(() => {
  CHANNELS.start.unsubscribe(noop);
  vi.restoreAllMocks();
});

interface Outcome {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly calls: number;
  /** Whether the body of the request was read. */
  readonly isRead: boolean;
  readonly logged: readonly string[];
}

interface Sent {
  readonly json?: JsonMapper;
  /** Whether there is a subscriber, because of which each request has an exchange. */
  readonly events: boolean;
  readonly accept?: string | undefined;
  readonly target?: string;
  readonly init?: RequestInit & { readonly duplex?: 'half' };
}

/** Sends a request, a GET request by default, to a route with the members. */
async function send(
  members: Partial<Route>,
  { json, events, accept, target = '/things/7', init = {} }: Sent,
): Promise<Outcome> {
  const logger = recordingLogger();
  let calls = 0;
  const handler = (...args: unknown[]): unknown => {
    calls += 1;
    return members.handler?.(...args);
  };
  const router = new Router(new Toolkit({ logger, limits: { bodyTime: 20 }, ...(json && { json }) })).add({
    ...route({ method: 'GET', path: '/things/{id}', bindings: [PathParam('id', int)], handler: noop }),
    ...members,
    handler,
  });
  // The first request compiles the routes, and therefore always has an exchange.
  await router.fetch(new Request('http://localhost/first'));
  logger.lines.length = 0;
  if (events) CHANNELS.start.subscribe(noop);
  const headers = new Headers(init.headers);
  if (accept !== undefined) headers.set('accept', accept);
  const request = new Request(`http://localhost${target}`, { ...init, headers });
  const response = await router.fetch(request);
  const body = await response.text();
  CHANNELS.start.unsubscribe(noop);
  return {
    status: response.status,
    headers: [...response.headers],
    body,
    calls,
    isRead: request.bodyUsed,
    logged: logger.lines.map(({ level, message }) => `${level} ${message}`),
  };
}

/** Checks that a request has the same outcome without and with an exchange. Returns it. */
async function expectSame(members: Partial<Route>, sent: Omit<Sent, 'events'>): Promise<Outcome> {
  const direct = await send(members, { ...sent, events: false });
  const other = await send(members, { ...sent, events: true });
  expect({ sent, ...direct }).toEqual({ sent, ...other });
  return direct;
}

class Note {
  readonly text = 'note';
}

const RESULTS: Readonly<Record<string, (id: unknown) => unknown>> = {
  'a string': (id) => `thing ${String(id)}`,
  'an empty string': () => '',
  'a string with other characters than ASCII': () => 'grüße €',
  'a number': (id) => id,
  'a boolean': () => false,
  null: () => null,
  undefined: () => undefined,
  'an array': (id) => [id, 'x'],
  'a plain object': (id) => ({ id }),
  'an object without a prototype': () => Object.assign(Object.create(null) as object, { a: 1 }),
  'an object with toJSON': () => ({ toJSON: () => ({ b: 2 }) }),
  'an object whose toJSON returns undefined': () => ({ toJSON: () => undefined }),
  'an object whose toJSON throws': () => ({
    toJSON() {
      throw new RangeError('no JSON');
    },
  }),
  'an object that contains a Map': () => ({ map: new Map([[1, 2]]) }),
  'an object that contains itself': () => {
    const self: { self?: unknown } = {};
    self.self = self;
    return self;
  },
  'an async iterable object': () => ({
    async *[Symbol.asyncIterator]() {
      yield 'x';
    },
  }),
  // oxlint-disable-next-line unicorn/no-thenable -- thenables are tested here
  'a thenable': () => ({ then: (resolve: (value: string) => void) => resolve('later') }),
  'an object of a class': () => new Note(),
  'a BigInt': () => 12n,
  'a symbol': () => Symbol('s'),
  'a function': () => noop,
  bytes: () => new Uint8Array([104, 105]),
  'a Blob': () => new Blob(['blob'], { type: 'text/csv' }),
  'a generator': () => [1, 2].values(),
  'a Response': () => new Response('own', { status: 202, headers: { 'x-own': '1' } }),
  'a RestResponse': () => new RestResponse({ a: 1 }, { status: 201 }),
  'an HttpError': () => new HttpError('not-found', 'returned'),
  'an object whose property then throws an error': () => ({
    // oxlint-disable-next-line unicorn/no-thenable -- thenables are tested here
    get then() {
      throw new Error('secret');
    },
  }),
  'an object whose prototype cannot be read': () =>
    new Proxy(
      {},
      {
        getPrototypeOf() {
          throw new Error('secret');
        },
      },
    ),
  'a promise of a string': () => Promise.resolve('later'),
  'a promise of undefined': () => Promise.resolve(),
  'a rejected promise': () => Promise.reject(new HttpError('conflict', 'rejected')),
  'a thrown HttpError': () => {
    throw new HttpError('conflict', 'thrown');
  },
  'a thrown error': () => {
    throw new Error('secret');
  },
  'a thrown promise': () => {
    throw Promise.resolve('thrown');
  },
};

const ACCEPTED = [
  undefined,
  '*/*',
  'application/json',
  'text/plain',
  'text/plain; charset=utf-8',
  'text/html, */*;q=0.8',
  'image/png',
  'not valid',
];

const PRODUCED: readonly (readonly string[] | undefined)[] = [
  undefined,
  ['application/json'],
  ['text/plain'],
  ['text/csv'],
  ['text/*'],
  ['*/*'],
  ['text/plain; charset=iso-8859-1'],
  ['application/vnd.api+json'],
  ['application/json', 'text/plain'],
];

const Thing = object({ title: String, count: int });
const BODY = {
  method: 'POST',
  path: '/things',
  bindings: [BodyParam(Thing).binding],
} satisfies Partial<Route>;

function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  const length = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  return {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
  };
}

it.each(Object.entries(RESULTS))(
  '%s has the same response with and without an exchange',
  async (_, handler) => {
    const init = post('{"title":"a","count":1}');
    for (const produces of PRODUCED) {
      for (const accept of ACCEPTED) {
        const members = { handler, ...(produces && { produces }) };
        await expectSame(members, { accept });
        await expectSame({ ...BODY, ...members }, { accept, target: '/things', init });
      }
    }
  },
);

it.each<[string, JsonMapper]>([
  ['returns null', { ...JSON, parse: JSON.parse, stringify: () => null as unknown as string }],
  ['returns an empty string', { parse: JSON.parse, stringify: () => '' }],
  [
    'throws an error',
    {
      parse: JSON.parse,
      stringify() {
        throw new RangeError('secret');
      },
    },
  ],
])('a mapper that %s has the same effect with and without an exchange', async (_, json) => {
  await expectSame({ handler: () => ({}) }, { json });
});

it.each([
  '/things/x',
  '/things/1.5',
  '/things/12345678901234567890',
  '/things/',
  '/things',
  '/things/7/8',
  '/things/%37',
  '/things/7%2F8',
  '/things/%zz',
  '/things/7;a=1',
  '/things//7',
  '/things/./7',
  '/things/7?id=8',
  `/things/${'7'.repeat(9000)}`,
  '/',
])('%s has the same response with and without an exchange', async (target) => {
  const init = post('{"title":"a","count":"wrong"}');
  for (const pathMismatchStatus of [400, 404] as const) {
    const members = { handler: (id: unknown) => ({ id }), pathMismatchStatus };
    await expectSame(members, { target });
    const both = [PathParam('id', int).binding, BodyParam(Thing).binding];
    await expectSame({ ...members, method: 'POST', bindings: both }, { target, init });
  }
});

it('names that no binding of a closed route uses have the same response with and without an exchange', async () => {
  const init = post('{"title":"a","count":1}');
  const members = { closed: true, handler: () => 'called' };
  const { status } = await expectSame({ ...members }, { target: '/things/7?x=1' });
  expect(status).toBe(400);
  await expectSame({ ...members, bindings: [] }, { target: '/things/7?x=1' });
  await expectSame({ ...members, ...BODY }, { target: '/things?x=1', init });
  await expectSame({ ...members, ...BODY, bindings: [] }, { target: '/things', init });
});

describe('a conversion', () => {
  const bindingsOf = (parse: (text: string) => unknown): Route['bindings'] => [
    PathParam('id', codec({ name: 'own', schema: {}, parse })).binding,
    PathParam('other', int).binding,
  ];

  it('is not repeated if another value is invalid', async () => {
    const parse = vi.fn((text: string) => text);
    const members = { path: '/{id}/{other}', bindings: bindingsOf(parse) };
    const { status } = await send(members, { events: false, target: '/a/b' });
    expect(status).toBe(400);
    expect(parse.mock.calls).toEqual([['a']]);
  });

  it.each<[string, (text: string) => unknown]>([
    [
      'throws an error',
      () => {
        throw new Error('wrong');
      },
    ],
    ['returns undefined', () => undefined],
    ['returns an object', (text) => ({ text })],
    ['returns a promise', (text) => Promise.resolve(text)],
    ['returns a promise that rejects', () => Promise.reject(new Error('wrong'))],
  ])('that %s has the same effect with and without an exchange', async (_, parse) => {
    for (const pathMismatchStatus of [400, 404] as const) {
      for (const target of ['/a/1', '/a/b', '/a/12345678901234567890']) {
        const members = { path: '/{id}/{other}', bindings: bindingsOf(parse), pathMismatchStatus };
        const handler = (own: unknown): string => typeof own;
        await expectSame({ ...members, handler }, { target });
        await expectSame({ ...members, bindings: bindingsOf(parse).slice(0, 1), handler }, { target });
      }
    }
  });

  it('is compiled only once for a route that needs an exchange', async () => {
    const read = vi.fn(() => ({ version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) }));
    const type = Object.defineProperty({}, '~standard', { get: read }) as StandardSchemaV1;
    const bindings = [PathParam('id', type).binding, { source: 'query', name: 'q', type: String } as const];
    const router = new Router(new Toolkit()).add({
      ...route({ method: 'GET', path: '/{id}', handler: () => 'x' }),
      bindings,
    });
    const countReads = async (): Promise<number> => {
      read.mockClear();
      await router.fetch(new Request('http://localhost/1?q=a'));
      return read.mock.calls.length;
    };
    const counts = [await countReads(), await countReads(), await countReads()];
    CHANNELS.start.subscribe(noop);
    // The subscriber prevents the direct way, which would compile the bindings.
    expect(counts[2]).toBe(await countReads());
    expect(counts[2]).toBeLessThan(counts[1]!);
  });
});

describe('the response to a body', () => {
  const handler = vi.fn((thing: unknown) => ({ thing }));

  it.each<[string, RequestInit, number]>([
    ['that is valid', post('{"title":"a","count":1}'), 200],
    ['with a byte-order mark', post('\ufeff{"title":"a","count":1}'), 200],
    ['with a member that the type does not have', post('{"title":"a","count":1,"x":2}'), 400],
    ['without a member', post('{"title":"a"}'), 400],
    ['with two wrong values', post('{"title":1,"count":"x"}'), 400],
    ['with a long number', post('{"title":"a","count":12345678901234567890}'), 400],
    ['with a number that would be rounded', post('{"title":"a","count":0.12345678901234567890123}'), 400],
    ['with an unsafe key', post('{"title":"a","count":1,"__proto__":{}}'), 400],
    ['with an escaped unsafe key', post('{"title":"a","count":1,"\\u005f_proto__":{}}'), 400],
    ['that is an array', post('[1]'), 400],
    ['that is null', post('null'), 400],
    ['that is a string', post('"text"'), 400],
    ['that is not JSON', post('{"title":'), 400],
    ['that is nested too deeply', post(`${'['.repeat(200)}${']'.repeat(200)}`), 400],
    ['that is empty', post(''), 400],
    ['of whitespace', post(' \n'), 400],
    ['that is not UTF-8', post(new Uint8Array([0x22, 0xff, 0x22])), 400],
    ['that is too large', post(`{"title":"${'a'.repeat(2000)}","count":1}`), 413],
    [
      'with a charset',
      post('{"title":"a","count":1}', { 'content-type': 'application/json; charset=utf-8' }),
      200,
    ],
    [
      'with another charset',
      post('{"title":"a","count":1}', { 'content-type': 'application/json; charset=x' }),
      415,
    ],
    [
      'with another JSON type',
      post('{"title":"a","count":1}', { 'content-type': 'application/a+json' }),
      200,
    ],
    ['with another type', post('{"title":"a","count":1}', { 'content-type': 'text/plain' }), 415],
    ['with an encoding', post('{"title":"a","count":1}', { 'content-encoding': 'gzip' }), 415],
    ['with the encoding identity', post('{"title":"a","count":1}', { 'content-encoding': 'identity' }), 200],
    [
      'that is longer than announced',
      post(`{"title":"${'a'.repeat(2000)}","count":1}`, { 'content-length': '9' }),
      413,
    ],
    [
      'of which the length is not known',
      { method: 'POST', body: '{"title":"a","count":1}', headers: { 'content-type': 'application/json' } },
      200,
    ],
    ['with a wrong length', post('{"title":"a","count":1}', { 'content-length': 'x' }), 200],
    ['of another method', { ...post('{"title":"a","count":1}'), method: 'PUT' }, 405],
    [
      'that is missing',
      { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': '0' } },
      400,
    ],
  ])('%s is the same with and without an exchange', async (_, init, status) => {
    const scopes = [{ limits: { body: 1000 } }];
    const outcome = await expectSame({ ...BODY, handler, scopes }, { target: '/things', init });
    expect([outcome.status, outcome.calls]).toEqual([status, status === 200 ? 1 : 0]);
  });

  it.each<[string, (controller: ReadableStreamDefaultController<Uint8Array>) => void, number]>([
    ['stops arriving', (controller) => controller.enqueue(new Uint8Array([0x7b])), 408],
    ['ends because the client disconnects', (controller) => controller.error(new Error('gone')), 499],
  ])('that %s is the same with and without an exchange', async (_, start, status) => {
    const outcomes: Outcome[] = [];
    for (const events of [false, true]) {
      const init = { ...post(''), body: new ReadableStream<Uint8Array>({ start }), duplex: 'half' as const };
      (init.headers as Record<string, string>)['content-length'] = '9';
      outcomes.push(await send({ ...BODY, handler }, { events, target: '/things', init }));
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]).toMatchObject({ status, calls: 0 });
  });

  it('that arrives after the time limit does not cause a call of the handler', async () => {
    const { promise: late, resolve: continueBody } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await late;
        controller.enqueue(Buffer.from('{"title":"a","count":1}'));
        controller.close();
      },
    });
    const router = new Router(new Toolkit({ limits: { bodyTime: 20 } })).add(
      route({ method: 'POST', path: '/things', bindings: [BodyParam(Thing)], handler }),
    );
    await router.fetch(new Request('http://localhost/first'));
    handler.mockClear();
    const init = { ...post('{"title":"a","count":1}'), body, duplex: 'half' as const };
    const { status } = await router.fetch(new Request('http://localhost/things', init));
    continueBody();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect([status, handler.mock.calls.length]).toEqual([408, 0]);
  });

  it('that stops arriving is reported in the asynchronous context of its request', async () => {
    const users = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const instance = {
      write(_: unknown, __: HttpRequest, response: HttpResponse) {
        seen.push(users.getStore());
        response.status = 408;
        response.end();
      },
    };
    const router = new Router(new Toolkit({ limits: { bodyTime: 20 } })).add(
      route({
        ...BODY,
        bindings: [BodyParam(Thing)],
        handler,
        scopes: [{ handlers: [{ name: 'own', types: [Error], instance }] }],
      }),
    );
    await router.fetch(new Request('http://localhost/first'));
    const late = (): RequestInit & { duplex: 'half' } => ({
      ...post('{"title":"a","count":1}'),
      body: new ReadableStream({ start() {} }),
      duplex: 'half',
    });
    const sendAs = (user: string): Promise<Response> =>
      users.run(user, () => router.fetch(new Request('http://localhost/things', late())));
    const responses = await Promise.all(['ada', 'bob', 'eve'].map(sendAs));
    expect(responses.map(({ status }) => status)).toEqual([408, 408, 408]);
    expect(seen.toSorted()).toEqual(['ada', 'bob', 'eve']);
  });

  it('that was not read completely is refused to an exception handler', async () => {
    const instance = {
      async write(_: unknown, request: HttpRequest, response: HttpResponse) {
        response.end(await request.body.text().catch((error: unknown) => (error as HttpError).message));
      },
    };
    const scopes = [{ handlers: [{ name: 'own', types: [Error], instance }], limits: { body: 10 } }];
    const init = post('{"title":"a","count":1}', { 'content-length': '9' });
    const { body } = await expectSame({ ...BODY, handler, scopes }, { target: '/things', init });
    expect(body).toMatch(/10 bytes/);
  });

  it('that an exception handler reads again is the same with and without an exchange', async () => {
    for (const result of [
      () => Promise.reject(new RangeError('later')),
      () => {
        throw new RangeError('now');
      },
    ]) {
      const scopes = [
        {
          handlers: [
            {
              name: 'echo',
              types: [RangeError],
              instance: {
                async write(_: unknown, request: HttpRequest, response: HttpResponse) {
                  response.end(`read ${await request.body.text()}`);
                },
              },
            },
          ],
        },
      ];
      const init = post('{"title":"a","count":1}');
      const { body } = await expectSame({ ...BODY, handler: result, scopes }, { target: '/things', init });
      expect(body).toBe('read {"title":"a","count":1}');
    }
  });
});

/** Returns the number of exchanges that use their toolkit while a request is answered. */
async function countExchanges(
  members: Partial<Route>,
  prepare: (router: Router) => void = noop,
  request: () => Request = () => new Request('http://localhost/things/7'),
): Promise<number> {
  const router = new Router(new Toolkit({ logger: recordingLogger() })).add({
    ...route({
      method: 'GET',
      path: '/things/{id}',
      bindings: [PathParam('id', int)],
      handler: (id) => ({ id }),
    }),
    ...members,
  });
  prepare(router);
  router.build();
  await router.fetch(request());
  const toolkit = vi.spyOn(Exchange.prototype, 'toolkit', 'get');
  const response = await router.fetch(request());
  await response.text();
  return toolkit.mock.calls.length;
}

describe('an exchange', () => {
  it.each<[string, Partial<Route>]>([
    ['takes a value of the path', {}],
    [
      'takes two values of the path',
      {
        path: '/{kind}/{id}',
        bindings: [PathParam('kind', String), PathParam('id', int)].map(({ binding }) => binding),
      },
    ],
    ['takes no values', { bindings: [] }],
    ['returns a string', { handler: () => 'text' }],
    ['declares its media type', { produces: ['application/json'] }],
    ['answers any method', { method: 'ANY' }],
  ])('is not created for a handler that %s', async (__, members) => {
    expect(await countExchanges(members)).toBe(0);
  });

  it.each<[string, string, string, Partial<Route>]>([
    ['a JSON body', 'POST', '/things', BODY],
    [
      'a value of the path and a JSON body',
      'PUT',
      '/things/7',
      {
        method: 'PUT',
        bindings: [PathParam('id', int).binding, BodyParam(Thing).binding],
        consumes: ['application/json'],
      },
    ],
  ])('is not created for a handler that takes %s', async (_, method, target, members) => {
    const init = post('{"title":"a","count":1}');
    const request = (): Request => new Request(`http://localhost${target}`, { ...init, method });
    const handler = (...args: unknown[]): unknown => args;
    expect(await countExchanges({ ...members, handler }, noop, request)).toBe(0);
  });

  it.each<[string, Partial<Route>]>([
    ['has a filter', { scopes: [{ filters: [(_, next): unknown => next()] }] }],
    ['has a header', { scopes: [{ headers: [['x-a', '1']] }] }],
    ['has a time limit', { scopes: [{ limits: { time: 1000 } }] }],
    [
      'has an event',
      { scopes: [{ events: [{ event: { name: 'x', instance: { execute: noop } } } as never] }] },
    ],
    ['denies access', { scopes: [{ access: { rule: 'deny' } as never }] }],
    ['takes the context', { bindings: [Context(RoutingContext).binding], handler: () => 1 }],
    ['takes a value of the query', { bindings: [{ source: 'query', name: 'q', type: String }] }],
    ['rejects names that no binding uses', { closed: true }],
    ['has a path with a regular expression', { path: '/things/{id:[0-9]+}' }],
    ['produces several media types', { produces: ['application/json', 'text/plain'] }],
    ['is asynchronous', { handler: () => Promise.resolve(1) }],
    ['returns an object of a class', { handler: () => new Note() }],
  ])('is created for a route that %s', async (__, members) => {
    expect(await countExchanges(members)).toBeGreaterThan(0);
  });

  it.each<[string, (router: Router) => void]>([
    ['a filter', (router) => router.use((_, next) => next())],
    [
      'a writer',
      (router) =>
        router.registries.writers.register({
          name: 'own',
          instance: { write: (__, ___, response) => response.end('x') },
        }),
    ],
    [
      'a reader',
      (router) =>
        router.registries.readers.register({ name: 'own', types: [Number], instance: { read: () => 1 } }),
    ],
    [
      'a variant of the route',
      (router) => router.add(route({ method: 'GET', path: '/things/{other}', handler: () => 1 })),
    ],
    ['a subscriber', () => CHANNELS.start.subscribe(noop)],
  ])('is created for each route of a router with %s', async (what, prepare) => {
    const members = what === 'a reader' ? { bindings: [PathParam('id', Number).binding] } : {};
    expect(await countExchanges(members, prepare)).toBeGreaterThan(0);
  });

  it('is created for the other methods of a route', async () => {
    const router = new Router(new Toolkit())
      .add(route({ method: 'ANY', path: '/', handler: () => 'x' }))
      .build();
    const toolkit = vi.spyOn(Exchange.prototype, 'toolkit', 'get');
    for (const method of ['HEAD', 'POST', 'OPTIONS']) {
      toolkit.mockClear();
      await router.fetch(new Request('http://localhost/', { method }));
      expect(toolkit).toHaveBeenCalled();
    }
  });
});

it('routes that are registered later are answered', async () => {
  const router = new Router(new Toolkit()).add(route({ method: 'GET', path: '/a', handler: () => 'a' }));
  const get = async (path: string): Promise<string> =>
    (await router.fetch(new Request(`http://localhost${path}`))).text();
  expect(await get('/a')).toBe('a');
  expect(await get('/a')).toBe('a');
  router.add(route({ method: 'GET', path: '/b', handler: () => 'b' }));
  expect(await get('/b')).toBe('b');
  router.use(() => 'filtered');
  expect(await get('/a')).toBe('filtered');
});
