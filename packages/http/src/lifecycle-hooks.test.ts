import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createNodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { route, Router, StartupError, Toolkit, type ServerAddress } from './index.ts';
import { inject } from './testing/index.ts';
import { recordingLogger } from './testing/recording-logger.ts';
import { describeTransports } from './testing/transports.ts';

const logger = recordingLogger();
afterEach(() => void logger.lines.splice(0));

const order: string[] = [];
const record = (name: string) => (): void => void order.push(name);
const routerOf = (toolkit = new Toolkit({ logger })): Router => {
  order.splice(0);
  return new Router(toolkit).add(
    route({
      method: 'GET',
      path: '/',
      handler: () => {
        order.push('request');
        return 'answer';
      },
    }),
  );
};
const messages = (): readonly unknown[] => logger.lines.map(({ level, message }) => `${level}: ${message}`);
const here = /lifecycle-hooks\.test\.ts:\d+:\d+/;

describeTransports('a router with start hooks', (serve) => {
  it('runs them in order before the first request is accepted, and once', async () => {
    const router = routerOf();
    router.addHook('start', async () => {
      await Promise.resolve();
      order.push('first');
    });
    router.addHook('start', record('second'));
    const client = await serve(router);
    const responses = await Promise.all([client('/'), client('/')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(order).toEqual(['first', 'second', 'request', 'request']);
  });
});

describe.each(['node', 'fast'] as const)('with the transport %s', (transport) => {
  it('ready hooks run after listen, and stop hooks after the last request in reverse order', async () => {
    const router = routerOf();
    const entered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    router.add(
      route({
        method: 'GET',
        path: '/slow',
        handler: async () => {
          entered.resolve();
          await held.promise;
          order.push('slow request');
          return 'slow';
        },
      }),
    );
    router.addHook('stop', record('stop 1')).addHook('stop', record('stop 2'));
    router.addHook('ready', async ({ url }) => void order.push(await (await fetch(url)).text()));
    router.addHook('ready', record('ready 2')).addHook('start', record('start'));
    const server = router.toolkit.createServer(router, { transport });
    const { url } = await server.listen(0, '127.0.0.1');
    expect(order).toEqual(['start', 'request', 'answer', 'ready 2']);
    order.splice(0);
    const slow = fetch(`${url}/slow`);
    await entered.promise;
    const closed = server.close();
    held.resolve();
    expect((await slow).status).toBe(200);
    await closed;
    expect(order).toEqual(['slow request', 'stop 2', 'stop 1']);
  });

  it('a failed start hook ends the start with its location, and stop hooks still run on close', async () => {
    const router = routerOf();
    router.addHook('start', function openDatabase() {
      throw new Error('no such file');
    });
    router.addHook('start', record('later start')).addHook('ready', record('ready'));
    router.addHook('stop', record('stop'));
    const server = router.toolkit.createServer(router, { transport });
    const error = await server.listen(0, '127.0.0.1').catch((reason: unknown) => reason as StartupError);
    expect(error).toBeInstanceOf(StartupError);
    const { diagnostics, cause } = error as StartupError;
    expect(cause).toEqual(new Error('no such file'));
    expect(diagnostics).toMatchObject([
      { code: 'W2052', message: 'the start hook openDatabase failed: Error: no such file' },
    ]);
    expect((error as StartupError).message).toMatch(here);
    expect(server.node.listening).toBe(false);
    await server.close();
    expect(order).toEqual(['stop']);
  });
});

it('start hooks do not run if routes are invalid', async () => {
  const router = routerOf().addHook('start', record('start'));
  router.prepare(() => void router.add(route({ method: 'GET', path: '/{id', handler: () => '' })));
  await expect(router.toolkit.createServer(router).listen(0)).rejects.toThrow(StartupError);
  expect(order).toEqual([]);
});

it('each hook has a time limit, and a failed ready or stop hook is logged without preventing others', async () => {
  const router = routerOf();
  const never = new Promise<never>(() => {});
  router.addHook('ready', () => never, { timeout: 5 }).addHook('ready', record('ready'));
  router.addHook('stop', record('stop')).addHook('stop', async function closeDatabase() {
    throw new Error('busy');
  });
  router.addHook('stop', () => never, { timeout: 5 });
  const server = router.toolkit.createServer(router);
  await server.listen(0, '127.0.0.1');
  await server.close();
  expect(order).toEqual(['ready', 'stop']);
  const [ready, hung, busy, ...others] = logger.lines.filter(({ level }) => level === 'error');
  expect(others).toEqual([]);
  expect(ready).toMatchObject({ data: { error: new Error('it did not finish within 5 ms') } });
  expect(ready!.message).toMatch(/^a ready hook failed \(.*lifecycle-hooks\.test\.ts:\d+:\d+\)$/);
  expect(hung!.message).toMatch(/^a stop hook failed \(/);
  expect(busy).toMatchObject({ data: { error: new Error('busy') } });
  expect(busy!.message).toMatch(/^the stop hook closeDatabase failed \(/);

  const waiting = routerOf().addHook('start', () => never, { timeout: 5 });
  await expect(waiting.ready()).rejects.toThrow('a start hook failed: Error: it did not finish within 5 ms');
});

it('a failing logger does not prevent the remaining stop hooks', async () => {
  const fail = (): never => {
    throw new Error('disk full');
  };
  const router = routerOf(new Toolkit({ logger: { info: fail, warn: fail, error: fail } }));
  router.addHook('stop', record('stop')).addHook('stop', fail);
  await router.close();
  expect(order).toEqual(['stop']);
});

it('hooks of mounted routers start after those of the outer router, and stop before them', async () => {
  const toolkit = new Toolkit({ logger });
  const outer = routerOf(toolkit);
  const inner = new Router(toolkit);
  inner.addHook('start', record('inner start')).addHook('stop', record('inner stop'));
  outer.mount('/a', inner).mount('/b', inner);
  outer.addHook('start', record('outer start')).addHook('stop', record('outer stop'));
  await inject(outer, '/');
  expect(() => inner.addHook('start', record('late'))).toThrow('already started');
  await outer.close();
  expect(order).toEqual(['outer start', 'inner start', 'request', 'inner stop', 'outer stop']);
});

it('with two servers, hooks run once: stop hooks after the last server is closed, and again after another start', async () => {
  const router = routerOf();
  for (const phase of ['start', 'ready', 'stop'] as const) router.addHook(phase, record(phase));
  const [first, second, third] = [1, 2, 3].map(() => router.toolkit.createServer(router));
  await Promise.all([first!.listen(0, '127.0.0.1'), second!.listen(0, '127.0.0.1')]);
  await first!.close();
  expect(order).toEqual(['start', 'ready']);
  await Promise.all([second!.close(), second!.close()]);
  expect(order).toEqual(['start', 'ready', 'stop']);
  await third!.listen(0, '127.0.0.1');
  await third!.close();
  expect(order).toEqual(['start', 'ready', 'stop', 'start', 'ready', 'stop']);
});

it('a server that is closed while start hooks run waits for them, then runs the stop hooks', async () => {
  const router = routerOf();
  const entered = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  router.addHook('start', async () => {
    entered.resolve();
    await held.promise;
    order.push('start');
  });
  router.addHook('stop', record('stop')).addHook('ready', record('ready'));
  const server = router.toolkit.createServer(router);
  const listening = server.listen(0);
  await entered.promise;
  const closed = server.close();
  held.resolve();
  await expect(listening).rejects.toThrow('the server was closed before it could listen');
  await closed;
  expect(order).toEqual(['start', 'stop']);
});

it('a server that is closed during earlier start-up work runs the stop hooks after the start hooks', async () => {
  const router = routerOf();
  const held = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  router.prepare(() => {
    entered.resolve();
    return held.promise;
  });
  router.addHook('start', record('start')).addHook('stop', record('stop')).addHook('ready', record('ready'));
  const server = router.toolkit.createServer(router);
  const listening = server.listen(0);
  await entered.promise;
  await server.close();
  expect(order).toEqual([]);
  held.resolve();
  await expect(listening).rejects.toThrow('the server was closed before it could listen');
  expect(order).toEqual(['start', 'stop']);
});

it('a server that is closed as soon as it listens runs no ready hooks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-hooks-'));
  const router = routerOf().addHook('ready', record('ready'));
  router.addHook('start', record('start')).addHook('stop', record('stop'));
  const server = router.toolkit.createServer(router);
  const closed = new Promise((resolve) => void server.node.once('listening', () => resolve(server.close())));
  await expect(server.listen(join(folder, 'socket'))).rejects.toThrow('closed before it could listen');
  await closed;
  rmSync(folder, { recursive: true });
  expect(order).toEqual(['start', 'stop']);
});

it('a server that never started runs no hooks when it is closed', async () => {
  const router = routerOf().addHook('stop', record('stop')).addHook('start', record('start'));
  const server = router.toolkit.createServer(router);
  await server.close();
  await expect(server.listen(0)).rejects.toThrow('closed before it could listen');
  expect(order).toEqual([]);
});

it("the application's own server runs start hooks before the first request, and responds with 503 if one fails", async () => {
  for (const fails of [false, true]) {
    const router = routerOf().addHook('start', () => {
      order.push('start');
      if (fails) throw new Error('no such file');
    });
    const server = createNodeServer(router.listener);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const statuses = [(await fetch(url)).status, (await fetch(url)).status];
    await new Promise((resolve) => void server.close(resolve).closeAllConnections());
    expect(statuses).toEqual(fails ? [503, 503] : [200, 200]);
    expect(order).toEqual(fails ? ['start'] : ['start', 'request', 'request']);
  }
  expect(messages()).toContain('error: the router cannot start');
});

it('ready receives the address', async () => {
  const ready = vi.fn<(address: unknown) => void>();
  const router = routerOf().addHook('ready', ready);
  const server = router.toolkit.createServer(router);
  const address: ServerAddress = await server.listen(0, '127.0.0.1');
  await server.close();
  expect(ready.mock.calls).toEqual([[address]]);
});

it('addHook rejects an unknown phase, a value that is not a function, a wrong option, and hooks that are too late', async () => {
  const router = routerOf();
  const add = router.addHook.bind(router) as (...given: readonly unknown[]) => void;
  expect(() => add('onClose', record(''))).toThrow(
    new TypeError(`addHook: the phase must be 'start', 'ready' or 'stop', not "onClose"`),
  );
  expect(() => add('stop', 7)).toThrow(new TypeError('addHook: the stop hook must be a function'));
  expect(() => add('stop', record(''), { timout: 1 })).toThrow('did you mean timeout?');
  for (const timeout of [0, -1, Number.NaN, Infinity, 2 ** 31]) {
    expect(() => add('stop', record(''), { timeout })).toThrow(RangeError);
  }
  await router.addHook('start', record('start')).ready();
  for (const phase of ['start', 'ready'] as const) {
    expect(() => router.addHook(phase, record(phase))).toThrow('the router has already started');
  }
  router.addHook('stop', record('stop'));
  await router.close();
  expect(order).toEqual(['start', 'stop']);
});
