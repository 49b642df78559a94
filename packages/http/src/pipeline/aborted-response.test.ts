import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  Context,
  HttpError,
  HttpResponse,
  REQUEST_CHANNELS,
  route,
  Router,
  Toolkit,
  type HttpResponseWriter,
  type RequestMessage,
} from '../index.ts';
import type { RouteEvent } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });
const TIME = 40;

function watchFailures(): unknown[] {
  const seen: unknown[] = [];
  const listener = (message: unknown): void => void seen.push((message as RequestMessage).error);
  subscribe(REQUEST_CHANNELS.failed, listener);
  onTestFinished(() => void unsubscribe(REQUEST_CHANNELS.failed, listener));
  return seen;
}

describeTransports('a response that has started when its time limit expires', (serve) => {
  const triggered: string[] = [];
  const event = (name: string, more: Partial<RouteEvent> = {}): RouteEvent => ({
    event: { name, instance: { execute: () => void triggered.push(name) } },
    ...more,
  });
  const events = [
    event('success'),
    event('created', { response: 200 }),
    event('fault', { exception: HttpError }),
  ];

  const routerOf = (write: HttpResponseWriter['write']): Router =>
    new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        scopes: [{ limits: { time: TIME }, events, writer: { name: 'Slow', instance: { write } } }],
        handler: () => 'result',
      }),
    );

  /** Creates a router whose handler writes, then never settles. */
  const hanging = (begin: (response: HttpResponse) => unknown): Router =>
    new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        scopes: [{ limits: { time: TIME } }],
        bindings: [Context(HttpResponse)],
        handler: async (response) => {
          await begin(response);
          await new Promise(() => {});
        },
      }),
    );

  it('is aborted if its writer never settles, and the failure reaches the client, the log and the events', async () => {
    logger.lines.length = 0;
    triggered.length = 0;
    const failures = watchFailures();
    let aborted: unknown;
    const client = await serve(
      routerOf(async (_result, { signal }, response) => {
        signal.addEventListener('abort', () => (aborted = signal.reason));
        await response.write('half');
        await new Promise(() => {});
      }),
    );
    const response = await client('/');
    expect([response.status, response.text(), response.complete]).toEqual([200, 'half', false]);
    expect(aborted).toMatchObject({ status: 503 });
    expect(failures).toEqual([aborted]);
    expect(triggered).toEqual(['fault']);
    expect(logger.lines.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'request failed after the response had started'],
    ]);
  });

  it('is complete if the writer ends it when the signal is aborted', async () => {
    logger.lines.length = 0;
    triggered.length = 0;
    const client = await serve(
      routerOf(async (_result, { signal }, response) => {
        await response.write('half');
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        await response.write(' and half');
      }),
    );
    const response = await client('/');
    expect([response.text(), response.complete]).toEqual(['half and half', true]);
    await vi.waitFor(() => expect(triggered).toEqual(['success', 'created']), { timeout: 30_000 });
    expect(logger.lines).toEqual([]);
  });

  it('triggers its events once if the writer ends it too late', async () => {
    triggered.length = 0;
    const late = Promise.withResolvers<void>();
    const client = await serve(
      routerOf(async (_result, _request, response) => {
        await response.write('half');
        await late.promise;
      }),
    );
    expect((await client('/')).complete).toBe(false);
    late.resolve();
    await pause(10);
    await vi.waitFor(() => expect(triggered).toEqual(['fault']), { timeout: 30_000 });
  });

  it('is aborted if the handler writes it but never settles', async () => {
    const router = hanging((response) => response.write('half'));
    const response = await (await serve(router))('/');
    expect([response.text(), response.complete]).toEqual(['half', false]);
  });

  it('is not aborted if it has ended, even if the handler is still running', async () => {
    logger.lines.length = 0;
    const router = hanging((response) => response.end('whole'));
    const response = await (await serve(router))('/');
    expect([response.text(), response.complete]).toEqual(['whole', true]);
    await pause(3 * TIME);
    expect(logger.lines).toEqual([]);
  });
});
