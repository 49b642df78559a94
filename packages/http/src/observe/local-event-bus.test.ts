import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Context, EventBus, route, Router, Toolkit } from '../index.ts';
import { EventBusError } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const busOf = () => {
  const logger = recordingLogger();
  const toolkit = new Toolkit({ logger });
  return { logger, toolkit, bus: toolkit.eventBus };
};

it('publish() returns before it calls all subscribers in order', async () => {
  const { bus, toolkit } = busOf();
  const got: unknown[] = [];
  const first = bus.subscribe('notes', (message) => got.push(['first', message]));
  bus.subscribe('notes', (message, address) => got.push(['second', message, address]));
  bus.subscribe('other', () => got.push('never'));
  bus.publish('notes', 1);
  bus.publish('unused', 1);
  first.unsubscribe();
  first.unsubscribe();
  bus.publish('notes', 2);
  expect(got).toEqual([]);
  await toolkit.background.settle(1_000);
  expect(got).toEqual([
    ['first', 1],
    ['second', 1, 'notes'],
    ['second', 2, 'notes'],
  ]);
});

it('publish() logs the error of a subscriber and calls the others', async () => {
  const { bus, toolkit, logger } = busOf();
  let got = 0;
  bus.subscribe('notes', () => {
    throw new Error('at once');
  });
  bus.subscribe('notes', () => Promise.reject(new Error('later')));
  bus.subscribe('notes', () => (got += 1));
  bus.publish('notes', {});
  await toolkit.close();
  expect(got).toBe(1);
  expect(logger.lines.map(({ message, data }) => [message, data])).toEqual([
    ['a subscriber failed', { address: 'notes', error: new Error('at once') }],
    ['a subscriber failed', { address: 'notes', error: new Error('later') }],
  ]);
});

it('request() selects the subscribers in turn', async () => {
  const { bus } = busOf();
  bus.subscribe<number>('twice', (n) => n * 2);
  bus.subscribe<number>('twice', async (n) => `${n}${n}`);
  expect(await bus.request('twice', 4)).toBe(8);
  expect(await bus.request('twice', 4)).toBe('44');
  expect(await bus.request('twice', 5)).toBe(10);
});

it('request() rejects with the reason before its timeout expires', async () => {
  const { bus } = busOf();
  bus.subscribe('failing', () => {
    throw new TypeError('no');
  });
  bus.subscribe('hanging', () => new Promise(() => {}));
  await expect(bus.request('failing', 1)).rejects.toThrow(new TypeError('no'));
  await expect(bus.request('unused', 1)).rejects.toMatchObject({ code: 'no-subscriber' });
  await expect(bus.request('hanging', 1, { timeout: 20 })).rejects.toThrow(
    'no reply from hanging within 20 ms',
  );
  const stop = new AbortController();
  const stopped = bus.request('hanging', 1, { signal: stop.signal });
  stop.abort(new Error('the client disconnected'));
  await expect(stopped).rejects.toThrow('the client disconnected');
  await expect(bus.request('hanging', 1, { signal: stop.signal })).rejects.toThrow('the client disconnected');
});

it('close() of the toolkit closes its event bus', async () => {
  const { bus, toolkit } = busOf();
  await toolkit.close();
  const closed = new EventBusError('closed', 'the event bus is closed');
  expect(() => bus.publish('a', 1)).toThrow(closed);
  expect(() => bus.subscribe('a', () => {})).toThrow(closed);
  await expect(bus.request('a', 1)).rejects.toThrow(closed);
});

it('subscribe() throws for a subscriber that is not a function', () => {
  expect(() => busOf().bus.subscribe('a', undefined as never)).toThrow(
    'the subscriber for a must be a function, not undefined',
  );
});

it('close() of the toolkit waits for subscribers up to its timeout, then reports the pending ones', async () => {
  const { bus, toolkit } = busOf();
  bus.subscribe('slow', () => pause(60_000, undefined, { ref: false }));
  bus.publish('slow', 1);
  expect(await toolkit.close({ timeout: 20 })).toEqual([{ name: 'slow', age: expect.any(Number) as number }]);
});

describeTransports('@Context(EventBus)', (serve) => {
  it('is the event bus of the toolkit', async () => {
    const sent: unknown[] = [];
    class Recording extends EventBus {
      publish(address: string, message: unknown): void {
        sent.push([address, message]);
      }
      subscribe(): never {
        throw new Error('not here');
      }
      request<R>(): Promise<R> {
        return Promise.resolve('answer' as R);
      }
      close(): void {}
    }
    const ask = route({
      method: 'GET',
      path: '/',
      bindings: [Context(EventBus)],
      async handler(bus) {
        bus.publish('asked', 1);
        return bus.request<string>('question', 2);
      },
    });
    const client = await serve(new Router(new Toolkit({ eventBus: new Recording() })).add(ask));
    expect((await client('/')).text()).toBe('answer');
    expect(sent).toEqual([['asked', 1]]);
  });
});
