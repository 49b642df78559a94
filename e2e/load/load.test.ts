/** Tests the service on a real port, with its worker threads, under many requests at once. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ServiceOptions } from '../../packages/service/src/service-types.ts';
import { logEvent, newResult } from '../../packages/service/src/testing/fakes.ts';
import { installable, planOf, setUp, token, type SetUp } from '../../packages/service/src/testing/service.ts';
import { createPlanner, PLANNER_LIMIT, PLANNER_THREADS } from '../../packages/service/src/work/planner.ts';
import { Toolkit } from '@writ/http';

const LIMIT = { timeout: 240_000 };

interface Served extends SetUp {
  readonly port: number;
  request(path: string, body?: object): Promise<Response>;
}

async function serve(options: Partial<ServiceOptions> = {}): Promise<Served> {
  const toolkit = new Toolkit({ workerPoolSize: PLANNER_THREADS, maxExecuteTime: PLANNER_LIMIT });
  const set = await setUp({ planner: createPlanner(toolkit), ...options });
  const server = set.service.toolkit.createServer(set.service.router);
  const { url, port } = await server.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    for (const run of set.runs) run.end(newResult('interrupted'));
    await set.service.stop(10_000);
    await server.close({ timeout: 100 });
    await toolkit.close();
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    ...set,
    port,
    request: (path, body) =>
      fetch(`${url}${path}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }),
  };
}

/** Opens event streams that are never read. */
async function openUnread(port: number, count: number): Promise<readonly Socket[]> {
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `GET /api/installs/1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await once(socket, 'connect');
    return socket.pause();
  };
  const sockets = await Promise.all(Array.from({ length: count }, open));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return sockets;
}

/** Writes more output than the buffers of a connection can hold. */
function writeOutput({ request: { onEvent } }: SetUp['runs'][number]): void {
  for (let number = 1; number <= 2_000; number += 1) onEvent!(logEvent(number, 'x'.repeat(4_000)));
}

it(
  'of 100 simultaneous start requests, those that fit into the queue are accepted and the others are rejected',
  LIMIT,
  async () => {
    const { request, send, runs } = await serve();
    const digests = new Map<string, string>();
    for (const image of Array.from({ length: 100 }, (_, index) => `disk-${index}.img`)) {
      digests.set(image, (await send(planOf(installable, image))).json().digest as string);
    }
    const responses = await Promise.all(
      [...digests].map(([image, planSha256]) =>
        request('/api/installs', { configuration: installable, image, planSha256 }),
      ),
    );
    const accepted = responses.filter(({ status }) => status === 202);
    const refused = responses.filter(({ status }) => status !== 202);
    // One runs, and eight wait. The other requests exceeded the limit on waiting installations or on
    // concurrent plans.
    expect(accepted).toHaveLength(9);
    for (const { status, headers } of refused) {
      expect([429, 503]).toContain(status);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const stored = (await (await request('/api/installs')).json()) as { id: number; state: string }[];
    expect(stored.map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: 8 }, () => 'queued'),
      'running',
    ]);
    expect(runs).toHaveLength(1);
    const ids = await Promise.all(
      accepted.map(async (response) => ((await response.json()) as { id: number }).id),
    );
    expect(ids.toSorted((a, b) => a - b)).toEqual(stored.map(({ id }) => id).toReversed());
  },
);

it('100 start requests with the same Idempotency-Key start one installation', LIMIT, async () => {
  const { send, runs } = await serve();
  const planSha256 = (await send(planOf(installable))).json().digest as string;
  const json = { configuration: installable, image: 'disk.img', planSha256 };
  const headers = { 'idempotency-key': 'one' };
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => send({ method: 'POST', url: '/api/installs', json, headers })),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202, 409]));
  expect((await send('/api/installs')).json()).toHaveLength(1);
  expect(runs).toHaveLength(1);
});

it(
  '64 event streams that are never read block neither the installation nor other requests',
  LIMIT,
  async () => {
    const stallTimeout = 2 * LIMIT.timeout;
    const { begin, port, request, runs, service } = await serve({ stallTimeout });
    await begin('disk.img');
    const sockets = await openUnread(port, 64);
    await vi.waitFor(() => expect(service.openStreams()).toBe(64), { timeout: 60_000 });
    writeOutput(runs[0]!);
    runs[0]!.end(newResult('done'));
    await vi.waitFor(
      async () => expect(await (await request('/api/installs/1')).json()).toMatchObject({ state: 'done' }),
      { timeout: 60_000 },
    );
    expect((await request('/api/installs/1/log?from=2000&count=1')).status).toBe(200);
    // The service refuses another stream, and reports the number of open streams.
    expect([(await request('/api/installs/1/events')).status, service.openStreams()]).toEqual([503, 64]);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(service.openStreams()).toBe(0), { timeout: 60_000 });
    const events = await request('/api/installs/1/events');
    expect(await events.text()).toContain('event: end');
  },
);

it(
  'event streams that are never read are closed and counted, so that other clients can open streams',
  LIMIT,
  async () => {
    const metricsToken = 'a-token-for-the-metrics';
    const { begin, port, request, runs, service } = await serve({ stallTimeout: 5_000, metricsToken });
    await begin('disk.img');
    await openUnread(port, 64);
    await vi.waitFor(() => expect(service.openStreams()).toBe(64), { timeout: 60_000 });
    expect((await request('/api/installs/1/events')).status).toBe(503);
    writeOutput(runs[0]!);
    await vi.waitFor(() => expect(service.openStreams()).toBe(0), { timeout: 120_000 });
    const headers = { authorization: `Bearer ${metricsToken}` };
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
    expect(metrics).toContain('\nwrit_event_streams_stalled_total 64\n');
    const events = await request('/api/installs/1/events');
    runs[0]!.end(newResult('done'));
    const text = await events.text();
    expect(text.match(/^event: log$/gm)).toHaveLength(2_000);
    expect(text).toContain('event: end');
  },
);
