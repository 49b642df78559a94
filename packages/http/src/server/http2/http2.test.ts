/** Tests HTTP/2 without TLS with Node's own client. Tests with TLS: http2-tls.integration.test.ts. */
import { once } from 'node:events';
import {
  connect as connectHttp2,
  constants,
  createServer,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { createRequire } from 'node:module';
import { connect as connectTcp, type AddressInfo, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  BodyParam,
  Context,
  HttpRequest,
  RestResponse,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type ServerOptions,
} from '../../index.ts';
import { connect, type ConnectMiddleware } from '../../policies/connect/connect.ts';
import { sendEarlyHints } from '../../policies/early-hints.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { webSocket } from '../../websocket/index.ts';

const require = createRequire(import.meta.url);
const helmet = require('helmet') as () => ConnectMiddleware;
const compression = require('compression') as () => ConnectMiddleware;

const toolkit = new Toolkit({ logger: recordingLogger(), limits: { body: 10_000 } });
const LARGE = 'x'.repeat(3_000_000);
/** Characters of four bytes, so that their bytes cross the ends of pieces. */
const HUGE = `.${'\u{1f600}'.repeat(1_000_003)}`;

/** Calls of handlers that wait, with their signals. */
const waiting: AbortSignal[] = [];
const wait = async (context: RoutingContext): Promise<string> => {
  waiting.push(context.signal);
  await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
  return 'too late';
};

const router = new Router(toolkit).add(
  route({
    method: 'GET',
    path: '/request',
    bindings: [Context(HttpRequest)],
    handler: (request) => ({
      url: request.url.href,
      address: request.remoteAddress,
      headers: Object.fromEntries(request.headers),
    }),
  }),
  route({ method: 'POST', path: '/echo', bindings: [BodyParam(String)], handler: (body) => body }),
  route({
    method: 'POST',
    path: '/count',
    bindings: [BodyParam(ReadableStream)],
    async handler(body) {
      let length = 0;
      for await (const part of body as ReadableStream<Uint8Array>) length += part.byteLength;
      return `${length}`;
    },
  }),
  route({ method: 'GET', path: '/large', handler: () => LARGE }),
  route({ method: 'GET', path: '/wait', bindings: [Context(RoutingContext)], handler: wait }),
  route({
    method: 'GET',
    path: '/headers',
    handler: () =>
      new RestResponse('done', {
        headers: {
          Connection: 'x-name',
          'Keep-Alive': 'timeout=5',
          'Transfer-Encoding': 'chunked',
          Upgrade: 'h3',
          'X-Name': 'value',
          'Set-Cookie': ['a=1', 'b=2'],
        },
      }),
  }),
  route({
    method: 'GET',
    path: '/broken',
    async *handler() {
      yield 'first';
      throw new Error('no more');
    },
  }),
);

async function start(options: ServerOptions = {}, served: Router = router) {
  const server = toolkit.createServer(served, { http2: true, ...options });
  const { port } = await server.listen(0, '127.0.0.1');
  onTestFinished(async () => void (await server.close({ timeout: 0 })));
  return { server, port, session: open(port) };
}

function open(port: number, socket?: Socket): ClientHttp2Session {
  const session = connectHttp2(`http://127.0.0.1:${port}`, socket && { createConnection: () => socket });
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  return session;
}

/** Returns a RST_STREAM frame. Node's client would end the body before it resets the stream. */
function resetFrame(id: number, code: number): Buffer {
  const frame = Buffer.alloc(13);
  frame.writeUIntBE(4, 0, 3);
  frame.writeUInt8(3, 3);
  frame.writeUInt32BE(id, 5);
  frame.writeUInt32BE(code, 9);
  return frame;
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }];
  return { status: headers[':status'], headers, body: await text(stream) };
}

function send(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string): Promise<Answer> {
  const stream = session.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  return answerOf(stream);
}

const post = (path: string, more: OutgoingHttpHeaders = {}): OutgoingHttpHeaders => ({
  ':method': 'POST',
  ':path': path,
  'content-type': 'text/plain',
  ...more,
});

describe('a request over HTTP/2', () => {
  it('has the URL of :authority and of the connection, and no pseudo-headers', async () => {
    const { session } = await start();
    const { body } = await send(session, {
      ':path': '/request?a=1',
      ':authority': 'app.example:8080',
      ':scheme': 'https',
      cookie: ['a=1', 'b=2'],
      'x-list': ['1', '2'],
    });
    expect(JSON.parse(body)).toEqual({
      url: 'http://app.example:8080/request?a=1',
      address: '127.0.0.1',
      headers: { host: 'app.example:8080', cookie: 'a=1; b=2', 'x-list': '1, 2' },
    });
  });

  it('may have a Host header instead of :authority, but not a different one', async () => {
    const { session } = await start();
    const path = { ':path': '/request' };
    const only = await send(session, { ...path, host: 'app.example' });
    expect(JSON.parse(only.body)).toMatchObject({ url: 'http://app.example/request' });
    const both = { ...path, ':authority': 'app.example', host: 'APP.example' };
    expect((await send(session, both)).status).toBe(200);
    expect((await send(session, { ...both, host: 'other.example' })).status).toBe(400);
  });

  it('is reset by node:http2 if its host contains invalid characters', async () => {
    const { server, session } = await start();
    const served: unknown[] = [];
    server.node.on('stream', (_stream, headers: IncomingHttpHeaders) => served.push(headers[':path']));
    const codes = await Promise.all(
      ['a b', 'a"', '<a>', 'a\u00e9', 'a\u0085', 'a/b'].flatMap((host) =>
        [':authority', 'host'].map(async (name) => {
          const stream = session.request({ ':path': '/request', [name]: host });
          await expect(answerOf(stream)).rejects.toThrow('PROTOCOL_ERROR');
          return stream.rstCode;
        }),
      ),
    );
    expect(new Set(codes)).toEqual(new Set([constants.NGHTTP2_PROTOCOL_ERROR]));
    // The connection remains usable.
    expect(await send(session, post('/echo'), 'again')).toMatchObject({ body: 'again' });
    expect(served).toEqual(['/echo']);
  });

  it('shares its connection with others, and its body is collected or streamed', async () => {
    const { session } = await start();
    const answers = await Promise.all([
      send(session, post('/echo'), 'hello'),
      send(session, post('/count'), 'x'.repeat(9_000)),
      send(session, post('/echo', { 'content-length': '0' })),
      send(session, { ':path': '/large' }),
      send(session, { ':path': '/missing' }),
      send(session, { ':path': '/large', ':method': 'HEAD' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 200]);
    expect(answers.map(({ body }) => body.length)).toEqual([
      5,
      4,
      0,
      LARGE.length,
      answers[4].body.length,
      0,
    ]);
    expect(answers[1].body).toBe('9000');
    expect(answers[5].headers['content-length']).toBe(`${LARGE.length}`);
  });

  it('may have trailers, which are ignored', async () => {
    const { session } = await start();
    const stream = session.request(post('/echo'), { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-check': '1' }));
    stream.end('hello');
    expect(await answerOf(stream)).toMatchObject({ status: 200, body: 'hello' });
  });

  it('is answered before its body has arrived, and the connection remains usable', async () => {
    const { session } = await start();
    const declared = session.request(post('/echo', { 'content-length': '20000' }));
    expect(await answerOf(declared)).toMatchObject({ status: 413 });
    const long = session.request(post('/echo'));
    long.end('x'.repeat(500_000));
    const closed = once(long, 'close');
    expect(await answerOf(long)).toMatchObject({ status: 413 });
    // The server discards the rest, so that the client can finish the request.
    await closed;
    expect(await send(session, post('/echo'), 'again')).toMatchObject({ body: 'again' });
  });

  it('is asked to stop sending after the response if its body is endless', async () => {
    const { session } = await start();
    const stream = session.request(post('/missing'));
    stream.on('error', () => {});
    const closed = once(stream, 'close');
    const pump = (): void => {
      while (!stream.closed && stream.write(LARGE));
    };
    stream.on('drain', pump);
    pump();
    expect(await answerOf(stream)).toMatchObject({ status: 404 });
    await vi.waitFor(() => expect(stream.closed).toBe(true));
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
    stream.destroy();
    await closed;
  });

  it('receives status 100 only if its body is read', async () => {
    const { session } = await start();
    const statuses = async (path: string, size: number): Promise<readonly unknown[]> => {
      const stream = session.request(post(path, { expect: '100-continue', 'content-length': size }));
      const found: number[] = [];
      stream.on('continue', () => {
        found.push(100);
        stream.end('x'.repeat(size));
      });
      found.push((await answerOf(stream)).status);
      return found;
    };
    expect(await statuses('/echo', 5)).toEqual([100, 200]);
    expect(await statuses('/echo', 20_000)).toEqual([413]);
    expect((await send(session, post('/echo', { expect: 'more' }), 'x')).status).toBe(417);
  });

  it('aborts the signal of the handler if the client resets it', async () => {
    const { session } = await start();
    const stream = session.request({ ':path': '/wait' });
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    const signal = waiting.pop()!;
    expect(signal.aborted).toBe(false);
    stream.close(constants.NGHTTP2_CANCEL);
    await vi.waitFor(() => expect(signal.aborted).toBe(true));
    expect(await send(session, post('/echo'), 'again')).toMatchObject({ body: 'again' });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['resets with CANCEL', (socket) => socket.write(resetFrame(1, constants.NGHTTP2_CANCEL))],
    ['resets with NO_ERROR', (socket) => socket.write(resetFrame(1, constants.NGHTTP2_NO_ERROR))],
    ['disconnects', (socket) => socket.destroy()],
  ])('does not reach the handler if the client %s before the body is complete', async (_name, stop) => {
    const bodies: unknown[] = [];
    const routes = new Router(toolkit).add(
      route({
        method: 'POST',
        path: '/keep',
        bindings: [BodyParam(String)],
        handler: (body) => void bodies.push(body),
      }),
      route({ method: 'GET', path: '/', handler: () => 'here' }),
    );
    const { server, port, session } = await start({}, routes);
    const opened = once(server.node, 'stream') as Promise<[ServerHttp2Stream]>;
    const socket = connectTcp(port, '127.0.0.1');
    const stream = open(port, socket).request(post('/keep'));
    stream.on('error', () => {});
    await new Promise((resolve) => stream.write('only a part', resolve));
    const [served] = await opened;
    const closed = new Promise((resolve) => served.once('close', resolve));
    stop(socket);
    await closed;
    expect(await send(session, { ':path': '/' })).toMatchObject({ body: 'here' });
    expect(bodies).toEqual([]);
  });
});

describe('a response over HTTP/2', () => {
  it('has no headers of HTTP/1.1 connections, and each cookie separately', async () => {
    const { session } = await start();
    const { status, headers } = await send(session, { ':path': '/headers' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'x-name': 'value', 'set-cookie': ['a=1', 'b=2'] });
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(connection|keep-alive|transfer-encoding|upgrade)$/)]),
    );
  });

  it('is reset if it fails after its headers', async () => {
    const { session } = await start();
    const stream = session.request({ ':path': '/broken' });
    const failed = once(stream, 'error') as Promise<[Error]>;
    stream.resume();
    expect((await once(stream, 'response'))[0]).toMatchObject({ ':status': 200 });
    await expect(failed).resolves.toMatchObject([{ message: expect.stringContaining('INTERNAL_ERROR') }]);
  });

  it('waits for a client that reads slowly', async () => {
    let count = 0;
    const routes = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        *handler() {
          for (; count < 200; count += 1) yield 'x'.repeat(65_536);
        },
      }),
    );
    const { session } = await start({}, routes);
    const stream = session.request({ ':path': '/' });
    await once(stream, 'response');
    await send(session, { ':path': '/missing' });
    expect(count).toBeLessThan(100);
    expect((await text(stream)).length).toBe(200 * 65_536);
  });

  it.each<[string, () => unknown]>([
    ['sends whole', () => HUGE],
    ['streams', () => [HUGE][Symbol.iterator]()],
  ])(
    'does not keep further requests from being answered if it is large and unread: a handler that %s',
    async (_name, handler) => {
      const routes = new Router(toolkit).add(
        route({ method: 'GET', path: '/', handler }),
        route({ method: 'GET', path: '/small', handler: () => 'small' }),
      );
      const { session } = await start({}, routes);
      const unread = Array.from({ length: 6 }, () => session.request({ ':path': '/' }));
      await Promise.all(unread.map((stream) => once(stream, 'response')));
      expect(await send(session, { ':path': '/small' })).toMatchObject({ status: 200, body: 'small' });
      const bodies = await Promise.all(unread.map(text));
      expect(bodies.map((body) => body === HUGE)).toEqual(Array.from({ length: 6 }, () => true));
    },
  );

  it('follows early hints', async () => {
    const routes = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        bindings: [Context(RoutingContext)],
        handler(context) {
          sendEarlyHints(context, '</app.css>; rel=preload; as=style');
          return 'page';
        },
      }),
    );
    const { session } = await start({}, routes);
    const stream = session.request({ ':path': '/' });
    const hints = once(stream, 'headers');
    expect(await answerOf(stream)).toMatchObject({ status: 200, body: 'page' });
    expect((await hints)[0]).toMatchObject({ ':status': 103, link: '</app.css>; rel=preload; as=style' });
  });

  it('passes through the compression of Connect middleware if it is large or streamed', async () => {
    const routes = new Router(toolkit).use(connect(compression())).add(
      route({ method: 'GET', path: '/', handler: () => LARGE }),
      route({
        method: 'GET',
        path: '/streamed',
        *handler() {
          for (let count = 0; count < 30; count += 1) yield LARGE.slice(0, 100_000);
        },
      }),
    );
    const { session } = await start({}, routes);
    for (const path of ['/', '/streamed']) {
      const stream = session.request({ ':path': path, 'accept-encoding': 'gzip' });
      const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
      expect(headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(await buffer(stream)).toString()).toBe(LARGE);
    }
  });

  it('passes through Connect middleware', async () => {
    const routes = new Router(toolkit)
      .use(connect(helmet(), compression()))
      .add(route({ method: 'GET', path: '/', handler: () => 'x'.repeat(5_000) }));
    const { session } = await start({}, routes);
    const { status, headers } = await send(session, { ':path': '/', 'accept-encoding': 'gzip' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'x-content-type-options': 'nosniff' });
  });
});

describe('limits of HTTP/2 connections', () => {
  it('are sent to the client', async () => {
    const { session, port } = await start();
    await once(session, 'remoteSettings');
    expect(session.remoteSettings).toMatchObject({ maxConcurrentStreams: 100, maxHeaderListSize: 16_384 });
    expect(port).toBeGreaterThan(0);
    const other = await start({ http2: { maxConcurrentStreams: 7, maxHeaderListSize: 1_000 } });
    await once(other.session, 'remoteSettings');
    expect(other.session.remoteSettings).toMatchObject({ maxConcurrentStreams: 7, maxHeaderListSize: 1_000 });
  });

  it('reset requests with too many headers', async () => {
    const { session } = await start({ http2: { maxHeaderListSize: 2_000 } });
    // The limit applies after the client has acknowledged it.
    await once(session, 'remoteSettings');
    await send(session, { ':path': '/request' });
    const stream = session.request({ ':path': '/request', 'x-long': 'x'.repeat(3_000) });
    const [error] = (await once(stream, 'error')) as [Error];
    expect(error.message).toMatch(/ENHANCE_YOUR_CALM|PROTOCOL_ERROR|REFUSED/);
    expect((await send(session, { ':path': '/request' })).status).toBe(200);
  });

  it('close the connection of a client that cancels many requests at once', async () => {
    const { session } = await start({ http2: { streamResetBurst: 20, streamResetRate: 1 } });
    await once(session, 'remoteSettings');
    const closed = new Promise((resolve) => session.once('close', resolve));
    for (let index = 0; index < 90; index += 1) {
      const stream = session.request({ ':path': '/large' });
      stream.on('error', () => {});
      setImmediate(() => stream.close(constants.NGHTTP2_CANCEL));
    }
    await closed;
  });

  it('close connections without a request after headersTimeout, and idle ones after keepAliveTimeout', async () => {
    const { session, port } = await start({ headersTimeout: 50, keepAliveTimeout: 400 });
    const goodbye = once(session, 'goaway');
    const unused = once(session, 'close');
    await goodbye;
    await unused;
    const used = open(port);
    const closed = once(used, 'close');
    await send(used, { ':path': '/request' });
    const since = performance.now();
    await closed;
    expect(performance.now() - since).toBeGreaterThan(300);
  });

  it('cancel a request that has not arrived completely after requestTimeout', async () => {
    const { session } = await start({ requestTimeout: 100 });
    const stream = session.request(post('/echo'));
    stream.on('error', () => {});
    stream.write('part');
    await once(stream, 'close');
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });

  it('close a connection that is not HTTP/2', async () => {
    const { port } = await start();
    const socket = connectTcp(port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'close');
  });
});

describe('a shutdown of a server for HTTP/2', () => {
  it('sends GOAWAY, and waits for requests in flight', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const routes = new Router(toolkit).add(
      route({ method: 'GET', path: '/', handler: () => promise }),
      route({ method: 'GET', path: '/now', handler: () => 'now' }),
    );
    const { session, server, port } = await start({}, routes);
    const idle = open(port);
    await send(idle, { ':path': '/now' });
    const answer = send(session, { ':path': '/' });
    await send(session, { ':path': '/now' });
    const goodbyes = Promise.all([once(session, 'goaway'), once(idle, 'goaway'), once(idle, 'close')]);
    const report = server.close({ timeout: 20_000 });
    await goodbyes;
    resolve('finished');
    expect(await answer).toMatchObject({ status: 200, body: 'finished' });
    expect(await report).toMatchObject({ finished: 1, aborted: [] });
  });

  it('aborts requests that do not finish in time, and reports them', async () => {
    const { session, server } = await start();
    const stream = session.request({ ':path': '/wait' });
    stream.on('error', () => {});
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    const signal = waiting.pop()!;
    const report = await server.close({ timeout: 20 });
    expect(signal.aborted).toBe(true);
    expect(report.aborted).toMatchObject([{ method: 'GET', path: '/wait' }]);
  });

  it('ends event streams', async () => {
    const routes = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        produces: 'text/event-stream',
        async *handler() {
          yield { data: 'one' };
          await new Promise(() => {});
        },
      }),
    );
    const { session, server } = await start({}, routes);
    const stream = session.request({ ':path': '/', accept: 'text/event-stream' });
    stream.on('error', () => {});
    const [first] = (await once(stream.setEncoding('utf8'), 'data')) as [string];
    expect(first).toContain('data: ');
    const report = await server.close({ timeout: 20_000 });
    expect(report.aborted).toEqual([]);
  });
});

describe('HTTP/2 options', () => {
  it('cause a warning for routes that upgrade connections, unless clients can use HTTP/1.1', async () => {
    const logger = recordingLogger();
    const app = new Router(new Toolkit({ logger }));
    app.add(webSocket({ path: '/chat', handler: () => ({ message: () => {} }) }));
    const server = app.toolkit.createServer(app, { http2: true });
    await server.listen(0, '127.0.0.1');
    await server.close({ timeout: 0 });
    const warnings = logger.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/http2\.test\.ts:\d+:\d+: warning W2054 upgrade: GET \/chat /);
    expect(warnings[0]).toContain('hint: pass the option tls');
    const other = app.toolkit.createServer(app);
    onTestFinished(async () => void (await other.close({ timeout: 0 })));
    await other.listen(0, '127.0.0.1');
    expect(logger.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  it.each<[ServerOptions, RegExp]>([
    [{ http2: true, transport: 'fast' }, /http2 requires the transport 'node'/],
    [
      { http2: true, upgrades: { websocket: () => {} } },
      /upgrades require HTTP\/1\.1.*: pass tls, or remove/,
    ],
    [{ http2: 'yes' as unknown as true }, /http2 must be true, or limits such as/],
    [{ http2: { maxStreams: 5 } as object }, /maxStreams/],
    [{ http2: { maxConcurrentStreams: 0 } }, /http2\.maxConcurrentStreams must be a positive integer/],
  ])('%o are refused', (options, message) => {
    expect(() => toolkit.createServer(router, options)).toThrow(message);
  });

  it('are not needed for a server of your own', async () => {
    const node = createServer(router.listener);
    node.listen(0, '127.0.0.1');
    await once(node, 'listening');
    onTestFinished(() => void node.close());
    const session = open((node.address() as AddressInfo).port);
    expect(await send(session, post('/echo'), 'hello')).toMatchObject({ status: 200, body: 'hello' });
    session.destroy();
  });
});
