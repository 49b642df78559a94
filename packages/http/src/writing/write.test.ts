import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import {
  Context,
  events,
  HttpRequest,
  HttpResponse,
  RestResponse,
  route,
  Router,
  Toolkit,
} from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });

function serving(handler: () => unknown, produces?: string): Router {
  return new Router(toolkit).add(route({ method: 'GET', path: '/', handler, ...(produces && { produces }) }));
}

async function* parts(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  for (const text of texts) {
    await pause(1);
    yield text;
  }
}

describeTransports('a result', (serve) => {
  it.each<[string, () => unknown, string, string]>([
    ['an async iterable', () => parts('a', Buffer.from('ü')), 'application/octet-stream', 'aü'],
    ['a web stream', () => new Blob(['web']).stream(), 'application/octet-stream', 'web'],
    [
      'a Node stream',
      () => Readable.from([Buffer.from('no'), Buffer.from('de')]),
      'application/octet-stream',
      'node',
    ],
    ['an empty iterable', () => parts(), 'application/json', '[]'],
    ['bytes', () => Buffer.from([0x61]), 'application/octet-stream', 'a'],
    ['a number', () => 5, 'application/json', '5'],
    ['a class with toJSON', () => new URL('http://a/'), 'application/json', '"http://a/"'],
    ['a web response', () => new Response('x', { headers: { 'content-type': 'text/x' } }), 'text/x', 'x'],
    ['a promise of a stream', () => Promise.resolve(parts('later')), 'application/octet-stream', 'later'],
  ])('is sent with its default media type: %s', async (_name, handler, type, text) => {
    const client = await serve(serving(handler));
    const response = await client('/');
    expect([response.status, response.headers['content-type'], response.text(), response.complete]).toEqual([
      200,
      type,
      text,
      true,
    ]);
  });

  it('is sent with the declared media type', async () => {
    const client = await serve(serving(() => parts('a,b'), 'text/csv'));
    expect((await client('/')).headers['content-type']).toBe('text/csv; charset=utf-8');
    const empty = await serve(serving(() => null, 'text/plain'));
    expect([(await empty('/')).status, (await empty('/')).text()]).toEqual([200, '']);
  });

  it('may be a Response with status, headers and several cookies', async () => {
    const rest = await serve(
      serving(
        () =>
          new RestResponse({ a: 1 }, { status: 207, headers: { 'X-A': 'b', 'set-cookie': ['a=1', 'b=2'] } }),
      ),
    );
    const response = await rest('/');
    expect([response.status, response.headers['x-a'], response.cookies, response.json()]).toEqual([
      207,
      'b',
      ['a=1', 'b=2'],
      { a: 1 },
    ]);
    expect((await (await serve(serving(() => new RestResponse())))('/')).status).toBe(204);
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    const web = await (await serve(serving(() => new Response(null, { status: 302, headers }))))('/');
    expect([web.status, web.cookies, web.text()]).toEqual([302, ['a=1', 'b=2'], '']);
  });

  it('that is a stream causes a 500 if it fails immediately, and an aborted response if it fails later', async () => {
    const atOnce = await serve(serving(() => Readable.from(failing())));
    expect((await atOnce('/')).status).toBe(500);
    async function* failing(...first: readonly string[]): AsyncGenerator<string> {
      yield* first;
      await pause(5);
      throw new Error('the disk is gone');
    }
    const later = await serve(serving(() => failing('first')));
    const response = await later('/').catch(() => undefined);
    expect(response?.complete ?? false).toBe(false);
    const wrong = await serve(serving(() => parts('first', 5 as unknown as string)));
    const broken = await wrong('/').catch(() => undefined);
    expect(broken?.complete ?? false).toBe(false);
  });

  it('that is a stream is stopped for HEAD before it is started', async () => {
    let stopped = 0;
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new Error('must not be read')),
        return: () => Promise.resolve({ done: true as const, value: (stopped += 1) }),
      }),
    };
    const client = await serve(serving(() => source));
    const response = await client({ method: 'HEAD', url: '/' });
    // The media type is unknown, because it depends on the parts, which are not read.
    expect([response.status, response.headers['content-type'], stopped]).toEqual([200, undefined, 1]);
  });

  it('is not needed if the handler writes the response', async () => {
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        bindings: [Context(HttpResponse)],
        async handler(response) {
          response.status = 206;
          response.headers.set('content-type', 'text/x');
          await response.write('a');
          expect(() => (response.status = 200)).toThrow(/has started/);
          await pause(2);
          await response.write(Buffer.from('b'));
          return 'not written';
        },
      }),
    );
    const response = await (await serve(router))('/');
    expect([response.status, response.headers['content-type'], response.text(), response.complete]).toEqual([
      206,
      'text/x',
      'ab',
      true,
    ]);
  });

  it('that is larger than the buffers arrives completely', async () => {
    const chunk = 'x'.repeat(100_000);
    const client = await serve(serving(() => parts(...Array.from({ length: 30 }, () => chunk))));
    expect((await client('/')).body.byteLength).toBe(3_000_000);
  });

  it('is omitted for a status without a body', async () => {
    const client = await serve(serving(() => new RestResponse('x', { status: 205 })));
    const response = await client('/');
    expect([response.status, response.headers['content-length'], response.text()]).toEqual([205, '0', '']);
  });

  it("that is late causes a 503 and aborts the request's signal", async () => {
    let reason: unknown;
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        scopes: [{ limits: { time: 20 } }],
        bindings: [Context(HttpRequest), Context(HttpResponse)],
        handler: ({ signal }, response) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              reason = signal.reason;
              // Runs after the response has been sent.
              resolve(response.ended ? 'late' : 'early');
            });
          }),
      }),
    );
    const client = await serve(router);
    expect((await client('/')).json()).toMatchObject({
      status: 503,
      detail: 'the response took longer than 20 ms',
    });
    expect(reason).toMatchObject({ status: 503 });
  });
});

describeTransports('a stream whose first part has not arrived', (serve) => {
  const silent = (stopped: () => void, started = (): void => {}): AsyncIterable<string> => ({
    [Symbol.asyncIterator]: () => ({
      next() {
        started();
        return new Promise<never>(() => {});
      },
      return: () => {
        stopped();
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  });

  it('is cancelled when the client disconnects', async () => {
    logger.lines.length = 0;
    const stopped = Promise.withResolvers<void>();
    const stop = new AbortController();
    const client = await serve(
      serving(() => silent(stopped.resolve, () => setImmediate(() => stop.abort()))),
    );
    const sent = client({ url: '/', signal: stop.signal }).catch(() => undefined);
    await Promise.all([sent, stopped.promise]);
    expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is cancelled at the time limit, and the client receives one response', async () => {
    logger.lines.length = 0;
    const stopped = Promise.withResolvers<void>();
    const slow = route({
      method: 'GET',
      path: '/',
      scopes: [{ limits: { time: 20 } }],
      handler: () => silent(stopped.resolve),
    });
    const client = await serve(new Router(toolkit).add(slow));
    expect((await client('/')).status).toBe(503);
    await stopped.promise;
    expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describeTransports('server-sent events', (serve) => {
  async function* three(): AsyncGenerator<{ id: number; event?: string; data: unknown; retry?: number }> {
    yield { id: 1, event: 'started', data: { a: 1 }, retry: 100 };
    await pause(25);
    yield { id: 2, data: 'two\nlines\r\nand more' };
  }

  it('contain id, event and data, and are separated by keep-alive comments', async () => {
    const client = await serve(serving(() => events(three(), { heartbeat: 10 })));
    const response = await client('/');
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
    });
    expect(response.text().replaceAll(':\n\n', '')).toBe(
      'id: 1\nevent: started\nretry: 100\ndata: {"a":1}\n\nid: 2\ndata: two\ndata: lines\ndata: and more\n\n',
    );
    expect(response.text()).toContain(':\n\n');
  });

  it('may be ended by the handler', async () => {
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        bindings: [Context(HttpResponse)],
        handler: (response) => {
          setTimeout(() => response.end(), 20);
          return events(three(), { heartbeat: 1 });
        },
      }),
    );
    const client = await serve(router);
    expect((await client('/')).text()).toContain('id: 1\n');
    // A keep-alive comment after the end would throw in a timer, where the error cannot be caught.
    await pause(40);
  });

  it('are sent for an iterable if the route produces them', async () => {
    const client = await serve(serving(three, 'text/event-stream'));
    expect((await client('/')).text()).toContain('id: 2\n');
    expect((await client({ method: 'HEAD', url: '/' })).headers['content-type']).toBe('text/event-stream');
  });

  it.each<[string, object]>([
    ['a line break in an id', { id: '1\ndata: forged' }],
    ['a line break in a name', { event: '1\rdata: forged' }],
    ['a string instead of a time', { retry: '1\ndata: forged' as unknown as number }],
  ])('cannot be forged by %s', async (_name, event) => {
    logger.lines.length = 0;
    async function* forged(): AsyncGenerator<{ data: string }> {
      yield { ...event, data: '' };
    }
    const client = await serve(serving(() => events(forged())));
    const response = await client('/').catch(() => undefined);
    expect(response?.text() ?? '').not.toContain('forged');
    expect(logger.lines).toHaveLength(1);
  });

  it('abort with an error for data that JSON would lose', async () => {
    async function* lossy(): AsyncGenerator<{ data: unknown }> {
      yield { data: undefined };
      yield { data: { users: new Map([[1, 'a']]) } };
    }
    const client = await serve(serving(() => events(lossy())));
    const response = await client('/').catch(() => undefined);
    expect(response?.text() ?? '').not.toContain('{}');
    expect(inspect(logger.lines.at(-1))).toContain('Map');
  });

  it('stop when the client disconnects', async () => {
    const started = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<string>();
    async function* endless(signal: AbortSignal): AsyncGenerator<{ data: number }> {
      try {
        yield { data: 1 };
        started.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield { data: 2 };
      } finally {
        stopped.resolve('stopped');
      }
    }
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        bindings: [Context(AbortSignal)],
        handler: (signal) => events(endless(signal)),
      }),
    );
    const client = await serve(router);
    const leave = new AbortController();
    const response = client({ url: '/', signal: leave.signal });
    await started.promise;
    leave.abort();
    const got = await response.catch(() => undefined);
    expect(await stopped.promise).toBe('stopped');
    expect(got?.complete ?? false).toBe(false);
  });
});
