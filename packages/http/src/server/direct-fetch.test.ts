import { afterEach, describe, expect, it, vi } from 'vitest';
import { Exchange } from '../exchange/exchange.ts';
import {
  Context,
  HttpError,
  int,
  PathParam,
  RestResponse,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type Route,
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
  readonly logged: readonly string[];
}

/** Sends a GET request. Because of the subscriber, a request with `events` always has an exchange. */
async function send(
  members: Partial<Route>,
  { accept, target = '/things/7', events }: { accept: string | undefined; target?: string; events: boolean },
): Promise<Outcome> {
  const logger = recordingLogger();
  let calls = 0;
  const handler = vi.fn((...args: unknown[]): unknown => {
    calls += 1;
    return members.handler?.(...args);
  });
  const router = new Router(new Toolkit({ logger })).add({
    ...route({ method: 'GET', path: '/things/{id}', bindings: [PathParam('id', int)], handler: noop }),
    ...members,
    handler,
  });
  router.build();
  if (events) CHANNELS.start.subscribe(noop);
  const response = await router.fetch(
    new Request(`http://localhost${target}`, { headers: accept === undefined ? {} : { accept } }),
  );
  const body = await response.text();
  CHANNELS.start.unsubscribe(noop);
  return {
    status: response.status,
    headers: [...response.headers],
    body,
    calls,
    logged: logger.lines.map(({ level, message }) => `${level} ${message}`),
  };
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

it.each(Object.entries(RESULTS))(
  '%s has the same response with and without an exchange',
  async (_, handler) => {
    for (const produces of PRODUCED) {
      for (const accept of ACCEPTED) {
        const members = { handler, ...(produces && { produces }) };
        const direct = await send(members, { accept, events: false });
        const other = await send(members, { accept, events: true });
        expect({ produces, accept, ...direct }).toEqual({ produces, accept, ...other });
      }
    }
  },
);

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
  for (const pathMismatchStatus of [400, 404] as const) {
    const members = { handler: (id: unknown) => ({ id }), pathMismatchStatus };
    const direct = await send(members, { accept: undefined, target, events: false });
    expect(direct).toEqual(await send(members, { accept: undefined, target, events: true }));
  }
});

/** Returns the number of exchanges that use their toolkit while a request is answered. */
async function countExchanges(
  members: Partial<Route>,
  prepare: (router: Router) => void = noop,
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
  await router.fetch(new Request('http://localhost/things/1'));
  const toolkit = vi.spyOn(Exchange.prototype, 'toolkit', 'get');
  const response = await router.fetch(new Request('http://localhost/things/7'));
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
