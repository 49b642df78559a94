import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  array,
  BodyParam,
  Context,
  CookieParam,
  FormParam,
  HeaderParam,
  HttpRequest,
  int,
  MatrixParam,
  oneOf,
  optional,
  PathParam,
  QueryParam,
  route,
  Router,
  Toolkit,
  type Type,
} from '../../index.ts';
import type { Bindable, TextParam } from '../../kernel.ts';
import { echo } from '../../testing/echo.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports } from '../../testing/transports.ts';
import type { InjectRequest } from '../../testing/message.ts';

/** The binding function of each source, and a request that sends strings in that source. */
const SOURCES: Readonly<
  Record<string, { param: typeof QueryParam; send: (name: string, ...texts: string[]) => InjectRequest }>
> = {
  query: {
    param: QueryParam,
    send: (name, ...texts) => ({
      url: `/?${texts.map((text) => `${name}=${encodeURIComponent(text)}`).join('&')}`,
    }),
  },
  matrix: {
    param: MatrixParam as typeof QueryParam,
    send: (name, ...texts) => ({
      url: `/${texts.map((text) => `;${name}=${encodeURIComponent(text)}`).join('')}`,
    }),
  },
  header: {
    param: HeaderParam as typeof QueryParam,
    send: (name, ...texts) => ({
      url: '/',
      ...(texts.length > 0 && { headers: { [name]: texts.join(', ') } }),
    }),
  },
  cookie: {
    param: CookieParam as typeof QueryParam,
    send: (name, ...texts) => ({
      url: '/',
      ...(texts.length > 0 && {
        headers: { cookie: texts.map((text) => `${name}=${encodeURIComponent(text)}`).join('; ') },
      }),
    }),
  },
  form: {
    param: FormParam as typeof QueryParam,
    send: (name, ...texts) => ({
      url: '/',
      body: texts.map((text) => `${name}=${encodeURIComponent(text)}`).join('&'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
};

class Point {
  readonly x: number;
  constructor(text: string) {
    this.x = Number(text);
    if (Number.isNaN(this.x)) throw new Error('secret');
  }
}

class Version {
  static fromString(text: string): Version {
    return Object.assign(new Version(), { text });
  }
}

enum Colour {
  red,
  green = 5,
}

const router = (...bindings: readonly Bindable<any>[]): Router =>
  new Router(new Toolkit({ logger: recordingLogger() })).add(echo('/', ...bindings));

describeTransports('values by source', (serve) => {
  const sendRequest = async (
    request: InjectRequest,
    ...bindings: readonly Bindable<any>[]
  ): Promise<unknown> => {
    const client = await serve(router(...bindings));
    const response = await client({ method: 'POST', ...request });
    if (response.status === 200) return response.json() as unknown;
    const { errors } = response.json() as { errors?: Record<string, unknown>[] };
    return [response.status, ...(errors ?? []).map(({ source, name, code }) => `${source} ${name} ${code}`)];
  };

  for (const [source, { param, send }] of Object.entries(SOURCES)) {
    const refused = (code: string) => [400, `${source} n ${code}`];

    it.each([
      ['a string', param('n', String), ['a b'], ['a b']],
      ['an int', param('n', int), ['42'], [42]],
      ['a number', param('n', Number), ['-1.5e3'], [-1500]],
      ['a class with a constructor', param('n', Point), ['3'], [{ x: 3 }]],
      ['a class with fromString', param('n', Version), ['3'], [{ text: '3' }]],
      ['an enum by value', param('n', Colour), ['5'], [5]],
      ['an enum by name', param('n', Colour), ['green'], [5]],
      ['one of several values', param('n', oneOf('a', 'b')), ['b'], ['b']],
      ['a boolean', param('n', Boolean), ['ON'], [true]],
      ['a date', param('n', Date), ['2026-02-28'], ['2026-02-28T00:00:00.000Z']],
      ['an integer schema', param('n', z.number().int()), ['7'], [7]],
      [
        'an asynchronous schema',
        param(
          'n',
          z.string().refine(async (text) => text === 'ok'),
        ),
        ['ok'],
        ['ok'],
      ],
      ['an absent optional value', param('n', optional(int)), [], [null]],
      ['an absent value with a default', param('n', int).default('7'), [], [7]],
      ['an absent value with a default for a class', param('n', Point).default('7'), [], [{ x: 7 }]],
      ['an empty string', param('n', String), [''], ['']],
      ['an empty string for an optional number', param('n', optional(int)), [''], [null]],
      ['an empty string with a default', param('n', int).default('7'), [''], [7]],
      ['a value that a schema accepts', param('n', int).valid(z.number().max(5)), ['5'], [5]],
      [
        'a value that a schema transforms',
        param('n', int).valid(z.number().transform((n) => `<${n}>`)),
        ['5'],
        ['<5>'],
      ],
      [
        'an absent value, which the schema does not check',
        param('n', optional(int)).valid(z.number()),
        [],
        [null],
      ],
      [
        'a default, which the schema checks',
        param('n', int)
          .default('1')
          .valid(z.number().transform((n) => n + 1)),
        [],
        [2],
      ],
    ])(`a ${source} value is bound: %s`, async (_what, binding, texts, expected) => {
      expect(await sendRequest(send('n', ...texts), binding)).toEqual(expected);
    });

    it.each([
      ['an absent number', param('n', int), [], 'missing'],
      ['an absent string', param('n', String), [], 'missing'],
      ['an empty string for a number', param('n', int), [''], 'missing'],
      ['a number that is not an integer', param('n', int), ['1.5'], 'invalid'],
      ['a hexadecimal number', param('n', Number), ['0x10'], 'invalid'],
      ['NaN', param('n', Number), ['NaN'], 'invalid'],
      ['a number with a space', param('n', Number), ['1 2'], 'invalid'],
      ['a string for which a class throws', param('n', Point), ['x'], 'invalid'],
      ['a value that is not in the enum', param('n', Colour), ['blue'], 'invalid'],
      ['a value that a schema rejects', param('n', int).valid(z.number().max(5)), ['6'], 'invalid'],
      [
        'a value that an asynchronous schema rejects',
        param('n', int).valid(z.number().refine(async () => false)),
        ['6'],
        'invalid',
      ],
    ])(`a ${source} value results in 400: %s`, async (_what, binding, texts, code) => {
      expect(await sendRequest(send('n', ...texts), binding)).toEqual(refused(code));
    });

    it(`an array receives all values of a repeated ${source} name in order`, async () => {
      expect(await sendRequest(send('n', '1', '2'), param('n', array(int)))).toEqual([[1, 2]]);
      expect(await sendRequest(send('n', '1', 'x'), param('n', array(int)))).toEqual(refused('invalid'));
      expect(await sendRequest(send('n'), param('n', array(int)))).toEqual(refused('missing'));
      expect(await sendRequest(send('n'), param('n', optional(array(int))))).toEqual([null]);
    });

    // Node joins repeated headers into one string. Of several cookies, the one with the longest path is first (RFC
    // 6265, section 5.4).
    if (source === 'header') continue;
    it(`a type other than an array receives one value of a repeated ${source} name`, async () => {
      const expected = source === 'cookie' ? 1 : 2;
      expect(await sendRequest(send('n', '1', '2'), param('n', int))).toEqual([expected]);
    });
  }

  it('path values are bound by name and converted, and an empty catch-all is undefined', async () => {
    const client = await serve(
      new Router(new Toolkit()).add(
        route({
          method: 'GET',
          path: '/{a}/{b:.*}',
          bindings: [PathParam('a', int), PathParam('b', optional(Point)), QueryParam('a', optional(String))],
          handler: (a, b, other) => [a, b ?? null, other ?? null],
        }),
      ),
    );
    expect((await client('/1/2?a=other')).json()).toEqual([1, { x: 2 }, 'other']);
    expect((await client('/1')).json()).toEqual([1, null, null]);
    expect((await client('/1/x')).status).toBe(400);
  });

  it('raw() binds the string as sent', async () => {
    const sent = '/?q=test+%7Bhello%7D&r=a%2Bb&r=%zz';
    expect(await sendRequest({ url: sent }, QueryParam('q', String), QueryParam('q', String).raw())).toEqual([
      'test {hello}',
      'test+%7Bhello%7D',
    ]);
    expect(await sendRequest({ url: sent }, QueryParam('r', array(String)).raw())).toEqual([
      ['a%2Bb', '%zz'],
    ]);
    expect(await sendRequest({ url: sent }, QueryParam('r', String))).toEqual([400, 'query r invalid']);
    expect(await sendRequest({ url: '/?q=a=b' }, QueryParam('q', String))).toEqual(['a=b']);
  });

  it('matrix parameters are read from every segment, and the last value takes precedence', async () => {
    const client = await serve(
      new Router(new Toolkit()).add(
        route({
          method: 'GET',
          path: '/{a}/b',
          bindings: [
            PathParam('a', String),
            MatrixParam('x', int),
            MatrixParam('x', array(int)),
            MatrixParam('y', optional(String)),
          ],
          handler: (...args) => args,
        }),
      ),
    );
    expect((await client('/one;x=1;y=a%3Bb/b;x=2')).json()).toEqual(['one', 2, [1, 2], 'a;b']);
    expect((await client('/one/b')).json().errors).toMatchObject([
      { source: 'matrix', name: 'x' },
      { source: 'matrix', name: 'x' },
    ]);
    expect((await client('/one;x=%zz/b')).status).toBe(400);
  });

  it.each([
    ['a=1; b=2', { a: '1', b: '2' }],
    ['a="quoted"', { a: '"quoted"' }],
    ['a=%E2%82%AC', { a: '€' }],
    ['a=%zz', { a: '%zz' }],
    ['a=1; a=2', { a: '1' }],
    ['=1; ;; a; a=1', { '': '1', a: '1' }],
    ['__proto__=1; constructor=2; a=3', { ['__proto__']: '1', constructor: '2', a: '3' }],
    ['bad name=1; a=2', { 'bad name': '1', a: '2' }],
    ['', {}],
  ])('request.cookies parses the header %j', async (cookie, expected) => {
    const client = await serve(
      new Router(new Toolkit()).add(
        route({
          method: 'GET',
          path: '/',
          bindings: [Context(HttpRequest)],
          handler: ({ cookies }) => Object.entries(cookies),
        }),
      ),
    );
    const response = await client({ url: '/', headers: { cookie } });
    expect(response.json()).toEqual(Object.entries(expected));
  });

  it('a cookie named like an inherited property is absent', async () => {
    expect(
      await sendRequest(
        { url: '/' },
        CookieParam('constructor', optional(String)),
        CookieParam('__proto__', optional(String)),
      ),
    ).toEqual([null, null]);
  });

  it('a response lists all issues in the request', async () => {
    const client = await serve(
      new Router(new Toolkit()).add(
        route({
          method: 'POST',
          path: '/{id}',
          bindings: [
            PathParam('id', int),
            QueryParam('q', int),
            HeaderParam('X-Flag', Boolean),
            CookieParam('c', int),
            MatrixParam('m', int),
            BodyParam(z.object({ title: z.string(), tags: z.array(z.number()) })),
          ],
          handler: () => 'never',
        }),
      ),
    );
    const response = await client({
      method: 'POST',
      url: '/x;m=y?q=1.5',
      headers: { cookie: 'c=z', 'x-flag': 'perhaps' },
      json: { tags: [1, 'a/b'] },
    });
    expect(response.status).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'invalid-values',
      errors: [
        { source: 'body', pointer: '/title' },
        { source: 'body', pointer: '/tags/1' },
        { source: 'path', name: 'id', code: 'invalid', detail: 'must be a whole number' },
        { source: 'query', name: 'q', code: 'invalid' },
        { source: 'header', name: 'X-Flag', code: 'invalid', detail: 'must be true or false' },
        { source: 'cookie', name: 'c', code: 'invalid' },
        { source: 'matrix', name: 'm', code: 'invalid' },
      ],
    });
  });

  it('the limits on names and values can be configured', async () => {
    const toolkit = new Toolkit({ limits: { names: 2, value: 5 } });
    const client = await serve(
      new Router(toolkit).add(
        route({ method: 'GET', path: '/', bindings: [QueryParam('a', String)], handler: (a) => a }),
        route({
          method: 'GET',
          path: '/wide',
          scopes: [{ limits: { names: 3, value: 6 } }],
          bindings: [QueryParam('a', String)],
          handler: (a) => a,
        }),
        route({ method: 'POST', path: '/', bindings: [FormParam('a', String)], handler: (a) => a }),
      ),
    );
    expect((await client('/?a=12345&b')).text()).toBe('12345');
    expect((await client('/?a=123456')).status).toBe(400);
    expect((await client('/?a&b&c')).status).toBe(400);
    expect((await client('/wide?a=123456&b&c')).text()).toBe('123456');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await client({ method: 'POST', url: '/', body: 'a=123456&b=1', headers })).text()).toBe('123456');
    expect((await client({ method: 'POST', url: '/', body: 'a&b&c', headers })).status).toBe(400);
  });
});

it('a repeated header is bound to an array but rejected as a number', async () => {
  const { connect } = await import('node:net');
  const node = new Router(new Toolkit()).add(
    route({
      method: 'GET',
      path: '/all',
      bindings: [HeaderParam('x-n', array(int))],
      handler: (all) => all,
    }),
    route({ method: 'GET', path: '/one', bindings: [HeaderParam('x-n', int)], handler: (one) => one }),
  );
  const server = node.toolkit.createServer(node);
  const { port } = await server.listen(0, '127.0.0.1');
  const sendRequest = async (path: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-N: 1\r\nx-n: 2\r\nConnection: close\r\n\r\n`);
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  };
  expect(await sendRequest('/all')).toMatch(/^HTTP\/1.1 200 [\s\S]*\[1,2\]$/);
  expect(await sendRequest('/one')).toMatch(
    /^HTTP\/1.1 400 [\s\S]*"source":"header","name":"x-n","code":"invalid"/,
  );
  await server.close({ timeout: 0 });
});

it('invalid cookie names, defaults and classes are reported together at start-up', () => {
  class Opaque {}
  const wrong = (param: TextParam<any>): string[] =>
    router(param)
      .diagnostics()
      .map(({ code, message }) => `${code} ${message.slice(message.indexOf('): ') + 3)}`);
  expect(wrong(CookieParam('a;b', String))).toEqual(['W2012 invalid cookie name "a;b"']);
  expect(wrong(FormParam('a', int).default('x'))).toEqual([
    'W2002 form a: the default "x" must be a whole number',
  ]);
  expect(wrong(MatrixParam('a', Opaque))).toEqual([
    'W2002 matrix a: Opaque cannot be converted from a string',
  ]);
  const one = (type: Type): readonly string[] =>
    new Router(new Toolkit())
      .add(route({ method: 'GET', path: '/{a}', bindings: [PathParam('a', type)], handler: () => 1 }))
      .diagnostics()
      .map(({ code, severity, message, hint }) => `${code} ${severity} ${message}; ${hint}`);
  for (const type of [array(int), array(String), optional(array(String))]) {
    expect(one(type)).toEqual([
      'W2002 error GET /{a} (handler): path a: a path variable has one value, not an array; use the type of the value, or String and split it in the handler',
    ]);
  }
  expect(wrong(QueryParam('a', File))).toEqual(['W2002 query a: File cannot be converted from a string']);
  expect(wrong(FormParam('a', File).default('x'))).toEqual([
    'W2002 form a: a default is not possible, because File is not converted from strings',
  ]);
  expect(router(FormParam('a', String), BodyParam(Object)).diagnostics()).toMatchObject([{ code: 'W2006' }]);
  expect(router(BodyParam(File)).diagnostics()).toMatchObject([{ code: 'W2002' }]);
});
