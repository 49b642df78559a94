import { expect, it } from 'vitest';
import {
  BodyParam,
  HeaderParam,
  HttpError,
  HttpRequest,
  HttpResponse,
  Context,
  int,
  optional,
  QueryParam,
  route,
  Router,
  Toolkit,
} from './index.ts';
import { describeTransports } from './testing/transports.ts';
import { recordingLogger } from './testing/recording-logger.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger, limits: { body: 1000 } });

async function* chunks(count: number, chunk: string): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) {
    await new Promise(setImmediate);
    yield chunk;
  }
}

async function* stalling(signal: AbortSignal): AsyncGenerator<string> {
  yield '{';
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

describeTransports('a router that receives invalid input', (serve) => {
  let calls = 0;
  const router = new Router(toolkit).add(
    route({
      method: 'POST',
      path: '/json',
      bindings: [BodyParam(Object)],
      handler: (body) => [(calls += 1), body],
    }),
    route({ method: 'POST', path: '/text', bindings: [BodyParam(String)], handler: (text) => text.length }),
    route({
      method: 'POST',
      path: '/stream',
      bindings: [BodyParam(ReadableStream)],
      async handler(stream) {
        for await (const _ of stream);
        return 'all';
      },
    }),
    route({ method: 'POST', path: '/unread', handler: () => 'unread' }),
    route({ method: 'GET', path: '/q', bindings: [QueryParam('n', int)], handler: (n) => n }),
    route({
      method: 'GET',
      path: '/throws',
      handler() {
        throw new Error('secret one');
      },
    }),
    route({ method: 'GET', path: '/rejects', handler: () => Promise.reject(new Error('secret two')) }),
    route({ method: 'GET', path: '/cyclic', handler: cyclic }),
    route({ method: 'GET', path: '/function', produces: 'application/json', handler: () => cyclic }),
    route({
      method: 'GET',
      path: '/unwritable-error',
      handler: () => Promise.reject(new HttpError(400, { extensions: { cyclic: cyclic() as object } })),
    }),
    route({
      method: 'GET',
      path: '/error-header',
      handler: () => Promise.reject(new HttpError(400, { headers: { 'x-secret': '\n' } })),
    }),
    route({ method: 'GET', path: '/object-as-html', produces: 'text/html', handler: () => ({}) }),
    route({
      method: 'GET',
      path: '/header',
      bindings: [Context(HttpResponse)],
      handler: (response) => response.headers.set('x-a', 'a\r\nx-secret: 1'),
    }),
    route({
      method: 'GET',
      path: '/half',
      bindings: [Context(HttpResponse)],
      async handler(response) {
        await response.write('half');
        throw new Error('secret three');
      },
    }),
  );

  const errorOf = async (send: ReturnType<Awaited<ReturnType<typeof serve>>>): Promise<unknown[]> => {
    const response = await send;
    const { status, code, errors } = response.json() as {
      status: number;
      code: string;
      errors?: { detail: string }[];
    };
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(status).toBe(response.status);
    return [status, code, ...(errors ?? []).map(({ detail }) => detail)];
  };
  const post = (
    url: string,
    body: string | Uint8Array | AsyncIterable<string>,
    type = 'application/json',
  ) => ({
    method: 'POST',
    url,
    body,
    headers: { 'content-type': type },
  });

  it('responds with 400 to malformed percent escapes', async () => {
    const client = await serve(router);
    expect(await errorOf(client('/%zz'))).toEqual([400, 'invalid-path']);
    expect(await errorOf(client('/q%'))).toEqual([400, 'invalid-path']);
    expect(await errorOf(client('/%C3%28'))).toEqual([400, 'invalid-path']);
    expect(await errorOf(client('/q?n=%zz'))).toEqual([
      400,
      'invalid-values',
      'has a malformed percent escape',
    ]);
    expect(await errorOf(client('/q?%zz=1'))).toEqual([400, 'invalid-query']);
    expect((await client('/q?n=1&other=%zz')).json()).toBe(1);
  });

  it('treats a header named __proto__ like any other header', async () => {
    const client = await serve(
      new Router(toolkit).add(
        route({
          method: 'GET',
          path: '/',
          bindings: [HeaderParam('constructor', optional(String)), Context(HttpRequest)],
          handler: (given, { headers }) => [
            given ?? null,
            headers.has('__proto__'),
            headers.get('constructor') ?? null,
          ],
        }),
      ),
    );
    expect((await client('/')).json()).toEqual([null, false, null]);
    expect((await client({ url: '/', headers: { constructor: 'a' } })).json()).toEqual(['a', false, 'a']);
  });

  it('passes an empty stream to the handler of a request without a body', async () => {
    const client = await serve(router);
    expect((await client({ method: 'POST', url: '/stream' })).text()).toBe('all');
  });

  it('accepts a Host header that is invalid in a URL', async () => {
    const url = route({
      method: 'GET',
      path: '/url',
      bindings: [Context(HttpRequest)],
      handler: (request) => `${request.url.pathname}${request.url.search}`,
    });
    const client = await serve(new Router(toolkit).add(url));
    for (const host of ['a:99999', '999.999.999.999', '[::ffff:::]']) {
      const { status, text } = await client({ url: '/url?a=1', headers: { host } });
      expect([host, status, text()]).toEqual([host, 200, '/url?a=1']);
    }
  });

  it('limits the number and the length of query parameters', async () => {
    const client = await serve(router);
    const names = Array.from({ length: 257 }, (_, index) => `a${index}=`).join('&');
    expect(await errorOf(client(`/q?${names}`))).toEqual([400, 'invalid-query']);
    expect(await errorOf(client(`/q?n=${'1'.repeat(8193)}`))).toEqual([400, 'invalid-query']);
  });

  it.each(['{', '', ' ', '[1', '{"a":1}}', "{'a':1}", '\u0000', '{"a":\u0007}', 'nul', '{"a":1,}'])(
    'rejects the body %j, which is not a JSON object',
    async (body) => {
      const client = await serve(router);
      const before = calls;
      const [status, code] = await errorOf(client(post('/json', body)));
      expect([status, code]).toEqual([400, 'invalid-values']);
      expect(calls).toBe(before);
    },
  );

  it('reports where JSON is malformed but does not quote it', async () => {
    const client = await serve(router);
    const [, , detail] = await errorOf(client(post('/json', '{"a":\n hunter2}')));
    expect(detail).toBe('is not JSON');
    const [, , placed] = await errorOf(client(post('/json', '{"a":\n1 hunter2}')));
    expect(placed).toBe('is not JSON (line 2, column 3)');
  });

  it('rejects a body that is not UTF-8', async () => {
    const client = await serve(router);
    expect(await errorOf(client(post('/json', new Uint8Array([0x22, 0xff, 0x22]))))).toEqual([
      400,
      'invalid-values',
      'is not UTF-8',
    ]);
  });

  it.each([
    '{"__proto__":1}',
    '{"a":[{"constructor":1}]}',
    '{"\\u005f_proto__":1}',
    '{"a":{"prototype" : {}}}',
  ])('rejects keys that could modify a prototype: %s', async (body) => {
    const client = await serve(router);
    const [status, , detail] = await errorOf(client(post('/json', body)));
    expect([status, detail]).toEqual([400, expect.stringMatching(/^has a key named /)]);
  });

  it('rejects deeply nested JSON', async () => {
    const client = await serve(router);
    const deep = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect((await client(post('/json', deep(128)))).status).toBe(200);
    expect(await errorOf(client(post('/json', deep(129))))).toEqual([
      400,
      'invalid-values',
      'is nested more than 128 levels deep',
    ]);
    expect((await client(post('/json', `{"a":"${'['.repeat(500)}"}`))).status).toBe(200);
  });

  it('rejects a body that exceeds the limit, with or without Content-Length', async () => {
    const client = await serve(router);
    expect(await errorOf(client(post('/text', 'x'.repeat(1001), 'text/plain')))).toEqual([
      413,
      'body-too-large',
    ]);
    expect(await errorOf(client(post('/text', chunks(11, 'x'.repeat(100)), 'text/plain')))).toEqual([
      413,
      'body-too-large',
    ]);
    expect(await errorOf(client(post('/stream', chunks(11, 'x'.repeat(100)))))).toEqual([
      413,
      'body-too-large',
    ]);
    expect((await client(post('/text', chunks(10, 'x'.repeat(100)), 'text/plain'))).json()).toBe(1000);
  });

  it('responds to a request with a very large body without resetting the connection', async () => {
    const client = await serve(router);
    expect(await errorOf(client(post('/text', 'x'.repeat(4_000_000), 'text/plain')))).toEqual([
      413,
      'body-too-large',
    ]);
  });

  it('discards a body that the handler does not read', async () => {
    const client = await serve(router);
    expect((await client(post('/unread', 'x'.repeat(900)))).text()).toBe('unread');
  });

  it('responds with 408 when a body stops arriving', async () => {
    const reading = route({
      method: 'POST',
      path: '/json',
      scopes: [{ limits: { bodyTime: 200 } }],
      bindings: [BodyParam(Object)],
      handler: () => 'read',
    });
    const client = await serve(new Router(toolkit).add(reading));
    const stop = new AbortController();
    expect(await errorOf(client(post('/json', stalling(stop.signal))))).toEqual([408, 'request-timeout']);
    stop.abort();
  });

  it('logs errors of handlers and writers but does not send them to the client', async () => {
    const client = await serve(router);
    for (const url of [
      '/throws',
      '/rejects',
      '/cyclic',
      '/function',
      '/object-as-html',
      '/header',
      '/error-header',
      '/unwritable-error',
    ]) {
      logger.lines.length = 0;
      const response = await client(url);
      expect([url, response.status, response.json()]).toEqual([
        url,
        500,
        {
          type: 'urn:writ:problem:internal-error',
          title: 'Internal Server Error',
          status: 500,
          instance: url,
          code: 'internal-error',
        },
      ]);
      expect(response.headers).not.toHaveProperty('x-secret');
      expect(logger.lines).toEqual([
        {
          level: 'error',
          message: 'request failed',
          data: { method: 'GET', path: url, error: expect.any(Error) as Error },
        },
      ]);
    }
  });

  it.each([
    ['accept-encoding', 'accept-encoding, accept'],
    ['Accept', 'Accept'],
    ['*', '*'],
  ])('adds Accept to the Vary header of an error: %s', async (existing, expected) => {
    const varying = route({
      method: 'GET',
      path: '/',
      bindings: [Context(HttpResponse)],
      handler: (response) => {
        response.headers.set('vary', existing);
        throw new HttpError('conflict');
      },
    });
    const client = await serve(new Router(toolkit).add(varying));
    expect((await client('/')).headers['vary']).toBe(expected);
  });

  it('responds to requests even if the logger throws', async () => {
    const failing = () => {
      throw new Error('no space left');
    };
    const toolkitWithoutLog = new Toolkit({
      logger: { debug: failing, info: failing, warn: failing, error: failing },
    });
    const client = await serve(
      new Router(toolkitWithoutLog).add(
        route({ method: 'GET', path: '/', handler: () => Promise.reject(new Error('x')) }),
        route({ method: 'GET', path: '/well', handler: () => 'well' }),
      ),
    );
    const response = await client('/').catch(() => undefined);
    expect(response?.status ?? 499).toBe(499);
    expect((await client('/well')).text()).toBe('well');
  });

  it('aborts the response if a handler fails after it has started writing', async () => {
    const client = await serve(router);
    logger.lines.length = 0;
    const response = await client('/half').catch(() => undefined);
    expect(response?.complete ?? false).toBe(false);
    expect(response?.text() ?? '').not.toContain('secret');
    expect(logger.lines).toMatchObject([
      { level: 'error', message: 'request failed after the response had started' },
    ]);
  });

  it('logs no error when a client disconnects while sending', async () => {
    const client = await serve(router);
    logger.lines.length = 0;
    const stop = new AbortController();
    const sent = client({ ...post('/text', stalling(stop.signal)), signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(sent).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(logger.lines.filter(({ level }) => level !== 'debug')).toEqual([]);
    expect((await client('/q?n=1')).json()).toBe(1);
  });
});

function cyclic(): unknown {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}
