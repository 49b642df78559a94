/** Tests WebSocket routes of servers on Bun and Deno with Node's client. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectWebSocket, refusedHandshake } from '../testing/web-socket-client.ts';

const { resolve } = createRequire(import.meta.url);
const script = fileURLToPath(new URL('fixtures/server.ts', import.meta.url));

describe.each([
  ['Bun', [join(dirname(resolve('bun/package.json')), 'bin/bun.exe')]],
  ['Deno', [join(dirname(resolve('deno/package.json')), 'deno'), 'run', '-A']],
])('WebSocket routes of a server on %s', (_name, [command, ...args]) => {
  let child: ChildProcess;
  let port = 0;
  const printed: string[] = [];

  beforeAll(async () => {
    child = spawn(command!, [...args, script], { stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.startsWith('port: ')) port = Number(line.slice(6));
      else printed.push(line);
    });
    await vi.waitFor(() => expect(port).toBeGreaterThan(0), { timeout: 120_000 });
  });
  afterAll(() => child.kill('SIGKILL'));

  it('receive and send messages, with bindings', async () => {
    const { socket, received, closed } = await connectWebSocket(port, '/echo/ada');
    await vi.waitFor(() => expect(received).toEqual(['hello ada']));
    socket.send('text');
    socket.send(new TextEncoder().encode('bytes'));
    await vi.waitFor(() => expect(received).toEqual(['hello ada', 'text', 'bytes']));
    socket.close(4001, 'enough');
    expect(await closed).toEqual([4001, 'enough']);
  });

  it('refuse handshakes from pages of other origins, and to other paths', async () => {
    const foreign = await refusedHandshake(port, '/echo/ada', { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await refusedHandshake(port, '/missing')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/echo/ada`)).status).toBe(426);
  });

  it('close the connection if a message is too large', async () => {
    const { socket, closed } = await connectWebSocket(port, '/echo/ada');
    socket.send('x'.repeat(101));
    expect((await closed)[0]).toBe(1009);
  });

  it('close their connections when the server closes', async () => {
    const { closed } = await connectWebSocket(port, '/echo/ada');
    const { socket } = await connectWebSocket(port, '/echo/bob');
    socket.send('stop');
    expect((await closed)[0]).toBe(1001);
    await vi.waitFor(() => expect(printed).toEqual(['closed: 0 aborted']));
  });
});
