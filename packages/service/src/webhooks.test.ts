import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore, sqliteDatabase } from './testing/databases.ts';
import { addInstall, newResult, temporaryFolder } from './testing/fakes.ts';
import { canaries, setUp, type SetUp } from './testing/service.ts';
import { RETRY_DELAYS, Webhooks } from './webhooks/webhooks.ts';

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString('base64')}`;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Receiver {
  readonly received: Received[];
  readonly url: string;
  /** The status of all subsequent responses. */
  status: number;
}

async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      return response.writeHead(receiver.status, { location: '/elsewhere' }).end('ignored');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=canary-address`;
  const receiver: Receiver = { received, url, status: 204 };
  return receiver;
}

async function setUpHooks({ url }: Receiver, folder = temporaryFolder()): Promise<SetUp> {
  const webhooksFile = join(folder, 'webhooks.json');
  writeFileSync(webhooksFile, JSON.stringify([{ url, secret }]), { mode: 0o600 });
  const set = await setUp({ webhooksFile, metricsToken: 'another-token-only-for-metrics' }, folder);
  onTestFinished(() => set.service.stop(1_000).then(() => undefined));
  return set;
}

const typesOf = ({ received }: Receiver): string[] =>
  received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

async function expectTypes(receiver: Receiver, types: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(typesOf(receiver)).toEqual(types), { timeout: 30_000 });
}

describe('webhooks', async () => {
  it('announce every state of an installation; they are signed and contain no secrets', async () => {
    const receiver = await openReceiver();
    const set = await setUpHooks(receiver);
    set.service.begin();
    await set.begin('disk.img');
    const failure = { id: 'packages', message: 'no space', tail: ['a'.repeat(100)], next: 'Free some.' };
    set.runs[0]!.end(newResult('failed', { failure, resumable: true }));
    await expectTypes(receiver, ['installation.queued', 'installation.running', 'installation.failed']);
    const { headers, body } = receiver.received[2]!;
    expect(JSON.parse(body)).toEqual({
      type: 'installation.failed',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        id: 1,
        state: 'failed',
        target: 'disk.img',
        resume: false,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        created: expect.any(String),
        started: expect.any(String),
        ended: expect.any(String),
        resumable: true,
        failure: { message: 'no space', next: 'Free some.' },
      },
    });
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
    const expected = createHmac('sha256', key)
      .update(`${String(id)}.${String(time)}.${body}`)
      .digest('base64');
    expect(signature).toBe(`v1,${expected}`);
    const sent = JSON.stringify(receiver.received);
    for (const canary of [...canaries, secret]) expect(sent).not.toContain(canary);
    const authorization = 'Bearer another-token-only-for-metrics';
    // A webhook counts as delivered when its response has arrived.
    await vi.waitFor(
      async () => {
        const metrics = await set.send({ url: '/metrics', headers: { authorization } });
        expect(metrics.text()).toContain('writ_webhook_attempts_total{result="delivered"} 3\n');
      },
      { timeout: 30_000 },
    );
  });

  it('that a service did not deliver before it stopped are delivered by the next one', async () => {
    const receiver = await openReceiver();
    const before = await setUpHooks(receiver);
    await before.begin('disk.img');
    await before.service.release();
    expect(receiver.received).toEqual([]);
    const after = await setUpHooks(receiver, before.folder);
    after.service.begin();
    await expectTypes(receiver, ['installation.queued', 'installation.running', 'installation.interrupted']);
  });

  it('are not stored without receivers', async () => {
    const receiver = await openReceiver();
    const before = await setUpHooks(receiver);
    await before.begin('disk.img');
    await before.service.release();
    const store = await openStore(sqliteDatabase(join(before.folder, 'state')));
    onTestFinished(() => store.close());
    await addInstall(store);
    expect(await store.outbox.count()).toBe(0);
  });
});

/** Sends one webhook; each attempt calls `respond`, and the clock then advances to the next attempt. */
async function sendTo(respond: () => Promise<Response>, attempts: number) {
  const endpoint = { id: 'a', url: 'https://hooks.example/canary-path', key };
  const store = await openStore(sqliteDatabase(), { endpoints: ['a'] });
  onTestFinished(() => store.close());
  await addInstall(store);
  let time = new Date('2026-11-20T10:00:00.000Z').getTime();
  const requests: { readonly time: number; readonly id: string; readonly init: RequestInit }[] = [];
  const errors: string[] = [];
  const webhooks = new Webhooks({
    outbox: store.outbox,
    endpoints: [endpoint],
    now: () => new Date(time),
    reportError: (message) => errors.push(message),
    fetch: (_url, init) => {
      const headers = new Headers(init!.headers);
      requests.push({ time, id: headers.get('webhook-id')!, init: init! });
      return respond();
    },
  });
  webhooks.begin();
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await vi.waitFor(() => expect(requests).toHaveLength(attempt), { timeout: 30_000 });
    await expect.poll(async () => (await store.outbox.next('a'))?.attempts ?? attempt).toBe(attempt);
    time = (await store.outbox.next('a'))?.due ?? time;
    webhooks.wake();
  }
  await webhooks.close();
  return { requests, errors, webhooks, waiting: await store.outbox.count() };
}

describe('a webhook', () => {
  it('is repeated with the same id after increasing delays, and is given up after the last attempt', async () => {
    const { requests, errors, webhooks, waiting } = await sendTo(
      () => Promise.resolve(new Response('no', { status: 500 })),
      RETRY_DELAYS.length + 1,
    );
    const times = requests.map(({ time }) => time);
    expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual(RETRY_DELAYS);
    expect(new Set(requests.map(({ id }) => id)).size).toBe(1);
    expect(errors).toEqual([
      'A webhook to https://hooks.example was abandoned after 8 attempts; the last one ended with 500',
    ]);
    expect([webhooks.counts.dropped, waiting]).toEqual([1, 0]);
  });

  it('does not follow a redirect, and is repeated after one', async () => {
    const { requests, waiting } = await sendTo(
      () => Promise.resolve(new Response(null, { status: 307, headers: { location: 'http://10.0.0.1/' } })),
      1,
    );
    expect(requests[0]!.init).toMatchObject({ redirect: 'manual' });
    expect(waiting).toBe(1);
  });

  it('is repeated if there is no response', async () => {
    const { errors, waiting } = await sendTo(() => Promise.reject(new Error('canary-path')), 1);
    expect([errors, waiting]).toEqual([[], 1]);
  });

  it('is not sent again to a receiver that responded with 410', async () => {
    const { errors, waiting } = await sendTo(() => Promise.resolve(new Response(null, { status: 410 })), 1);
    expect(errors).toEqual(['The webhook receiver https://hooks.example no longer accepts webhooks (410)']);
    expect(waiting).toBe(0);
  });
});

it('webhooks are no longer stored for a receiver that cancelled them, but still for the others', async () => {
  const store = await openStore(sqliteDatabase(), { endpoints: ['a', 'b'] });
  onTestFinished(() => store.close());
  await addInstall(store);
  await store.outbox.cancel('a');
  await addInstall(store);
  expect([await store.outbox.next('a'), await store.outbox.count()]).toEqual([undefined, 2]);
});

it('webhooks are sent even if the state folder could not be read for a while', async () => {
  const store = await openStore(sqliteDatabase(), { endpoints: ['a'] });
  onTestFinished(() => store.close());
  await addInstall(store);
  const errors: unknown[] = [];
  let isReadable = false;
  let requests = 0;
  const webhooks = new Webhooks({
    outbox: {
      reserve: (...values) => store.outbox.reserve(...values),
      remove: (number) => store.outbox.remove(number),
      postpone: (...values) => store.outbox.postpone(...values),
      cancel: (endpoint) => store.outbox.cancel(endpoint),
      next: async (endpoint) => {
        if (!isReadable) throw new Error('disk I/O error');
        return store.outbox.next(endpoint);
      },
    },
    endpoints: [{ id: 'a', url: 'https://hooks.example/', key }],
    now: () => new Date(),
    reportError: (message, error) => errors.push([message, (error as Error).message]),
    fetch: () => {
      requests += 1;
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  });
  webhooks.begin();
  await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 30_000 });
  isReadable = true;
  webhooks.wake();
  await vi.waitFor(() => expect(requests).toBe(1), { timeout: 30_000 });
  await webhooks.close();
  expect(errors).toEqual([['The webhooks for https://hooks.example cannot be read', 'disk I/O error']]);
});

it.each([204, 500])(
  'webhooks are sent again if the result %i of an attempt could not be stored',
  async (first) => {
    const store = await openStore(sqliteDatabase(), { endpoints: ['a'] });
    onTestFinished(() => store.close());
    await addInstall(store);
    const errors: unknown[] = [];
    let requests = 0;
    const fail = (): Promise<never> => Promise.reject(new TypeError('not a failure of the database'));
    const webhooks = new Webhooks({
      outbox: {
        reserve: (...values) => store.outbox.reserve(...values),
        remove: (number) => (requests === 1 ? fail() : store.outbox.remove(number)),
        postpone: fail,
        cancel: fail,
        next: (endpoint) => store.outbox.next(endpoint),
      },
      endpoints: [{ id: 'a', url: 'https://hooks.example/', key }],
      now: () => new Date(),
      reportError: (message) => errors.push(message),
      fetch: () => {
        requests += 1;
        return Promise.resolve(new Response(null, { status: requests === 1 ? first : 204 }));
      },
      writePause: 1,
    });
    webhooks.begin();
    await vi.waitFor(async () => expect([requests, await store.outbox.count()]).toEqual([2, 0]), {
      timeout: 30_000,
    });
    await webhooks.close();
    expect(errors).toEqual(['The webhooks for https://hooks.example cannot be stored']);
  },
);
