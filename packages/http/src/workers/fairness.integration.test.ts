import { threadId } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { route, Router, Toolkit, type Route, type ToolkitOptions } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const module = `data:text/javascript,${encodeURIComponent(`
  import { threadId } from 'node:worker_threads';
  // Blocks the thread as an endless loop does, but leaves the processor to the other tests.
  const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  export class Work {
    spin() { block(); }
    turn() { block(); }
    thread() { return threadId; }
    async rest() { await new Promise(() => {}); }
  }
`)}`;

const toolkits: Toolkit[] = [];
afterEach(async () => {
  await Promise.all(toolkits.splice(0).map((toolkit) => toolkit.close()));
});

const work = (method: string, path = `/${method}`): Route => ({
  ...route({ method: 'GET', path, handler: () => threadId }),
  blocking: { module, name: 'Work', method },
});

/**
 * Creates a pool with routes. `start` sends requests without waiting for the responses, and `get` waits for a response.
 */
function poolOf(options: ToolkitOptions, ...routes: Route[]) {
  const logger = recordingLogger();
  const toolkit = new Toolkit({ logger, ...options });
  toolkits.push(toolkit);
  const router = new Router(toolkit).add(...routes);
  const get = async (path: string): Promise<Response> => router.fetch(new Request(`http://localhost${path}`));
  const start = (path: string, count: number): Promise<Response>[] =>
    Array.from({ length: count }, () => get(path));
  return { toolkit, logger, get, start };
}

it.each([2, 3, 4, 8])(
  'a route with endless calls leaves one of %i threads for other routes',
  async (size) => {
    const { toolkit, get, start } = poolOf({ workerPoolSize: size }, work('spin'), work('thread'));
    start('/spin', size * 3);
    const served = await Promise.all(start('/thread', 10));
    expect(served.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await get('/thread')).status).toBe(200);
    expect(toolkit.workers.size).toBeLessThanOrEqual(size);
  },
);

it('two routes with endless calls leave one of four threads free for another route', async () => {
  const { get, start } = poolOf({ workerPoolSize: 4 }, work('spin'), work('turn'), work('thread'));
  start('/spin', 10);
  start('/turn', 10);
  const statuses = [await get('/thread'), await get('/thread')].map(({ status }) => status);
  expect(statuses).toEqual([200, 200]);
});

it('a single blocking route may use all threads', async () => {
  const { toolkit, start } = poolOf({ workerPoolSize: 3 }, work('rest'));
  start('/rest', 5);
  await vi.waitFor(() => expect(toolkit.workers.size).toBe(3), { timeout: 30_000 });
});

it('blocking routes of two routers share the threads of their toolkit', async () => {
  const { toolkit, start } = poolOf({ workerPoolSize: 4 }, work('spin'));
  const other = new Router(toolkit).add(work('thread'));
  expect((await other.fetch(new Request('http://localhost/thread'))).status).toBe(200);
  start('/spin', 10);
  expect((await other.fetch(new Request('http://localhost/thread'))).status).toBe(200);
});

it('the thread of a call that exceeds its limit is replaced by one that serves other routes first', async () => {
  const { get, start } = poolOf({ workerPoolSize: 1, maxExecuteTime: 3_000 }, work('spin'), work('thread'));
  const before = await (await get('/thread')).text();
  const [first, second] = start('/spin', 2);
  const other = get('/thread');
  expect((await first!).status).toBe(503);
  const served = await other;
  expect([served.status, (await served.text()) === before]).toEqual([200, false]);
  expect((await second!).status).toBe(503);
});

it('each route has at most a thousand waiting calls', async () => {
  const { start } = poolOf({ workerPoolSize: 2 }, work('rest'), work('thread'));
  const all = start('/rest', 1_002);
  const refused = await all.at(-1)!;
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
    503,
    '1000 calls of this route are waiting for a worker thread',
  ]);
  expect((await Promise.all(start('/thread', 3))).map(({ status }) => status)).toEqual([200, 200, 200]);
});
