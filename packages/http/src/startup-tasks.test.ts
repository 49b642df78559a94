import { createServer as createNodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { route, Router, StartupError, Toolkit } from './index.ts';
import { inject } from './testing/index.ts';
import { recordingLogger } from './testing/recording-logger.ts';
import { describeTransports } from './testing/transports.ts';

const logger = recordingLogger();
const routerOf = (): Router => new Router(new Toolkit({ logger }));
const answering = (path: string, text = path) => route({ method: 'GET', path, handler: () => text });
const moment = (time = 20): Promise<void> => new Promise((resolve) => void setTimeout(resolve, time));

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

describeTransports('a router with start-up work', (serve) => {
  it('runs its tasks one after another before listen() resolves or the first request is served', async () => {
    const router = routerOf().add(answering('/now'));
    const order: string[] = [];
    router.prepare(async () => {
      await moment();
      order.push('first');
      router.add(answering('/later'));
    });
    router.prepare(() => {
      order.push('second');
      router.add(answering('/last'));
    });
    expect([router.isStarting, router.isBlocked]).toEqual([true, true]);
    expect(router.build()).toBe(router);
    const client = await serve(router);
    const texts = await Promise.all(
      ['/now', '/later', '/last'].map(async (path) => (await client(path)).text()),
    );
    expect(texts).toEqual(['/now', '/later', '/last']);
    expect(order).toEqual(['first', 'second']);
    expect([router.isStarting, router.isBlocked]).toEqual([false, false]);
  });

  it('serves its current routes while later start-up work is pending', async () => {
    const router = routerOf().add(answering('/now'));
    const client = await serve(router);
    expect((await client('/now')).status).toBe(200);
    const { promise, resolve } = Promise.withResolvers<void>();
    router.prepare(async () => {
      await promise;
      router.add(answering('/later'));
    });
    expect([(await client('/now')).status, (await client('/later')).status]).toEqual([200, 404]);
    resolve();
    await router.prepared();
    expect((await client('/later')).status).toBe(200);
  });
});

it("listen, fetch, inject and ready reject if the router's start-up work fails", async () => {
  const router = routerOf().add(answering('/now'));
  router.prepare(async () => {
    await moment();
    throw new Error('no such database');
  });
  const server = router.toolkit.createServer(router);
  const message = 'no such database';
  await expect(server.listen(0)).rejects.toThrow(message);
  await expect(router.ready()).rejects.toThrow(message);
  await expect(inject(router, '/now')).rejects.toThrow(message);
  await expect(router.fetch(new Request('http://localhost/now'))).rejects.toThrow(message);
  expect(server.node.listening).toBe(false);
});

it('invalid routes that start-up work adds cause a StartupError', async () => {
  const router = routerOf();
  router.prepare(() => void router.add(answering('/{id')));
  await expect(router.toolkit.createServer(router).listen(0)).rejects.toThrow(StartupError);
  await expect(inject(router, '/')).rejects.toThrow('an opening brace without a closing one');
  const waiting = routerOf();
  waiting.prepare(() => void waiting.add(answering('/{id')));
  await expect(inject(waiting, '/')).rejects.toThrow(StartupError);
});

it("the application's own node:http server delays requests until start-up work is done, or responds with 503 if it fails", async () => {
  const answers: number[] = [];
  for (const fails of [false, true, 'wrong']) {
    const router = routerOf().add(answering('/now'));
    router.prepare(async () => {
      await moment();
      if (fails === 'wrong') router.add(answering('/{id'));
      else if (fails) throw new Error('no such database');
    });
    const server = fails ? router.toolkit.createServer(router).node : createNodeServer(router.listener);
    // Requests also wait for work that is registered after the server was created.
    if (!fails) router.prepare(() => moment());
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    stops.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/now`;
    const response = await fetch(url);
    answers.push(response.status, (await fetch(url)).status);
    const text = await response.text();
    if (fails) expect(JSON.parse(text)).toMatchObject({ code: 'unavailable', instance: '/now' });
    expect(text).not.toContain('database');
  }
  expect(answers).toEqual([200, 200, 503, 503, 503, 503]);
  expect(logger.lines.at(-1)).toMatchObject({ level: 'error', message: 'the router cannot start' });
});

it('invalid routes that start-up work adds cause a 503 but do not end the process', async () => {
  const router = routerOf();
  router.prepare(() => void router.add(answering('/{id')));
  const server = router.toolkit.createServer(router).node;
  await router.prepared();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/now`;
  expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([503, 503]);
  expect(logger.lines.at(-1)).toMatchObject({ level: 'error', message: 'the router cannot start' });
});

it('a server that is closed during start-up work never listens', async () => {
  const router = routerOf().add(answering('/now'));
  router.prepare(() => moment());
  const server = router.toolkit.createServer(router);
  const listening = server.listen(0);
  expect(await server.close()).toEqual({ finished: 0, aborted: [], unfinished: [] });
  await expect(listening).rejects.toThrow('the server was closed before it could listen');
  expect(server.node.listening).toBe(false);
});

it('a router does not serve routes that start-up work adds until the work is done', () => {
  const router = routerOf().add(answering('/now'));
  router.prepare(() => moment());
  expect(() => router.resolved()).toThrow('await router.ready()');
  expect(router.table().map(({ path }) => path)).toEqual(['/now']);
});
