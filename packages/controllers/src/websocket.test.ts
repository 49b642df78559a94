import { renderText } from '@writ/diagnostics';
import { Router, Toolkit } from '@writ/http';
import { connectWebSocket, refusedHandshake } from '@writ/http/testing/transports';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { loadControllers } from './load.ts';

const WAIT = { timeout: 30_000, interval: 5 };

const IMPORTS = `
import { basic, Controller, HttpError, Redirect } from '@writ/controllers';
import type { WebSocketConnection, WebSocketHooks, WebSocketOptions } from '@writ/controllers/websocket';
`;

async function load(body: string) {
  const directory = createLayout({ 'app/chat.ts': `${IMPORTS}${body}` });
  return loadControllers({ directory, prefixes: ['app'] });
}

async function findingsOf(body: string): Promise<string> {
  const { matcher, diagnostics, source } = await load(body);
  const all = new Router(new Toolkit())
    .mount(matcher)
    .report(...diagnostics)
    .diagnostics();
  return renderText(all, { source });
}

describe.each(['node', 'fast'] as const)('SOCKET with the %s transport', (transport) => {
  async function serve(body: string) {
    const { matcher, diagnostics } = await load(body);
    const toolkit = new Toolkit({ logger: { debug() {}, info() {}, warn() {}, error() {} } });
    const router = new Router(toolkit).mount(matcher).report(...diagnostics);
    const server = toolkit.createServer(router, { transport });
    onTestFinished(async () => void (await server.close({ timeout: 0 })));
    const { port } = await server.listen(0, '127.0.0.1');
    return { server, port };
  }

  it('receives values of the path and the query, and its hooks receive messages of the declared type', async () => {
    const { port } = await serve(`
      interface Message { text: string; at?: Date }
      export class Room extends Controller {
        SOCKET(id: number, { name = 'guest' }: { name?: string }): WebSocketHooks<Message> {
          let count = 0;
          return {
            open: (connection) => void connection.send(\`\${name} in \${id + 1} at \${this.request.path}\`),
            message: async (connection, { text, at }) => {
              count += 1;
              await connection.send({ text, year: at?.getUTCFullYear(), count });
            },
          };
        }
      }
    `);
    const { socket, received, closed } = await connectWebSocket(port, '/chat/room/41?name=ann');
    socket.send('{"text":"hi","at":"2026-01-02T00:00:00Z"}');
    socket.send('{"text":"ho"}');
    await vi.waitFor(
      () =>
        expect(received).toEqual([
          'ann in 42 at /chat/room/41',
          '{"text":"hi","year":2026,"count":1}',
          '{"text":"ho","count":2}',
        ]),
      WAIT,
    );
    socket.send('{"text":1}');
    expect(await closed).toEqual([1007, expect.stringContaining('/text') as string]);
    expect(await refusedHandshake(port, '/chat/room/x')).toMatchObject({ status: 404 });
    expect(await refusedHandshake(port, '/chat/room/1?nam=ann')).toMatchObject({ status: 400 });
    expect(await refusedHandshake(port, '/chat/room/1/2')).toMatchObject({ status: 404 });
  });

  it('has an address, whose values are checked', async () => {
    const { port } = await serve(`
      export class Room extends Controller {
        SOCKET(id: number): WebSocketHooks { return { message: () => {} }; }
      }
      export class Links extends Controller {
        GET(what: 'right' | 'wrong') {
          try { return this.url(Room, what === 'right' ? 7 : 'x'); } catch (error) { return String(error); }
        }
      }
    `);
    const text = async (what: string) => (await fetch(`http://127.0.0.1:${port}/chat/links/${what}`)).json();
    expect(await text('right')).toBe('/chat/room/7');
    expect(await text('wrong')).toContain('address of Room.SOCKET: id must be a number: "x"');
  });

  it('may declare text, bytes or a schema, asynchronously', async () => {
    const { port } = await serve(
      `
      import { z } from 'zod';
      const Point = z.object({ x: z.int() });
      export class Text extends Controller {
        async SOCKET(): Promise<WebSocketHooks<string>> {
          return { message: (connection, text) => void connection.send(text.toUpperCase()) };
        }
      }
      export class Bytes extends Controller {
        SOCKET(): WebSocketHooks<Uint8Array> {
          return { message: (connection, bytes) => void connection.send(bytes.toReversed()) };
        }
      }
      export class Points extends Controller {
        SOCKET(): WebSocketHooks<z.infer<typeof Point>> {
          return { message: (connection, { x }) => void connection.send({ x: x + 1 }) };
        }
      }
      export class Both extends Controller {
        SOCKET(): WebSocketHooks {
          return { message: (connection, message) => void connection.send(typeof message) };
        }
      }
    `.replace('const Point', 'export const Point'),
    );
    for (const [path, sent, expected] of [
      ['/chat/text', 'abc', 'ABC'],
      ['/chat/bytes', new TextEncoder().encode('abc'), 'cba'],
      ['/chat/points', '{"x":1}', '{"x":2}'],
      ['/chat/both', new TextEncoder().encode('abc'), 'object'],
    ] as const) {
      const { socket, received } = await connectWebSocket(port, path);
      socket.send(sent);
      await vi.waitFor(() => expect(received).toEqual([expected]), WAIT);
    }
  });

  it('shares its path with GET, and alone answers other requests with 426', async () => {
    const { port } = await serve(`
      export class Page extends Controller {
        GET() { return 'page'; }
        SOCKET(): WebSocketHooks<string> {
          return { open: (connection) => void connection.send('socket') };
        }
      }
      export class Only extends Controller {
        SOCKET(): WebSocketHooks<string> { return { open() {} }; }
      }
    `);
    const url = `http://127.0.0.1:${port}/chat`;
    expect(await (await fetch(`${url}/page`)).json()).toBe('page');
    const { received } = await connectWebSocket(port, '/chat/page');
    await vi.waitFor(() => expect(received).toEqual(['socket']), WAIT);
    const plain = await fetch(`${url}/only`);
    expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
    const posted = await fetch(`${url}/only`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('is subject to policies, hooks of the controller and static webSocket', async () => {
    const { port, server } = await serve(`
      export class Room extends Controller {
        static auth = { SOCKET: basic((name) => name === 'ann') };
        static webSocket: WebSocketOptions = { origins: ['https://app.example'], maxPayload: 4 };
        before() {
          if (this.request.headers.get('x-full') !== undefined) throw new HttpError('conflict', 'full');
          if (this.request.headers.get('x-odd') !== undefined) throw new Error('odd');
        }
        onError(error: unknown) {
          if (!(error instanceof Error) || error.message !== 'odd') return undefined;
          this.response.status = 418;
          return { odd: true };
        }
        GET() { return 'public'; }
        SOCKET(): WebSocketHooks<string> { return { message() {} }; }
      }
    `);
    const ann = { authorization: `Basic ${Buffer.from('ann:x').toString('base64')}` };
    const path = '/chat/room';
    expect(await (await fetch(`http://127.0.0.1:${port}${path}`)).json()).toBe('public');
    expect(await refusedHandshake(port, path)).toMatchObject({ status: 401 });
    expect(await refusedHandshake(port, path, { ...ann, origin: 'https://evil.example' })).toMatchObject({
      status: 403,
    });
    expect(await refusedHandshake(port, path, { ...ann, 'x-full': '1' })).toMatchObject({ status: 409 });
    expect(await refusedHandshake(port, path, { ...ann, 'x-odd': '1' })).toMatchObject({
      status: 418,
      body: '{"odd":true}',
    });
    const large = await connectWebSocket(port, path, { ...ann, origin: 'https://app.example' });
    large.socket.send('12345');
    expect((await large.closed)[0]).toBe(1009);
    const { closed } = await connectWebSocket(port, path, ann);
    await server.close({ timeout: 30_000 });
    expect(await closed).toEqual([1001, 'the server is shutting down']);
  });
});

it('mistakes in SOCKET are reported together', async () => {
  const findings = await findingsOf(`
export class A extends Controller { SOCKET() { return { open() {} }; } }
export class B extends Controller { SOCKET(): { open(): void } { return { open() {} }; } }
export class C extends Controller { SOCKET(): WebSocketHooks<WeakMap<object, string>> { return { open() {} }; } }
export class D extends Controller { SOCKET(body: Uint8Array): WebSocketHooks { return { open() {} }; } }
export class E extends Controller {
  static webSocket = { maxPayload: 0 };
  SOCKET(): WebSocketHooks { return { open() {} }; }
}
export class F extends Controller { DISCONNECT() {} GET() {} }
`);
  expect(findings).toContain('error W3306 socket-result: A.SOCKET: the result of SOCKET must be declared');
  expect(findings).toContain('error W3306 socket-result: B.SOCKET: the result of SOCKET must be declared');
  expect(findings).toContain(
    "write SOCKET(): WebSocketHooks<string>, with the type from '@writ/controllers/websocket'",
  );
  expect(findings).toContain(
    'error W3401 type-unknown: C.SOCKET: the type WeakMap<object, string> is not supported',
  );
  expect(findings).toContain('error W3403 parameter-form: D.SOCKET: the opening handshake has no body');
  expect(findings).toContain(
    'policy: static webSocket of E: maxPayload must be a whole number of at least 1, not 0',
  );
  expect(findings).toContain('verb-reserved: F: the name DISCONNECT is reserved');
  expect(findings.match(/app\/chat\.ts:\d+:\d+/g)).toHaveLength(6);
});
