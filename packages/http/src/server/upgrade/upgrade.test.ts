import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PathParam, route, Router, Toolkit, type ServerOptions } from '../../index.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import type { UpgradeHandler } from './upgrade-handler.ts';

const logger = recordingLogger();
const router = new Router(new Toolkit({ logger })).add(
  route({ method: 'GET', path: '/', handler: () => 'plain HTTP' }),
  route({
    method: 'GET',
    path: '/slow/{text}',
    bindings: [PathParam('text', String)],
    handler: async (text) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return text;
    },
  }),
);

const limit = () => ({ signal: AbortSignal.timeout(30_000) });

function upgradeTo(protocol: string, { version = '1.1', lines = ['Host: a'] } = {}): string {
  return `GET /chat?room=1 HTTP/${version}\r\n${lines.join('\r\n')}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
}

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n';

/** Sends received data back in capital letters. */
const echo: UpgradeHandler = ({ socket }, head) => {
  socket.write(SWITCHING);
  if (head.length > 0) socket.write(`head:${String(head).toUpperCase()} `);
  socket.on('data', (data: Buffer) => socket.write(String(data).toUpperCase()));
  socket.on('end', () => socket.end());
};

describe.each(['node', 'fast'] as const)('upgrades with the %s transport', (transport) => {
  async function start(handler: UpgradeHandler, options: ServerOptions = {}) {
    const server = router.toolkit.createServer(router, {
      transport,
      upgrades: { echo: handler },
      ...options,
    });
    onTestFinished(async () => void (await server.close({ timeout: 0 })));
    const { port } = await server.listen(0, '127.0.0.1');
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    socket.on('error', () => {});
    const until = (text: string): Promise<void> =>
      vi.waitFor(() => expect(received).toContain(text), { timeout: 30_000, interval: 5 });
    return { server, socket, until, received: () => received };
  }

  it('pass the request and the socket to the handler of the protocol', async () => {
    const handler = vi.fn(echo);
    const { socket, until, received } = await start(handler);
    socket.write(upgradeTo('Echo', { lines: ['Host: a', 'X-One: 1', 'x-one: 2', 'Cookie: a=b'] }));
    await until(SWITCHING);
    expect(handler.mock.calls[0]![0]).toEqual({
      method: 'GET',
      url: '/chat?room=1',
      headers: { host: 'a', 'x-one': '1, 2', cookie: 'a=b', connection: 'Upgrade', upgrade: 'Echo' },
      socket: expect.anything() as Socket,
    });
    expect(handler.mock.calls[0]![1]).toHaveLength(0);
    socket.write('hello');
    await until('HELLO');
    socket.end();
    await once(socket, 'close', limit());
    expect(received()).toBe(`${SWITCHING}HELLO`);
  });

  it('pass the bytes after the headers, even after a declared body or other requests', async () => {
    const { socket, until } = await start(echo);
    socket.write(
      `GET / HTTP/1.1\r\nHost: a\r\n\r\n${upgradeTo('echo', { lines: ['Host: a', 'Content-Length: 3'] })}abcdef`,
    );
    await until('plain HTTP');
    await until('head:ABCDEF');
    socket.write('more');
    await until('MORE');
  });

  it('lose no data if the handler is asynchronous', async () => {
    const { socket, until } = await start(async (request, head, closing) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await echo(request, head, closing);
    });
    socket.write(upgradeTo('echo'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write('early');
    await until('EARLY');
  });

  it.each([
    ['another protocol', upgradeTo('h2c'), '200 OK'],
    ['several protocols', upgradeTo('echo, h2c'), '200 OK'],
    ['HTTP/1.0', upgradeTo('echo', { version: '1.0' }), '200 OK'],
    ['no Host header', upgradeTo('echo', { lines: ['X: y'] }), '400 Bad Request'],
    ['two Host headers', upgradeTo('echo', { lines: ['Host: a', 'Host: b'] }), '400 Bad Request'],
  ])('answer a request with %s as HTTP', async (_name, request, status) => {
    const handler = vi.fn(echo);
    const { socket, until } = await start(handler);
    socket.write(request.replace('/chat?room=1', '/'));
    await until(`HTTP/1.1 ${status}\r\n`);
    expect(handler).not.toHaveBeenCalled();
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('log an error and close the connection if the handler %s', async (_name, handler) => {
    const { socket } = await start(handler);
    socket.write(upgradeTo('echo'));
    await once(socket, 'close', limit());
    expect(logger.lines.at(-1)).toMatchObject({ level: 'error', message: 'the upgrade of GET /chat failed' });
  });

  it("are not subject to HTTP's time limits, and an error of the connection does not end the process", async () => {
    const openConnection = async (): ReturnType<typeof start> => {
      const limits = { headersTimeout: 50, requestTimeout: 50, keepAliveTimeout: 50 };
      const connection = await start(echo, limits);
      connection.socket.write(upgradeTo('echo'));
      await connection.until('HTTP/1.1 ');
      // On a busy machine, the request may arrive too late.
      return connection.received().startsWith('HTTP/1.1 408') ? openConnection() : connection;
    };
    const { socket, until } = await openConnection();
    await until(SWITCHING);
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.write('still');
    await until('STILL');
    socket.resetAndDestroy();
    await once(socket, 'close', limit());
  });

  it('close() aborts the signal of the handlers, and waits for their connections', async () => {
    const { server, socket, until } = await start((request, head, closing) => {
      void echo(request, head, closing);
      closing.addEventListener('abort', () => request.socket.end('bye'));
    });
    socket.write(upgradeTo('echo'));
    await until(SWITCHING);
    const report = await server.close({ timeout: 30_000 });
    await until('bye');
    expect(report).toMatchObject({ aborted: [] });
  });

  it('close() closes and reports the connections that do not end', async () => {
    const { server, socket, until } = await start(echo);
    socket.write(upgradeTo('echo'));
    await until(SWITCHING);
    const { aborted } = await server.close({ timeout: 20 });
    expect(aborted).toEqual([{ method: 'GET', path: '/chat', age: expect.any(Number) as number }]);
    await once(socket, 'close', limit());
  });

  it('complete the opening handshake of a WebSocket and exchange frames', async () => {
    const { server } = await start(echo);
    await server.close();
    const chat: UpgradeHandler = ({ headers, socket }) => {
      const accept = createHash('sha1')
        .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.on('data', (frame: Buffer) => {
        // A short text frame, masked by the client: opcode 1, at most 125 bytes.
        if (frame[0] !== 0x81) return socket.end();
        const length = frame[1]! & 0x7f;
        const text = frame.subarray(6, 6 + length).map((byte, index) => byte ^ frame[2 + (index % 4)]!);
        socket.write(Buffer.concat([Buffer.from([0x81, length]), Buffer.from(String(text).toUpperCase())]));
      });
    };
    const other = router.toolkit.createServer(router, { transport, upgrades: { websocket: chat } });
    onTestFinished(async () => void (await other.close({ timeout: 0 })));
    const { port } = await other.listen(0, '127.0.0.1');
    const client = new WebSocket(`ws://127.0.0.1:${port}/chat`);
    await once(client, 'open', limit());
    client.send('hello');
    const [{ data }] = (await once(client, 'message', limit())) as [MessageEvent];
    expect(data).toBe('HELLO');
    client.close();
    await once(client, 'close', limit());
  });
});

it("requests to upgrade reach a listener of the application with the transport 'node'", async () => {
  const server = router.toolkit.createServer(router, { transport: 'node' });
  onTestFinished(async () => void (await server.close({ timeout: 0 })));
  server.node.on('upgrade', (_request: unknown, socket: Socket) => socket.end(SWITCHING));
  const { port } = await server.listen(0, '127.0.0.1');
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  socket.write(upgradeTo('echo'));
  expect(await once(socket, 'data', limit())).toEqual([SWITCHING]);
});

it('createServer rejects a protocol name with capital letters and a handler that is not a function', () => {
  const create = (upgrades: object) => () =>
    router.toolkit.createServer(router, { upgrades } as ServerOptions);
  expect(create({ WebSocket: echo })).toThrow('upgrades.WebSocket must be in lower case: websocket');
  expect(create({ websocket: {} })).toThrow('upgrades.websocket must be a function, not object');
});
