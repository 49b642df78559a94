import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  BodyParam,
  Context,
  events,
  HeaderParam,
  HttpResponse,
  optional,
  PathParam,
  RestResponse,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type Server,
  type ServerOptions,
} from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close({ timeout: 0 })));
});

const LIMIT = { timeout: 30_000 };
const logger = recordingLogger();
const toolkit = new Toolkit({ logger, limits: { body: 1000 } });

/** Sends a raw request. Returns the data received until the connection closes or `until` arrives. */
async function raw(port: number, text: string, until = '\0'): Promise<{ got: string; socket: Socket }> {
  const socket = connect(port, '127.0.0.1');
  let got = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (got += chunk));
  socket.on('error', () => {});
  socket.write(text);
  const closed = once(socket, 'close');
  while (!got.includes(until) && !socket.destroyed) {
    await Promise.race([once(socket, 'data'), closed]);
  }
  return { got, socket };
}

function get(port: number, path: string, options: { method?: string } = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, ...options }, resolve)
      .on('error', reject)
      .end();
  });
}

const hello = new Router(toolkit).add(
  route({ method: 'GET', path: '/', handler: () => 'hello' }),
  route({ method: 'POST', path: '/body', bindings: [BodyParam(String)], handler: (text) => text }),
);

describe.each(['node', 'fast'] as const)('the %s transport', (transport) => {
  async function start(
    router: Router,
    options: ServerOptions = {},
  ): Promise<{ server: Server; port: number }> {
    const server = toolkit.createServer(router, { transport, ...options });
    servers.push(server);
    const { port } = await server.listen(0, '127.0.0.1');
    return { server, port };
  }

  describe('a server', () => {
    it('resolves with its address, or rejects if it cannot listen', async () => {
      const { server, port } = await start(hello);
      expect(server.node.listening).toBe(true);
      const second = toolkit.createServer(hello, { transport });
      await expect(second.listen(port, '127.0.0.1')).rejects.toThrow(/EADDRINUSE/);
      const other = await second.listen(0);
      expect(other.url).toBe(`http://localhost:${other.port}`);
      servers.push(second);
    });

    it('rejects if it is closed as soon as it listens', async () => {
      const server = toolkit.createServer(hello, { transport });
      let closed: Promise<unknown> | undefined;
      server.node.once('listening', () => (closed = server.close({ timeout: 0 })));
      await expect(server.listen(0, '127.0.0.1')).rejects.toThrow(
        'the server was closed before it could listen',
      );
      await closed;
    });

    it('serves as the listener of any node:http server', async () => {
      const node = createServer(hello.listener);
      node.listen(0, '127.0.0.1');
      await once(node, 'listening');
      const response = await get((node.address() as { port: number }).port, '/');
      expect(response.statusCode).toBe(200);
      response.resume();
      node.close();
      node.closeAllConnections();
    });

    it('leaves the connection open if it responds before a small body has arrived', async () => {
      const { port } = await start(hello);
      const first = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody';
      const second = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      const { got } = await raw(port, first + second);
      expect(got).toMatch(/^HTTP\/1\.1 405 [^]*HTTP\/1\.1 200 OK[^]*hello$/);
    });

    it.each<[string, () => unknown]>([
      ['that is too short', () => new RestResponse('hello', { headers: { 'content-length': '2' } })],
      ['that is too long', () => new RestResponse('hello', { headers: { 'Content-Length': '500' } })],
      [
        'without a body',
        () => new RestResponse(undefined, { status: 200, headers: { 'content-length': '500' } }),
      ],
      [
        'next to Transfer-Encoding',
        () => new RestResponse('hello', { headers: { 'transfer-encoding': 'chunked' } }),
      ],
      [
        'of a web response',
        () => new Response('hello', { headers: { 'transfer-encoding': 'chunked', 'content-length': '5' } }),
      ],
    ])('does not let a Content-Length %s run into the next response', async (_name, handler) => {
      const { port } = await start(
        new Router(toolkit).add(
          route({ method: 'GET', path: '/', handler }),
          route({ method: 'GET', path: '/next', handler: () => 'next' }),
        ),
      );
      const next = 'GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      const { got } = await raw(port, `GET / HTTP/1.1\r\nHost: a\r\n\r\n${next}`);
      const [first = ''] = got.split(/(?<=.)(?=HTTP\/1\.1)/s);
      const [head = '', body = ''] = first.split('\r\n\r\n');
      expect(head.toLowerCase()).not.toContain('transfer-encoding');
      expect(/content-length: (\d+)/i.exec(head)?.[1]).toBe(String(body.length));
      expect(got).toMatch(/next$/);
    });

    it.each([2, 500])('aborts a stream whose length differs from the declared %i', async (length) => {
      logger.lines.length = 0;
      async function* parts(): AsyncGenerator<string> {
        yield 'hello';
      }
      const { port } = await start(
        new Router(toolkit).add(
          route({
            method: 'GET',
            path: '/',
            handler: () => new RestResponse(parts(), { headers: { 'content-length': String(length) } }),
          }),
        ),
      );
      const { got } = await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      expect(got).toMatch(/^HTTP\/1\.1 200 OK/);
      expect(logger.lines.splice(0).map(({ message }) => message)).toEqual([
        'request failed after the response had started',
      ]);
    });

    it('makes several concurrent writes wait', async () => {
      const waiting = new Set<unknown>();
      const { port } = await start(
        new Router(toolkit).add(
          route({
            method: 'GET',
            path: '/',
            bindings: [Context(HttpResponse)],
            async handler(response) {
              for (let count = 0; count < 100; count += 1)
                waiting.add(response.write(new Uint8Array(50_000)));
              await Promise.all(waiting);
            },
          }),
        ),
      );
      const response = await get(port, '/');
      let length = 0;
      for await (const chunk of response) length += (chunk as Uint8Array).byteLength;
      waiting.delete(undefined);
      expect([length, waiting.size]).toEqual([5_000_000, 1]);
    });

    it('binds headers named after properties of every object, such as __proto__', async () => {
      const asking = route({
        method: 'GET',
        path: '/',
        bindings: [HeaderParam('__proto__', optional(String))],
        handler: (value) => value,
      });
      const { port } = await start(new Router(toolkit).add(asking));
      const head = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
      const { got } = await raw(port, `${head}__proto__: a\r\n__proto__: b\r\n\r\n`);
      expect(got).toMatch(/\r\n\r\na, b$/);
    });

    it('sends status 100 only if a handler reads the body', async () => {
      const { port } = await start(hello);
      const head =
        'POST /body HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Type: text/plain\r\n';
      const accepted = await raw(port, `${head}Content-Length: 2\r\n\r\n`, '100 Continue');
      accepted.socket.write('ok');
      await once(accepted.socket, 'data');
      accepted.socket.destroy();
      const refused = await raw(port, `${head}Content-Length: 2000\r\n\r\n`, '}');
      expect(refused.got).toMatch(/^HTTP\/1\.1 413 /);
      refused.socket.destroy();
    });

    it('does not send status 100 inside a response that has started', async () => {
      const echo = route({
        method: 'POST',
        path: '/',
        bindings: [Context(RoutingContext)],
        async *handler({ body }) {
          yield 'the body is: ';
          yield await body.text();
        },
      });
      const { port } = await start(new Router(toolkit).add(echo));
      const head = 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n';
      const { got } = await raw(port, `${head}ok`);
      expect(got).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nd\r\nthe body is: \r\n2\r\nok\r\n0\r\n\r\n$/);
    });

    it.each(['HTTP/1.1', 'HTTP/1.0'])(
      'sends a response before the body has arrived, even with Connection: close (%s)',
      async (version) => {
        const { port } = await start(hello);
        const body = 'x'.repeat(4_000_000);
        const head = `POST /body ${version}\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}`;
        const { got } = await raw(port, `${head}\r\n\r\n${body}`);
        expect(got).toMatch(/^HTTP\/1\.1 413 [^]*\}$/);
      },
    );

    it('limits the time that a client may take to read a response', async () => {
      const huge = 'x'.repeat(20_000_000);
      const small = 'x'.repeat(20_000);
      async function* parts(): AsyncGenerator<string> {
        yield huge;
        yield small;
      }
      const { server, port } = await start(
        new Router(toolkit).add(
          route({ method: 'GET', path: '/whole', handler: () => huge }),
          route({ method: 'GET', path: '/parts', handler: parts }),
          route({ method: 'GET', path: '/small', handler: () => small }),
        ),
        { keepAliveTimeout: 5_000 },
      );
      const sockets: Socket[] = [];
      server.node.on('connection', (socket: Socket) => sockets.push(socket));
      for (const [path, times] of [
        ['/whole', 60_000],
        ['/parts', 60_000],
        ['/small', undefined],
      ] as const) {
        const response = await get(port, path);
        // The handler may write the body in a later turn of the event loop than the headers.
        if (times !== undefined)
          await vi.waitFor(() => expect([path, sockets.at(-1)!.timeout]).toEqual([path, times]), LIMIT);
        let length = 0;
        for await (const chunk of response) length += (chunk as Buffer).length;
        expect(length).toBeGreaterThanOrEqual(small.length);
        // The client may receive the last byte before the server knows that it was sent.
        await vi.waitFor(() => expect(sockets.at(-1)!.timeout).not.toBe(60_000), LIMIT);
      }
    });

    it('stops reading an endless body after rejecting it', async () => {
      const { port } = await start(hello);
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      let got = '';
      socket.on('data', (chunk) => (got += chunk.toString()));
      socket.write('POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
      const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
      let sent = 0;
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const drained = () => new Promise((resolve) => socket.once('drain', resolve));
      while (!socket.destroyed && sent < 64 * 1024 * 1024) {
        sent += piece.length;
        if (!socket.write(piece)) await Promise.race([drained(), closed]);
      }
      await closed;
      expect(got).toMatch(/^HTTP\/1\.1 413 /);
      expect(sent).toBeLessThan(32 * 1024 * 1024);
    });

    it.each([
      ['GET http://other/ HTTP/1.1\r\nHost: a\r\n', 200],
      ['GET nowhere HTTP/1.1\r\nHost: a\r\n', 400],
      ['GET / HTTP/1.1\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n`, 431],
      ['POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n', 400],
      ['POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: a\r\nX: y\r\nhost: b\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n', 400],
      ['GET /nowhere HTTP/1.1\r\nHost: a\r\nHOST: a\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: a\r\nDate: b\r\nFrom: c\r\n', 200],
    ])(
      'responds to unusual and invalid requests with the expected status (case %#)',
      async (head, status) => {
        const { port } = await start(hello);
        const { got } = await raw(port, `${head}Connection: close\r\n\r\n`);
        expect(got).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      },
    );

    it('rejects two Host headers with a problem document before filters and handlers run', async () => {
      const ran: string[] = [];
      const router = new Router(new Toolkit())
        .use((_context, next) => {
          ran.push('filter');
          return next();
        })
        .add(
          route({
            method: 'POST',
            path: '/',
            bindings: [BodyParam(String)],
            handler: () => ran.push('handler'),
          }),
        );
      const head =
        'POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n';
      const node = createServer(router.listener);
      await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
      const { got } = await raw((node.address() as AddressInfo).port, `${head}Connection: close\r\n\r\nx`);
      node.close();
      expect(got).toMatch(/^HTTP\/1\.1 400 [^]*"detail":"the request has more than one Host header"/);
      expect(ran).toEqual([]);
    });

    it('closes a connection if the headers do not arrive in time', async () => {
      const { port } = await start(hello, { headersTimeout: 50, requestTimeout: 100 });
      const { got } = await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\n');
      expect(got).toMatch(/^HTTP\/1\.1 408 /);
    });
  });

  describe('the signal of a request', () => {
    it('is aborted when the client disconnects, even before the signal is first read', async () => {
      const reasons: unknown[] = [];
      const started = Promise.withResolvers<void>();
      const both = Promise.withResolvers<void>();
      const router = new Router(toolkit).add(
        route({
          method: 'GET',
          path: '/{when}',
          bindings: [PathParam('when', String), Context(HttpResponse), Context(AbortSignal)],
          async handler(_when, _response, signal) {
            started.resolve();
            if (!signal.aborted) await once(signal, 'abort');
            reasons.push((signal.reason as Error).message);
            both.resolve();
            return 'too late';
          },
        }),
      );
      const { port } = await start(router);
      const client = request({ host: '127.0.0.1', port, path: '/now' }).on('error', () => {});
      client.end();
      await started.promise;
      client.destroy();
      await both.promise;
      expect(reasons).toEqual(['the client disconnected']);
      expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
    });
  });

  describe('close()', () => {
    const gate = (): { router: Router; entered: Promise<void>; open: () => void; aborted: () => unknown } => {
      const entered = Promise.withResolvers<void>();
      const opened = Promise.withResolvers<void>();
      let reason: unknown;
      const router = new Router(toolkit).add(
        route({ method: 'GET', path: '/', handler: () => 'hello' }),
        route({
          method: 'GET',
          path: '/gate',
          bindings: [Context(AbortSignal)],
          async handler(signal) {
            signal.addEventListener('abort', () => (reason = signal.reason));
            entered.resolve();
            await opened.promise;
            return 'through';
          },
        }),
        route({
          method: 'GET',
          path: '/polite',
          bindings: [Context(AbortSignal)],
          async handler(signal) {
            entered.resolve();
            await once(signal, 'abort');
            return 'cut short';
          },
        }),
        route({
          method: 'GET',
          path: '/events',
          bindings: [Context(AbortSignal)],
          handler: (signal) => {
            entered.resolve();
            return events(forever(signal));
          },
        }),
      );
      return { router, entered: entered.promise, open: opened.resolve, aborted: () => reason };
    };

    async function* forever(signal: AbortSignal): AsyncGenerator<{ data: string }> {
      yield { data: 'first' };
      await once(signal, 'abort');
    }

    async function textOf(response: IncomingMessage): Promise<string> {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      return text;
    }

    it('lets requests in flight finish and closes idle connections', async () => {
      const { router, entered, open } = gate();
      const { server, port } = await start(router);
      const idle = await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'hello');
      const idleClosed = once(idle.socket, 'close');
      const answer = get(port, '/gate');
      await entered;
      const closing = server.close();
      await idleClosed;
      await expect(get(port, '/')).rejects.toThrow(/ECONNREFUSED/);
      open();
      const response = await answer;
      expect(response.headers.connection).toBe('close');
      expect(await textOf(response)).toBe('through');
      expect(await closing).toEqual({ finished: 1, aborted: [], unfinished: [] });
    });

    it('aborts the signals of slow requests, closes their connections, and reports them', async () => {
      const { router, entered, aborted } = gate();
      const { server, port } = await start(router);
      const answer = get(port, '/gate?secret=1');
      answer.catch(() => {});
      await entered;
      const report = await server.close({ timeout: 20 });
      expect(report).toEqual({
        finished: 0,
        aborted: [{ method: 'GET', path: '/gate', age: expect.any(Number) as number }],
        unfinished: [],
      });
      expect(aborted()).toMatchObject({ message: 'the server is shutting down' });
      await expect(answer).rejects.toThrow();
    });

    it('does not report requests of disconnected clients', async () => {
      const { router, entered } = gate();
      const { server, port } = await start(router);
      const client = request({ host: '127.0.0.1', port, path: '/gate' }).on('error', () => {});
      client.end();
      await entered;
      const gone = new Promise((resolve) => server.node.once('connection', resolve));
      client.destroy();
      // The server detects the end of the previous connection before it accepts the next one.
      expect(await textOf(await get(port, '/'))).toBe('hello');
      await gone;
      expect((await server.close({ timeout: 0 })).aborted).toEqual([]);
    });

    it('lets a handler that reacts to its signal respond', async () => {
      const { router, entered } = gate();
      const { server, port } = await start(router);
      const answer = get(port, '/polite');
      await entered;
      const closing = server.close({ timeout: 20 });
      expect(await textOf(await answer)).toBe('cut short');
      expect((await closing).aborted).toHaveLength(1);
    });

    it('ends event streams immediately as complete responses, and closes their connections', async () => {
      const { router, entered } = gate();
      const { server, port } = await start(router, { keepAliveTimeout: 60_000 });
      const response = await get(port, '/events');
      await entered;
      const text = textOf(response);
      expect(await server.close({ timeout: 60_000 })).toEqual({ finished: 1, aborted: [], unfinished: [] });
      expect(await text).toBe('data: first\n\n');
      expect(response.complete).toBe(true);
    });

    it('stops the listener, and may be called twice', async () => {
      const { server } = await start(hello);
      await server.close();
      await pause(1);
      expect(server.node.listening).toBe(false);
      expect(await server.close()).toEqual({ finished: 0, aborted: [], unfinished: [] });
    });
  });
});
