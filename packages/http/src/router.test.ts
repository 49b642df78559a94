import { expect, it } from 'vitest';
import {
  BodyParam,
  Context,
  HeaderParam,
  HttpError,
  HttpRequest,
  HttpResponse,
  PathParam,
  QueryParam,
  RestResponse,
  Router,
  RoutingContext,
  Toolkit,
  User,
  array,
  int,
  object,
  optional,
  route,
} from './index.ts';
import { describeTransports } from './testing/transports.ts';
import { recordingLogger } from './testing/recording-logger.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });

describeTransports('a route', (serve) => {
  const router = new Router(toolkit).add(
    route({
      method: 'GET',
      path: '/notes/{id}',
      bindings: [PathParam('id', int), QueryParam('verbose', optional(Boolean))],
      handler: (id, verbose) => ({ id, verbose }),
    }),
    route({
      method: 'GET',
      path: '/list',
      bindings: [
        QueryParam('tag', array(String)),
        QueryParam('n', int).default('10'),
        QueryParam('q', String).raw(),
      ],
      handler: (tags, n, q) => ({ tags, n, q }),
    }),
    route({
      method: 'GET',
      path: '/head',
      bindings: [HeaderParam('X-Count', int), HeaderParam('x-none', optional(String))],
      handler: (count, none) => [count, none === undefined],
    }),
    route({
      method: 'POST',
      path: '/notes',
      bindings: [BodyParam(object({ title: String, n: optional(int) }))],
      handler: (note) => new RestResponse(note, { status: 201, headers: { location: '/notes/1' } }),
    }),
    route({ method: 'PUT', path: '/text', bindings: [BodyParam(String)], handler: (text) => ({ text }) }),
    route({
      method: 'PUT',
      path: '/bytes',
      bindings: [BodyParam(Uint8Array)],
      handler: (bytes) => bytes.length,
    }),
    route({
      method: 'PUT',
      path: '/maybe',
      bindings: [BodyParam(optional(Object))],
      handler: (o) => o ?? 'none',
    }),
    route({
      method: 'PUT',
      path: '/xml',
      consumes: ['text/xml', 'application/*'],
      bindings: [BodyParam(String)],
      handler: (text) => text,
    }),
    route({
      method: 'PUT',
      path: '/stream',
      bindings: [BodyParam(ReadableStream)],
      async handler(stream) {
        let length = 0;
        for await (const chunk of stream) length += (chunk as Uint8Array).byteLength;
        return length;
      },
    }),
    route({
      method: 'GET',
      path: '/context',
      bindings: [
        Context(HttpRequest),
        Context(HttpResponse),
        Context(RoutingContext),
        Context(optional(User)),
      ],
      handler(request, response, context, user) {
        response.status = 202;
        response.headers.append('Set-Cookie', 'a=1');
        response.headers.append('Set-Cookie', 'b=2');
        return {
          method: request.method,
          path: request.path,
          url: request.url.pathname,
          header: request.headers.get('X-A'),
          query: request.query.get('q'),
          same: context.request === request && context.response === response && context.toolkit === toolkit,
          route: context.route?.path,
          user: user === undefined,
        };
      },
    }),
    route({
      method: 'PUT',
      path: '/by-hand',
      bindings: [Context(HttpRequest)],
      async handler({ headers, body, remoteAddress }) {
        const names = [...headers].map(([name]) => name);
        const text = await body.text();
        expect(() => body.stream()).toThrow(/was read as a whole/);
        expect(['127.0.0.1', undefined]).toContain(remoteAddress);
        return {
          text,
          again: (await body.bytes()).length,
          has: headers.has('X-A'),
          names: names.includes('x-a'),
        };
      },
    }),
    route({
      method: 'PUT',
      path: '/streamed',
      bindings: [Context(HttpRequest)],
      async handler({ body }) {
        const reader = body.stream().getReader();
        await reader.read();
        expect(() => body.stream()).toThrow(/already being streamed/);
        return body.text().catch((error: Error) => error.message);
      },
    }),
    route({ method: 'PUT', path: '/number', bindings: [BodyParam(Number)], handler: (n) => n }),
    route({ method: 'GET', path: '/me', bindings: [Context(User)], handler: (user) => user.principal }),
    route({
      method: 'GET',
      path: '/later',
      handler: () => new Promise((resolve) => setImmediate(resolve, [1])),
    }),
    route({
      method: 'GET',
      path: '/thenable',
      // oxlint-disable-next-line unicorn/no-thenable -- any thenable is awaited, not only promises
      handler: () => ({ then: (done: (v: string) => void) => done('ok') }),
    }),
    route({ method: 'GET', path: '/nothing', handler: () => undefined }),
    route({ method: 'GET', path: '/null', handler: () => null }),
    route({ method: 'GET', path: '/html', produces: 'text/html', handler: () => '<p>' }),
    route({ method: 'GET', path: '/json-text', produces: 'application/json', handler: () => 'a "b"' }),
    route({
      method: 'GET',
      path: '/teapot',
      handler: () => Promise.reject(new HttpError(418, { extensions: { tea: 1 } })),
    }),
    route({ method: 'ANY', path: '/any', handler: () => 'any' }),
  );

  it('binds values from the path and the query', async () => {
    const client = await serve(router);
    const response = await client('/notes/7?verbose=yes');
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['content-length']).toBe('23');
    expect(response.json()).toEqual({ id: 7, verbose: true });
    expect((await client('/notes/7?verbose=')).json()).toEqual({ id: 7 });
    expect((await client('/notes/%37?verbose=0&verbose=1')).json()).toEqual({ id: 7, verbose: true });
  });

  it('binds repeated, default, raw and decoded strings', async () => {
    const client = await serve(router);
    expect((await client('/list?tag=a+b&tag=c%2Bd&tag=&q=a+%62&n=')).json()).toEqual({
      tags: ['a b', 'c+d', ''],
      n: 10,
      q: 'a+%62',
    });
  });

  it('binds headers', async () => {
    const client = await serve(router);
    expect((await client({ url: '/head', headers: { 'x-count': '3' } })).json()).toEqual([3, true]);
    expect((await client('/head')).json().errors).toEqual([
      { source: 'header', name: 'X-Count', code: 'missing', detail: 'is missing' },
    ]);
  });

  it('responds with one problem document that lists all validation issues', async () => {
    const client = await serve(router);
    const response = await client('/notes/x?verbose=perhaps');
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.json()).toEqual({
      type: 'urn:writ:problem:invalid-values',
      title: 'Missing or invalid values',
      status: 400,
      detail: '2 values are missing or invalid',
      instance: '/notes/x',
      code: 'invalid-values',
      errors: [
        { source: 'path', name: 'id', code: 'invalid', detail: 'must be a whole number' },
        { source: 'query', name: 'verbose', code: 'invalid', detail: 'must be true or false' },
      ],
    });
  });

  it('reads a JSON body and sends the status and headers that the handler sets', async () => {
    const client = await serve(router);
    const response = await client({ method: 'POST', url: '/notes', json: { title: 'ä', n: 1 } });
    expect([response.status, response.headers['location'], response.json()]).toEqual([
      201,
      '/notes/1',
      { title: 'ä', n: 1 },
    ]);
    const wrong = await client({ method: 'POST', url: '/notes', json: { n: '1', more: true } });
    expect(wrong.json().errors).toEqual([
      { source: 'body', code: 'missing', detail: 'is missing', pointer: '/title' },
      { source: 'body', code: 'invalid', detail: 'must be a number', pointer: '/n' },
      { source: 'body', code: 'unknown', detail: 'unknown parameter', pointer: '/more' },
    ]);
  });

  it('binds a body as a string, bytes or a stream', async () => {
    const client = await serve(router);
    const put = async (url: string, body: string): Promise<unknown> =>
      (await client({ method: 'PUT', url, body })).json() as unknown;
    expect(await put('/text', ' ü ')).toEqual({ text: ' ü ' });
    expect(await put('/text', '')).toEqual({ text: '' });
    expect(await put('/bytes', 'üü')).toBe(4);
    expect(await put('/stream', 'abc')).toBe(3);
    expect((await client({ method: 'PUT', url: '/maybe' })).text()).toBe('none');
    const given = await client({ method: 'PUT', url: '/maybe', json: { a: 1 } });
    expect(given.json()).toEqual({ a: 1 });
  });

  it('lets a handler read the request directly', async () => {
    const client = await serve(router);
    const response = await client({ method: 'PUT', url: '/by-hand', body: 'ü', headers: { 'x-a': '1' } });
    expect(response.json()).toEqual({ text: 'ü', again: 2, has: true, names: true });
    expect((await client({ method: 'PUT', url: '/by-hand' })).json()).toMatchObject({
      text: '',
      again: 0,
      has: false,
    });
    const streamed = await client({ method: 'PUT', url: '/streamed', body: 'some of it' });
    expect(streamed.text()).toBe('the body is streamed; it cannot be read as a whole');
  });

  it('converts a JSON number or plain text to a number', async () => {
    const client = await serve(router);
    const put = async (body: string, type: string): Promise<unknown> => {
      const response = await client({
        method: 'PUT',
        url: '/number',
        body,
        headers: { 'content-type': type },
      });
      return response.status === 200 ? response.json() : response.status;
    };
    expect(await put('5', 'application/json')).toBe(5);
    expect(await put('"5"', 'application/json')).toBe(400);
    expect(await put('5', 'text/plain; charset=latin1')).toBe(5);
    expect(await put('five', 'text/plain')).toBe(400);
    expect(await put('5', 'image/png')).toBe(415);
  });

  it('rejects a body whose media type the route does not consume', async () => {
    const client = await serve(router);
    const send = async (
      method: string,
      url: string,
      type: string | undefined,
      body = '{"title":"a"}',
    ): Promise<number> => {
      const headers = type === undefined ? {} : { 'content-type': type };
      return (await client({ method, url, body, headers })).status;
    };
    expect(await send('POST', '/notes', 'Application/JSON; charset="UTF-8"')).toBe(201);
    expect(await send('POST', '/notes', 'application/vnd.note+json')).toBe(201);
    // A body without Content-Type is not read as JSON.
    expect(await send('POST', '/notes', undefined)).toBe(415);
    expect(await send('POST', '/notes', 'text/plain')).toBe(415);
    expect(await send('POST', '/notes', 'application/json; charset=martian')).toBe(415);
    expect(await send('POST', '/notes', 'application/json; charset=utf-16')).toBe(400);
    expect(await send('PUT', '/xml', 'text/xml')).toBe(200);
    expect(await send('PUT', '/xml', 'application/anything')).toBe(200);
    expect(await send('PUT', '/xml', 'text/plain')).toBe(415);
    // A body without Content-Type counts as application/octet-stream, which application/* includes.
    expect(await send('PUT', '/xml', undefined)).toBe(200);
  });

  it('passes context objects to handlers', async () => {
    const client = await serve(router);
    const response = await client({ url: '//context?q=1', headers: { 'x-a': 'b' } });
    expect(response.status).toBe(202);
    expect(response.cookies).toEqual(['a=1', 'b=2']);
    expect(response.json()).toEqual({
      method: 'GET',
      path: '//context',
      url: '//context',
      header: 'b',
      query: '1',
      same: true,
      route: '/context',
      user: true,
    });
    expect((await client('/me')).json()).toMatchObject({
      status: 400,
      errors: [{ source: 'context', name: 'User', code: 'missing' }],
    });
  });

  it('selects the writer by the class of the result', async () => {
    const client = await serve(router);
    const get = async (url: string): Promise<unknown[]> => {
      const { status, headers, text } = await client(url);
      return [status, headers['content-type'], text()];
    };
    expect(await get('/later')).toEqual([200, 'application/json', '[1]']);
    expect(await get('/thenable')).toEqual([200, 'text/plain; charset=utf-8', 'ok']);
    expect(await get('/nothing')).toEqual([204, undefined, '']);
    expect(await get('/null')).toEqual([200, 'application/json', 'null']);
    expect(await get('/html')).toEqual([200, 'text/html; charset=utf-8', '<p>']);
    expect(await get('/json-text')).toEqual([200, 'application/json', '"a \\"b\\""']);
  });

  it('responds to an HttpError with its status and headers', async () => {
    const client = await serve(router);
    expect((await client('/teapot')).json()).toEqual({
      tea: 1,
      type: 'urn:writ:problem:status-418',
      title: "I'm a Teapot",
      status: 418,
      instance: '/teapot',
      code: 'status-418',
    });
  });

  it('responds with 404 to unknown paths and 405 to unsupported methods', async () => {
    const client = await serve(router);
    expect((await client('/nowhere')).json()).toMatchObject({ status: 404, code: 'not-found' });
    const response = await client({ method: 'DELETE', url: '/notes/7' });
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await client({ method: 'DELETE', url: '/any' })).text()).toBe('any');
  });

  it('answers HEAD with the GET route and OPTIONS from the route table', async () => {
    const client = await serve(router);
    const head = await client({ method: 'HEAD', url: '/notes/7' });
    expect([head.status, head.headers['content-length'], head.text()]).toEqual([200, '8', '']);
    const options = await client({ method: 'OPTIONS', url: '/notes' });
    expect([options.status, options.headers['allow'], options.text()]).toEqual([204, 'OPTIONS, POST', '']);
    expect((await client({ method: 'OPTIONS', url: '/nowhere' })).status).toBe(404);
  });

  it('logs nothing for successful requests', () => {
    // On a busy machine, this process may not run for longer than the limit for a blocked event loop.
    expect(logger.lines.filter(({ message }) => !message.includes('the event loop'))).toEqual([]);
  });
});
