import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket as Client } from 'ws';
import { z } from 'zod';
import {
  basic,
  HttpError,
  int,
  PathParam,
  QueryParam,
  route,
  REQUEST_CHANNELS,
  Router,
  Toolkit,
  type Filter,
  type RequestMessage,
  type ServerOptions,
} from '../index.ts';
import type { Route } from '../contract/route.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import type { WebSocketConnection } from './connection.ts';
import { webSocket } from './web-socket.ts';

const WAIT = { timeout: 30_000, interval: 5 };

describe.each(['node', 'fast'] as const)('WebSocket routes with the %s transport', (transport) => {
  async function serve(routes: readonly Route[], options: ServerOptions = {}) {
    const logger = recordingLogger();
    const router = new Router(new Toolkit({ logger })).add(...routes);
    const server = router.toolkit.createServer(router, { transport, ...options });
    onTestFinished(async () => void (await server.close({ timeout: 0 })));
    const { port } = await server.listen(0, '127.0.0.1');
    const open = (path: string, protocols: readonly string[] = [], headers = {}) => {
      const client = new Client(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
      onTestFinished(() => client.terminate());
      const received: string[] = [];
      client.on('message', (data: Buffer) => received.push(String(data)));
      client.on('error', () => {});
      return { client, received };
    };
    const connected = async (...args: Parameters<typeof open>) => {
      const opened = open(...args);
      await once(opened.client, 'open');
      return opened;
    };
    /** Returns the response to a refused handshake. */
    const refused = async (...args: Parameters<typeof open>) => {
      const { client } = open(...args);
      const [, response] = (await once(client, 'unexpected-response')) as [
        unknown,
        AsyncIterable<Buffer> & { statusCode: number; headers: Record<string, string> },
      ];
      let body = '';
      for await (const part of response) body += String(part);
      return { status: response.statusCode, headers: response.headers, body };
    };
    return { router, server, port, open, connected, refused, logger };
  }

  const closed = async (client: Client): Promise<readonly [number, string]> => {
    const [code, reason] = (await once(client, 'close')) as [number, Buffer];
    return [code, String(reason)];
  };

  it('pass bound values to the handler, and messages to its hooks', async () => {
    const close = vi.fn();
    const { connected } = await serve([
      webSocket({
        path: '/chat/{room}',
        bindings: [PathParam('room', int), QueryParam('name', String)],
        handler: (room, name) => ({
          open: (connection) => connection.send(`hello ${name} in ${room + 1}`),
          message: async (connection, message) => {
            await connection.send(typeof message === 'string' ? message.toUpperCase() : message.toReversed());
          },
          close: (_connection, code, reason) => close(code, reason),
        }),
      }),
    ]);
    const { client, received } = await connected('/chat/41?name=ann');
    client.send('one');
    client.send(Buffer.from('abc'));
    await vi.waitFor(() => expect(received).toEqual(['hello ann in 42', 'ONE', 'cba']), WAIT);
    client.close(3001, 'bye');
    await vi.waitFor(() => expect(close).toHaveBeenCalledWith(3001, 'bye'), WAIT);
  });

  it.each([
    ['an invalid path value', '/chat/x', {}, 400, 'invalid-values'],
    ['no credentials', '/secret', {}, 401, 'unauthorized'],
    ['a page of another origin', '/chat/1', { origin: 'https://evil.example' }, 403, 'forbidden'],
    ['a path without a route', '/none', {}, 404, 'not-found'],
    ['an error of the handler', '/conflict', {}, 409, 'conflict'],
  ])('answer a handshake with %s with a problem document', async (_name, path, headers, status, code) => {
    const handler = vi.fn(() => ({ message: () => {} }));
    const { refused } = await serve([
      webSocket({ path: '/chat/{room}', bindings: [PathParam('room', int)], handler }),
      webSocket({
        path: '/secret',
        handler,
        scopes: [{ filters: [basic((name) => name === 'ann')] }],
      }),
      webSocket({
        path: '/conflict',
        handler: () => {
          throw new HttpError('conflict');
        },
      }),
    ]);
    const { body, ...response } = await refused(path, [], headers);
    expect(response).toMatchObject({
      status,
      headers: { 'content-type': 'application/problem+json', connection: 'close' },
    });
    expect(JSON.parse(body)).toMatchObject({ status, type: expect.stringContaining(code) as string });
    expect(handler).not.toHaveBeenCalled();
  });

  it('accept listed origins, the same origin, and clients without an Origin header', async () => {
    const { connected, port, refused } = await serve([
      webSocket({ path: '/a', origins: ['https://app.example'], handler: () => ({ message: () => {} }) }),
      webSocket({ path: '/any', origins: '*', handler: () => ({ message: () => {} }) }),
    ]);
    await connected('/a', [], { origin: 'https://app.example' });
    await connected('/a', [], { origin: `http://127.0.0.1:${port}` });
    await connected('/a');
    await connected('/any', [], { origin: 'https://other.example' });
    expect(await refused('/a', [], { origin: 'https://other.example' })).toMatchObject({ status: 403 });
  });

  it('answer requests that are not handshakes', async () => {
    const { port } = await serve([
      route({ method: 'GET', path: '/plain', handler: () => 'plain' }),
      webSocket({ path: '/a', handler: () => ({ message: () => {} }) }),
    ]);
    const plain = await fetch(`http://127.0.0.1:${port}/a`);
    expect(plain.status).toBe(426);
    expect(plain.headers.get('upgrade')).toBe('websocket');
    const ask = async (path: string, lines: readonly string[]): Promise<string> => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1');
      onTestFinished(() => void socket.destroy());
      let received = '';
      socket.on('data', (text: string) => (received += text));
      socket.write(
        [
          'GET ' + path + ' HTTP/1.1',
          'Host: a',
          'Connection: Upgrade',
          'Upgrade: websocket',
          ...lines,
          '',
          '',
        ].join('\r\n'),
      );
      await once(socket, 'close');
      return received;
    };
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
    expect(await ask('/a', [key, 'Sec-WebSocket-Version: 8'])).toMatch(
      /^HTTP\/1.1 426 [^]*sec-websocket-version: 13\r\n/,
    );
    expect(await ask('/a', ['Sec-WebSocket-Version: 13'])).toContain('Sec-WebSocket-Key is missing');
    expect(await ask('/a', [key, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Protocol: a, a'])).toContain(
      'Sec-WebSocket-Protocol is invalid',
    );
    // A server may ignore Upgrade.
    expect(await ask('/plain', [key])).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*\r\n\r\nplain$/);
  });

  it('select the first of their subprotocols that the client offers', async () => {
    const { connected } = await serve([
      webSocket({
        path: '/a',
        protocols: ['v2', 'v1'],
        handler: () => ({ open: (connection) => connection.send(connection.protocol) }),
      }),
    ]);
    const { client, received } = await connected('/a', ['v1', 'v3', 'v2']);
    expect(client.protocol).toBe('v2');
    await vi.waitFor(() => expect(received).toEqual(['v2']), WAIT);
  });

  it('accept only text for the type String, and only bytes for Uint8Array', async () => {
    const { connected } = await serve([
      webSocket({
        path: '/text',
        message: String,
        handler: () => ({ message: (connection, text) => connection.send(text.toUpperCase()) }),
      }),
      webSocket({
        path: '/bytes',
        message: Uint8Array,
        handler: () => ({ message: (connection, bytes) => connection.send(bytes.toReversed()) }),
      }),
    ]);
    for (const [path, sent, expected, wrong] of [
      ['/text', 'abc', 'ABC', Buffer.from('abc')],
      ['/bytes', Buffer.from('abc'), 'cba', 'abc'],
    ] as const) {
      const { client, received } = await connected(path);
      client.send(sent);
      await vi.waitFor(() => expect(received).toEqual([expected]), WAIT);
      client.send(wrong);
      expect(await closed(client)).toEqual([1007, expect.stringContaining('must be a') as string]);
    }
  });

  it('may have the same path as a GET route, in either order', async () => {
    const page = route({
      method: 'GET',
      path: '/{name}',
      produces: 'text/html',
      handler: () => '<p>page</p>',
    });
    const socket = webSocket({
      path: '/{room}',
      handler: () => ({ open: (connection) => connection.send('hi') }),
    });
    for (const routes of [
      [page, socket],
      [socket, page],
    ]) {
      const { connected, logger, port } = await serve(routes);
      const response = await fetch(`http://127.0.0.1:${port}/a`, { headers: { accept: 'text/html' } });
      expect([response.status, await response.text()]).toEqual([200, '<p>page</p>']);
      const { received } = await connected('/a');
      await vi.waitFor(() => expect(received).toEqual(['hi']), WAIT);
      expect(logger.lines.filter(({ level }) => level === 'warn')).toEqual([]);
    }
  });

  it('validate messages with a schema, and close the connection for an invalid message with 1007', async () => {
    const { connected } = await serve([
      webSocket({
        path: '/a',
        message: z.object({ text: z.string().trim() }),
        handler: () => ({ message: (connection, { text }) => connection.send({ echo: text }) }),
      }),
    ]);
    const { client, received } = await connected('/a');
    client.send('{"text":" hi "}');
    await vi.waitFor(() => expect(received).toEqual(['{"echo":"hi"}']), WAIT);
    client.send('{"text":1}');
    expect(await closed(client)).toEqual([1007, expect.stringContaining('/text') as string]);
    for (const message of ['{', Buffer.from('{}')]) {
      const other = await connected('/a');
      other.client.send(message);
      expect((await closed(other.client))[0]).toBe(1007);
    }
  });

  it('pass errors of hooks and invalid messages to the hook `error`, which keeps the connection open', async () => {
    const { connected } = await serve([
      webSocket({
        path: '/a',
        message: z.number(),
        handler: () => ({
          message: (_connection, value) => {
            throw new HttpError(409, `no ${value}`);
          },
          error: (connection, error) => connection.send((error as HttpError).status),
        }),
      }),
    ]);
    const { client, received } = await connected('/a');
    client.send('"x"');
    client.send('1');
    await vi.waitFor(() => expect(received).toEqual(['400', '409']), WAIT);
  });

  it('close the connection if a hook throws: with 1011 and a log entry, or with 1008 for a client error', async () => {
    const { connected, logger } = await serve([
      webSocket({
        path: '/a',
        handler: () => ({
          message: (_connection, text) => {
            throw text === 'client' ? new HttpError(403, 'not allowed') : new Error('secret');
          },
        }),
      }),
    ]);
    const { client } = await connected('/a');
    client.send('server');
    expect(await closed(client)).toEqual([1011, 'internal error']);
    expect(logger.lines.at(-1)).toMatchObject({ level: 'error', message: 'a WebSocket hook failed' });
    const other = await connected('/a');
    other.client.send('client');
    expect(await closed(other.client)).toEqual([1008, 'not allowed']);
  });

  it('refuse codes and reasons that a close frame cannot contain', async () => {
    const { connected } = await serve([
      webSocket({
        path: '/a',
        handler: () => ({
          open(connection) {
            for (const code of [999, 1004, 1005, 1006, 1015, 2999, 5000, 1000.5, Number.NaN]) {
              expect(() => connection.close(code)).toThrow(
                new RangeError(
                  `the code of a close frame must be 1000 to 1003, 1007 to 1014 or 3000 to 4999, not ${code}`,
                ),
              );
            }
            expect(() => connection.close(4000, 'é'.repeat(62))).toThrow(
              new RangeError('the reason of a close frame must have at most 123 bytes, not 124'),
            );
            connection.close(1012, `${'é'.repeat(61)}a`);
          },
        }),
      }),
    ]);
    const { client } = await connected('/a');
    expect(await closed(client)).toEqual([1012, `${'é'.repeat(61)}a`]);
  });

  it('limit the size and rate of messages and the number of connections', async () => {
    const handler = () => ({ message: () => {} });
    const { connected, refused } = await serve([
      webSocket({ path: '/size', maxPayload: 10, handler }),
      webSocket({ path: '/rate', maxMessageRate: 2, handler }),
      webSocket({ path: '/count', maxConnections: 1, handler }),
    ]);
    const { client } = await connected('/size');
    client.send('12345678901');
    expect((await closed(client))[0]).toBe(1009);
    const fast = await connected('/rate');
    // 5 messages in 2 s are the most that the limit admits; these arrive together.
    for (let count = 0; count < 50; count += 1) fast.client.send('x');
    expect(await closed(fast.client)).toEqual([1008, 'too many messages']);
    const first = await connected('/count');
    expect(await refused('/count')).toMatchObject({ status: 503 });
    first.client.close();
    await vi.waitFor(async () => expect((await connected('/count')).client.readyState).toBe(1), WAIT);
  });

  it('call hooks one after another, and read no further messages while one of them runs', async () => {
    const started: string[] = [];
    const gates: (() => void)[] = [];
    const { connected } = await serve([
      webSocket({
        path: '/a',
        maxPayload: 2_000_000,
        handler: () => ({
          message: (_connection, message) => {
            started.push(String(message)[0]!);
            return new Promise<void>((resolve) => gates.push(resolve));
          },
        }),
      }),
    ]);
    const { client } = await connected('/a');
    for (const letter of 'abcdefghij') client.send(letter.repeat(1_000_000));
    await vi.waitFor(() => expect(started).toEqual(['a']), WAIT);
    // The operating system buffers several messages; the others wait at the client.
    expect(client.bufferedAmount).toBeGreaterThan(0);
    for (let count = 1; count <= 10; count += 1) {
      await vi.waitFor(() => expect(gates).toHaveLength(count), WAIT);
      gates.at(-1)!();
    }
    await vi.waitFor(() => expect(started.join('')).toBe('abcdefghij'), WAIT);
  });

  it('disconnect a client that does not read, so that its messages do not accumulate', async () => {
    let connection: WebSocketConnection | undefined;
    const close = vi.fn();
    const { connected, logger } = await serve([
      webSocket({
        path: '/a',
        maxBufferedAmount: 100_000,
        handler: () => ({
          open: (opened) => void (connection = opened),
          close: (_connection, code) => close(code),
        }),
      }),
    ]);
    const { client } = await connected('/a');
    client.pause();
    await vi.waitFor(() => expect(connection).toBeDefined(), WAIT);
    let most = 0;
    for (let count = 0; count < 1_000 && connection!.isOpen; count += 1) {
      void connection!.send('x'.repeat(50_000));
      most = Math.max(most, connection!.bufferedAmount);
      if (count % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(connection!.isOpen).toBe(false);
    expect(most).toBeLessThan(200_000);
    await vi.waitFor(() => expect(close).toHaveBeenCalledWith(1006), WAIT);
    expect(logger.lines.at(-1)).toMatchObject({
      level: 'warn',
      message: 'a WebSocket client reads too slowly',
    });
    await connection!.send('resolves after the connection has closed');
  });

  it('ping an idle client, and disconnect it if it does not answer', async () => {
    const close = vi.fn();
    const { connected } = await serve([
      webSocket({
        path: '/a',
        idleTimeout: 300,
        handler: () => ({ close: (_connection, code) => close(code) }),
      }),
    ]);
    const alive = await connected('/a');
    const pings = vi.fn();
    alive.client.on('ping', pings);
    await vi.waitFor(() => expect(pings.mock.calls.length).toBeGreaterThan(1), WAIT);
    expect(close).not.toHaveBeenCalled();
    alive.client.pause();
    await vi.waitFor(() => expect(close).toHaveBeenCalledWith(1006), WAIT);
  });

  it('close with 1001 when the server shuts down, which waits for the hooks', async () => {
    const finished = vi.fn();
    const { server, connected } = await serve([
      webSocket({
        path: '/a',
        handler: () => ({
          close: async (_connection, code) => {
            await new Promise((resolve) => setTimeout(resolve, 50));
            finished(code);
          },
        }),
      }),
    ]);
    const { client } = await connected('/a');
    const [report, end] = await Promise.all([server.close({ timeout: 30_000 }), closed(client)]);
    expect(end).toEqual([1001, 'the server is shutting down']);
    expect(report).toMatchObject({ aborted: [], unfinished: [] });
    expect(finished).toHaveBeenCalledWith(1001);
  });

  it('stay open when another server of the same router shuts down', async () => {
    const { router, port } = await serve([
      webSocket({ path: '/echo', handler: () => ({ message: (socket, text) => void socket.send(text) }) }),
    ]);
    const other = router.toolkit.createServer(router, { transport });
    const { port: otherPort } = await other.listen(0, '127.0.0.1');
    const [kept, ended] = [port, otherPort].map((each) => new Client(`ws://127.0.0.1:${each}/echo`));
    onTestFinished(() => kept!.terminate());
    await Promise.all([once(kept!, 'open'), once(ended!, 'open')]);
    const [end] = await Promise.all([closed(ended!), other.close()]);
    expect(end[0]).toBe(1001);
    const answer = once(kept!, 'message');
    kept!.send('still here');
    expect(String((await answer)[0])).toBe('still here');
  });

  it('are reported by close() if the client does not close the connection', async () => {
    const { server, connected } = await serve([
      webSocket({ path: '/a', handler: () => ({ open: () => {} }) }),
    ]);
    const { client } = await connected('/a');
    client.pause();
    const { aborted } = await server.close({ timeout: 20 });
    expect(aborted).toEqual([{ method: 'GET', path: '/a', age: expect.any(Number) as number }]);
  });

  it('send the headers of filters with status 101, and publish the status', async () => {
    const answered: unknown[] = [];
    const listener = (message: unknown): void => void answered.push((message as RequestMessage).status);
    subscribe(REQUEST_CHANNELS.answered, listener);
    onTestFinished(() => void unsubscribe(REQUEST_CHANNELS.answered, listener));
    const addId: Filter = (context, next) => {
      context.response.headers.set('x-request-id', '7');
      return next();
    };
    const { open } = await serve([
      webSocket({ path: '/a', scopes: [{ filters: [addId] }], handler: () => ({ open: () => {} }) }),
    ]);
    const { client } = open('/a');
    const [response] = (await once(client, 'upgrade')) as [{ statusCode: number; headers: object }];
    expect(response).toMatchObject({ statusCode: 101, headers: { 'x-request-id': '7' } });
    expect(answered).toEqual([101]);
  });

  it('leave handshakes of other protocols and paths to the handlers in `upgrades`', async () => {
    const other = vi.fn(({ socket }: { socket: { destroy(): void } }) => socket.destroy());
    const { open } = await serve([webSocket({ path: '/a', handler: () => ({ open: () => {} }) })], {
      upgrades: { websocket: other },
    });
    open('/a');
    await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(1), WAIT);
  });
});

describe('webSocket()', () => {
  const handler = () => ({ message: () => {} });

  it.each([
    [{ maxPayload: 0 }, 'webSocket: maxPayload must be a whole number of at least 1, not 0'],
    [{ idleTimeout: -1 }, 'webSocket: idleTimeout must be a whole number of at least 0, not -1'],
    [{ maxpayload: 1 }, 'webSocket has no option "maxpayload": did you mean maxPayload?'],
    [{ protocols: ['a b'] }, '"a b" is not a subprotocol'],
    [{ origins: ['app.example'] }, '"app.example" is not an origin'],
  ])('rejects the options %j', (options, message) => {
    expect(() => webSocket({ path: '/a', handler, ...(options as object) })).toThrow(message);
  });

  it('creates a route that the table lists and the OpenAPI document omits', () => {
    const socket = webSocket({ path: '/a/{id}', bindings: [PathParam('id', int)], handler });
    expect(socket).toMatchObject({ method: 'GET', upgrade: 'websocket', hidden: true });
    const router = new Router(new Toolkit({ logger: recordingLogger() })).add(socket);
    expect(router.table()).toMatchObject([
      { method: 'GET', path: '/a/{id}', upgrade: 'websocket', bindings: ['path id: int'] },
    ]);
    expect(router.table()[0]!.origin.file).toContain('web-socket.test.ts');
    const { plan } = router.explain('GET', '/a/7');
    expect(plan!.filters).toMatchObject([{ what: 'webSocketHandshake', from: 'WebSocket' }]);
    expect(plan!.writers).toEqual([{ what: 'upgrade to websocket', from: 'built in' }]);
  });

  it('checks handlers against bindings and messages at compile time', () => {
    const check = (): void => {
      const takesText = (id: string) => ({ open: () => void id });
      // @ts-expect-error -- the path value is a number
      webSocket({ path: '/{id}', bindings: [PathParam('id', int)], handler: takesText });
      const message = z.object({ text: z.string() });
      const takesName = () => ({ message: (_: WebSocketConnection, given: { name: string }) => void given });
      // @ts-expect-error -- messages have no member `name`
      webSocket({ path: '/', message, handler: takesName });
    };
    expect(check).toBeTypeOf('function');
  });

  it('answers 501 where connections cannot be upgraded, as in the fetch handler', async () => {
    const logger = recordingLogger();
    const router = new Router(new Toolkit({ logger })).add(webSocket({ path: '/a', handler }));
    const headers = {
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    expect((await router.fetch(new Request('http://a/a', { headers }))).status).toBe(501);
    expect(logger.lines.at(-1)).toMatchObject({
      level: 'warn',
      message: expect.stringMatching(/cannot upgrade connections: .*toolkit\.createServer/) as string,
    });
    expect((await router.fetch(new Request('http://a/a'))).status).toBe(426);
  });

  it('answers 500 if the handler returns no hooks', async () => {
    const logger = recordingLogger();
    const router = new Router(new Toolkit({ logger })).add(
      webSocket({ path: '/a', handler: (() => ({ onMessage: () => {} })) as never }),
    );
    const server = router.toolkit.createServer(router);
    onTestFinished(async () => void (await server.close({ timeout: 0 })));
    const { port } = await server.listen(0, '127.0.0.1');
    const client = new Client(`ws://127.0.0.1:${port}/a`);
    client.on('error', () => {});
    const [, response] = (await once(client, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(500);
    const { error } = logger.lines.at(-1)!.data as { readonly error: Error };
    expect(error.message).toContain('must return { open, message, close, error }');
    client.terminate();
  });
});
