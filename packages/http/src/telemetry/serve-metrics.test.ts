import { afterEach, expect, it } from 'vitest';
import { bearer, HttpError, route, Router, Toolkit } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';
import { renderMetrics, serveMetrics, type ServeMetricsOptions } from './index.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function newRouter(options?: ServeMetricsOptions): Router {
  const router = new Router(new Toolkit({ logger: recordingLogger() })).add(
    route({ method: 'GET', path: '/notes/{id}', handler: () => 'note' }),
    route({
      method: 'GET',
      path: '/failing',
      handler: () => {
        throw new HttpError('unavailable');
      },
    }),
  );
  const requests = serveMetrics(router, options);
  stops.push(() => requests.stop());
  return router;
}

/** Prometheus 3.4 sends this header. */
const ACCEPT =
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2';

describeTransports('serveMetrics', (serve) => {
  it('counts requests by method, route and status', async () => {
    const client = await serve(newRouter());
    for (const url of ['/notes/1', '/notes/2?key=planted', '/failing', '/planted']) await client(url);
    await client({ method: 'PROPFIND', url: '/notes/1' });
    const response = await client({ url: '/metrics', headers: { accept: ACCEPT } });
    expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = response.text().split('\n');
    const name = 'http_server_request_duration_seconds';
    expect(lines).toContain(`# TYPE ${name} histogram`);
    expect(lines.filter((line) => line.startsWith(`${name}_count`))).toEqual([
      `${name}_count{http_request_method="GET",http_route="/notes/{id}",http_response_status_code="200"} 2`,
      `${name}_count{http_request_method="GET",http_route="/failing",http_response_status_code="503",error_type="unavailable"} 1`,
      `${name}_count{http_request_method="GET",http_response_status_code="404"} 1`,
      `${name}_count{http_request_method="_OTHER",http_response_status_code="405"} 1`,
    ]);
    expect(lines).toContain(
      `${name}_bucket{http_request_method="GET",http_route="/notes/{id}",http_response_status_code="200",le="+Inf"} 2`,
    );
    expect(lines).toContain('http_server_active_requests 1');
    expect(response.text()).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(response.text()).not.toMatch(/planted|PROPFIND/);
  });

  it("appends the application's metrics, and can be protected by a filter", async () => {
    const jobs = { name: 'jobs', type: 'gauge', help: 'Waiting jobs.', samples: [{ value: 3 }] } as const;
    const router = newRouter({ path: '/internal/metrics', collect: async () => [jobs] });
    router.use(
      '/internal/{path:.*}',
      bearer((token) => token === 'sesame'),
    );
    const client = await serve(router);
    expect((await client('/internal/metrics')).status).toBe(401);
    const headers = { authorization: 'Bearer sesame' };
    const text = (await client({ url: '/internal/metrics', headers })).text();
    expect(text).toContain('# HELP jobs Waiting jobs.\n# TYPE jobs gauge\njobs 3\n');
  });
});

it('RequestMetrics counts no requests after it is stopped', async () => {
  const router = new Router(new Toolkit({ logger: recordingLogger() }));
  const requests = serveMetrics(router);
  const fetchMetrics = (): Promise<Response> => router.fetch(new Request('http://localhost/metrics'));
  await fetchMetrics();
  requests.stop();
  const before = requests.collect();
  await fetchMetrics();
  expect(requests.collect()).toEqual(before);
});

it('renderMetrics escapes labels and help texts, and supports values that are not finite', () => {
  const samples = [{ value: Infinity, labels: { a: 'x"y\\z\n' } }, { value: -Infinity }, { value: NaN }];
  expect(renderMetrics([{ name: 'n', type: 'gauge', help: 'a\\b\nc', samples }])).toBe(
    '# HELP n a\\\\b\\nc\n# TYPE n gauge\nn{a="x\\"y\\\\z\\n"} +Inf\nn -Inf\nn NaN\n',
  );
});
