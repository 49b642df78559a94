import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BodyHandler,
  BodyParam,
  Context,
  FileUpload,
  FormParam,
  limits,
  RestResponse,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type Filter,
} from '../../index.ts';
import { openapi } from '../../openapi/index.ts';
import { inject } from '../../testing/index.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports, type Client } from '../../testing/transports.ts';
import { decompression } from '../decompression/decompression.ts';
import {
  idempotency,
  memoryIdempotencyStore,
  type IdempotencyOptions,
  type IdempotencyStore,
  type IdempotentResponse,
} from './idempotency.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });
const uploads = mkdtempSync(join(tmpdir(), 'writ-idempotency-'));
afterAll(() => rmSync(uploads, { recursive: true }));
const LIMIT = { timeout: 30_000 };

type Headers = Record<string, string>;
type Answer = Awaited<ReturnType<Client>>;

/** A router whose responses contain the number of times that the handler was called. */
function counting(
  options: IdempotencyOptions = {},
  respond?: (call: number) => unknown,
  ...before: Filter[]
): Router {
  let calls = 0;
  const handler = (): unknown => {
    calls += 1;
    return respond ? respond(calls) : new RestResponse(`call ${calls}`, { status: 201 });
  };
  const routes = ['POST', 'PATCH', 'PUT'].flatMap((method) =>
    ['/orders', '/other'].map((path) =>
      route({ method, path, bindings: [BodyParam(Uint8Array)], handler: () => handler() }),
    ),
  );
  return using(...before, idempotency(options)).add(...routes);
}

function using(...filters: Filter[]): Router {
  const router = new Router(toolkit);
  for (const filter of filters) router.use(filter);
  return router;
}

function post(client: Client, headers: Headers = {}, body = 'tea', more: object = {}): Promise<Answer> {
  return client({
    method: 'POST',
    url: '/orders',
    body,
    ...more,
    headers: { 'idempotency-key': '"k1"', 'content-type': 'text/plain', ...headers },
  });
}

/** Sends the same request twice and returns both bodies. */
const twice = async (client: Client, headers: Headers = {}): Promise<readonly string[]> => [
  (await post(client, headers)).text(),
  (await post(client, headers)).text(),
];

/** Two chunks, the second of which is sent when `until` has resolved. */
async function* chunks(first: string, second: string, until?: Promise<unknown>): AsyncGenerator<string> {
  yield first;
  await until;
  yield second;
}

beforeEach(() => {
  logger.lines.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 });
});
afterEach(() => void vi.useRealTimers());

describeTransports('idempotency', (serve) => {
  it('sends the stored status, headers and body for a repeated request', async () => {
    const respond = (call: number): unknown =>
      new RestResponse({ call }, { status: 201, headers: { location: '/orders/1', link: ['<a>', '<b>'] } });
    const client = await serve(counting({}, respond));
    const first = await post(client);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    const second = await post(client);
    expect([second.status, second.json()]).toEqual([201, { call: 1 }]);
    expect(second.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'content-type': first.headers['content-type'],
      'content-length': first.headers['content-length'],
      location: '/orders/1',
      link: '<a>, <b>',
    });
    expect((await post(client, { 'idempotency-key': '"k2"' })).json()).toEqual({ call: 2 });
  });

  it('stores empty responses and errors of the handler', async () => {
    const client = await serve(counting({}, (call) => RestResponse.status(call === 1 ? 204 : 500)));
    expect([(await post(client)).status, (await post(client)).status]).toEqual([204, 204]);
    const refusing = await serve(
      counting({}, (call) => new RestResponse(`no ${call}`, { status: call === 1 ? 409 : 500 })),
    );
    expect(await twice(refusing)).toEqual(['no 1', 'no 1']);
  });

  it.each([401, 403, 408, 425, 429, 500, 503])('does not store a response with status %s', async (status) => {
    const client = await serve(
      counting({}, (call) => new RestResponse(`call ${call}`, { status: call === 1 ? status : 200 })),
    );
    expect(await twice(client)).toEqual(['call 1', 'call 2']);
    expect((await post(client)).text()).toBe('call 2');
  });

  it('calls the handler again after it has thrown an error', async () => {
    const client = await serve(
      counting({}, (call) => {
        if (call === 1) throw new Error('failed');
        return 'done';
      }),
    );
    expect([(await post(client)).status, (await post(client)).text()]).toEqual([500, 'done']);
  });

  it('calls the handler again after the lifetime of the response', async () => {
    const client = await serve(counting({ lifetime: 60 }));
    expect(await twice(client)).toEqual(['call 1', 'call 1']);
    vi.setSystemTime(Date.now() + 59_999);
    expect((await post(client)).text()).toBe('call 1');
    vi.setSystemTime(Date.now() + 1);
    expect((await post(client)).text()).toBe('call 2');
  });

  it.each<[string, (client: Client) => Promise<Answer>]>([
    ['another body', (client) => post(client, {}, 'sea')],
    ['a shorter body', (client) => post(client, {}, 'te')],
    ['a longer body', (client) => post(client, {}, 'teas')],
    ['no body', (client) => post(client, {}, '')],
    ['another Content-Type', (client) => post(client, { 'content-type': 'text/html' })],
    ['another method', (client) => post(client, {}, 'tea', { method: 'PATCH' })],
    ['another path', (client) => post(client, {}, 'tea', { url: '/other' })],
    ['another query', (client) => post(client, {}, 'tea', { url: '/orders?a=1' })],
  ])('responds with 422 to a request with the same key and %s', async (_what, send) => {
    const client = await serve(counting());
    await post(client);
    const refused = await send(client);
    expect([refused.status, refused.json().code]).toEqual([422, 'idempotency-key-reused']);
    expect((await post(client)).text()).toBe('call 1');
  });

  it('responds with 409 while the first request is in progress', async () => {
    const started = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const client = await serve(
      counting({}, async (call) => {
        started.resolve();
        await opened.promise;
        return `call ${call}`;
      }),
    );
    const first = post(client);
    await started.promise;
    const second = await post(client);
    expect([second.status, second.json().code]).toEqual([409, 'idempotency-key-in-use']);
    opened.resolve();
    expect([(await first).text(), (await post(client)).text()]).toEqual(['call 1', 'call 1']);
  });

  it('stores the response to a client that disconnects while the handler is running', async () => {
    const started = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const router = counting(
      {},
      async (call) => {
        started.resolve();
        await opened.promise;
        return `call ${call}`;
      },
      ({ signal }, next) => {
        signal.addEventListener('abort', () => gone.resolve());
        return next();
      },
    );
    const client = await serve(router);
    const stop = new AbortController();
    const sent = post(client, {}, 'tea', { signal: stop.signal }).catch(() => undefined);
    await started.promise;
    stop.abort();
    await gone.promise;
    opened.resolve();
    await sent;
    await vi.waitFor(async () => expect((await post(client)).text()).toBe('call 1'), LIMIT);
  });

  it('reserves the key after a time limit until the handler has ended', async () => {
    const opened = Promise.withResolvers<void>();
    let calls = 0;
    const router = using(limits({ time: 50 }), idempotency()).add(
      route({
        method: 'POST',
        path: '/orders',
        handler: async () => {
          calls += 1;
          if (calls === 1) await opened.promise;
          return `call ${calls}`;
        },
      }),
    );
    const client = await serve(router);
    expect((await post(client)).status).toBe(503);
    expect((await post(client)).status).toBe(409);
    opened.resolve();
    await vi.waitFor(async () => expect((await post(client)).text()).toBe('call 2'), LIMIT);
  });

  it('calls the handler for each request without a key, and for other methods', async () => {
    const client = await serve(counting());
    const withoutKey = (): Promise<Answer> => client({ method: 'POST', url: '/orders', body: 'tea' });
    expect([(await withoutKey()).text(), (await withoutKey()).text()]).toEqual(['call 1', 'call 2']);
    expect((await post(client, {}, 'tea', { method: 'PUT' })).text()).toBe('call 3');
    expect((await post(client, {}, 'tea', { method: 'PUT' })).text()).toBe('call 4');
    const other = await serve(counting({ methods: ['put'] }));
    expect(await twice(other)).toEqual(['call 1', 'call 2']);
    expect((await post(other, {}, 'tea', { method: 'PUT' })).text()).toBe('call 3');
    expect((await post(other, {}, 'tea', { method: 'PUT' })).text()).toBe('call 3');
  });

  it('responds with 400 if a required key is missing', async () => {
    const client = await serve(counting({ required: true }));
    const refused = await client({ method: 'POST', url: '/orders', body: 'tea' });
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      {
        code: 'invalid-values',
        detail: 'Idempotency-Key is missing',
        errors: [{ source: 'header', name: 'Idempotency-Key', code: 'missing', detail: 'is missing' }],
      },
    ]);
    expect((await client({ method: 'PUT', url: '/orders', body: 'tea' })).text()).toBe('call 1');
    expect((await client({ method: 'POST', url: '/missing', body: 'tea' })).status).toBe(404);
  });

  it.each(['""', '"a', 'a b', '"a", "b"', 'a, b', '"a"b', 'x'.repeat(256)])(
    'responds with 400 to the key %s',
    async (key) => {
      const client = await serve(counting());
      const refused = await post(client, { 'idempotency-key': key });
      expect([refused.status, refused.json().errors[0].code]).toEqual([400, 'invalid']);
    },
  );

  it('accepts keys with and without quotes', async () => {
    const client = await serve(counting());
    const send = async (key: string): Promise<string> =>
      (await post(client, { 'idempotency-key': key })).text();
    expect([await send('k1'), await send('"k1"'), await send(String.raw`"k\"1"`)]).toEqual([
      'call 1',
      'call 1',
      'call 2',
    ]);
    expect([await send('x'.repeat(255)), await send('x'.repeat(255))]).toEqual(['call 3', 'call 3']);
  });

  it('separates the keys of clients by their credentials, or by the id that `client` returns', async () => {
    const client = await serve(counting());
    const send = async (to: Client, headers: Headers): Promise<string> => (await post(to, headers)).text();
    expect(await send(client, { authorization: 'Bearer a' })).toBe('call 1');
    expect(await send(client, { authorization: 'Bearer b' })).toBe('call 2');
    expect(await send(client, { cookie: 'Bearer a' })).toBe('call 3');
    expect(await send(client, {})).toBe('call 4');
    expect(await send(client, { authorization: 'Bearer a' })).toBe('call 1');
    const named = await serve(counting({ client: ({ request }) => request.headers.get('x-user') }));
    expect(await send(named, { 'x-user': 'a', cookie: 'a=1' })).toBe('call 1');
    expect(await send(named, { 'x-user': 'a', cookie: 'a=2' })).toBe('call 1');
    expect(await send(named, { 'x-user': 'b', cookie: 'a=1' })).toBe('call 2');
    expect(await send(named, { cookie: 'a=1' })).toBe('call 3');
    expect(await send(named, { cookie: 'a=2' })).toBe('call 4');
  });

  it('passes the body to a streaming handler as it arrives', async () => {
    const read = Promise.withResolvers<void>();
    let calls = 0;
    const router = using(idempotency()).add(
      route({
        method: 'POST',
        path: '/orders',
        bindings: [BodyParam(ReadableStream)],
        handler: async (body) => {
          calls += 1;
          const received: string[] = [];
          for await (const chunk of body) {
            received.push(new TextDecoder().decode(chunk as Uint8Array));
            read.resolve();
          }
          return `${calls} ${received.join('')}`;
        },
      }),
    );
    const client = await serve(router);
    const send = async (body: AsyncIterable<string> | string): Promise<string> =>
      (await post(client, {}, '', { body })).text();
    // The second chunk is sent only when the handler has received the first one.
    expect(await send(chunks('te', 'a', read.promise))).toBe('1 tea');
    expect(await send(chunks('t', 'ea'))).toBe('1 tea');
    expect(await send('tea')).toBe('1 tea');
    expect((await post(client, {}, 'sea')).status).toBe(422);
  });

  it('compares only the part of the body that the handler has read', async () => {
    let calls = 0;
    const router = using(idempotency()).add(
      route({ method: 'POST', path: '/unread', handler: () => `call ${(calls += 1)}` }),
      route({
        method: 'POST',
        path: '/orders',
        bindings: [Context(RoutingContext)],
        handler: async ({ body }) => {
          const reader = body.stream().getReader();
          const { value } = await reader.read();
          await reader.cancel();
          return `call ${(calls += 1)} ${new TextDecoder().decode(value)}`;
        },
      }),
    );
    const client = await serve(router);
    const unread = { url: '/unread' };
    const key = { 'idempotency-key': 'u' };
    expect((await post(client, key, 'tea', unread)).text()).toBe('call 1');
    expect((await post(client, key, 'sea', unread)).text()).toBe('call 1');
    expect((await post(client, {}, 'tea')).text()).toBe('call 2 tea');
    expect((await post(client, {}, 'teapot')).text()).toBe('call 2 tea');
    expect((await post(client, {}, 'sea')).status).toBe(422);
    expect((await post(client, {}, 'te')).status).toBe(422);
  });

  it('stores a streamed response, unless it is larger than maxBody or incomplete', async () => {
    async function* lines(call: number, fails = false): AsyncGenerator<string> {
      yield `call ${call}, `;
      if (fails) throw new Error('failed');
      yield 'end';
    }
    const small = await serve(counting({ maxBody: 11 }, (call) => lines(call)));
    expect(await twice(small)).toEqual(['call 1, end', 'call 1, end']);
    const large = await serve(counting({ maxBody: 10 }, (call) => lines(call)));
    expect(await twice(large)).toEqual(['call 1, end', 'call 2, end']);
    const whole = await serve(counting({ maxBody: 5 }));
    expect(await twice(whole)).toEqual(['call 1', 'call 2']);
    const failing = await serve(counting({}, (call) => lines(call, call === 1)));
    await post(failing).catch(() => undefined);
    await vi.waitFor(async () => expect((await post(failing)).text()).toBe('call 2, end'), LIMIT);
  });

  it('compares uploads, even if they are larger than the limit of other bodies', async () => {
    let calls = 0;
    const router = using(limits({ body: 100 }), idempotency()).add(
      route({
        method: 'POST',
        path: '/orders',
        bindings: [FormParam('photo', FileUpload)],
        handler: (photo) => `${(calls += 1)} ${photo.size}`,
      }),
    );
    router.registries.bodyHandler = new BodyHandler({ uploadsDirectory: uploads });
    const client = await serve(router);
    const send = (content: string): Promise<Answer> =>
      post(
        client,
        { 'content-type': 'multipart/form-data; boundary=b' },
        [
          '--b',
          'content-disposition: form-data; name="photo"; filename="a.txt"',
          'content-type: text/plain',
          '',
          content,
          '--b--',
          '',
        ].join('\r\n'),
      );
    expect((await send('a'.repeat(5000))).text()).toBe('1 5000');
    expect((await send('a'.repeat(5000))).text()).toBe('1 5000');
    expect((await send('b'.repeat(5000))).status).toBe(422);
  });

  it('calls the handler again if the body could not be read', async () => {
    let calls = 0;
    const router = using(limits({ body: 4 }), idempotency()).add(
      route({
        method: 'POST',
        path: '/orders',
        bindings: [BodyParam(String)],
        handler: (body) => `${(calls += 1)} ${body}`,
      }),
    );
    const client = await serve(router);
    const refused = await post(client, {}, '', { body: chunks('too ', 'long') }).catch(() => undefined);
    if (refused !== undefined) expect(refused.status).toBe(413);
    await vi.waitFor(async () => expect((await post(client, {}, 'tea')).text()).toBe('1 tea'), LIMIT);
  });

  it('compares the decompressed body after decompression, and works before it', async () => {
    for (const filters of [
      [decompression(), idempotency()],
      [idempotency(), decompression()],
    ]) {
      let calls = 0;
      const router = using(...filters).add(
        route({
          method: 'POST',
          path: '/orders',
          bindings: [BodyParam(String)],
          handler: (body) => `${(calls += 1)} ${body}`,
        }),
      );
      const client = await serve(router);
      const send = (text: string): Promise<Answer> =>
        post(client, { 'content-encoding': 'gzip' }, '', { body: gzipSync(text) });
      expect((await send('tea')).text()).toBe('1 tea');
      expect((await send('tea')).text()).toBe('1 tea');
      expect((await send('sea')).status).toBe(422);
    }
  });

  it('stores neither cookies nor the headers of filters before it', async () => {
    let requests = 0;
    const number: Filter = ({ response }, next) => {
      response.headers.set('x-request', String((requests += 1)));
      return next();
    };
    const respond = (): unknown => new RestResponse('ok', { headers: { 'set-cookie': 'session=secret' } });
    const client = await serve(counting({}, respond, number));
    const first = await post(client);
    expect([first.cookies, first.headers['x-request']]).toEqual([['session=secret'], '1']);
    const second = await post(client);
    expect([second.cookies, second.headers['x-request'], second.text()]).toEqual([[], '2', 'ok']);
  });
});

describe('the store of idempotency', () => {
  const memory = (changes: Partial<IdempotencyStore>): IdempotencyStore => ({
    ...memoryIdempotencyStore(),
    ...changes,
  });
  const clientOf =
    (router: Router): Client =>
    (request) =>
      inject(router, request);

  it('receives neither keys nor credentials', async () => {
    const calls: unknown[][] = [];
    const store = memoryIdempotencyStore();
    const recorded: IdempotencyStore = {
      reserve: (...given) => (calls.push(given), Promise.resolve(store.reserve(...given))),
      set: (...given) => (calls.push(given), Promise.resolve(store.set(...given))),
      delete: (...given) => (calls.push(given), Promise.resolve(store.delete(...given))),
    };
    const client = clientOf(counting({ store: recorded, lifetime: 7 }));
    const secrets = { 'idempotency-key': 'secret-k', authorization: 'secret-a', cookie: 'secret-c' };
    expect(await twice(client, secrets)).toEqual(['call 1', 'call 1']);
    expect(calls.map(([, ...rest]) => rest)).toMatchObject([
      [630_000],
      [{ status: 201, payloadSize: 3, isWhole: true }, 7000],
      [630_000],
    ]);
    expect(JSON.stringify(calls)).not.toContain('secret');
  });

  it('causes a 503 if it is too slow, and a 500 if it fails to reserve a key', async () => {
    const impatient = new Toolkit({ logger, limits: { provider: 20 } });
    const reserved = Promise.withResolvers<'reserved'>();
    const deleted: string[] = [];
    const slow = memory({ reserve: () => reserved.promise, delete: (key) => void deleted.push(key) });
    const router = new Router(impatient)
      .use(idempotency({ store: slow }))
      .add(route({ method: 'POST', path: '/orders', handler: () => 'called' }));
    expect((await post(clientOf(router))).status).toBe(503);
    reserved.resolve('reserved');
    await vi.waitFor(() => expect(deleted).toHaveLength(1), LIMIT);
    const failing = memory({
      reserve() {
        throw new Error('no store');
      },
    });
    expect((await post(clientOf(counting({ store: failing })))).status).toBe(500);
  });

  it('may fail to store a response, which is logged; the key then remains reserved', async () => {
    const failing = memory({ set: () => Promise.reject(new Error('disk full')) });
    const client = clientOf(counting({ store: failing }));
    expect((await post(client)).text()).toBe('call 1');
    await vi.waitFor(
      () => expect(logger.lines.at(-1)?.message).toBe('the store of idempotency failed'),
      LIMIT,
    );
    expect((await post(client)).status).toBe(409);
    vi.setSystemTime(Date.now() + 630_000);
    expect((await post(client)).text()).toBe('call 2');
  });

  it('removes the least recently used responses from memory, but no reservations', async () => {
    const store = memoryIdempotencyStore({ maxSize: '4kB' });
    const response: IdempotentResponse = {
      request: '',
      payload: '',
      payloadSize: 0,
      isWhole: true,
      status: 200,
      headers: [],
      body: new Uint8Array(1000),
    };
    expect(await store.reserve('reserved', 60_000)).toBe('reserved');
    for (const key of ['a', 'b', 'c']) await store.set(key, response, 60_000);
    expect(await store.reserve('a', 60_000)).toBe(response);
    await store.set('d', response, 60_000);
    expect(await store.reserve('b', 60_000)).toBe('reserved');
    expect(await store.reserve('a', 60_000)).toBe(response);
    expect(await store.reserve('reserved', 60_000)).toBe('in-use');
    await store.delete('reserved');
    expect(await store.reserve('reserved', 60_000)).toBe('reserved');
  });
});

it('a request fails if a filter has read the body before', async () => {
  const reading: Filter = async ({ body }, next) => {
    await body.bytes();
    return next();
  };
  const router = counting({}, undefined, reading);
  expect((await post((request) => inject(router, request))).status).toBe(500);
  expect(
    JSON.stringify(logger.lines, (_key, value) => (value instanceof Error ? value.message : value)),
  ).toContain('apply decompression() and idempotency() before filters that read the body');
});

it('a request fails if `client` returns no string, because all clients would share their keys', async () => {
  const client = (() => Promise.resolve('ada')) as unknown as () => string;
  const router = counting({ client });
  expect((await post((request) => inject(router, request))).status).toBe(500);
});

it('the OpenAPI document lists the errors only for methods whose key is read', () => {
  const { paths } = openapi(counting(), { info: { title: 'Orders', version: '1' } }) as any;
  expect(Object.keys(paths['/orders'].post.responses)).toEqual(expect.arrayContaining(['400', '409', '422']));
  expect(Object.keys(paths['/orders'].put.responses)).not.toContain('422');
});

it.each<[unknown, string]>([
  [{ require: true }, 'idempotency has no option "require": did you mean required?'],
  [{ required: 1 }, 'idempotency: required must be true or false, not 1'],
  [{ methods: 'POST' }, 'idempotency: methods must be a list of strings, not "POST"'],
  [{ lifetime: 0 }, 'idempotency: lifetime must be a number of seconds, more than 0, not 0'],
  [{ client: 'a' }, 'idempotency: client must be a function, not "a"'],
  [{ store: {} }, 'idempotency: store has no method reserve: pass an object with reserve, set, delete'],
  [{ maxBody: '1XB' }, 'idempotency: maxBody is "1XB"'],
])('idempotency rejects the options %j', (options, message) => {
  expect(() => idempotency(options as IdempotencyOptions)).toThrow(message);
});
