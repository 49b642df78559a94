import {
  context as contexts,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace as traces,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  Context,
  HttpError,
  int,
  PathParam,
  RestResponse,
  route,
  Router,
  RoutingContext,
  Toolkit,
} from '../../index.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports } from '../../testing/transports.ts';
import { WaitingRoute } from '../../testing/waiting-route.ts';
import { instrumentRequests } from './index.ts';

class Fault extends Error {}

const exporter = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const reader = new PeriodicExportingMetricReader({
  exporter: metricExporter,
  exportIntervalMillis: 3_600_000,
});
const meterProvider = new MeterProvider({ readers: [reader] });

const toolkit = new Toolkit({ logger: recordingLogger() });
const waiting = new WaitingRoute(() => {
  throw new Fault('too late');
});
const router = new Router(toolkit).add(
  route({
    method: 'GET',
    path: '/notes/{id}',
    bindings: [PathParam('id', int), Context(RoutingContext)],
    async handler(id, { trace }) {
      await turn();
      tracerProvider.getTracer('app').startSpan(`select ${id}`).end();
      return { ...trace };
    },
  }),
  route({
    method: 'GET',
    path: '/missing',
    handler: () => {
      throw new HttpError('conflict', 'already exists');
    },
  }),
  route({
    method: 'GET',
    path: '/overloaded',
    handler: () => {
      throw new HttpError('unavailable');
    },
  }),
  route({
    method: 'GET',
    path: '/failing',
    handler: () => {
      throw new Fault('no');
    },
  }),
  route({ method: 'GET', path: '/bad-gateway', handler: () => RestResponse.status(502, 'no') }),
  route({
    method: 'GET',
    path: '/stream',
    async *handler() {
      yield 'part';
      throw new Fault('no more');
    },
  }),
  route({ method: 'GET', path: '/health', handler: () => 'ok' }),
  waiting.route,
);

let stop = (): void => {};
beforeAll(() => {
  contexts.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const ignore = ({ request }: RoutingContext): boolean => request.path === '/health';
  stop = instrumentRequests(toolkit, { tracerProvider, meterProvider, ignore });
});
afterEach(() => exporter.reset());
afterAll(async () => {
  stop();
  contexts.disable();
  propagation.disable();
  await meterProvider.shutdown();
});

const spans = () => exporter.getFinishedSpans();

async function collect(): Promise<
  Readonly<Record<string, readonly { attributes: object; value: unknown }[]>>
> {
  metricExporter.reset();
  await reader.forceFlush();
  const all = metricExporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((each) => each.metrics));
  return Object.fromEntries(all.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints]));
}

describeTransports('instrumentRequests', (serve) => {
  it('creates a span named after method and route that follows the semantic conventions', async () => {
    const client = await serve(router);
    await client({ url: '/notes/7?key=secret', headers: { 'user-agent': 'test' } });
    const span = spans().at(-1)!;
    expect([span.name, span.kind, span.status.code]).toEqual([
      'GET /notes/{id}',
      SpanKind.SERVER,
      SpanStatusCode.UNSET,
    ]);
    expect(span.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/notes/{id}',
      'http.response.status_code': 200,
      'url.path': '/notes/7',
      'url.scheme': 'http',
      'server.address': expect.any(String),
      'server.port': expect.any(Number),
      'user_agent.original': 'test',
    });
    expect(JSON.stringify(span.attributes)).not.toContain('secret');
  });

  it("continues the caller's trace, in the context of the request and in context.trace", async () => {
    const client = await serve(router);
    const [traceId, parentId] = ['a'.repeat(32), 'b'.repeat(16)];
    const headers = { traceparent: `00-${traceId}-${parentId}-01`, tracestate: 'vendor=a' };
    const seen = (await client({ url: '/notes/7', headers })).json();
    const [query, request] = spans();
    const { spanId } = request!.spanContext();
    expect([request!.spanContext().traceId, request!.parentSpanContext?.spanId]).toEqual([traceId, parentId]);
    expect([query!.name, query!.parentSpanContext?.spanId]).toEqual(['select 7', spanId]);
    expect(seen).toEqual({
      traceId,
      spanId,
      parentId,
      sampled: true,
      traceparent: `00-${traceId}-${spanId}-01`,
      tracestate: 'vendor=a',
    });
    expect(traces.getActiveSpan()).toBeUndefined();
  });

  it.each([
    ['/missing', 'GET /missing', 409, SpanStatusCode.UNSET, 'conflict', undefined],
    ['/nowhere', 'GET', 404, SpanStatusCode.UNSET, 'not-found', undefined],
    ['/notes/x', 'GET /notes/{id}', 400, SpanStatusCode.UNSET, 'invalid-values', undefined],
    ['/overloaded', 'GET /overloaded', 503, SpanStatusCode.ERROR, 'unavailable', 'unavailable'],
    ['/failing', 'GET /failing', 500, SpanStatusCode.ERROR, undefined, 'Fault'],
    ['/bad-gateway', 'GET /bad-gateway', 502, SpanStatusCode.ERROR, undefined, '502'],
    ['/stream', 'GET /stream', 200, SpanStatusCode.ERROR, undefined, 'Fault'],
  ])('records the problem of %s', async (path, name, status, code, problem, errorType) => {
    const client = await serve(router);
    await client(path);
    const [span] = spans();
    expect([span!.name, span!.status.code]).toEqual([name, code]);
    expect(span!.attributes).toMatchObject({ 'http.response.status_code': status });
    expect(span!.attributes['writ.problem.code']).toBe(problem);
    expect(span!.attributes['error.type']).toBe(errorType);
    const { ['http.server.request.duration']: durations } = await collect();
    expect(durations!.at(-1)!.attributes).toEqual({
      'http.request.method': 'GET',
      'url.scheme': 'http',
      ...(path !== '/nowhere' && { 'http.route': path.replace('x', '{id}') }),
      'http.response.status_code': status,
      ...(errorType !== undefined && { 'error.type': errorType }),
    });
  });

  it('records the exception of a server error, but not of a client error', async () => {
    const client = await serve(router);
    await client('/failing');
    await client('/missing');
    expect(spans().map(({ events }) => events.map(({ name, attributes }) => [name, attributes]))).toEqual([
      [['exception', expect.objectContaining({ 'exception.message': 'no' })]],
      [],
    ]);
  });

  it("contains the client's address as trusted proxies describe it", async () => {
    const behindProxy = new Toolkit({ trustProxy: { header: 'x-forwarded', hops: 1 } });
    const end = instrumentRequests(behindProxy, { tracerProvider, meterProvider });
    const client = await serve(new Router(behindProxy).add(hello));
    await client({ url: '/hello', headers: { 'x-forwarded-for': '192.0.2.7' } });
    end();
    expect(spans()[0]!.attributes['client.address']).toBe('192.0.2.7');
  });

  it('records no error if the client disconnects', async () => {
    const client = await serve(router);
    const release = await waiting.disconnect(client);
    await vi.waitFor(() => expect(spans()).toHaveLength(1), { timeout: 30_000 });
    await release();
    const [span] = spans();
    expect([span!.name, span!.status.code, span!.events]).toEqual(['GET /waiting', SpanStatusCode.UNSET, []]);
    expect(Object.keys(span!.attributes)).not.toContain('error.type');
    expect(Object.keys(span!.attributes)).not.toContain('http.response.status_code');
  });

  it('uses the span name "HTTP" for a request with an unknown method', async () => {
    const client = await serve(router);
    await client({ method: 'PROPFIND', url: '/notes/7' });
    const [span] = spans();
    expect(span!.name).toBe('HTTP');
    expect(span!.attributes).toMatchObject({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'PROPFIND',
      'http.response.status_code': 405,
    });
  });

  it('counts each request as active until it ends', async () => {
    const client = await serve(router);
    await collect();
    await Promise.all(['/notes/1', '/nowhere', '/stream', '/failing'].map((path) => client(path)));
    const active = await collect();
    expect(active['http.server.active_requests']).toMatchObject([{ value: 0 }]);
    expect(active['http.server.request.duration']).toHaveLength(4);
  });

  it('omits ignored requests and those of other toolkits', async () => {
    const client = await serve(router);
    await client('/health');
    const other = await serve(new Router(new Toolkit()).add(hello));
    await other('/hello');
    expect(spans()).toEqual([]);
  });
});

const hello = route({ method: 'GET', path: '/hello', handler: () => 'hello' });
