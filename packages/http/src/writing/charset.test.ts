import { expect, it } from 'vitest';
import {
  Context,
  HttpResponse,
  RestResponse,
  route,
  Router,
  Toolkit,
  type HttpResponseWriter,
  type Route,
} from '../index.ts';
import type { Component } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const toolkit = (): Toolkit => new Toolkit({ logger: recordingLogger() });

describeTransports('the charset that a route declares', (serve) => {
  const get = async (produces: string, handler: () => unknown): Promise<readonly unknown[]> => {
    const client = await serve(
      new Router(toolkit()).add(route({ method: 'GET', path: '/', handler, produces: [produces] })),
    );
    const { status, headers, body } = await client('/');
    return [status, headers['content-type'], Buffer.from(body).toString('latin1')];
  };

  it.each([
    ['text/plain; charset=iso-8859-1', 'gr\xfc\xdfe'],
    ['text/plain; charset=ISO-8859-1', 'gr\xfc\xdfe'],
    ['text/csv; charset=utf-16le', 'g\0r\0\xfc\0\xdf\0e\0'],
    ['text/plain; charset=utf-8', 'gr\xc3\xbc\xc3\x9fe'],
  ])('is used for a string: %s', async (type, bytes) => {
    expect(await get(type, () => 'grüße')).toEqual([200, type, bytes]);
  });

  it('is used for strings in a stream but not for bytes', async () => {
    const parts = async function* () {
      yield 'ü';
      yield new Uint8Array([0xe4]);
    };
    expect(await get('text/plain; charset=iso-8859-1', parts)).toEqual([
      200,
      'text/plain; charset=iso-8859-1',
      '\xfc\xe4',
    ]);
  });

  it.each([['iso-8859-1'], ['us-ascii']])(
    'causes a 500 for a character that %s cannot encode',
    async (name) => {
      expect((await get(`text/plain; charset=${name}`, () => '€'))[0]).toBe(500);
    },
  );

  it('is ignored in a media range', async () => {
    expect(await get('text/*', () => 'x')).toEqual([200, 'text/plain; charset=utf-8', 'x']);
    expect(await get('application/*', () => ({ a: 1 }))).toEqual([200, 'application/json', '{"a":1}']);
    expect(await get('image/*', () => new Blob(['x'], { type: 'image/png' }))).toEqual([
      200,
      'image/png',
      'x',
    ]);
    expect((await get('image/*', () => 'x'))[0]).toBe(500);
  });
});

describeTransports('a Content-Type that the handler sets', (serve) => {
  const LATIN = 'text/plain; charset=iso-8859-1';
  const WAYS: Readonly<Record<string, (type: string, body: string, response: HttpResponse) => unknown>> = {
    'RestResponse with the header': (type, body) =>
      new RestResponse(body, { headers: { 'content-type': type } }),
    'RestResponse.type': (type, body) => RestResponse.ok(body).type(type),
    'a header of the response': (type, body, response) => {
      response.headers.set('content-type', type);
      return body;
    },
    'response.end': (type, body, response) => {
      response.headers.set('content-type', type);
      response.end(body);
    },
    'response.write': (type, body, response) => {
      response.headers.set('content-type', type);
      void response.write(body);
      response.end('');
    },
    'a stream': (type, body, response) => {
      response.headers.set('content-type', type);
      return (async function* () {
        yield body;
      })();
    },
  };
  const get = async (way: string, type: string, body: string): Promise<readonly unknown[]> => {
    const client = await serve(
      new Router(toolkit()).add(
        route({
          method: 'GET',
          path: '/',
          bindings: [Context(HttpResponse)],
          handler: (response) => WAYS[way]!(type, body, response),
        }),
      ),
    );
    const response = await client('/');
    return [response.status, response.headers['content-type'], Buffer.from(response.body).toString('latin1')];
  };

  it.each(Object.keys(WAYS))('is used for a string: %s', async (way) => {
    expect(await get(way, LATIN, 'grüße')).toEqual([200, LATIN, 'gr\xfc\xdfe']);
    const utf8 = 'text/plain; charset=UTF-8';
    expect(await get(way, utf8, 'ü')).toEqual([200, utf8, '\xc3\xbc']);
  });

  it.each(Object.keys(WAYS).filter((way) => way !== 'a stream'))(
    'causes a 500 if its charset is unknown or cannot encode a character: %s',
    async (way) => {
      expect((await get(way, 'text/plain; charset=koi8-r', 'x'))[0]).toBe(500);
      expect((await get(way, LATIN, '€'))[0]).toBe(500);
    },
  );
});

it('an unsupported charset causes a start-up error unless the route has a writer', () => {
  const declared = {
    method: 'GET',
    path: '/',
    handler: () => 'x',
    produces: ['text/plain; charset=koi8-r'],
  } as const;
  const writer: Component<HttpResponseWriter> = { name: 'own', instance: { write() {} } };
  const errors = (given: Route): readonly string[] =>
    new Router(toolkit())
      .add(given)
      .diagnostics()
      .map(({ code, message }) => `${code} ${message}`);
  expect(errors(route(declared))).toEqual([
    expect.stringMatching(
      /^W2011 GET \/ .*cannot send results as text\/plain; charset=koi8-r: unknown charset koi8-r$/,
    ),
  ]);
  expect(errors(route({ ...declared, scopes: [{ writer }] }))).toEqual([]);
});
