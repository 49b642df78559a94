import { expect, it } from 'vitest';
import {
  array,
  BodyParam,
  Context,
  HeaderParam,
  HttpError,
  int,
  JsonValueReader,
  object,
  optional,
  PathParam,
  QueryParam,
  RoutingContext,
  route,
  Router,
  Toolkit,
  type ValueReader,
} from '../../index.ts';
import { toReader, type Bindable, type Component, type Scope } from '../../kernel.ts';
import { echo } from '../../testing/echo.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports, type Client } from '../../testing/transports.ts';

class Base {
  by = '';
  text = '';
}
class Special extends Base {
  special = true;
}
class Other {
  a = 1;
}

/** Creates a reader that includes its name in the value it returns. */
const reader = (name: string, more: Partial<Component<ValueReader>> = {}): Component<ValueReader> => ({
  name,
  instance: { read: (text: string) => ({ by: name, text }) },
  ...more,
});
const logger = recordingLogger();
const routerOf = (bindings: readonly Bindable<any>[], scopes: readonly Scope[] = [], path = '/'): Router =>
  new Router(new Toolkit({ logger })).add({ ...echo(path, ...bindings), scopes });
const post = async (client: Client, body: string | Uint8Array, type?: string): Promise<unknown> => {
  const headers = type === undefined ? {} : { 'content-type': type };
  const response = await client({ method: 'POST', url: '/', body, headers });
  const { errors, ...rest } = response.json() as { errors?: { code: string; source: string }[] };
  if (response.status !== 200)
    return [response.status, ...(errors ?? []).map(({ source, code }) => `${source} ${code}`)];
  return Array.isArray(response.json()) ? response.json() : rest;
};

describeTransports('body readers', (serve) => {
  it('body readers are tried in the order parameter, method, class, type, media type, general, built-in', async () => {
    const types = reader('type', { types: [Base] });
    const media = reader('media', { mediaTypes: ['application/json; charset=utf-8'] });
    const general = reader('general');
    const scopes: Scope[] = [{ reader: reader('class') }, { reader: reader('method') }];
    const param = BodyParam(Special).reader(reader('parameter'));
    const read = async (router: Router, ...registered: Component<ValueReader>[]): Promise<unknown> => {
      router.registries.readers.register(...registered);
      const [value] = (await post(await serve(router), '{"by":"built in"}', 'application/json')) as {
        by: string;
      }[];
      return value!.by;
    };
    expect(await read(routerOf([param], scopes), types, media, general)).toBe('parameter');
    expect(await read(routerOf([BodyParam(Special)], scopes), types, media, general)).toBe('method');
    expect(await read(routerOf([BodyParam(Special)], scopes.slice(0, 1)), types, media, general)).toBe(
      'class',
    );
    expect(await read(routerOf([BodyParam(Special)]), general, media, types)).toBe('type');
    expect(await read(routerOf([BodyParam(Other)]), general, media, types)).toBe('media');
    expect(await read(routerOf([BodyParam(Other)]), general, types)).toBe('general');
    expect(await read(routerOf([BodyParam(Other)]), types)).toBe('built in');
    expect(await read(routerOf([BodyParam(optional(Special))]), types)).toBe('type');
  });

  it("the first reader registered for a matching type applies, and the router's readers precede the toolkit's", async () => {
    const router = routerOf([BodyParam(Special)]);
    router.toolkit.registries.readers.register(reader('special of the toolkit', { types: [Special] }));
    const client = await serve(router);
    expect(await post(client, 'x')).toMatchObject([{ by: 'special of the toolkit' }]);
    router.registries.readers.register(
      reader('base', { types: [Base] }),
      reader('special', { types: [Special] }),
    );
    expect(await post(client, 'x')).toMatchObject([{ by: 'base' }]);
    expect(router.diagnostics()).toMatchObject([
      {
        code: 'W2022',
        severity: 'warning',
        message: 'the reader special is unreachable: base, registered before it, reads the same types',
      },
    ]);
  });

  it("JsonValueReader reads JSON with the toolkit's mapper and limits", async () => {
    const toolkit = new Toolkit({
      json: { parse: (text) => JSON.parse(text.replaceAll('~', '"')), stringify: JSON.stringify },
    });
    const named = new JsonValueReader();
    const router = new Router(toolkit).add(
      route({
        method: 'POST',
        path: '/',
        bindings: [
          QueryParam('q', optional(object({ a: int }))).reader(named),
          BodyParam(optional(Base)).reader(named),
        ],
        handler: (q, body) => [q ?? null, body ?? null, body instanceof Base],
      }),
    );
    const client = await serve(router);
    const sendRequest = async (q: string, body: string): Promise<unknown> => {
      const headers = { 'content-type': 'text/plain' };
      const response = await client({ method: 'POST', url: `/?q=${encodeURIComponent(q)}`, body, headers });
      const { errors } = response.json() as { errors?: { pointer?: string; detail: string }[] };
      return errors?.map(({ pointer = '', detail }) => pointer + detail) ?? response.json();
    };
    expect(await sendRequest('{~a~:1}', '{~by~:~x~}')).toEqual([{ a: 1 }, { by: 'x' }, true]);
    expect(await sendRequest('{}', ' ')).toEqual(['/ais missing']);
    expect(await sendRequest('', '{~__proto__~:1}')).toEqual([
      'has a key named __proto__, which is not allowed',
    ]);
    expect(await sendRequest('', '['.repeat(200))).toEqual(['is nested more than 128 levels deep']);
    expect(await new JsonValueReader().read('[1]', Array)).toEqual([1]);
  });

  it("the reader for the request's media type applies, and a media type without a reader results in 415", async () => {
    const router = routerOf([BodyParam(Object)]);
    router.registries.readers.register(
      reader('xml', { mediaTypes: ['application/xml', 'text/xml'] }),
      reader('text', { mediaTypes: ['text/*'] }),
    );
    const client = await serve(router);
    expect(await post(client, '<a/>', 'Application/XML; charset=utf-8')).toEqual([
      { by: 'xml', text: '<a/>' },
    ]);
    expect(await post(client, '<a/>', 'text/xml')).toMatchObject([{ by: 'xml' }]);
    expect(await post(client, 'a', 'text/csv')).toMatchObject([{ by: 'text' }]);
    expect(await post(client, '{"a":1}', 'application/json')).toEqual([{ a: 1 }]);
    // A body without Content-Type is not read as JSON.
    expect(await post(client, '{"a":1}')).toEqual([415]);
    const refused = await client({
      method: 'POST',
      url: '/',
      body: 'a',
      headers: { 'content-type': 'image/png' },
    });
    expect(refused.json()).toMatchObject({
      status: 415,
      detail: 'this route consumes application/json, text/*, application/xml, text/xml',
    });
    router.registries.readers.register(reader('json', { mediaTypes: ['application/json'] }));
    expect(await post(client, 'a', 'application/json')).toMatchObject([{ by: 'json' }]);
    router.registries.readers.register(reader('octets', { mediaTypes: ['application/octet-stream'] }));
    expect(await post(client, 'a')).toMatchObject([{ by: 'octets' }]);
  });

  it('a reader replaces an earlier one for the same media types, and String ignores readers for media types', async () => {
    const router = routerOf([BodyParam(String)]);
    router.registries.readers.register(
      reader('json', { mediaTypes: ['application/json'] }),
      reader('general'),
    );
    expect(await post(await serve(router), '{"a":1}', 'application/json')).toEqual(['{"a":1}']);
    const again = routerOf([BodyParam(Base)]);
    again.registries.readers.register(reader('one', { types: [Base] }));
    again.registries.readers.register(reader('two', { types: [Base] }));
    expect(await post(await serve(again), 'x')).toMatchObject([{ by: 'two' }]);
  });

  it('a reader receives text, bytes or a stream, returns null for an absent value, and is not called without a body', async () => {
    const bytes: ValueReader = { input: 'bytes', read: (given: Uint8Array) => [...given] };
    const stream: ValueReader = {
      input: 'stream',
      read: async (given: ReadableStream) => (await new Response(given).text()).length,
    };
    const nothing = (): null => null;
    expect(
      await post(await serve(routerOf([BodyParam(Array).reader(bytes)])), new Uint8Array([1, 255])),
    ).toEqual([[1, 255]]);
    expect(await post(await serve(routerOf([BodyParam(Number).reader(stream)])), 'abc')).toEqual([3]);
    expect(await post(await serve(routerOf([BodyParam(Base).reader(nothing)])), 'x')).toEqual([
      400,
      'body missing',
    ]);
    expect(await post(await serve(routerOf([BodyParam(optional(Base)).reader(nothing)])), 'x')).toEqual([
      null,
    ]);
    expect(
      await post(
        await serve(routerOf([BodyParam(Base).reader(() => Promise.reject(new Error('not asked')))])),
        '',
      ),
    ).toEqual([400, 'body missing']);
    const latin = routerOf([BodyParam(Base).reader(reader('r'))]);
    expect(
      await post(await serve(latin), new Uint8Array([0xe4]), 'text/plain; charset=latin1'),
    ).toMatchObject([{ text: 'ä' }]);
    expect(await post(await serve(latin), new Uint8Array([0xe4]), 'text/plain')).toEqual([
      400,
      'body malformed',
    ]);
  });

  it('an error that a body reader throws results in 400 without details, and an HttpError becomes the response', async () => {
    const failing = (reason: Error) =>
      serve(routerOf([BodyParam(Base).reader(() => Promise.reject(reason)), QueryParam('q', int)]));
    logger.lines.length = 0;
    expect(await post(await failing(new Error('secret')), 'x')).toEqual([
      400,
      'body unreadable',
      'query missing',
    ]);
    expect(logger.lines).toMatchObject([{ level: 'debug', message: 'a reader could not read a value' }]);
    expect(await post(await failing(new HttpError(422, 'no')), 'x')).toEqual([422]);
    const thrown = await serve(
      routerOf([
        BodyParam(Base).reader(() => {
          throw new TypeError('secret');
        }),
      ]),
    );
    expect(await post(thrown, 'x')).toEqual([400, 'body unreadable']);
  });

  it('a body that exceeds the limit results in 413, even for a stream reader', async () => {
    const small: Scope = { limits: { body: 5 } };
    const stream: ValueReader = {
      input: 'stream',
      read: (given: ReadableStream) => new Response(given).text(),
    };
    for (const one of [reader('text'), toReader(stream)]) {
      const client = await serve(routerOf([BodyParam(Base).reader(one)], [small]));
      const chunks = (async function* () {
        yield 'xxxx';
        yield 'xxxx';
      })();
      expect((await client({ method: 'POST', url: '/', body: chunks })).status).toBe(413);
    }
  });

  it('a reader with create is instantiated once for each request', async () => {
    let created = 0;
    const counted: Component<ValueReader> = {
      name: 'counted',
      create: (context) => {
        created += 1;
        return { read: (text: string) => ({ by: `${created} ${context.request.method}`, text }) };
      },
    };
    const client = await serve(
      routerOf([BodyParam(Base).reader(counted), QueryParam('q', optional(Base)).reader(counted)]),
    );
    await post(client, 'x');
    expect(await post(client, 'x')).toMatchObject([{ by: '2 POST' }, null]);
    expect(created).toBe(2);
  });
});

describeTransports('string readers', (serve) => {
  it('string readers are tried in the order parameter, type, general, regardless of scopes and media types', async () => {
    const scopes: Scope[] = [{ reader: reader('method') }];
    const bindings = [
      QueryParam('a', Base).reader(reader('parameter')),
      HeaderParam('b', Special),
      PathParam('c', Other),
      QueryParam('d', String),
      QueryParam('e', array(Base)),
      QueryParam('f', optional(Base)),
      BodyParam(Object),
    ];
    const router = routerOf(bindings, scopes, '/{c}');
    router.registries.readers.register(
      reader('general'),
      reader('media', { mediaTypes: ['*/*'] }),
      reader('type', { types: [Base] }),
    );
    const client = await serve(router);
    const response = await client({
      method: 'POST',
      url: '/3?a=1&d=4&e=5&e=6&f=',
      headers: { b: '2' },
      body: '7',
    });
    expect(response.json()).toEqual([
      { by: 'parameter', text: '1' },
      { by: 'type', text: '2' },
      { by: 'general', text: '3' },
      '4',
      [
        { by: 'type', text: '5' },
        { by: 'type', text: '6' },
      ],
      null,
      { by: 'method', text: '7' },
    ]);
  });

  it('a string reader may return null for an absent value, reads defaults, and causes a 400 if it throws', async () => {
    const read = (text: string): Base | null => {
      if (text === 'bad') throw new Error('secret');
      return text === 'null' ? null : { by: 'r', text };
    };
    const sendRequest = async (param: Bindable<any>, url: string, path = '/'): Promise<unknown> => {
      const response = await (await serve(routerOf([param], [], path)))(url);
      return response.status === 200
        ? response.json()
        : (response.json().errors as { code: string }[])[0]!.code;
    };
    expect(await sendRequest(QueryParam('a', Base).reader(read), '/?a=null')).toBe('missing');
    expect(await sendRequest(QueryParam('a', optional(Base)).reader(read), '/?a=null')).toEqual([null]);
    expect(await sendRequest(QueryParam('a', Base).reader(read).default('d'), '/?a=null')).toEqual([
      { by: 'r', text: 'd' },
    ]);
    expect(await sendRequest(QueryParam('a', Base).reader(read).default('null'), '/')).toBe('missing');
    expect(await sendRequest(QueryParam('a', array(Base)).reader(read), '/?a=1&a=null')).toEqual([
      [{ by: 'r', text: '1' }],
    ]);
    expect(await sendRequest(QueryParam('a', array(Base)).reader(read), '/?a=1&a=bad')).toBe('unreadable');
    expect(await sendRequest(PathParam('a', Base).reader(read), '/null', '/{a}')).toBe('missing');
    expect(await sendRequest(PathParam('a', Base).reader(read), '/x', '/{a}')).toEqual([
      { by: 'r', text: 'x' },
    ]);
    expect(await sendRequest(PathParam('a', Base).reader(read), '/bad', '/{a}')).toBe('unreadable');
  });
});

it('a reader of an incompatible type is reported at start-up', () => {
  const wrong = reader('numbers', { types: [Number] });
  const fits = (bindings: readonly Bindable<any>[], scopes: readonly Scope[] = []) =>
    routerOf(bindings, scopes)
      .diagnostics()
      .map(({ code, message }) => `${code} ${message.slice(message.indexOf('): ') + 3)}`);
  expect(fits([BodyParam(Base).reader(wrong)])).toEqual([
    'W2021 body: the reader numbers returns Number, which does not match the type of the binding',
  ]);
  expect(fits([BodyParam(Base)], [{ reader: wrong }])).toHaveLength(1);
  expect(fits([QueryParam('q', String)], [{ reader: wrong }])).toEqual([]);
  expect(fits([QueryParam('q', optional(Base)).reader(wrong)])).toHaveLength(1);
  expect(fits([BodyParam(Base).reader(reader('special', { types: [Special] }))])).toEqual([]);
  expect(fits([BodyParam(Special).reader(reader('base', { types: [Base] }))])).toEqual([]);
  expect(fits([BodyParam(int).reader(wrong)])).toEqual([]);
});

it('a string reader can be an object, a function or a component', () => {
  class Named implements ValueReader {
    read = (text: string) => text;
  }
  function named(text: string): string {
    return text;
  }
  expect(toReader(new Named()).name).toBe('Named');
  expect(toReader(named).name).toBe('named');
  expect(toReader({ read: named }).name).toBe('reader');
  expect(toReader((text) => text).name).toBe('reader');
  const component = reader('known');
  expect(toReader(component)).toBe(component);
  expect(Context(RoutingContext).from(() => null).binding).toMatchObject({ provider: { name: 'provider' } });
});
