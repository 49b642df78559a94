import { describe, expect, it } from 'vitest';
import { bearer, BodyParam, cors, route, Router, Toolkit, type CorsOptions, type Route } from '../index.ts';
import type { Matcher, Scope } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports, type Client } from '../testing/transports.ts';

const toolkit = new Toolkit({ logger: recordingLogger() });
const A = 'https://a.example';
const B = 'https://b.example';

const only = (...origin: string[]): CorsOptions => ({ origin });
/** Creates the scope of a class with this path. */
const below = (path: string, options?: CorsOptions): Scope => ({
  name: `class at ${path}`,
  path,
  ...(options && { filters: [cors(options)] }),
});
const at = (method: string, path: string, ...scopes: Scope[]): Route =>
  route({ method, path, scopes, handler: () => 'done' });

/** Returns the status, and those of the two origins whose pages may read the response. */
async function readerOf(client: Client, method: string, url: string, more: object = {}): Promise<unknown[]> {
  const found: unknown[] = [];
  let status = 0;
  for (const origin of [A, B]) {
    const response = await client({
      method,
      url,
      ...more,
      headers: { origin, ...(more as { headers?: object }).headers },
    });
    status = response.status;
    if (response.headers['access-control-allow-origin'] === origin) found.push(origin);
  }
  return [status, ...found];
}

describeTransports('a CORS policy for requests that no route answers', (serve) => {
  it('applies to 404, 405, 406, 413, 415 and automatic OPTIONS', async () => {
    const scope = below('/notes', only(A));
    const json = {
      ...at('POST', '/notes/sent', scope),
      consumes: ['application/json'],
      produces: ['application/json'],
      bindings: [BodyParam(Object).binding],
    };
    const client = await serve(
      new Router(toolkit).add(
        at('GET', '/notes', scope),
        json,
        {
          ...at('POST', '/notes/two', scope),
          consumes: ['application/json'],
          produces: ['application/json'],
          bindings: [BodyParam(Object).binding],
        },
        {
          ...at('POST', '/notes/two', scope),
          consumes: ['text/csv'],
          produces: ['text/csv'],
          bindings: [BodyParam(String).binding],
        },
        at('GET', '/other'),
      ),
    );
    expect(await readerOf(client, 'GET', '/notes')).toEqual([200, A]);
    expect(await readerOf(client, 'GET', '/notes/none/at/all')).toEqual([404, A]);
    expect(await readerOf(client, 'DELETE', '/notes')).toEqual([405, A]);
    expect(await readerOf(client, 'OPTIONS', '/notes')).toEqual([204, A]);
    for (const url of ['/notes/sent', '/notes/two']) {
      const post = (type: string, accept: string) =>
        readerOf(client, 'POST', url, { body: '{}', headers: { 'content-type': type, accept } });
      expect(await post('image/png', '*/*')).toEqual([415, A]);
      expect(await post('application/json', 'image/png')).toEqual([406, A]);
      const large = { body: 'x'.repeat(2_000_000), headers: { 'content-type': 'application/json' } };
      expect(await readerOf(client, 'POST', url, large)).toEqual([413, A]);
    }
    expect(await readerOf(client, 'POST', '/notes/none', { body: 'x'.repeat(2_000_000) })).toEqual([413, A]);
    for (const [method, url, status] of [
      ['GET', '/other', 200],
      ['DELETE', '/other', 405],
      ['GET', '/notesnot', 404],
      ['GET', '/', 404],
    ] as const) {
      expect([url, ...(await readerOf(client, method, url))]).toEqual([url, status]);
    }
  });

  it('applies below the path of the route that sets it', async () => {
    const client = await serve(
      new Router(toolkit).add(
        at('GET', '/notes/{id}', { filters: [cors(only(A))] }),
        at('GET', '/files/{p:.+}', { filters: [cors(only(B))] }),
      ),
    );
    expect(await readerOf(client, 'PUT', '/notes/7')).toEqual([405, A]);
    expect(await readerOf(client, 'OPTIONS', '/notes/7')).toEqual([204, A]);
    expect(await readerOf(client, 'GET', '/notes/7/lines')).toEqual([404, A]);
    expect(await readerOf(client, 'GET', '/notes')).toEqual([404]);
    expect(await readerOf(client, 'PUT', '/files/a/b/c')).toEqual([405, B]);
  });

  it('varies on Origin, even for requests without it', async () => {
    const client = await serve(new Router(toolkit).add(at('GET', '/notes', below('/notes', only(A)))));
    for (const headers of [{}, { origin: B }]) {
      expect((await client({ url: '/notes/x', headers })).headers['vary']).toMatch(/Origin/);
    }
  });

  it('uses the policy of the class with the longest matching prefix', async () => {
    const client = await serve(
      new Router(toolkit).add(
        at('GET', '/api/open', below('/api', only(A))),
        at('GET', '/api/notes/all', below('/api/notes', only(B))),
        at('GET', '/api/{kind}/one', below('/api/{kind}', only(A, B))),
        at('GET', '/all', below('/', { origin: '*' })),
      ),
    );
    expect(await readerOf(client, 'GET', '/api/notes/none')).toEqual([404, B]);
    expect(await readerOf(client, 'PUT', '/api/notes/all')).toEqual([405, B]);
    expect(await readerOf(client, 'GET', '/api/other/none')).toEqual([404, A, B]);
    expect(await readerOf(client, 'GET', '/api')).toEqual([404, A]);
    const { status, headers } = await client({ url: '/none', headers: { origin: A } });
    expect([status, headers['access-control-allow-origin']]).toEqual([404, '*']);
  });

  it.each<[string, CorsOptions, CorsOptions, boolean]>([
    ['other origins', only(A), only(A, B), false],
    ['credentials', only(A), { origin: [A], credentials: true }, false],
    ['exposed headers', only(A), { origin: [A], exposedHeaders: ['x'] }, false],
    ['different functions that test origins', { origin: () => true }, { origin: () => true }, false],
    ['nothing', only(A), only(A), true],
    ['nothing, with patterns', { origin: /https:..a\.example/ }, { origin: /https:..a\.example/ }, true],
    [
      'options that equal their defaults',
      only(A),
      { origin: [A], credentials: false, maxAge: -1, methods: [] },
      true,
    ],
  ])('does not apply if two policies for the same prefix differ: %s', async (_what, one, other, same) => {
    const client = await serve(
      new Router(toolkit).add(
        at('GET', '/notes/a', below('/notes', one)),
        at('GET', '/notes/b', below('/notes', other)),
        at('GET', '/c', below('/', only(B))),
      ),
    );
    const [status, ...readers] = await readerOf(client, 'GET', '/notes/none');
    expect([status, readers]).toEqual([404, same ? [A] : []]);
    // The policy of a route still applies to the route's own responses.
    expect(await readerOf(client, 'GET', '/notes/a')).toContain(A);
  });

  it('answers a preflight for an unsupported method and for an unknown path', async () => {
    const client = await serve(
      new Router(toolkit).add(
        at('GET', '/notes', below('/notes', only(A)), { filters: [bearer(() => false)] }),
        at('GET', '/open'),
      ),
    );
    const preflight = (url: string, method: string) =>
      readerOf(client, 'OPTIONS', url, { headers: { 'access-control-request-method': method } });
    expect(await preflight('/notes', 'GET')).toEqual([403, A]);
    expect(await preflight('/notes', 'HEAD')).toEqual([403, A]);
    expect(await preflight('/notes', 'DELETE')).toEqual([403, A]);
    expect(await preflight('/notes/none', 'GET')).toEqual([403, A]);
    expect(await preflight('/open', 'GET')).toEqual([204]);
  });

  it("replaces the router's policy for routes, errors and preflights", async () => {
    const router = new Router(toolkit)
      .use(cors({ origin: [A], credentials: true }))
      .add(at('GET', '/notes', below('/notes', only(B))), at('GET', '/open'));
    const client = await serve(router);
    expect(await readerOf(client, 'GET', '/notes')).toEqual([200, B]);
    expect(await readerOf(client, 'PUT', '/notes')).toEqual([405, B]);
    expect(await readerOf(client, 'GET', '/open')).toEqual([200, A]);
    expect(await readerOf(client, 'GET', '/none')).toEqual([404, A]);
    const preflight = (url: string) =>
      readerOf(client, 'OPTIONS', url, { headers: { 'access-control-request-method': 'GET' } });
    expect(await preflight('/notes')).toEqual([204, B]);
    const { headers } = await client({ method: 'PUT', url: '/notes', headers: { origin: B } });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('uses the last router policy that matches the path', async () => {
    const router = new Router(toolkit)
      .use(cors(only(A, B)))
      .use('/private/{rest:.*}', cors(only(A)))
      .add(at('GET', '/private/notes'), at('GET', '/open'));
    const client = await serve(router);
    const preflight = (url: string) =>
      readerOf(client, 'OPTIONS', url, { headers: { 'access-control-request-method': 'GET' } });
    expect(await readerOf(client, 'GET', '/private/notes')).toEqual([200, A]);
    expect(await readerOf(client, 'GET', '/private/none')).toEqual([404, A]);
    expect(await preflight('/private/notes')).toEqual([403, A]);
    expect(await readerOf(client, 'GET', '/open')).toEqual([200, A, B]);
    expect(await preflight('/open')).toEqual([204, A, B]);
  });
});

describe('the CORS policy of a mounted matcher', () => {
  it('applies to paths that the matcher finds under another spelling', async () => {
    const { inject } = await import('../testing/inject.ts');
    const own = at('GET', '/foo-bar', below('/foo-bar', only(A)));
    const matcher: Matcher = {
      name: 'mounted',
      routes: [own],
      match: () => ({ allow: [] }),
      canonical: ({ segments }) => segments.map((segment) => segment.replaceAll('_', '-')),
      variables: () => [],
    };
    const router = new Router(toolkit).mount(matcher);
    const { status, headers } = await inject(router, { url: '/foo_bar/7', headers: { origin: A } });
    expect([status, headers['access-control-allow-origin']]).toEqual([404, A]);
  });
});

describeTransports('Vary: Origin', (serve) => {
  it('is retained if the handler, the route or the writer sets Vary', async () => {
    const named = (path: string, more: Partial<Route>): Route => ({ ...at('GET', path), ...more });
    const router = new Router(toolkit).use(cors(only(A))).add(
      named('/declared', { scopes: [{ headers: [['vary', 'Accept-Language']] }] }),
      named('/web', { handler: () => new Response('x', { headers: { vary: 'Accept-Language' } }) }),
      named('/set', {
        scopes: [
          {
            filters: [
              (context, next) => {
                context.response.headers.set('vary', 'Accept-Language');
                return next();
              },
            ],
          },
        ],
      }),
    );
    const client = await serve(router);
    for (const url of ['/declared', '/web', '/set']) {
      const { headers } = await client({ url, headers: { origin: A } });
      const names = headers['vary']!.split(', ').toSorted();
      expect([url, names]).toEqual([url, ['Accept-Language', 'Origin']]);
    }
  });
});
