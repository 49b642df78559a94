/** The WebSocket clients of Node, Bun and Deno, with both transports, with and without compression. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { object, optional, Router, Toolkit } from '../index.ts';
import { webSocket } from './web-socket.ts';

const { resolve } = createRequire(import.meta.url);
const client = fileURLToPath(new URL('fixtures/client.js', import.meta.url));
const run = promisify(execFile);

describe.each([
  ['Node', [process.execPath]],
  ['Bun', [join(dirname(resolve('bun/package.json')), 'bin/bun.exe')]],
  ['Deno', [join(dirname(resolve('deno/package.json')), 'deno'), 'run', '-A']],
])('the WebSocket client of %s', (_name, [command, ...args]) => {
  it.each([
    ['node', false],
    ['fast', false],
    ['fast', true],
  ] as const)('exchanges messages with the %s transport (compressed: %s)', async (transport, compressed) => {
    const close = vi.fn();
    const echo = webSocket({
      path: '/echo',
      protocols: ['v1'],
      perMessageDeflate: compressed,
      message: object({ text: optional(String), binary: optional(Boolean), end: optional(Boolean) }),
      handler: () => ({
        message: (connection, { text, binary, end }) => {
          if (text !== undefined) return connection.send({ text });
          if (binary) return connection.send(new TextEncoder().encode('bytes'));
          if (end) connection.close(4001, 'bye');
        },
        close: (_connection, code, reason) => close(code, reason),
      }),
    });
    const router = new Router(new Toolkit()).add(echo);
    const server = router.toolkit.createServer(router, { transport });
    onTestFinished(async () => void (await server.close({ timeout: 0 })));
    const { port } = await server.listen(0, '127.0.0.1');
    const { stdout } = await run(command!, [...args, client, `ws://127.0.0.1:${port}/echo`], {
      timeout: 200_000,
    });
    expect(stdout.trim().split('\n')).toEqual([
      'open v1',
      'text {"text":"hello"}',
      'bytes bytes',
      'close 4001 bye true',
    ]);
    // Node's client repeats only the code.
    expect(close.mock.calls).toEqual([[4001, expect.any(String)]]);
  });
});
