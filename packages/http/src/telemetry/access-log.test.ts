import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { route, Router, Toolkit } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';
import { WaitingRoute } from '../testing/waiting-route.ts';
import { accessLog, currentRequestId, requestIds } from './index.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Creates a pino logger that records its lines. The application adds the request id to each line. */
function recordingPino() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const options = { base: null, timestamp: false, mixin: () => ({ current: currentRequestId() }) };
  return { lines, logger: pino(options, { write }) };
}

const { lines, logger } = recordingPino();
afterEach(() => void lines.splice(0));
const toolkit = new Toolkit({ logger });
const waiting = new WaitingRoute();
const router = new Router(toolkit).add(
  route({ method: 'GET', path: '/notes/{id}', handler: () => 'note' }),
  route({
    method: 'GET',
    path: '/failing',
    handler: () => {
      throw new Error('broken');
    },
  }),
  route({
    method: 'GET',
    path: '/stream',
    async *handler() {
      yield 'part';
      throw new Error('no more');
    },
  }),
  route({ method: 'GET', path: '/health', handler: () => 'ok' }),
  waiting.route,
);

describeTransports('accessLog', (serve) => {
  it('logs a request with pino, without query, headers and body', async () => {
    stops.push(accessLog(toolkit, { logger }));
    const client = await serve(router);
    const headers = { authorization: 'Bearer planted', cookie: 'session=planted', 'user-agent': 'planted' };
    await client({ url: '/notes/7?key=planted', headers });
    const { remoteAddress, ...line } = lines[0]!;
    expect(line).toEqual({
      level: 30,
      msg: 'GET /notes/7 200',
      method: 'GET',
      path: '/notes/7',
      route: '/notes/{id}',
      status: 200,
      duration: expect.any(Number),
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
    });
    expect([undefined, '127.0.0.1']).toContain(remoteAddress);
    expect(JSON.stringify(lines)).not.toContain('planted');
  });

  it("contains the client's address as trusted proxies describe it", async () => {
    const behindProxy = new Toolkit({ logger, trustProxy: { header: 'x-forwarded', hops: 1 } });
    stops.push(accessLog(behindProxy, { logger }));
    const client = await serve(new Router(behindProxy).add(...router.resolved().plans.keys()));
    await client({ url: '/notes/7', headers: { 'x-forwarded-for': '192.0.2.7' } });
    expect(lines.map(({ remoteAddress }) => remoteAddress)).toEqual(['192.0.2.7']);
  });

  it("contains the request id, like the request's other log lines", async () => {
    stops.push(requestIds(toolkit), accessLog(toolkit, { logger }));
    const client = await serve(router);
    await client({ url: '/failing', headers: { 'x-request-id': 'r1' } });
    expect(lines.map(({ msg, status, current, requestId }) => [msg, status, current, requestId])).toEqual([
      ['request failed', undefined, 'r1', undefined],
      ['GET /failing 500', 500, 'r1', 'r1'],
    ]);
  });

  it('logs a response that was aborted, and a path without a route', async () => {
    stops.push(accessLog(toolkit, { logger }));
    const client = await serve(router);
    await client('/stream');
    await client('/nowhere');
    const requests = lines.filter(({ method, msg }) => method !== undefined && msg !== 'request failed');
    expect(requests.map(({ msg, outcome, route: path }) => [msg, outcome, path]).slice(-2)).toEqual([
      ['GET /stream 200', 'aborted', '/stream'],
      ['GET /nowhere 404', undefined, undefined],
    ]);
  });

  it('logs a request whose client disconnected', async () => {
    stops.push(accessLog(toolkit, { logger }));
    const client = await serve(router);
    const release = await waiting.disconnect(client);
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 30_000 });
    await release();
    const [{ msg, outcome, status }] = lines as [Record<string, unknown>];
    expect([msg, outcome, status]).toEqual(['GET /waiting disconnected', 'disconnected', undefined]);
  });

  it('omits ignored requests, and adds fields', async () => {
    const ignore = ({ path }: { readonly path: string }): boolean => path === '/health';
    stops.push(
      accessLog(toolkit, {
        logger,
        ignore: ({ request }) => ignore(request),
        fields: ({ request }) => ({ agent: request.headers.get('user-agent') }),
      }),
    );
    const client = await serve(router);
    await client('/health');
    await client({ url: '/notes/7', headers: { 'user-agent': 'test' } });
    expect(lines.map(({ path, agent }) => [path, agent])).toEqual([['/notes/7', 'test']]);
  });

  it('does not affect the request if the logger fails', async () => {
    const failing = recordingLogger();
    const other = new Toolkit({ logger: failing });
    const broken = { info: () => failToWrite() };
    stops.push(accessLog(other, { logger: broken }));
    const client = await serve(new Router(other).add(...router.resolved().plans.keys()));
    expect((await client('/notes/7')).status).toBe(200);
    expect(failing.lines.map(({ message }) => message)).toEqual(['a request listener failed']);
  });
});

function failToWrite(): never {
  throw new Error('no space');
}

it('accessLog requires a logger', () => {
  expect(() => accessLog(toolkit, {} as never)).toThrow('accessLog: logger has no method info');
});

it('accessLog throws for an unknown option and for an option of the wrong type', () => {
  expect(() => accessLog(toolkit, { logger, ignored: () => true } as never)).toThrow(
    'accessLog has no option "ignored"',
  );
  expect(() => accessLog(toolkit, { logger, fields: {} } as never)).toThrow(
    'accessLog: fields must be a function',
  );
});
