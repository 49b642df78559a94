import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import {
  Context,
  HttpError,
  int,
  PathParam,
  REQUEST_CHANNELS,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type RequestMessage,
} from '../index.ts';
import { readTrace } from '../exchange/trace.ts';
import { inject } from '../testing/inject.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';
import { WaitingRoute } from '../testing/waiting-route.ts';

type Name = keyof typeof REQUEST_CHANNELS;
const NAMES = Object.keys(REQUEST_CHANNELS) as Name[];

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function listen<T>(names: readonly Name[], look: (name: Name, message: RequestMessage) => T): T[] {
  const seen: T[] = [];
  for (const name of names) {
    const listener = (message: unknown): void => void seen.push(look(name, message as RequestMessage));
    subscribe(REQUEST_CHANNELS[name], listener);
    ends.push(() => unsubscribe(REQUEST_CHANNELS[name], listener));
  }
  return seen;
}

const fault = new HttpError('conflict', 'already exists');
const waiting = new WaitingRoute();
const router = new Router(new Toolkit({ logger: recordingLogger() })).add(
  route({ method: 'GET', path: '/n/{n}', bindings: [PathParam('n', int)], handler: (n) => n + 1 }),
  route({
    method: 'GET',
    path: '/late',
    handler: async () => {
      await pause(5);
      throw fault;
    },
  }),
  route({
    method: 'GET',
    path: '/breaking',
    async *handler() {
      yield 'part';
      throw new Error('no more');
    },
  }),
  route({
    method: 'GET',
    path: '/broken-off',
    bindings: [Context(RoutingContext)],
    handler({ response }) {
      response.start();
      response.breakOff();
    },
  }),
  waiting.route,
  route({
    method: 'GET',
    path: '/trace',
    bindings: [Context(RoutingContext)],
    handler: ({ trace }) => ({ ...trace }),
  }),
  route({
    method: 'GET',
    path: '/{all:.*}',
    order: -1,
    bindings: [Context(RoutingContext)],
    handler: (context) => context.next(),
  }),
);

describeTransports('a subscriber to the channels', (serve) => {
  it('receives the same object for a request from start to response', async () => {
    const objects = new Set<RequestMessage>();
    const seen = listen(NAMES, (name, message) => {
      objects.add(message);
      const { method, path, route: at, status, error } = message;
      return [name, method, path, at?.path, status, error];
    });
    const client = await serve(router);
    await client('/n/1?q=1');
    const all = '/{all:.*}';
    expect(seen.splice(0)).toEqual([
      ['start', 'GET', '/n/1', undefined, undefined, undefined],
      ['routed', 'GET', '/n/1', all, undefined, undefined],
      ['answered', 'GET', '/n/1', '/n/{n}', 200, undefined],
      ['closed', 'GET', '/n/1', '/n/{n}', 200, undefined],
    ]);
    const [message] = objects;
    expect(message!.duration).toBeGreaterThan(0);
    expect(message!.trace.parentId).toBeUndefined();
    expect(objects.size).toBe(1);
    await client('/late');
    expect(seen.splice(0)).toEqual([
      ['start', 'GET', '/late', undefined, undefined, undefined],
      ['routed', 'GET', '/late', all, undefined, undefined],
      ['failed', 'GET', '/late', '/late', undefined, fault],
      ['answered', 'GET', '/late', '/late', 409, fault],
      ['closed', 'GET', '/late', '/late', 409, fault],
    ]);
    await client({ method: 'POST', url: '/n/1' });
    expect(seen.map(([name, , , , status]) => [name, status])).toEqual([
      ['start', undefined],
      ['failed', undefined],
      ['answered', 405],
      ['closed', 405],
    ]);
  });

  it('can bind a store to the channel "start", which applies to the whole request', async () => {
    const store = new AsyncLocalStorage<string>();
    const start = channel(REQUEST_CHANNELS.start);
    start.bindStore(store, (message) => (message as RequestMessage).path);
    ends.push(() => start.unbindStore(store));
    const seen = listen(['answered'], () => store.getStore());
    const client = await serve(router);
    await Promise.all(['/late', '/n/1', '/n/2'].map((path) => client(path)));
    expect(seen.toSorted()).toEqual(['/late', '/n/1', '/n/2']);
    expect(store.getStore()).toBeUndefined();
  });
});

describeTransports('a subscriber to the channel "closed"', (serve) => {
  it('receives a response that is aborted after its start', async () => {
    const seen = listen(['answered', 'failed', 'closed'], (name, { outcome, status, error }) => [
      name,
      outcome,
      status,
      (error as Error).message,
    ]);
    const client = await serve(router);
    expect((await client('/breaking')).complete).toBe(false);
    expect(seen).toEqual([
      ['failed', undefined, undefined, 'no more'],
      ['closed', 'aborted', 200, 'no more'],
    ]);
  });

  it('receives a response that its handler aborts', async () => {
    const seen = listen(['answered', 'failed', 'closed'], (name, { outcome }) => [name, outcome]);
    const client = await serve(router);
    expect((await client('/broken-off')).complete).toBe(false);
    expect(seen).toEqual([['closed', 'aborted']]);
  });

  it('receives a request exactly once if its client disconnects before the handler returns', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<unknown>();
    const seen = listen(['closed'], (_name, message) => {
      resolve([message.outcome, message.status, message.route?.path]);
      return message.outcome;
    });
    const client = await serve(router);
    const release = await waiting.disconnect(client);
    expect(await closed).toEqual(['disconnected', undefined, '/waiting']);
    await release();
    expect(seen).toEqual(['disconnected']);
  });
});

it('the channel "closed" publishes a request that is passed to the next middleware', async () => {
  const seen = listen(NAMES, (name, { outcome }) => [name, outcome]);
  const passing = new Router(new Toolkit());
  const server = createServer((request, response) =>
    passing.listener(request, response, () => response.end('next')),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}/other`)).text()).toBe('next');
  expect(seen).toEqual([
    ['start', undefined],
    ['closed', 'passed-on'],
  ]);
});

describeTransports('a subscriber to the channel "start"', (serve) => {
  it('can wrap the handling of the request and set its trace', async () => {
    const store = new AsyncLocalStorage<string>();
    const trace = { ...readTrace(undefined, undefined), traceparent: 'set by a tracer' };
    listen(['start'], (_name, message) => {
      message.trace = trace;
      message.surround((handle) => store.run(`${store.getStore()} inner`, handle));
      message.surround((handle) => store.run('outer', handle));
    });
    const seen = listen(['answered'], () => store.getStore());
    const client = await serve(router);
    expect((await client('/trace')).json()).toEqual(JSON.parse(JSON.stringify(trace)));
    expect(seen).toEqual(['outer inner']);
  });
});

describeTransports('context.trace', (serve) => {
  it("continues the caller's trace, even without subscribers", async () => {
    const client = await serve(router);
    const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`, tracestate: 'vendor=a' };
    const trace = (await client({ url: '/trace', headers })).json();
    expect(trace).toMatchObject({ traceId: 'a'.repeat(32), parentId: 'b'.repeat(16), sampled: false });
    expect(trace.traceparent).toBe(`00-${'a'.repeat(32)}-${trace.spanId}-00`);
    expect(trace.tracestate).toBe('vendor=a');
  });

  it('returns the same object on every access', async () => {
    const seen = listen(['start', 'answered'], (_name, { trace }) => trace.spanId);
    const { spanId } = (await (await serve(router))('/trace')).json();
    expect(seen).toEqual([spanId, spanId]);
  });
});

it('a request that started before the first subscription is not published', async () => {
  const late = inject(router, '/late');
  const seen = listen(NAMES, (name) => name);
  await late;
  expect(seen).toEqual([]);
});
