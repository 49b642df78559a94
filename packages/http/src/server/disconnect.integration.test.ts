import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  BodyHandler,
  BodyParam,
  Context,
  events,
  FileUpload,
  FormParam,
  route,
  Router,
  Toolkit,
  type Filter,
} from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const uploads = mkdtempSync(join(tmpdir(), 'writ-gone-'));
afterAll(() => rmSync(uploads, { recursive: true }));

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Requests that stay in flight until the client disconnects. */
const REQUESTS = [
  'GET /waiting HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /stream HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /events HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half":',
  'POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n' +
    `--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n${'x'.repeat(500)}`,
];
const CLIENTS = 500;
const AT_ONCE = 100;

async function waitUntil(what: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(what()).toBe(true), { timeout: 60_000, interval: 10 });
}

describe.each(['node', 'fast'] as const)('the %s transport', (transport) => {
  it(
    `the server releases all resources of ${CLIENTS} clients that disconnect during a request`,
    { timeout: 240_000 },
    async () => {
      const logger = recordingLogger();
      const toolkit = new Toolkit({ logger });
      let entered = 0;
      let ended = 0;
      let contexts: { readonly path: string; readonly context: WeakRef<object> }[] = [];
      const count: Filter = async (context, next) => {
        entered += 1;
        contexts.push({ path: context.request.path, context: new WeakRef(context) });
        try {
          return await next();
        } finally {
          ended += 1;
        }
      };
      async function* endless(signal: AbortSignal): AsyncGenerator<{ data: string }> {
        yield { data: 'first' };
        if (!signal.aborted) await once(signal, 'abort');
      }
      const signal = [Context(AbortSignal)] as const;
      const router = new Router(toolkit)
        .add(
          route({
            method: 'GET',
            path: '/waiting',
            bindings: signal,
            handler: async (gone) => {
              await once(gone, 'abort');
            },
          }),
          route({
            method: 'GET',
            path: '/stream',
            bindings: signal,
            handler: async function* (gone) {
              yield 'x'.repeat(1_000);
              await once(gone, 'abort');
            },
          }),
          route({
            method: 'GET',
            path: '/events',
            bindings: signal,
            handler: (gone) => events(endless(gone)),
          }),
          route({ method: 'POST', path: '/body', bindings: [BodyParam(Object)], handler: (body) => body }),
          route({
            method: 'POST',
            path: '/upload',
            bindings: [FormParam('photo', FileUpload)],
            handler: (photo) => photo.size,
          }),
        )
        .use(count);
      router.registries.bodyHandler = new BodyHandler({ uploadsDirectory: uploads });
      const server = toolkit.createServer(router, { transport });
      const { port } = await server.listen(0, '127.0.0.1');

      const round = async (): Promise<void> => {
        for (let begun = 0; begun < CLIENTS; begun += AT_ONCE) {
          const before = entered;
          const sockets = Array.from({ length: AT_ONCE }, (_, index): Socket => {
            const socket = connect(port, '127.0.0.1').on('error', () => {});
            socket.write(REQUESTS[index % REQUESTS.length]!);
            return socket;
          });
          await waitUntil(() => entered === before + AT_ONCE);
          // Half of the connections are reset, and the others are closed.
          for (const [index, socket] of sockets.entries()) {
            if (index % 2 === 0) socket.resetAndDestroy();
            else socket.destroy();
          }
          await waitUntil(() => ended === entered);
        }
        await waitUntil(() => readdirSync(uploads).length === 0);
      };
      /** Collects garbage until no context is left, or for several seconds. */
      const settled = async (): Promise<{ resources: string[]; heap: number; alive: string[] }> => {
        const levels = new Set(logger.lines.map(({ level }) => level));
        expect(levels).toEqual(new Set(['debug']));
        // A recorded error would retain objects that belong to its request.
        logger.lines.splice(0);
        let resources: string[] = [];
        let alive: string[] = [];
        for (let turn = 0; turn < 5 || (turn < 100 && alive.length > 0); turn += 1) {
          await pause(50);
          collect();
          await setImmediate();
          resources = process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|FS/.test(name));
          alive = contexts.filter(({ context }) => context.deref() !== undefined).map(({ path }) => path);
        }
        contexts = [];
        return { resources, heap: process.memoryUsage().heapUsed, alive };
      };

      await round();
      const first = await settled();
      await round();
      const second = await settled();
      // The test runner's own timers vary; one resource per client would be 500.
      expect(second.resources.length - first.resources.length).toBeLessThan(20);
      expect([first.alive, second.alive]).toEqual([[], []]);
      expect(second.heap - first.heap).toBeLessThan(1_500_000);
      expect(await server.close({ timeout: 1_000 })).toEqual({ finished: 0, aborted: [], unfinished: [] });
      expect(entered).toBe(2 * CLIENTS);
    },
  );

  it('the server logs no error when a client disconnects while its second request waits for the first', async () => {
    const logger = recordingLogger();
    const toolkit = new Toolkit({ logger });
    const entered = Promise.withResolvers<void>();
    const stuck = (): Promise<never> => {
      entered.resolve();
      return new Promise(() => {});
    };
    const router = new Router(toolkit).add(
      route({ method: 'GET', path: '/stuck', handler: stuck }),
      route({ method: 'POST', path: '/body', bindings: [BodyParam(Object)], handler: (body) => body }),
    );
    const server = toolkit.createServer(router, { transport });
    const { port } = await server.listen(0, '127.0.0.1');
    const closed = Promise.withResolvers<void>();
    server.node.on('connection', (accepted: Socket) => accepted.on('close', () => closed.resolve()));
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n${REQUESTS[3]!}`);
    await entered.promise;
    socket.destroy();
    await closed.promise;
    await setImmediate();
    // The transport `fast` parses the second request only after the response to the first.
    expect(logger.lines.map(({ level, message }) => [level, message])).toEqual(
      transport === 'fast' ? [] : [['debug', 'client disconnected']],
    );
    expect(await server.close({ timeout: 1_000 })).toMatchObject({ aborted: [] });
  });
});
