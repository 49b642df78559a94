import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  Context,
  GeneralResponseWriter,
  HttpResponse,
  JsonResponseWriter,
  RestResponse,
  route,
  Router,
  Toolkit,
  type HttpResponseWriter,
  type Route,
} from '../index.ts';
import type { Component, Scope } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const logger = recordingLogger();

class Shape {
  readonly name: string = 'shape';
}
class Circle extends Shape {
  override readonly name: string = 'circle';
}

interface Given {
  readonly produces?: readonly string[];
  readonly scopes?: readonly Scope[];
  readonly writers?: readonly Component<HttpResponseWriter>[];
  readonly toolkit?: Toolkit;
}

function serving(
  handler: Route['handler'],
  { toolkit = new Toolkit({ logger }), writers = [], ...rest }: Given,
): Router {
  const router = new Router(toolkit).add(route({ method: 'GET', path: '/', handler, ...rest }));
  router.registries.writers.register(...writers);
  return router;
}

/** Creates a writer that writes its name and the result. */
function marking(
  name: string,
  more: Partial<Component<HttpResponseWriter>> = {},
): Component<HttpResponseWriter> {
  return {
    name,
    instance: { write: (result, _request, response) => response.end(`${name}:${JSON.stringify(result)}`) },
    ...more,
  };
}

const JSON_MEDIA = { mediaTypes: ['application/json'] };

describeTransports('the writer of a result', (serve) => {
  it.each<[string, unknown, Given, string]>([
    [
      "is the method's writer before the class's and the type's, F18-08",
      new Shape(),
      {
        scopes: [{ writer: marking('class') }, { writer: marking('method') }],
        writers: [marking('type', { types: [Shape] })],
      },
      'method:{"name":"shape"}',
    ],
    [
      "is the class's writer before the type's",
      new Shape(),
      { scopes: [{ writer: marking('class') }, {}], writers: [marking('type', { types: [Shape] })] },
      'class:{"name":"shape"}',
    ],
    [
      "is the type's writer before the media type's, F18-11",
      new Shape(),
      {
        produces: ['application/json'],
        writers: [marking('media', JSON_MEDIA), marking('type', { types: [Shape] })],
      },
      'type:{"name":"shape"}',
    ],
    [
      'is the writer registered for a base class',
      new Circle(),
      { writers: [marking('type', { types: [Shape] })] },
      'type:{"name":"circle"}',
    ],
    [
      'is the first matching writer in registration order, F18-29',
      new Circle(),
      { writers: [marking('one', { types: [Date, Shape] }), marking('two', { types: [Circle] })] },
      'one:{"name":"circle"}',
    ],
    [
      'is, of several writers for the type, the one for the media type',
      new Circle(),
      {
        produces: ['text/html'],
        writers: [
          marking('xml', { types: [Shape], mediaTypes: ['text/xml'] }),
          marking('html', { types: [Shape], mediaTypes: ['text/html'] }),
        ],
      },
      'html:{"name":"circle"}',
    ],
    [
      'is the writer for String if the result is a string',
      'x',
      { writers: [marking('text', { types: [String] })] },
      'text:"x"',
    ],
    [
      'is the writer for Number if the result is a number',
      5,
      { writers: [marking('number', { types: [Number] })] },
      'number:5',
    ],
    [
      'is the writer for Boolean if the result is a boolean',
      false,
      { writers: [marking('boolean', { types: [Boolean] })] },
      'boolean:false',
    ],
    [
      'is the writer for the media type',
      { a: 1 },
      { produces: ['text/csv'], writers: [marking('csv', { mediaTypes: ['text/csv; header=present'] })] },
      'csv:{"a":1}',
    ],
    [
      'is the last writer registered for the media type',
      { a: 1 },
      {
        produces: ['text/csv'],
        writers: ['one', 'two'].map((name) => marking(name, { mediaTypes: ['text/csv'] })),
      },
      'two:{"a":1}',
    ],
    [
      'is the writer for the exact media type before a writer for a range',
      { a: 1 },
      {
        produces: ['text/csv'],
        writers: [marking('csv', { mediaTypes: ['text/csv'] }), marking('range', { mediaTypes: ['text/*'] })],
      },
      'csv:{"a":1}',
    ],
    [
      'is the writer for a range before the general writer',
      { a: 1 },
      { produces: ['text/csv'], writers: [marking('general'), marking('range', { mediaTypes: ['text/*'] })] },
      'range:{"a":1}',
    ],
    [
      'is the writer for application/json if no media type is declared',
      { a: 1 },
      { writers: [marking('general'), marking('json', JSON_MEDIA)] },
      'json:{"a":1}',
    ],
    [
      'is the general writer if no media type is declared',
      { a: 1 },
      { writers: [marking('general')] },
      'general:{"a":1}',
    ],
    [
      'is the general writer for a media type without a writer',
      'a',
      {
        produces: ['text/csv'],
        writers: [marking('general', { mediaTypes: ['*/*'] }), marking('json', JSON_MEDIA)],
      },
      'general:"a"',
    ],
    [
      'is not the general writer for a declared JSON type',
      { a: 1 },
      { produces: ['application/problem+json'], writers: [marking('general')] },
      '{"a":1}',
    ],
    [
      'is not the writer for Object if the result is null',
      null,
      { writers: [marking('type', { types: [Object] })] },
      'null',
    ],
    [
      "is the method's writer even if the result is null",
      null,
      { scopes: [{ writer: marking('method') }] },
      'method:null',
    ],
    [
      'is the built-in JSON writer for an object, F18-13',
      { value: 'Hello' },
      { produces: ['application/json'] },
      '{"value":"Hello"}',
    ],
    [
      'is the built-in JSON writer for an array, F18-14',
      [{ value: 'One' }],
      { produces: ['application/json'] },
      '[{"value":"One"}]',
    ],
    ['writes null as an empty string in text/plain, F18-07', null, { produces: ['text/plain'] }, ''],
    ['writes null as JSON, F18-22', null, { produces: ['application/json'] }, 'null'],
    [
      'writes a media type without a writer as a string, F18-21',
      new URL('http://a/b'),
      { produces: ['application/xml'] },
      'http://a/b',
    ],
    [
      "is the writer for the type of a RestResponse's body",
      RestResponse.ok(new Circle()),
      { writers: [marking('type', { types: [Circle] })] },
      'type:{"name":"circle"}',
    ],
    [
      'is the writer for the media type that a RestResponse sets',
      RestResponse.ok({ a: 1 }).type('text/csv'),
      { produces: ['application/json'], writers: [marking('csv', { mediaTypes: ['text/csv'] })] },
      'csv:{"a":1}',
    ],
    [
      'is JsonResponseWriter if the route sets it',
      'x',
      { scopes: [{ writer: { name: 'json', instance: new JsonResponseWriter() } }] },
      '"x"',
    ],
    [
      'is GeneralResponseWriter if the route sets it',
      5n,
      { scopes: [{ writer: { name: 'text', instance: new GeneralResponseWriter() } }] },
      '5',
    ],
  ])('%s', async (_name, result, given, text) => {
    const response = await (await serve(serving(() => result, given)))('/');
    expect([response.status, response.text()]).toEqual([200, text]);
  });

  it("is the router's writer before the toolkit's, regardless of their types", async () => {
    const toolkit = new Toolkit({ logger });
    const router = serving((): unknown => new Shape(), { toolkit });
    const chosenWriter = async (): Promise<string> =>
      (await (await serve(router))('/')).text().split(':')[0]!;
    toolkit.registries.writers.register(marking('toolkit', { types: [Shape] }));
    expect(await chosenWriter()).toBe('toolkit');
    router.registries.writers.register(marking('router', { types: [Object] }));
    expect(await chosenWriter()).toBe('router');
    router.registries.writers.clear();
    expect(await chosenWriter()).toBe('toolkit');
  });
});

const TWO = ['text/html', 'application/json'];

describeTransports('the media type of a response', (serve) => {
  it.each<[string, Given, unknown, string | undefined, string, string]>([
    [
      'is the first declared type if Accept prefers it, F18-01',
      { produces: TWO },
      'Hello world!',
      'text/html',
      'text/html; charset=utf-8',
      'Hello world!',
    ],
    [
      'is the second declared type if Accept prefers it, F18-02',
      { produces: TWO },
      'Hello world!',
      'application/json',
      'application/json',
      '"Hello world!"',
    ],
    [
      'is the first declared type without an Accept header, F18-03',
      { produces: TWO },
      'Hello world!',
      undefined,
      'text/html; charset=utf-8',
      'Hello world!',
    ],
    [
      'is the same in header and body, F18-04',
      { produces: TWO },
      'x',
      'application/json, text/html;q=0.9',
      'application/json',
      '"x"',
    ],
    [
      'is the first declared type with the parameters of both declarations, F18-12',
      { produces: ['application/json', 'application/json;charset=UTF-8'] },
      'echo',
      undefined,
      'application/json; charset=UTF-8',
      '"echo"',
    ],
    [
      'does not depend on an invalid Accept header',
      { produces: TWO },
      'x',
      'tralala;;,=,"',
      'text/html; charset=utf-8',
      'x',
    ],
    [
      'does not depend on an empty Accept header',
      { produces: TWO },
      'x',
      '',
      'text/html; charset=utf-8',
      'x',
    ],
    [
      'is not determined by a bare wildcard',
      { produces: ['*/*'] },
      'x',
      'text/plain',
      'text/plain; charset=utf-8',
      'x',
    ],
    [
      'is the type that the writer declares, F18-19',
      {
        produces: ['application/xml'],
        writers: [
          marking('w', {
            types: [Shape],
            mediaTypes: ['text/xml'],
            headers: [['Cache-Control', 'private,no-cache,no-store']],
          }),
        ],
      },
      new Shape(),
      undefined,
      'text/xml; charset=utf-8',
      'w:{"name":"shape"}',
    ],
    [
      'is the negotiated one if the writer declares several',
      { writers: [marking('w', { types: [Shape], mediaTypes: ['text/xml', 'application/xml'] })] },
      new Shape(),
      'application/xml',
      'application/xml',
      'w:{"name":"shape"}',
    ],
    [
      'is the type of the method’s writer if the route declares others',
      { produces: ['application/json'], scopes: [{ writer: marking('w', { mediaTypes: ['text/xml'] }) }] },
      [1],
      'application/json',
      'text/xml; charset=utf-8',
      'w:[1]',
    ],
    [
      'is selected by Accept from the types of the method’s writer if the route declares none',
      { scopes: [{ writer: marking('w', { mediaTypes: ['text/xml', 'application/xml'] }) }] },
      [1],
      'application/xml',
      'application/xml',
      'w:[1]',
    ],
    [
      'is selected by Accept from the declared types that the method’s writer can write',
      { produces: TWO, scopes: [{ writer: marking('w', { mediaTypes: ['application/json'] }) }] },
      [1],
      '*/*',
      'application/json',
      'w:[1]',
    ],
    [
      'is the Content-Type header that the writer declares',
      {
        writers: [
          marking('w', { types: [Shape], mediaTypes: ['text/xml'], headers: [['content-type', 'text/x']] }),
        ],
      },
      new Shape(),
      undefined,
      'text/x',
      'w:{"name":"shape"}',
    ],
    [
      'is text/plain for a writer without media types',
      { scopes: [{ writer: marking('w') }] },
      [1],
      'image/png',
      'text/plain; charset=utf-8',
      'w:[1]',
    ],
    [
      'is the declared type for a RestResponse, F20-01',
      { produces: ['application/json'] },
      RestResponse.status(202, 'Hello').header('X-Test', 'Test'),
      undefined,
      'application/json',
      '"Hello"',
    ],
    [
      'is the Content-Type that the handler sets',
      {},
      RestResponse.ok('<p>').type('text/html'),
      'application/json',
      'text/html',
      '<p>',
    ],
    [
      'is the Content-Type that the handler sets instead of the declared one',
      { produces: ['application/json'] },
      RestResponse.ok('<p>').type('text/html'),
      undefined,
      'text/html',
      '<p>',
    ],
    ['is the type of a Blob', {}, new Blob(['<p>'], { type: 'text/html' }), undefined, 'text/html', '<p>'],
    [
      'is the declared type for a File',
      { produces: ['text/csv'] },
      new File(['a,b'], 'x.bin'),
      undefined,
      'text/csv; charset=utf-8',
      'a,b',
    ],
    [
      'is application/octet-stream for a Blob without a type',
      {},
      new Blob(['x']),
      undefined,
      'application/octet-stream',
      'x',
    ],
    [
      'is application/octet-stream for an ArrayBuffer',
      {},
      new TextEncoder().encode('x').buffer,
      undefined,
      'application/octet-stream',
      'x',
    ],
  ])('%s', async (_name, given, result, accept, type, text) => {
    const client = await serve(serving(() => result, given));
    const headers = accept === undefined ? {} : { accept };
    const response = await client({ url: '/', headers });
    expect([response.headers['content-type'], response.text()]).toEqual([type, text]);
    const head = await client({ url: '/', method: 'HEAD', headers });
    expect([head.status, head.text()]).toEqual([response.status, '']);
    for (const [name, value] of Object.entries(response.headers)) {
      if (name !== 'date') expect([name, head.headers[name]]).toEqual([name, value]);
    }
  });

  it.each<[string, unknown, string]>([
    ['a string', 'x', 'application/json'],
    ['an object', {}, 'text/html'],
    ['null', null, 'text/plain, application/json;q=0'],
    ['bytes', new Uint8Array(1), 'text/*'],
    ['a stream', new Blob(['x']).stream(), 'image/*'],
    ['a Blob', new Blob(['x'], { type: 'text/html' }), 'text/plain'],
  ])('causes a 406 if Accept excludes it: %s', async (_name, result, accept) => {
    const response = await (await serve(serving(() => result, {})))({ url: '/', headers: { accept } });
    expect(response.status).toBe(406);
    expect(response.text()).toContain('Not Acceptable');
  });

  it('is text/event-stream for an iterable if Accept prefers it', async () => {
    const given = { produces: ['application/octet-stream', 'text/event-stream'] };
    async function* parts(): AsyncGenerator<unknown> {
      yield { data: 1 };
    }
    const client = await serve(serving(parts, given));
    const response = await client({ url: '/', headers: { accept: 'text/event-stream' } });
    expect([response.headers['content-type'], response.text()]).toEqual(['text/event-stream', 'data: 1\n\n']);
    expect((await client({ url: '/', headers: { accept: 'image/png' } })).status).toBe(406);
  });

  it('adds Vary: Accept only if it depends on Accept', async () => {
    const varyFor = async (given: Given): Promise<string | undefined> =>
      (await (await serve(serving(() => 'x', given)))('/')).headers['vary'];
    expect([
      await varyFor({ produces: TWO }),
      await varyFor({ produces: ['text/html'] }),
      await varyFor({}),
    ]).toEqual(['accept', undefined, undefined]);
  });
});

describeTransports('a writer', (serve) => {
  const withWriter = (
    write: HttpResponseWriter['write'],
    more: Partial<Component<HttpResponseWriter>> = {},
  ): Given => ({
    scopes: [{ writer: { name: 'w', instance: { write }, ...more } }],
  });

  it('may leave the response open, synchronously or asynchronously', async () => {
    for (const write of [
      (_result, _request, response) => void response.write('a'),
      async (_result, _request, response) => {
        await Promise.resolve();
        await response.write('a');
      },
    ] satisfies HttpResponseWriter['write'][]) {
      const response = await (await serve(serving(() => 1, withWriter(write))))('/');
      expect([response.status, response.text(), response.complete]).toEqual([200, 'a', true]);
    }
    const silent = await (
      await serve(
        serving(
          () => 1,
          withWriter(() => {}),
        ),
      )
    )('/');
    expect([silent.status, silent.text()]).toEqual([200, '']);
    const status = withWriter((_result, _request, response) => void (response.status = 204));
    expect((await (await serve(serving(() => Promise.resolve(null), status)))('/')).status).toBe(204);
  });

  it('may respond with 204 if the result is null, F29-04', async () => {
    const given = withWriter((result, _request, response) => {
      response.status = result === null ? 204 : 200;
      response.end();
    });
    const response = await (await serve(serving(() => Promise.resolve(null), given)))('/');
    expect([response.status, response.text()]).toEqual([204, '']);
  });

  it('causes a 500 if it fails before the first byte, and an aborted response if it fails later', async () => {
    for (const isLater of [false, true]) {
      const early = withWriter((_result, _request, response) => {
        response.headers.set('etag', '"x"');
        const failure = new Error('the secret of the writer');
        if (isLater) return Promise.reject(failure);
        throw failure;
      });
      const response = await (await serve(serving(() => 1, early)))('/');
      expect([response.status, response.headers['etag'], response.headers['content-type']]).toEqual([
        500,
        undefined,
        'application/problem+json',
      ]);
      expect(response.text()).not.toContain('secret');
    }
    const late = withWriter(async (_result, _request, response) => {
      await response.write('a');
      throw new Error('too late');
    });
    const broken = await (await serve(serving(() => 1, late)))('/').catch(() => undefined);
    expect(broken?.complete ?? false).toBe(false);
  });

  it.each(['text/*', 'application/*+json', '*/*'])('for %s is not limited by Accept', async (range) => {
    const given = withWriter((_result, _request, response) => response.end('x'), { mediaTypes: [range] });
    const response = await (
      await serve(serving(() => 1, given))
    )({ url: '/', headers: { accept: 'image/png' } });
    expect([response.status, response.headers['content-type'], response.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'x',
    ]);
  });

  it('is instantiated for each request if it declares create', async () => {
    let created = 0;
    const create: Component<HttpResponseWriter>['create'] = ({ request }) => {
      created += 1;
      return {
        write: (result, _request, response) => response.end(`${request.path} ${created} ${String(result)}`),
      };
    };
    const client = await serve(serving(() => 'x', { scopes: [{ writer: { name: 'w', create } }] }));
    expect([(await client('/')).text(), (await client('/')).text()]).toEqual(['/ 1 x', '/ 2 x']);
  });

  it('sends large results to slow clients in parts', async () => {
    const given = withWriter(async (_result, _request, response) => {
      for (let part = 0; part < 40; part += 1) await response.write('x'.repeat(50_000));
    });
    expect((await (await serve(serving(() => 1, given)))('/')).body.byteLength).toBe(2_000_000);
  });

  it('sends a fetched response decoded and without headers of its connection', async () => {
    const other = createServer((_request, response) => {
      response.writeHead(201, { 'content-encoding': 'gzip', 'x-other': '1', 'set-cookie': ['a=1', 'b=2'] });
      response.end(gzipSync('plain'));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const client = await serve(serving(() => fetch(`http://127.0.0.1:${port}/`), {}));
    const { status, headers, cookies, text } = await client('/');
    other.close();
    expect([status, text(), headers['content-encoding'], headers['x-other'], cookies]).toEqual([
      201,
      'plain',
      undefined,
      '1',
      ['a=1', 'b=2'],
    ]);
  });

  it('responds with 500 without details for values that JSON cannot represent', async () => {
    const cycle: Record<string, unknown> = { secret: 'hidden' };
    cycle['self'] = cycle;
    const throwing = {
      toJSON: () => {
        throw new Error('hidden');
      },
    };
    for (const result of [cycle, { big: 5n }, 5n, Symbol('hidden'), () => 'hidden', throwing]) {
      logger.lines.length = 0;
      const response = await (await serve(serving(() => result, {})))('/');
      expect([response.status, response.json().detail]).toEqual([500, undefined]);
      expect(response.text()).not.toContain('hidden');
      expect(logger.lines.map(({ level }) => level)).toEqual(['error']);
    }
  });

  it("uses the toolkit's JSON mapper", async () => {
    const json = { parse: JSON.parse, stringify: (value: unknown) => `<${String(value)}>` };
    const toolkit = new Toolkit({ logger, json });
    for (const given of [
      {},
      { produces: ['application/json'] },
      { scopes: [{ writer: { name: 'j', instance: new JsonResponseWriter() } }] },
    ]) {
      expect((await (await serve(serving(() => 7, { toolkit, ...given })))('/')).text()).toBe('<7>');
    }
  });

  it('awaits any thenable', async () => {
    const lazy = (value: unknown) => ({
      // oxlint-disable-next-line no-thenable -- thenables are tested here
      then: (resolve: (value: unknown) => void) => setTimeout(resolve, 1, value),
    });
    const callable = Object.assign(() => {}, lazy('function'));
    for (const [result, text] of [
      [lazy('thenable'), 'thenable'],
      [Promise.resolve(lazy('nested')), 'nested'],
      [callable, 'function'],
      [RestResponse.ok(Promise.resolve('body')), 'body'],
      [lazy(RestResponse.ok('response')), 'response'],
    ] as const) {
      const response = await (await serve(serving(() => result, {})))('/');
      expect([response.status, response.text()]).toEqual([200, text]);
    }
    const failing = {
      // oxlint-disable-next-line no-thenable -- thenables are tested here
      then: () => {
        throw new TypeError('no');
      },
    };
    expect((await (await serve(serving(() => failing, {})))('/')).status).toBe(500);
    expect(
      (await (await serve(serving(() => RestResponse.ok(Promise.reject(new Error('no'))), {})))('/')).status,
    ).toBe(500);
  });
});

describeTransports('headers of routes and writers', (serve) => {
  const scopes: readonly Scope[] = [
    {
      headers: [
        ['X-Class', 'c'],
        ['X-Both', 'class'],
        ['X-Writer', 'class'],
      ],
    },
    {
      headers: [
        ['x-both', 'method'],
        ['Link', '<a>'],
        ['Link', '<b>'],
      ],
    },
  ];

  it('are overridden by narrower scopes, by the writer and by the handler', async () => {
    const writer = marking('w', {
      types: [Shape],
      headers: [
        ['x-writer', 'writer'],
        ['x-own', 'writer'],
      ],
    });
    const router = new Router(new Toolkit({ logger })).use((context, next) => {
      context.response.headers.set('x-class', 'filter');
      context.response.headers.set('x-filter', 'filter');
      return next();
    });
    router.add(
      route({
        method: 'GET',
        path: '/',
        scopes,
        bindings: [Context(HttpResponse)],
        handler: (response) => {
          response.headers.set('x-own', 'handler');
          return new Shape();
        },
      }),
    );
    router.registries.writers.register(writer);
    const { headers } = await (await serve(router))('/');
    expect(headers).toMatchObject({
      'x-class': 'c',
      'x-filter': 'filter',
      'x-both': 'method',
      'x-writer': 'writer',
      'x-own': 'handler',
      link: '<a>, <b>',
    });
  });

  it('are sent with every response of the route, except headers that describe another body', async () => {
    const given: Given = {
      scopes: [
        {
          headers: [
            ['X-Frame-Options', 'DENY'],
            ['Cache-Control', 'max-age=60'],
            ['Content-Type', 'text/csv'],
          ],
        },
      ],
    };
    const headersFor = async (handler: () => unknown) =>
      (await (await serve(serving(handler, given)))('/')).headers;
    expect(await headersFor(() => 'a,b')).toMatchObject({
      'content-type': 'text/csv',
      'cache-control': 'max-age=60',
      'x-frame-options': 'DENY',
    });
    expect(await headersFor(() => undefined)).toMatchObject({ 'x-frame-options': 'DENY' });
    const failed = await headersFor(() => {
      throw new Error('no');
    });
    expect([failed['x-frame-options'], failed['cache-control'], failed['content-type']]).toEqual([
      'DENY',
      undefined,
      'application/problem+json',
    ]);
  });

  it('cannot be injected by a line break', async () => {
    const toolkit = new Toolkit({ logger });
    for (const [name, value] of [
      ['x-a', 'b\r\nset-cookie: c=d'],
      ['x-a\r\nset-cookie', 'b'],
      ['x a', 'b'],
      ['x-a', 'ü\u0100'],
    ] as const) {
      const response = await (
        await serve(serving(() => new RestResponse('x', { headers: { [name]: value } }), { toolkit }))
      )('/');
      expect([response.status, response.cookies]).toEqual([500, []]);
      const declared = serving(() => 'x', { scopes: [{ headers: [[name, value]] }] });
      expect(() => declared.build()).toThrow(/header/);
      const registered = serving(() => 'x', { writers: [marking('bad', { headers: [[name, value]] })] });
      expect(() => registered.build()).toThrow(/the writer bad/);
    }
  });

  it('include cookies of filters in addition to those of the response', async () => {
    const router = new Router(new Toolkit({ logger })).use((context, next) => {
      context.response.headers.append('set-cookie', 'session=1');
      return next();
    });
    router.add(
      route({
        method: 'GET',
        path: '/',
        handler: () => RestResponse.noContent().header('Set-Cookie', 'a=1').header('set-cookie', 'b=2'),
      }),
    );
    const response = await (await serve(router))('/');
    expect([response.status, response.cookies]).toEqual([204, ['session=1', 'a=1', 'b=2']]);
  });
});

it('RestResponse sets status, headers and body in one expression', () => {
  const created = RestResponse.created('/notes/1', { id: 1 }).header('X-A', '1').header('x-a', '2');
  expect([created.status, created.body, created.headers]).toEqual([
    201,
    { id: 1 },
    { location: '/notes/1', 'X-A': ['1', '2'] },
  ]);
  expect(
    [RestResponse.ok(), RestResponse.accepted(), RestResponse.noContent(), RestResponse.seeOther('/')].map(
      ({ status }) => status,
    ),
  ).toEqual([200, 202, 204, 303]);
  const redirects = [RestResponse.redirect('/a'), RestResponse.redirect(new URL('http://a.example/b'), 308)];
  expect(redirects.map(({ status, headers }) => [status, headers])).toEqual([
    [302, { location: '/a' }],
    [308, { location: 'http://a.example/b' }],
  ]);
  expect(RestResponse.ok('x').type('a/b').type('c/d').headers).toEqual({ 'content-type': 'c/d' });
});

it('start-up reports an unreachable writer', () => {
  const messagesFor = (...writers: readonly Component<HttpResponseWriter>[]): unknown[] =>
    serving(() => 1, { writers })
      .diagnostics()
      .map(({ code, severity, message }) => [code, severity, message]);
  const special = marking('special', { types: [Circle] });
  const xml = marking('xml', { types: [Circle], mediaTypes: ['text/xml'] });
  expect(messagesFor(marking('general', { types: [Date, Shape] }), special)).toEqual([
    [
      'W2014',
      'warning',
      'the writer special is unreachable: general, registered before it, writes the same types',
    ],
  ]);
  expect(messagesFor(marking('texts', { types: [Shape], mediaTypes: ['text/*'] }), xml)).toHaveLength(1);
  expect(messagesFor(special, marking('general', { types: [Shape] }))).toEqual([]);
  expect(messagesFor(marking('html', { types: [Shape], mediaTypes: ['text/html'] }), xml)).toEqual([]);
  expect(messagesFor(marking('html', { types: [Shape], mediaTypes: ['text/html'] }), special)).toEqual([]);
  expect(messagesFor(marking('media', { mediaTypes: ['text/xml'] }), xml)).toEqual([]);
});
