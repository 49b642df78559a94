import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  BodyParam,
  Context,
  EventBus,
  FileUpload,
  FormParam,
  handle,
  HttpRequest,
  HttpResponse,
  int,
  optional,
  PathParam,
  QueryParam,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type Filter,
  type Route,
  type ToolkitOptions,
} from '../index.ts';
import type { Bindable } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { inject } from '../testing/inject.ts';
import { describeTransports, type Client } from '../testing/transports.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-workers-'));
afterAll(() => rmSync(folder, { recursive: true }));

function moduleOf(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
}

const module = moduleOf(
  'work.mjs',
  `import * as threads from 'node:worker_threads';
   import { once } from 'node:events';
   import { HttpError } from '${import.meta.resolve('../errors/http-error.ts')}';
   import { RestResponse } from '${import.meta.resolve('../exchange/rest-response.ts')}';
   let heard;
   class Fault extends Error { name = 'Fault'; }
   export class Work {
     #calls = 0;
     add(a, b) { return a + b; }
     echo(value) { return { value, again: value?.constructor === Object }; }
     async posts(text) { threads.parentPort.postMessage('not it'); threads.parentPort.postMessage(null); await new Promise((done) => setTimeout(done, 30)); return text; }
     where() { return [threads.isMainThread, threads.threadName]; }
     thread() { return threads.threadId; }
     calls() { return this.#calls += 1; }
     nothing() {}
     rest() { return RestResponse.created('/a', { id: 1 }); }
     conflict() { throw new HttpError('conflict', { detail: 'already exists', extensions: { id: 7 }, headers: { 'x-why': 'twice' } }); }
     typeError() { throw new TypeError('not this'); }
     fault() { throw new Fault('mine'); }
     held() { throw Object.assign(new Error('held'), { cause: () => 1 }); }
     uncloneable() { return { f() {} }; }
     async sleep(time) { await new Promise((done) => setTimeout(done, time)); return 'slept'; }
     leaves() { void Promise.reject(new RangeError('left behind')); return 'left'; }
     forever() { for (;;); }
     // Blocks the thread as an endless loop does, but leaves the processor to the other tests.
     block() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }
     exit() { process.exit(3); }
     crash() { setTimeout(() => { throw new Error('out of the blue'); }); return new Promise(() => {}); }
     async listen(signal) { if (!signal.aborted) await once(signal, 'abort'); heard = signal.reason.message; }
     heard() { return heard ?? 'nothing'; }
   }
   export function double(n) { return n * 2; }
   export class Needy { constructor() { throw new Error('I need something'); } go() {} }`,
);

/** Time limit for conditions that are met almost immediately, long enough for slow machines. */
const SOON = { timeout: 60_000, interval: 10 };

const toolkits: Toolkit[] = [];
afterEach(async () => {
  await Promise.all(toolkits.splice(0).map((toolkit) => toolkit.close()));
});

function toolkitOf(options: ToolkitOptions = {}) {
  const logger = recordingLogger();
  const toolkit = new Toolkit({ logger, ...options });
  toolkits.push(toolkit);
  return { toolkit, logger };
}

/**
 * Returns the logged errors without the warnings, because a busy machine may cause warnings about a blocked event loop.
 */
const errorsIn = ({ lines }: ReturnType<typeof recordingLogger>) =>
  lines.filter(({ level }) => level === 'error');

/** Sends requests in process, because the pool does not depend on the transport. */
const serve =
  (router: Router): Client =>
  (request) =>
    inject(router, request);

const failInMainThread = (): never => {
  throw new Error('this ran in the main thread');
};

const work = (
  method: string,
  bindings: readonly Bindable<any>[] = [],
  path = `/${method}`,
  more: Partial<Route> = {},
): Route => ({
  ...route({ method: 'POST', path, bindings, handler: failInMainThread }),
  blocking: { module, name: 'Work', method },
  ...more,
});

describeTransports('a blocking route', (serveOver) => {
  it('runs in a pool thread, which receives its arguments and returns its result', async () => {
    const { toolkit } = toolkitOf({ workerPoolSize: 1, workerPoolName: 'heavy' });
    const client = await serveOver(
      new Router(toolkit).add(
        work('add', [PathParam('a', int), QueryParam('b', optional(int))], '/add/{a}'),
        work('echo', [BodyParam(Object)]),
        work('where'),
        work('calls'),
        work('nothing'),
        work('rest'),
        work('double', [PathParam('n', int)], '/double/{n}', { blocking: { module, name: 'double' } }),
      ),
    );
    const post = (url: string, json?: unknown) =>
      client({ method: 'POST', url, ...(json !== undefined && { json }) });
    expect((await post('/add/1?b=2')).json()).toBe(3);
    expect((await post('/add/x')).status).toBe(400);
    expect((await post('/echo', { deep: [1, null] })).json()).toEqual({
      value: { deep: [1, null] },
      again: true,
    });
    expect((await post('/where')).json()).toEqual([false, 'heavy-1']);
    expect([(await post('/calls')).json(), (await post('/calls')).json()]).toEqual([1, 2]);
    expect((await post('/nothing')).status).toBe(204);
    const created = await post('/rest');
    expect([created.status, created.headers['location'], created.json()]).toEqual([201, '/a', { id: 1 }]);
    expect((await post('/double/21')).json()).toBe(42);
    expect(toolkit.workers.size).toBe(1);
  });

  it('is aborted when its client disconnects, and does not start for a disconnected client', async () => {
    const { toolkit } = toolkitOf({ workerPoolSize: 1 });
    let [entered, ended] = [0, 0];
    const count: Filter = async (_context, next) => {
      entered += 1;
      try {
        return await next();
      } finally {
        ended += 1;
      }
    };
    const client = await serveOver(
      new Router(toolkit)
        .add(work('listen', [Context(AbortSignal)]), work('heard'), work('calls'))
        .use(count),
    );
    const post = (url: string, signal?: AbortSignal) =>
      client({ method: 'POST', url, ...(signal && { signal }) });
    expect((await post('/heard')).text()).toBe('nothing');
    const [first, second] = [new AbortController(), new AbortController()];
    const listening = post('/listen', first.signal).catch(() => {});
    await vi.waitFor(() => expect(entered).toBe(2), SOON);
    const waiting = post('/calls', second.signal).catch(() => {});
    await vi.waitFor(() => expect(entered).toBe(3), SOON);
    second.abort();
    await waiting;
    // The server has noticed the disconnect.
    await vi.waitFor(() => expect(ended).toBe(2), SOON);
    first.abort();
    await listening;
    expect((await post('/heard')).text()).toBe('the client disconnected');
    expect((await post('/calls')).text()).toBe('1');
  });
});

describe('a blocking route', () => {
  it('logs an unhandled rejection and keeps its thread', async () => {
    const { toolkit, logger } = toolkitOf({ workerPoolSize: 1 });
    const client = serve(new Router(toolkit).add(work('leaves'), work('calls')));
    const post = async (url: string): Promise<unknown> => (await client({ method: 'POST', url })).json();
    expect([await post('/calls'), (await client({ method: 'POST', url: '/leaves' })).text()]).toEqual([
      1,
      'left',
    ]);
    await vi.waitFor(() => expect(errorsIn(logger)).toHaveLength(1), SOON);
    expect(errorsIn(logger)).toMatchObject([
      {
        level: 'error',
        message: 'unhandled promise rejection',
        data: { thread: 'writ-worker-1', error: { message: 'left behind' } },
      },
    ]);
    expect(await post('/calls')).toBe(2);
  });

  it('loses its thread after an unhandled rejection if `unhandledRejections` is `throw`', async () => {
    const { toolkit, logger } = toolkitOf({ workerPoolSize: 1, unhandledRejections: 'throw' });
    const client = serve(new Router(toolkit).add(work('leaves'), work('calls')));
    await client({ method: 'POST', url: '/leaves' });
    await vi.waitFor(
      () => expect(errorsIn(logger)).toMatchObject([{ message: 'a worker thread died' }]),
      SOON,
    );
    expect((await client({ method: 'POST', url: '/calls' })).json()).toBe(1);
  });

  it('ignores messages that its module posts', async () => {
    const { toolkit } = toolkitOf({ workerPoolSize: 1 });
    const client = serve(new Router(toolkit).add(work('posts', [QueryParam('text', String)])));
    const texts = ['one', 'two', 'three'];
    const answers = await Promise.all(
      texts.map((text) => client({ method: 'POST', url: `/posts?text=${text}` })),
    );
    expect(answers.map((answer) => answer.text())).toEqual(texts);
  });

  it('fails with the same error as in the main thread', async () => {
    const { toolkit, logger } = toolkitOf({ workerPoolSize: 1 });
    const respondMessage = handle(TypeError, (error, _request, response) => {
      response.status = 422;
      response.end(error.message);
    });
    const needy = { blocking: { module, name: 'Needy', method: 'go' } };
    const client = serve(
      new Router(toolkit).add(
        work('conflict'),
        work('typeError', [], '/typeError', { scopes: [{ handlers: [respondMessage] }] }),
        ...['fault', 'held', 'uncloneable', 'missing'].map((method) => work(method)),
        work('go', [], '/needy', needy),
        work('go', [], '/unknown', { blocking: { module, name: 'Unknown', method: 'go' } }),
        work('add', [], '/checked', { valid: z.string() }),
        work('echo', [
          BodyParam({ '~standard': { version: 1, vendor: '', validate: () => ({ value: () => 1 }) } }),
        ]),
      ),
    );
    const post = (url: string, json?: unknown) =>
      client({ method: 'POST', url, ...(json !== undefined && { json }) });
    const conflict = await post('/conflict');
    expect([conflict.status, conflict.headers['x-why'], conflict.json()]).toMatchObject([
      409,
      'twice',
      { code: 'conflict', detail: 'already exists', id: 7 },
    ]);
    const typed = await post('/typeError');
    expect([typed.status, typed.text()]).toEqual([422, 'not this']);
    const errorOf = async (url: string, json?: unknown) => {
      const before = errorsIn(logger).length;
      expect([url, (await post(url, json)).status]).toEqual([url, 500]);
      return String((errorsIn(logger)[before]!.data as { error: unknown }).error);
    };
    expect(await errorOf('/fault')).toBe('Fault: mine');
    expect(await errorOf('/held')).toBe('Error: held');
    expect(await errorOf('/uncloneable')).toContain('the result of Work.uncloneable cannot be cloned');
    expect(await errorOf('/missing')).toContain('has no method missing');
    expect(await errorOf('/needy')).toContain('I need something');
    expect(await errorOf('/unknown')).toContain('does not export a class named Unknown');
    expect(await errorOf('/checked')).toContain('is not valid');
    expect(await errorOf('/echo', {})).toMatch(/arguments of POST \/echo .* cannot be cloned/);
    expect(toolkit.workers.size).toBe(1);
  });

  it('responds with 503 after its time limit, and its thread is replaced by one that runs the waiting calls', async () => {
    // Allows seconds for a thread to start or end, because this takes long on a busy machine.
    const { toolkit, logger } = toolkitOf({ workerPoolSize: 1, maxExecuteTime: 4_000 });
    const client = serve(
      new Router(toolkit).add(
        work('block'),
        work('thread'),
        work('sleep', [PathParam('t', int)], '/sleep/{t}'),
      ),
    );
    const post = (url: string) => client({ method: 'POST', url });
    const started = await post('/thread');
    expect(started.status).toBe(200);
    const first = started.json() as number;
    const [late, waited] = await Promise.all([post('/block'), pause(1_000).then(() => post('/thread'))]);
    expect([late.status, late.json().detail]).toEqual([503, 'a worker thread took longer than 4000 ms']);
    expect(logger.lines.map(({ message, data }) => [message, data])).toContainEqual([
      'a worker thread took too long and was terminated',
      { route: expect.stringContaining('POST /block') as string, limit: 4_000 },
    ]);
    expect(waited.status).toBe(200);
    expect(waited.json()).not.toBe(first);
    await vi.waitFor(() => expect(toolkit.workers.size).toBe(1), SOON);
    // Together, the calls exceed the time limit of one call, but waiting for a thread has its own time limit.
    const crowded = await Promise.all([post('/sleep/2500'), post('/sleep/2500')]);
    expect(crowded.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('responds with 500 if its thread dies, and a new thread replaces the dead one', async () => {
    const { toolkit, logger } = toolkitOf({ workerPoolSize: 2 });
    const client = serve(new Router(toolkit).add(work('exit'), work('crash'), work('thread')));
    const post = (url: string) => client({ method: 'POST', url });
    for (const [path, cause] of [
      ['/exit', undefined],
      ['/crash', 'out of the blue'],
    ] as const) {
      expect((await post(path)).status).toBe(500);
      const failed = logger.lines.findLast(({ message }) => message === 'request failed')!;
      const { error } = failed.data as { error: Error };
      expect(error.message).toMatch(/^the worker thread writ-worker-\d ended with code \d during a call$/);
      expect((error.cause as Error | undefined)?.message).toBe(cause);
    }
    const threads = await Promise.all(Array.from({ length: 6 }, () => post('/thread')));
    expect(threads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(threads.map((each) => each.json() as number)).size).toBeLessThanOrEqual(2);
  });
});

describe('start-up errors of blocking routes', () => {
  it('report bindings that belong to the request, and a missing module', () => {
    const { toolkit } = toolkitOf();
    const router = new Router(toolkit).add(
      work('a', [Context(HttpRequest), Context(HttpResponse), Context(RoutingContext)], '/a'),
      work('b', [Context(Toolkit), Context(EventBus), Context(AbortSignal)], '/b'),
      work('c', [FormParam('photo', optional(FileUpload))], '/c'),
      work('d', [BodyParam(ReadableStream)], '/d'),
      work('e', [], '/e', { blocking: { module: 'file:///nowhere/work.ts', name: 'Work' } }),
      work('f', [], '/f', { blocking: { module: './work.ts', name: 'Work' } }),
      work('g', [], '/g', { blocking: { module, name: '' } }),
    );
    expect(router.diagnostics().map(({ rule, message }) => [rule, message.replace(/^.*?\): /, '')])).toEqual([
      ...['context HttpRequest', 'context HttpResponse', 'context RoutingContext', 'context Toolkit'].map(
        (what) => ['blocking', `${what} cannot be used in a worker thread: it belongs to the request`],
      ),
      ['blocking', 'context EventBus cannot be used in a worker thread: it belongs to the request'],
      ['blocking', 'form photo cannot be used in a worker thread: it belongs to the request'],
      ['blocking', 'body cannot be used in a worker thread: it belongs to the request'],
      ['blocking', 'the module "file:///nowhere/work.ts" does not exist'],
      ['blocking', '"./work.ts" is not the URL of a module'],
      ['blocking', 'the name of its export is empty'],
    ]);
  });

  it.each([
    { workerPoolSize: 0 },
    { workerPoolSize: 1.5 },
    { maxExecuteTime: 0 },
    { maxExecuteTime: Infinity },
  ])('a toolkit rejects the pool options %o', (options) => {
    expect(() => new Toolkit(options)).toThrow(RangeError);
  });
});

describe('the worker pool', () => {
  it('uses the loaders of the process but does not prevent its exit', () => {
    const index = import.meta.resolve('../index.ts');
    const hook = moduleOf('hook.mjs', 'globalThis.hooked = true;');
    const hookReader = moduleOf('asking.mjs', 'export function ask() { return String(globalThis.hooked); }');
    const app = moduleOf(
      'app.mjs',
      `import { route, Router, Toolkit } from '${index}';
       const ask = { ...route({ method: 'GET', path: '/', handler() {} }), blocking: { module: '${hookReader}', name: 'ask' } };
       const response = await new Router(new Toolkit()).add(ask).fetch(new Request('http://localhost/'));
       console.log(await response.text());`,
    );
    const args = ['--import', hook, fileURLToPath(app)];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 })).toBe('true\n');
  });

  it.each([
    ['listens', "await toolkit.createServer(router).listen(0, '127.0.0.1');"],
    ['listens', "toolkit.createServer(router).listen(0, '127.0.0.1').catch(() => {});"],
    [
      'runs blocking routes',
      "console.log((await router.fetch(new Request('http://localhost/'))).status); await toolkit.close();",
    ],
  ])('rejects a module that, when imported, %s: %s', (what, text) => {
    const index = import.meta.resolve('../index.ts');
    const app = moduleOf(
      `itself-${what.length}-${text.length}.mjs`,
      `import { isMainThread } from 'node:worker_threads';
       import { route, Router, Toolkit } from '${index}';
       console.log(isMainThread ? 'main' : 'thread');
       export function ask() { return 'never'; }
       const logger = { info() {}, warn() {}, error: (data, message) => console.log(message + ': ' + data.error.message) };
       const toolkit = new Toolkit({ logger });
       const blocking = { module: import.meta.url, name: 'ask' };
       const router = new Router(toolkit).add({ ...route({ method: 'GET', path: '/', handler() {} }), blocking });
       ${text}
       if (isMainThread && !${String(what !== 'listens')}) {
         console.log((await router.fetch(new Request('http://localhost/'))).status);
         process.exit(0);
       }`,
    );
    const output = execFileSync(process.execPath, [fileURLToPath(app)], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect(output.trim().split('\n').toSorted()).toEqual([
      '500',
      'main',
      `request failed: ${app} ${what} in a worker thread that imports it: move that code to another file`,
      'thread',
    ]);
  });

  it('finishes calls within the timeout when its server closes, and aborts all others', async () => {
    // If there are two routes, one of them gets a second thread only if more than one thread is free.
    const { toolkit } = toolkitOf({ workerPoolSize: 4 });
    let entered = 0;
    const router = new Router(toolkit)
      .add(work('sleep', [PathParam('t', int)], '/sleep/{t}'), work('block'))
      .use((_context, next) => {
        entered += 1;
        return next();
      });
    const server = toolkit.createServer(router);
    const { url } = await server.listen(0, '127.0.0.1');
    const post = async (path: string) => (await fetch(url + path, { method: 'POST' })).text();
    // Waits for both threads before the shutdown, because they start slowly on a busy machine.
    await vi.waitFor(async () => {
      await Promise.all([post('/sleep/50'), post('/sleep/50')]);
      expect(toolkit.workers.size).toBe(2);
    }, SOON);
    entered = 0;
    const responses = Promise.allSettled([post('/sleep/400'), post('/block')]);
    await vi.waitFor(() => expect(entered).toBe(2), SOON);
    const report = await server.close({ timeout: 6_000 });
    expect(report).toMatchObject({ finished: 1, aborted: [{ method: 'POST', path: '/block' }] });
    const [slept, cut] = await responses;
    expect(slept).toEqual({ status: 'fulfilled', value: 'slept' });
    expect(cut!.status).toBe('rejected');
    await toolkit.close();
    expect(toolkit.workers.size).toBe(0);
  });

  it('closes with its toolkit, even during calls', async () => {
    const { toolkit } = toolkitOf({ workerPoolSize: 1 });
    const router = new Router(toolkit).add(work('forever'), work('where'));
    const post = (path: string) => router.fetch(new Request(`http://localhost${path}`, { method: 'POST' }));
    expect((await post('/where')).status).toBe(200);
    const running = post('/forever');
    const waiting = post('/where');
    await pause(20);
    await toolkit.close();
    expect([(await running).status, (await waiting).status]).toEqual([500, 503]);
    expect(toolkit.workers.size).toBe(0);
    expect((await post('/where')).status).toBe(503);
  });
});
