/** Tests WebSocket routes of servers and fetch handlers on Bun, Deno and Cloudflare's runtime with Node's client. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectWebSocket, refusedHandshake } from '../testing/web-socket-client.ts';

const { resolve } = createRequire(import.meta.url);
const server = fileURLToPath(new URL('fixtures/server.ts', import.meta.url));
const fetchServer = fileURLToPath(new URL('fixtures/fetch-server.ts', import.meta.url));
const worker = fileURLToPath(new URL('fixtures/worker.ts', import.meta.url));
const bun = [join(dirname(resolve('bun/package.json')), 'bin/bun.exe')];
const deno = [join(dirname(resolve('deno/package.json')), 'deno'), 'run', '-A'];

describe.each([
  ['a server on Bun', bun, server],
  ['a server on Deno', deno, server],
  ['a fetch handler on Bun', bun, fetchServer],
  ['a fetch handler on Deno', deno, fetchServer],
])('WebSocket routes of %s', (_name, [command, ...args], script) => {
  let child: ChildProcess;
  const printed: string[] = [];
  const value = (name: string): string | undefined =>
    printed.find((line) => line.startsWith(name))?.slice(name.length);
  const port = (): number => Number(value('port: '));

  beforeAll(async () => {
    child = spawn(command!, [...args, script], { stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface({ input: child.stdout! }).on('line', (line) => printed.push(line));
    await vi.waitFor(() => expect(port()).toBeGreaterThan(0), { timeout: 120_000 });
  });
  afterAll(() => child.kill('SIGKILL'));

  testRoutes(port);

  it('wait until data has been sent', async () => {
    const { received, closed } = await connectWebSocket(port(), '/large');
    expect(await closed).toEqual([4000, 'sent']);
    expect(received).toHaveLength(100);
  });

  it('report that a client has disconnected', async () => {
    const { socket } = await connectWebSocket(port(), '/slow');
    socket.close(4002);
    await vi.waitFor(() => expect(printed).toContain('closed: 4002'));
  });

  it.runIf(script === fetchServer && command === bun[0])(
    'log a warning with the location and the fix if Bun.serve has no handlers for WebSockets',
    async () => {
      const unhandled = Number(value('without handlers: '));
      for (let count = 0; count < 2; count += 1) await fetch(`http://127.0.0.1:${unhandled}/`);
      const warnings = (): readonly string[] => printed.filter((line) => line.includes('W2054'));
      await vi.waitFor(() =>
        expect(printed.join('\n')).toContain('hint: pass Bun.serve the option websocket'),
      );
      expect(warnings()).toHaveLength(3);
      expect(warnings()[0]).toMatch(/routes\.ts:\d+:\d+: warning W2054 upgrade: GET \/echo\/\{name\}/);
      const refused = await refusedHandshake(unhandled, '/echo/ada');
      expect(refused.status).toBe(500);
      expect(refused.body).not.toContain('bunWebSocket');
      await vi.waitFor(() => expect(printed.join('\n')).toContain('add the option websocket: bunWebSocket'));
    },
  );

  it('close their connections when the server or the router closes', async () => {
    const { closed } = await connectWebSocket(port(), '/echo/ada');
    const { socket } = await connectWebSocket(port(), '/echo/bob');
    socket.send('stop');
    expect((await closed)[0]).toBe(1001);
    await vi.waitFor(() => expect(printed).toContain('stopped'));
    if (script === fetchServer) expect((await refusedHandshake(port(), '/echo/ada')).status).toBe(503);
  });
});

describe("WebSocket routes of a fetch handler in Cloudflare's runtime", () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-worker-'));
  let miniflare: Miniflare;
  let port = 0;

  beforeAll(async () => {
    const path = join(folder, 'worker.mjs');
    // As wrangler does, selects the versions of packages for workers.
    const conditions = ['workerd', 'worker', 'browser'];
    await build({
      entryPoints: [worker],
      outfile: path,
      bundle: true,
      platform: 'node',
      conditions,
      format: 'esm',
      logLevel: 'silent',
    });
    miniflare = new Miniflare({
      modules: [{ type: 'ESModule', path }],
      modulesRoot: folder,
      compatibilityDate: '2026-04-01',
      compatibilityFlags: ['nodejs_compat'],
      host: '127.0.0.1',
      port: 0,
    });
    port = Number((await miniflare.ready).port);
  });
  afterAll(async () => {
    await miniflare.dispose();
    rmSync(folder, { recursive: true });
  });

  testRoutes(() => port);
});

/** Declares the tests that all runtimes pass. */
function testRoutes(port: () => number): void {
  it('receive and send messages, with bindings', async () => {
    const { socket, received, closed } = await connectWebSocket(port(), '/echo/ada');
    await vi.waitFor(() => expect(received).toEqual(['hello ada']));
    socket.send('text');
    socket.send(new TextEncoder().encode('bytes'));
    await vi.waitFor(() => expect(received).toEqual(['hello ada', 'text', 'bytes']));
    socket.close(4001, 'enough');
    expect((await closed)[0]).toBe(4001);
  });

  it('send the headers that filters set', async () => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    const request = get({ host: '127.0.0.1', port: port(), path: '/echo/ada', headers, agent: false });
    const [response, socket] = (await once(request, 'upgrade')) as [IncomingMessage, Socket];
    socket.destroy();
    expect(response.headers['x-marked']).toBe('yes');
  });

  it('select a subprotocol', async () => {
    const { socket, closed } = await connectWebSocket(port(), '/echo/ada', {}, ['v0', 'v1']);
    expect(socket.protocol).toBe('v1');
    socket.close();
    await closed;
  });

  it('refuse handshakes from pages of other origins, and to other paths', async () => {
    const foreign = await refusedHandshake(port(), '/echo/ada', { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await refusedHandshake(port(), '/missing')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port()}/echo/ada`)).status).toBe(426);
    expect(await (await fetch(`http://127.0.0.1:${port()}/`)).text()).toBe('page');
  });

  it('close the connection if a message is too large, or a hook fails', async () => {
    const first = await connectWebSocket(port(), '/echo/ada');
    first.socket.send('x'.repeat(101));
    expect((await first.closed)[0]).toBe(1009);
    const second = await connectWebSocket(port(), '/echo/ada');
    second.socket.send('fail');
    expect(await second.closed).toEqual([1008, 'wrong message']);
  });

  it('handle messages one after another', async () => {
    const { socket, received } = await connectWebSocket(port(), '/slow');
    const messages = ['1', '2', '3', '4'];
    for (const each of messages) socket.send(each);
    await vi.waitFor(() => expect(received).toEqual(messages));
  });
}
