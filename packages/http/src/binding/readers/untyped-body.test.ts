import { expect, it } from 'vitest';
import {
  array,
  BeanParam,
  BodyParam,
  Context,
  FormParam,
  HttpRequest,
  int,
  object,
  optional,
  QueryParam,
  route,
  Router,
  Toolkit,
  type ValueReader,
} from '../../index.ts';
import type { Bindable, Binding, Component, RouteInit } from '../../kernel.ts';
import { describeTransports, type Client } from '../../testing/transports.ts';

class Note {
  declare title: string;
}

const NAME: Binding = { source: 'name', name: 'title', type: optional(String) };
const POSITION: Binding = { source: 'position', index: 0, name: 'n', type: optional(int) };
const OBJECT: Binding = {
  source: 'object',
  type: { kind: 'object', fields: { title: String } },
  optional: true,
};
const REST: Binding = { source: 'rest', index: 0, name: 'all', type: String };

type Init = Partial<RouteInit<readonly Bindable<any>[]>>;

const reader: Component<ValueReader> = {
  name: 'Lines',
  instance: { read: (text: string) => `read ${text}` },
};
const bytesReader: Component<ValueReader> = {
  name: 'Bytes',
  instance: { input: 'bytes', read: (bytes: Uint8Array) => `read ${bytes.length} bytes` },
};

function site(init: Init, setUp: (router: Router) => void = () => {}): Router {
  const router = new Router(new Toolkit());
  setUp(router);
  return router.add(
    route({
      method: 'POST',
      path: '/',
      handler: (value: unknown) => (value instanceof Uint8Array ? [...value] : (value ?? 'nothing')),
      ...init,
    } as RouteInit<readonly Bindable<any>[]>),
  );
}

async function* chunks(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

describeTransports('Content-Type of a request body', (serve) => {
  const clients = new WeakMap<Router, Client>();
  const send = async (router: Router, body?: string | AsyncIterable<string>, method = 'POST') => {
    const client = clients.get(router) ?? (await serve(router));
    clients.set(router, client);
    const response = await client({ method, url: '/', ...(body !== undefined && { body }) });
    return [response.status, response.text()];
  };

  it.each<[string, Init]>([
    ['a class', { bindings: [BodyParam(optional(Note))] }],
    ['an object with declared fields', { bindings: [BodyParam(optional(object({ title: String })))] }],
    ['any object', { bindings: [BodyParam(optional(Object))] }],
    ['an array', { bindings: [BodyParam(optional(array(int)))] }],
    ['a number', { bindings: [BodyParam(optional(Number))] }],
    ['a date', { bindings: [BodyParam(optional(Date))] }],
    ['a form field', { bindings: [FormParam('title', optional(String))] }],
    [
      'a bean with a form field',
      { bindings: [BeanParam({ type: Note, fields: { title: FormParam('title', optional(String)) } })] },
    ],
    ['a named argument', { bindings: [NAME] }],
    ['a positional argument', { bindings: [POSITION] }],
    ['an object of named arguments', { bindings: [OBJECT] }],
    ['the remaining positional arguments', { bindings: [REST] }],
    ['a named argument of a closed route', { bindings: [NAME], closed: true }],
    ['a form field of a closed route', { bindings: [FormParam('title', optional(String))], closed: true }],
  ])(
    'a body without Content-Type that would be parsed as %s is rejected with 415 unless it is empty',
    async (_what, init) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const router = site({ ...init, method });
        for (const body of ['{"title":"a"}', 'title=a', '5', ' ', chunks('{"title"', ':"a"}')]) {
          const [status, text] = await send(router, body, method);
          expect([method, body, status]).toEqual([method, body, 415]);
          expect(text).toContain('the body has no Content-Type: this route consumes ');
        }
        for (const body of [undefined, '', chunks(), chunks('', '')]) {
          const [status] = await send(router, body, method);
          expect([method, status]).toEqual([method, 200]);
        }
      }
    },
  );

  it.each<[string, Init, string]>([
    ['a string', { bindings: [BodyParam(String)] }, '{}'],
    ['bytes', { bindings: [BodyParam(Uint8Array)] }, '[123,125]'],
    ['an optional string', { bindings: [BodyParam(optional(String))] }, '{}'],
    [
      'a stream',
      { bindings: [BodyParam(ReadableStream)], handler: (body: ReadableStream) => new Response(body) },
      '{}',
    ],
    [
      'the request',
      { bindings: [Context(HttpRequest)], handler: ({ body }: HttpRequest) => body.text() },
      '{}',
    ],
    ['a handler without arguments', {}, 'nothing'],
    ['a closed route without arguments', { closed: true }, 'nothing'],
    [
      'a closed route with a query parameter',
      { bindings: [QueryParam('title', optional(String))], closed: true },
      'nothing',
    ],
    [
      'a reader of the parameter',
      { bindings: [{ ...BodyParam(Note).binding, reader } as Binding] },
      'read {}',
    ],
    [
      'a reader of bytes',
      { bindings: [{ ...BodyParam(Note).binding, reader: bytesReader } as Binding] },
      'read 2 bytes',
    ],
    ['a reader of the scope', { bindings: [BodyParam(Note)], scopes: [{ reader }] }, 'read {}'],
    [
      'a route that consumes application/octet-stream',
      { bindings: [BodyParam(String)], consumes: 'application/octet-stream' },
      '{}',
    ],
    ['a route that consumes anything', { bindings: [BodyParam(String)], consumes: '*/*' }, '{}'],
  ])('a body without Content-Type is accepted for %s', async (_what, init, expected) => {
    expect(await send(site(init), '{}')).toEqual([200, expected]);
    expect(await send(site(init), chunks('{', '}'))).toEqual([200, expected]);
  });

  it.each<[string, Partial<Component<ValueReader>>, number]>([
    ['the type of the body', { types: [Note] }, 200],
    ['all types', {}, 200],
    ['application/octet-stream', { mediaTypes: ['application/octet-stream'] }, 200],
    ['any media type', { mediaTypes: ['*/*'] }, 200],
    ['application/json', { mediaTypes: ['application/json'] }, 415],
    ['text/plain', { mediaTypes: ['text/plain'] }, 415],
  ])(
    'a reader registered for %s is considered for application/octet-stream: %o',
    async (_what, more, status) => {
      const router = site(
        { bindings: [BodyParam(Note)] },
        ({ registries }) => void registries.readers.register({ ...reader, ...more }),
      );
      const [found, text] = await send(router, '{}');
      expect(found).toBe(status);
      if (status === 200) expect(text).toBe('read {}');
    },
  );

  it('a route that consumes another type rejects a body without Content-Type with 415, unless it is empty', async () => {
    for (const init of [
      { bindings: [BodyParam(optional(String))] },
      { bindings: [BodyParam(optional(Note))] },
      {
        bindings: [Context(HttpRequest)],
        handler: async ({ body }: HttpRequest) => (await new Response(body.stream()).text()) || 'nothing',
      },
    ] satisfies Init[]) {
      const router = site({ ...init, consumes: ['application/json', 'text/*'] });
      expect((await send(router, '{}'))[0]).toBe(415);
      expect((await send(router, chunks('{}')))[0]).toBe(415);
      expect(await send(router, undefined)).toEqual([200, 'nothing']);
      const [status, text] = await send(router, chunks());
      expect([status, text]).toEqual([200, expect.stringMatching(/^(nothing)?$/)]);
    }
  });

  it('a body without Content-Type selects the variant that consumes octet-stream, or is rejected with 415', async () => {
    const json = route({
      method: 'POST',
      path: '/',
      consumes: 'application/json',
      bindings: [BodyParam(optional(Object))],
      handler: () => 'json',
    });
    const octets = route({
      method: 'POST',
      path: '/',
      consumes: 'application/octet-stream',
      bindings: [BodyParam(Uint8Array)],
      handler: () => 'octets',
    });
    const form = route({
      method: 'POST',
      path: '/',
      consumes: 'application/x-www-form-urlencoded',
      bindings: [FormParam('a', optional(String))],
      handler: () => 'form',
    });
    const both = (): Router => new Router(new Toolkit()).add(json, octets);
    expect(await send(both(), '{}')).toEqual([200, 'octets']);
    expect(await send(both(), chunks('{}'))).toEqual([200, 'octets']);
    const neither = (): Router => new Router(new Toolkit()).add(json, form);
    expect((await send(neither(), '{}'))[0]).toBe(415);
    expect((await send(neither(), chunks('{}')))[0]).toBe(415);
    expect((await send(neither(), chunks()))[0]).toBe(200);
  });

  it('an empty body is never rejected with 415, regardless of its headers', async () => {
    for (const init of [
      { bindings: [BodyParam(optional(Note))] },
      { bindings: [BodyParam(optional(Number))] },
      { bindings: [FormParam('title', optional(String))] },
      { bindings: [NAME] },
      { bindings: [POSITION] },
      { bindings: [BodyParam(optional(Note))], consumes: 'application/json' },
      { bindings: [FormParam('title', optional(String))], consumes: ['multipart/form-data'] },
    ] satisfies Init[]) {
      const client = await serve(site(init));
      for (const type of [
        undefined,
        'image/png',
        'text/plain',
        'application/json',
        'application/json; charset=martian',
      ]) {
        const headers = type === undefined ? {} : { 'content-type': type };
        for (const body of [undefined, '', chunks(), chunks('', '')]) {
          const response = await client({
            method: 'POST',
            url: '/',
            headers,
            ...(body !== undefined && { body }),
          });
          expect([init, type, response.status]).toEqual([init, type, 200]);
        }
      }
      const png = { method: 'POST', url: '/', headers: { 'content-type': 'image/png' } };
      expect((await client({ ...png, body: 'x' })).status).toBe(415);
      expect((await client({ ...png, body: chunks('', 'x') })).status).toBe(415);
    }
  });

  it('a body without Content-Type is rejected with 415 at its first byte, regardless of its length', async () => {
    // Exceeds the body limit, which would otherwise result in 413.
    async function* long(): AsyncGenerator<string> {
      for (let sent = 0; sent < 20; sent += 1) yield 'x'.repeat(100_000);
    }
    const router = site({ bindings: [BodyParam(Note)] });
    for (const headers of [{}, { 'content-type': 'image/png' }]) {
      const client = await serve(router);
      const response = await client({ method: 'POST', url: '/', headers, body: long() });
      expect(response.status).toBe(415);
    }
  });

  it('a body without Content-Type is ignored if a body has no meaning for the method', async () => {
    const router = site({ bindings: [NAME], method: 'GET' });
    const client = await serve(router);
    expect((await client({ method: 'GET', url: '/?title=a' })).text()).toBe('a');
  });
});
