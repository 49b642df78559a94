/** Measures the memory of servers that receive repeated requests or have clients that do not read their responses. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BodyParam, object, PathParam, route, Router, Toolkit } from '../index.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const CHUNK = new Uint8Array(65_536);
const CLIENTS = 200;
/** Chunks of a response, 64 MiB in total. */
const CHUNKS = 1_024;

const ITEM = '{"name":"first"}';
const REQUESTS = [
  'GET /items/7 HTTP/1.1\r\nHost: a\r\n\r\n',
  `POST /items HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${ITEM.length}\r\n\r\n${ITEM}`,
  'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n',
].join('');

/** Sends the requests repeatedly over one connection, each time after the responses to the previous requests. */
async function exchange(path: string, times: number): Promise<void> {
  const socket = connect(path).setEncoding('latin1');
  let remaining = times;
  let responses = 0;
  socket.on('data', (text: string) => {
    responses += text.split('HTTP/1.1 ').length - 1;
    if (responses < 3) return;
    responses = 0;
    remaining -= 1;
    if (remaining > 0) socket.write(REQUESTS);
    else socket.end();
  });
  socket.write(REQUESTS);
  await once(socket, 'close');
}

describe.each(['node', 'fast'] as const)('memory with the %s transport', (transport) => {
  async function listen(router: Router) {
    const folder = mkdtempSync(join(tmpdir(), 'writ-memory-'));
    const server = router.toolkit.createServer(router, { transport });
    const sockets = new Set<Socket>();
    server.node.on('connection', (socket: Socket) => sockets.add(socket));
    const { path } = await server.listen(join(folder, 'app.sock'));
    onTestFinished(async () => {
      await server.close({ timeout: 0 });
      rmSync(folder, { recursive: true });
    });
    return { path, sockets };
  }

  it('the heap does not grow with the number of requests', { timeout: 240_000 }, async () => {
    const router = new Router(new Toolkit()).add(
      route({
        method: 'GET',
        path: '/items/{id}',
        bindings: [PathParam('id', Number)],
        handler: (id) => ({ id }),
      }),
      route({
        method: 'POST',
        path: '/items',
        bindings: [BodyParam(object({ name: String }))],
        handler: (item) => item,
      }),
    );
    const { path } = await listen(router);
    /** Sends the three requests repeatedly over new connections, and returns the number of used bytes in the heap. */
    const serve = async (times: number): Promise<number> => {
      for (let sent = 0; sent < times; sent += 100) await exchange(path, 100);
      collect();
      return process.memoryUsage().heapUsed;
    };
    await serve(1_000);
    // The first requests also allocate compiled code and connection buffers, which remain.
    await serve(2_000);
    let before = await serve(2_000);
    const growths: number[] = [];
    // Code that is compiled in the meantime also makes the heap grow, but not every time.
    while (growths.length < 5 && !(Math.min(...growths) < 300_000)) {
      const after = await serve(4_000);
      growths.push(after - before);
      before = after;
    }
    // If each request left 30 bytes behind, the heap would grow by 360 kB every time.
    expect(Math.min(...growths), growths.join()).toBeLessThan(300_000);
  });

  it(
    'clients that do not read occupy a bounded number of bytes, and the handlers wait',
    { timeout: 120_000 },
    async () => {
      let produced = 0;
      const router = new Router(new Toolkit()).add(
        route({
          method: 'GET',
          path: '/large',
          handler: async function* () {
            for (let count = 0; count < CHUNKS; count += 1) {
              produced += CHUNK.length;
              yield CHUNK;
            }
          },
        }),
      );
      const { path, sockets } = await listen(router);
      const clients = Array.from({ length: CLIENTS }, () => connect(path));
      onTestFinished(() => {
        for (const client of clients) client.destroy();
      });
      for (const client of clients) {
        client.on('error', () => {});
        client.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
      }
      // All handlers are waiting when none has produced a chunk during ten checks.
      for (let last = -1, quiet = 0; quiet < 10 || sockets.size < CLIENTS; last = produced) {
        quiet = produced === last ? quiet + 1 : 0;
        await pause(20);
      }
      const buffered = [...sockets].map(({ writableLength }) => writableLength);
      expect(Math.max(...buffered)).toBeLessThan(3 * CHUNK.length);
      // In addition, the kernel buffers data for each socket, and each client buffers data up to its high-water mark.
      expect(produced / CLIENTS).toBeLessThan(20 * CHUNK.length);
    },
  );
});
