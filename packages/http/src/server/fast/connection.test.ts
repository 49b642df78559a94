import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  BodyParam,
  Context,
  PathParam,
  RestResponse,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type ServerOptions,
} from '../../index.ts';

const toolkit = new Toolkit({ limits: { body: 1_000_000 } });

/** Opens a connection to a server for the router with the transport `fast`. */
async function open(
  router: Router,
  options: ServerOptions = {},
): Promise<{ socket: Socket; received: () => string }> {
  const server = router.toolkit.createServer(router, { transport: 'fast', ...options });
  onTestFinished(async () => void (await server.close({ timeout: 0 })));
  const { port } = await server.listen(0, '127.0.0.1');
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => {});
  return { socket, received: () => text };
}

/** Sends a request and returns all data received until the connection closes. */
async function exchange(router: Router, request: string): Promise<string> {
  const { socket, received } = await open(router);
  socket.write(request);
  await once(socket, 'close', { signal: AbortSignal.timeout(30_000) });
  return received();
}

const head = (path: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');

const last = (path: string): string => head(path, 'Connection: close');

/** Returns the bodies of responses that have a Content-Length. */
function bodies(text: string): readonly string[] {
  return text.split(/HTTP\/1\.1 \d+ .*\r\n(?:.+\r\n)*\r\n/).slice(1);
}

const hello = new Router(toolkit).add(
  route({ method: 'GET', path: '/', handler: () => 'hello' }),
  route({ method: 'GET', path: '/words', handler: () => ['one ', 'two'].values() }),
  route({
    method: 'GET',
    path: '/dated',
    handler: () => new RestResponse('hello', { headers: { date: new Date(0).toUTCString() } }),
  }),
  route({ method: 'POST', path: '/', bindings: [BodyParam(String)], handler: (text) => text }),
);

describe('a connection of the fast transport', () => {
  it('writes the same headers as node:http', async () => {
    const responses = await Promise.all(
      (['node', 'fast'] as const).map(async (transport) => {
        const server = toolkit.createServer(hello, { transport });
        onTestFinished(async () => void (await server.close({ timeout: 0 })));
        const { url } = await server.listen(0, '127.0.0.1');
        const texts = ['/', '/words', '/dated', '/nowhere'].flatMap((path) =>
          ['GET', 'HEAD', 'OPTIONS'].map(async (method) => {
            const response = await fetch(url + path, { method });
            const headers = [...response.headers].filter(([name]) => name !== 'date');
            return [response.status, response.statusText, headers, await response.text()];
          }),
        );
        return Promise.all(texts);
      }),
    );
    expect(responses[1]).toEqual(responses[0]);
  });

  it('announces that it closes the connection, even if the handler sets Connection', async () => {
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        handler: () => new RestResponse('hello', { headers: { connection: 'keep-alive' } }),
      }),
    );
    expect(await exchange(router, last('/'))).toContain('\r\nConnection: keep-alive, close\r\n');
  });

  it('sends the head and the first chunk of a streamed response together', async () => {
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/chunks',
        handler: async function* () {
          yield 'one';
          await new Promise((resolve) => setTimeout(resolve, 20));
          yield 'two';
        },
      }),
    );
    const server = toolkit.createServer(router, { transport: 'fast' });
    onTestFinished(async () => void (await server.close({ timeout: 0 })));
    let writes = 0;
    server.node.on('connection', (socket: Socket) => {
      for (const name of ['_write', '_writev'] as const) {
        vi.spyOn(socket, name as '_write').mockImplementation(function (this: Socket, ...values) {
          writes += 1;
          return (Object.getPrototypeOf(this) as Socket)[name as '_write'].apply(this, values);
        });
      }
    });
    const { url } = await server.listen(0, '127.0.0.1');
    expect(await (await fetch(`${url}/chunks`)).text()).toBe('onetwo');
    // The three writes are the head with `one`, then `two`, then the end of the body.
    expect(writes).toBe(3);
  });

  it('answers requests in the order of their arrival, regardless of handler durations', async () => {
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/{delay}',
        bindings: [PathParam('delay', Number)],
        handler: async (delay) => {
          await new Promise((resolve) => setTimeout(resolve, delay));
          return `${delay}\n`;
        },
      }),
      route({
        method: 'GET',
        path: '/now/{text}',
        bindings: [PathParam('text', String)],
        handler: (text) => text,
      }),
    );
    const requests = head('/30') + head('/now/a') + head('/10') + head('/0') + last('/now/b');
    expect(bodies(await exchange(router, requests))).toEqual(['30\n', 'a', '10\n', '0\n', 'b']);
  });

  it('runs each handler in the asynchronous context of the connection, not of the previous request', async () => {
    const { AsyncLocalStorage } = await import('node:async_hooks');
    const storage = new AsyncLocalStorage<string>();
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/{text}',
        bindings: [PathParam('text', String)],
        handler: async (text) => {
          const before = storage.getStore() ?? 'none';
          storage.enterWith(text);
          await new Promise((resolve) => setTimeout(resolve, 1));
          return before;
        },
      }),
    );
    expect(bodies(await exchange(router, head('/one') + head('/two') + last('/three')))).toEqual([
      'none',
      'none',
      'none',
    ]);
  });

  it('stops reading while requests wait for a response', async () => {
    const opened = Promise.withResolvers<void>();
    const router = new Router(toolkit).add(
      route({ method: 'GET', path: '/gate', handler: () => opened.promise.then(() => 'open') }),
      route({ method: 'GET', path: '/', handler: () => 'x' }),
    );
    const { socket, received } = await open(router);
    const count = 100_000;
    socket.write(head('/gate'));
    const isFlushed = socket.write(head('/').repeat(count - 1) + last('/'));
    expect(isFlushed).toBe(false);
    await vi.waitFor(() => expect(socket.bytesWritten).toBeGreaterThan(65_536), { timeout: 30_000 });
    expect(received()).toBe('');
    opened.resolve();
    await once(socket, 'close', { signal: AbortSignal.timeout(60_000) });
    expect(received().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(count + 1);
  });

  it('stops receiving a body until the handler reads it', async () => {
    const opened = Promise.withResolvers<void>();
    let length = 0;
    const router = new Router(new Toolkit({ limits: { body: 100_000_000 } })).add(
      route({
        method: 'POST',
        path: '/',
        bindings: [Context(RoutingContext)],
        handler: async ({ body }) => {
          await opened.promise;
          for await (const chunk of body.stream()) length += chunk.byteLength;
          return length;
        },
      }),
    );
    const { socket, received } = await open(router);
    const size = 40_000_000;
    const body = Buffer.alloc(size, 'x');
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`);
    socket.write(body);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(socket.writableLength).toBeGreaterThan(0);
    opened.resolve();
    await once(socket, 'close', { signal: AbortSignal.timeout(60_000) });
    expect(bodies(received())).toEqual([String(size)]);
  });

  it('reads the next request after a body that the handler reads more slowly than it arrives', async () => {
    const started = Promise.withResolvers<void>();
    const router = new Router(toolkit).add(
      route({ method: 'GET', path: '/', handler: () => 'hello' }),
      route({
        method: 'POST',
        path: '/slow',
        bindings: [Context(RoutingContext)],
        handler: async ({ body }) => {
          started.resolve();
          let length = 0;
          for await (const chunk of body.stream()) length += chunk.byteLength;
          return String(length);
        },
      }),
    );
    const { socket, received } = await open(router);
    socket.write('POST /slow HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    await started.promise;
    // The end of the body arrives with a part that the handler has not requested.
    socket.write('3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n');
    await vi.waitFor(() => expect(bodies(received())).toEqual(['6']), 30_000);
    socket.write(last('/'));
    await once(socket, 'close', { signal: AbortSignal.timeout(30_000) });
    expect(bodies(received())).toEqual(['6', 'hello']);
  });

  it('reads a request while the handler of the previous one reads the rest of its body', async () => {
    const responded = Promise.withResolvers<void>();
    const [hasRead, hasStarted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const router = new Router(toolkit).add(
      route({
        method: 'POST',
        path: '/background',
        bindings: [Context(RoutingContext)],
        handler: async ({ body }) => {
          const reader = body.stream().getReader();
          await reader.read();
          void responded.promise.then(() => reader.read()).then(() => hasRead.resolve());
          return 'started';
        },
      }),
      route({
        method: 'POST',
        path: '/',
        bindings: [Context(RoutingContext)],
        handler: async ({ body }) => {
          hasStarted.resolve();
          return (await body.bytes()).byteLength;
        },
      }),
    );
    const { socket, received } = await open(router);
    socket.write(
      'POST /background HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n',
    );
    await vi.waitFor(() => expect(bodies(received())).toEqual(['started']), 30_000);
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\nx');
    await hasStarted.promise;
    responded.resolve();
    await hasRead.promise;
    socket.write(Buffer.alloc(899_999));
    await vi.waitFor(() => expect(bodies(received())).toEqual(['started', '900000']), 30_000);
  });

  it('ends a response without Content-Length with a last chunk, or for HTTP/1.0 by closing the connection', async () => {
    const chunked = await exchange(hello, last('/words'));
    expect(chunked).toMatch(
      /\r\ntransfer-encoding: chunked\r\n[^]*\r\n\r\n4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n$/,
    );
    const plain = await exchange(hello, 'GET /words HTTP/1.0\r\nConnection: keep-alive\r\n\r\n');
    expect(plain).toMatch(/\r\nConnection: close\r\n\r\none two$/);
    expect(plain).not.toContain('chunked');
  });

  it('keeps an HTTP/1.0 connection open only if the client requests it', async () => {
    expect(await exchange(hello, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/\r\nConnection: close\r\n\r\nhello$/);
    const request = 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n';
    const kept = await exchange(hello, `${request}GET / HTTP/1.0\r\n\r\n`);
    expect(bodies(kept)).toEqual(['hello', 'hello']);
    expect(kept).toMatch(/Connection: keep-alive[^]*Connection: close/);
  });

  it('sends non-ASCII text with its length in bytes', async () => {
    const router = new Router(toolkit).add(route({ method: 'GET', path: '/', handler: () => 'ä€😀' }));
    const text = await exchange(router, last('/'));
    expect(text).toContain('content-length: 9\r\n');
    expect(Buffer.from(bodies(text)[0]!, 'latin1').toString()).toBe('ä€😀');
  });

  it('rejects an unknown expectation with 417, and closes the connection on CONNECT', async () => {
    const got = await exchange(hello, head('/', 'Expect: more') + last('/'));
    expect(got).toMatch(/^HTTP\/1\.1 417 [^]*HTTP\/1\.1 200 OK/);
    expect(await exchange(hello, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
  });

  it('answers invalid chunks with 400, after the responses to earlier requests', async () => {
    const chunked =
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n';
    const got = await exchange(hello, `${head('/')}${chunked}2\r\nab\r\nx`);
    expect(got).toMatch(
      /^HTTP\/1\.1 200 OK[^]*helloHTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n\r\n$/,
    );
  });

  it('sends only one response to a rejected request with an invalid body', async () => {
    const { socket, received } = await open(hello);
    socket.end('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx');
    await once(socket, 'close', { signal: AbortSignal.timeout(30_000) });
    expect(received()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ntransfer-encoding: chunked\r\n/);
    expect(received().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('answers an incomplete request with 4xx if the client ends the connection', async () => {
    for (const request of [
      'G',
      'GET / HTTP/1.1\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nbody',
    ]) {
      const { socket, received } = await open(hello);
      socket.end(request);
      await once(socket, 'close', { signal: AbortSignal.timeout(30_000) });
      expect(received()).toMatch(/^HTTP\/1\.1 4/);
    }
  });

  it('closes the connection after a response to a client that waits for status 100', async () => {
    const request = 'POST /nowhere HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';
    const { socket, received } = await open(hello);
    socket.write(request);
    await vi.waitFor(() => expect(received()).toContain('\r\n\r\n'), { timeout: 30_000 });
    expect(received()).toMatch(/^HTTP\/1\.1 404 [^]*\r\nConnection: close\r\n/);
    // The server takes this for the body, whereas the client may have sent it as another request.
    socket.write(last('/'));
    await once(socket, 'close', { signal: AbortSignal.timeout(30_000) });
    expect(received().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it.each([
    ['a client that sends nothing', '', { headersTimeout: 40 }],
    ['headers that do not end', 'GET / HTTP/1.1\r\nHost: a\r\n', { headersTimeout: 40 }],
    ['a second request that does not end', `${head('/')}GET /`, { headersTimeout: 40 }],
    [
      'a body that does not end',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nbody',
      { requestTimeout: 40 },
    ],
  ])('answers %s with 408', async (_name, request, options) => {
    const { socket, received } = await open(hello, options);
    socket.write(request);
    await once(socket, 'close', { signal: AbortSignal.timeout(30_000) });
    expect(received()).toMatch(/HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n\r\n$/);
  });

  it('limits the time for which a client may stop reading a response, even after the handler has ended', async () => {
    const server = toolkit.createServer(hello, { transport: 'fast' });
    onTestFinished(async () => void (await server.close({ timeout: 0 })));
    const { port } = await server.listen(0, '127.0.0.1');
    const accepted = once(server.node, 'connection') as Promise<[Socket]>;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    const [peer] = await accepted;
    // Simulates full buffers of the operating system.
    peer.cork();
    socket.write(head('/'));
    await vi.waitFor(() => expect(peer.writableLength).toBeGreaterThan(0), { timeout: 30_000 });
    expect(peer.timeout).toBe(60_000);
    peer.uncork();
    await vi.waitFor(() => expect(peer.timeout).toBe(0), { timeout: 30_000 });
  });

  it('does not limit the duration of a handler', async () => {
    const started = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        handler: async () => {
          started.resolve();
          await opened.promise;
          return 'late';
        },
      }),
    );
    // Fake timers, because on a busy machine the request might arrive after the limits.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const options = { headersTimeout: 25, requestTimeout: 25, keepAliveTimeout: 25 };
    const { socket, received } = await open(router, options);
    socket.write(last('/'));
    await started.promise;
    vi.advanceTimersByTime(60_000);
    opened.resolve();
    await once(socket, 'close', { signal: AbortSignal.timeout(30_000) });
    expect(bodies(received())).toEqual(['late']);
  });

  it('closes an idle connection one second after the announced timeout, without a response', async () => {
    const { socket, received } = await open(hello, { keepAliveTimeout: 25 });
    socket.write(head('/'));
    const start = performance.now();
    await once(socket, 'close', { signal: AbortSignal.timeout(30_000) });
    expect(performance.now() - start).toBeGreaterThan(1_000);
    expect(received().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('does not close an idle connection with the timeout 0', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { socket, received } = await open(hello, { keepAliveTimeout: 0 });
    socket.write(head('/'));
    await vi.waitFor(() => expect(bodies(received())).toHaveLength(1));
    vi.advanceTimersByTime(3_600_000);
    socket.write(head('/'));
    await vi.waitFor(() => expect(bodies(received())).toHaveLength(2));
    expect(received()).not.toContain('Keep-Alive: timeout');
  });

  it('rejects an unknown transport', () => {
    const options = { transport: 'quick' } as unknown as { transport: 'fast' };
    expect(() => toolkit.createServer(hello, options)).toThrow(
      "createServer: transport must be 'node' or 'fast', not \"quick\"",
    );
  });

  it.each([
    ['a new connection', '', { headersTimeout: 100 }, /^HTTP\/1\.1 408 /],
    ['an idle connection', head('/'), { keepAliveTimeout: 100 }, /hello$/],
  ])('closes %s on which only empty lines arrive', async (_name, first, limits, expected) => {
    const { socket, received } = await open(hello, limits);
    socket.write(first);
    const timer = setInterval(() => socket.write('\r\n'), 10);
    onTestFinished(() => clearInterval(timer));
    // `once` would reject with ECONNRESET if an empty line arrives after the server has closed the connection.
    await vi.waitFor(() => expect(socket.closed).toBe(true));
    expect(received()).toMatch(expected);
  });
});
