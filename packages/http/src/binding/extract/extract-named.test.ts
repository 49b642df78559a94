import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  array,
  int,
  object,
  oneOf,
  optional,
  PathParam,
  route,
  Router,
  Toolkit,
  type Route,
} from '../../index.ts';
import { NO_MATCH, type Binding, type Matcher } from '../../kernel.ts';
import { describeTransports } from '../../testing/transports.ts';

/** Creates a matcher without patterns: the first segment selects a route by name, and the others are its arguments. */
function mounted(routes: Readonly<Record<string, Route>>): Matcher {
  return {
    name: 'tree',
    routes: Object.values(routes),
    match(method, path) {
      const [name = '', ...positional] = path.segments;
      const found = routes[name];
      if (found === undefined || positional.length > 9) return NO_MATCH;
      if (found.method !== 'ANY' && found.method !== method) return { allow: [found.method] };
      return { route: found, values: [name], positional };
    },
    variables: () => ['first'],
  };
}

function endpoint(bindings: readonly Binding[], more: Partial<Route> = {}): Route {
  return {
    ...route({ method: 'ANY', path: '/…', handler: () => {} }),
    pathMismatchStatus: 404,
    closed: true,
    bindings,
    handler: (...args: unknown[]) => args,
    ...more,
  };
}

const id: Binding = { source: 'position', index: 0, name: 'id', type: int };
const flag: Binding = { source: 'position', index: 1, name: 'flag', type: optional(Boolean) };
const rest: Binding = { source: 'rest', index: 1, name: 'rest', type: int };
const fields = object({
  title: String,
  count: optional(int),
  tags: optional(array(int)),
  kind: optional(oneOf('a', 'b')),
});

describeTransports('arguments by position and name', (serve) => {
  const router = new Router(new Toolkit()).mount(
    mounted({
      place: endpoint([id, flag]),
      rest: endpoint([id, rest]),
      long: endpoint([
        { source: 'position', index: 0, name: '0', type: Number },
        { source: 'rest', index: 1, name: '1', type: optional(Number) },
      ]),
      object: endpoint([{ source: 'object', type: fields }]),
      both: endpoint([id, { source: 'object', type: fields, optional: true }]),
      open: endpoint([id, { source: 'object', type: object({ a: int }, String) }]),
      name: endpoint([{ source: 'name', name: 'n', type: int }]),
      slow: endpoint([
        {
          source: 'position',
          index: 0,
          name: 'id',
          type: z.coerce.number().refine((n) => Promise.resolve(n > 1)),
        },
      ]),
      list: endpoint([id, { source: 'position', index: 1, name: 'list', type: array(object({ a: int })) }]),
      texts: endpoint([{ source: 'position', index: 0, name: 'texts', type: optional(array(String)) }]),
      schemas: endpoint([
        {
          source: 'position',
          index: 0,
          name: 'list',
          type: z.array(z.int().refine((n) => Promise.resolve(n > 1))),
        },
      ]),
      raw: endpoint(
        [id, { source: 'body', type: Uint8Array }, { source: 'query', name: 'q', type: optional(String) }],
        // Bytes cannot be converted from JSON.
        { handler: (one: number, bytes: Uint8Array, q: string) => [one, [...bytes], q] },
      ),
      none: endpoint([]),
      loose: endpoint([], { closed: false }),
      kept: endpoint(
        [
          { source: 'path', name: 'first', type: String },
          { ...id, index: 0 },
        ],
        { pathMismatchStatus: 400 },
      ),
      file: endpoint([PathParam('first', oneOf('other')).binding]),
      get: endpoint([], { method: 'GET' }),
    }),
  );

  const args = async (url: string, json?: unknown): Promise<unknown> => {
    const client = await serve(router);
    const response = await client(json === undefined ? url : { method: 'POST', url, json });
    if (response.status === 200) return response.json() as unknown;
    const { errors } = response.json() as { errors?: { source: string; name?: string; code: string }[] };
    return [
      response.status,
      ...(errors ?? []).map(({ source, name, code }) => [source, name, code].join(' ')),
    ];
  };

  it.each([
    ['/place/1', undefined, [1, null]],
    ['/place/1/yes', undefined, [1, true]],
    ['/place/1?flag=no', undefined, [1, false]],
    ['/place/1?flag', undefined, [1, true]],
    ['/place/1?flag=no&flag', undefined, [1, true]],
    ['/place/1?flag&flag=no', undefined, [1, false]],
    ['/place/1?flag=', undefined, [1, null]],
    ['/place?id=5', undefined, [5, null]],
    ['/place', { id: 5 }, [5, null]],
    ['/place?id=1', { id: 5 }, [5, null]],
    ['/place', [5, true], [5, true]],
    ['/place/5', [true], [5, true]],
    ['/place', 5, [5, null]],
    ['/rest/1/2/3', undefined, [1, 2, 3]],
    ['/rest/1', undefined, [1]],
    ['/rest/1/2', [3, 4], [1, 2, 3, 4]],
    ['/object?title=a&count=2', undefined, [{ title: 'a', count: 2 }]],
    ['/object?title=a&tags=1,2&tags=3&kind=b', undefined, [{ title: 'a', tags: [1, 2, 3], kind: 'b' }]],
    ['/object?title=query', { title: 'body', tags: [1] }, [{ title: 'body', tags: [1] }]],
    ['/both/1', undefined, [1, null]],
    ['/both/1?title=a', undefined, [1, { title: 'a' }]],
    ['/open/1?a=2&b=3', undefined, [1, { a: 2, b: '3' }]],
    ['/name?n=1&n=2', undefined, [2]],
    ['/slow/2', undefined, [2]],
    ['/list/1', [{ a: 1 }, { a: 2 }], [1, [{ a: 1 }, { a: 2 }]]],
    ['/list/1', [], [1, []]],
    ['/list/1', [[{ a: 1 }]], [1, [{ a: 1 }]]],
    ['/list', [1, [{ a: 1 }]], [1, [{ a: 1 }]]],
    ['/list/1', { list: [{ a: 1 }] }, [1, [{ a: 1 }]]],
    ['/texts', ['a', 'b'], [['a', 'b']]],
    ['/texts', [['a', 'b']], [['a', 'b']]],
    ['/texts', { texts: ['a'] }, [['a']]],
    ['/texts/a', undefined, [['a']]],
    ['/schemas', [2, 3], [[2, 3]]],
    ['/schemas', [[2, 3]], [[2, 3]]],
    ['/loose?x=1&constructor=1', undefined, []],
    ['/kept/1', undefined, ['kept', 1]],
  ] as const)('arguments are bound from %s with the body %j', async (url, json, expected) => {
    expect(await args(url, json)).toEqual(expected);
  });

  it.each([
    ['/place/x', undefined, [404]],
    ['/place', undefined, [404]],
    ['/place/1/perhaps', { more: 1 }, [404]],
    ['/place?idd=5', undefined, [404, 'path id missing', 'query idd unknown']],
    ['/place', { idd: 5 }, [404, 'path id missing', 'body idd unknown']],
    ['/place/x?more=1', undefined, [404]],
    ['/long/9007199254740993', undefined, [400, 'path 0 rounded']],
    [
      '/long/9007199254740993/1/9007199254740993',
      { more: 1 },
      [400, 'path 0 rounded', 'path 1 rounded', 'body more unknown'],
    ],
    ['/long/x/9007199254740993', undefined, [404]],
    ['/place/1?id=2', undefined, [400, 'query id invalid']],
    ['/place?id=x', undefined, [400, 'query id invalid']],
    ['/place', { id: '5' }, [400, 'body id invalid']],
    ['/place', [5, true, 1], [400, 'body  invalid']],
    ['/place', ['5'], [400, 'body id invalid']],
    ['/rest/1/x', undefined, [404]],
    ['/rest/1', ['x'], [400, 'body rest invalid']],
    ['/object?count=x', undefined, [400, 'query count invalid', 'query title missing']],
    ['/object', { count: 1.5 }, [400, 'body count invalid', 'body title missing']],
    ['/object?title=a&more=1', undefined, [400, 'query more unknown']],
    ['/object?title=%zz', undefined, [400, 'query title invalid']],
    ['/both/1?count=1', undefined, [400, 'query title missing']],
    ['/open/1?a=1&__proto__=1', undefined, [400, 'query __proto__ unknown']],
    ['/none?x=1', undefined, [400, 'query x unknown']],
    ['/none', [1], [400, 'body  invalid']],
    ['/slow/1', undefined, [404]],
    ['/list/1', [{ a: 1 }, { a: 'x' }], [400, 'body list invalid']],
    ['/list/1', [[{ a: 'x' }]], [400, 'body list invalid']],
    ['/list/1?list=x', [{ a: 1 }], [400, 'query list invalid']],
    ['/list', [1, { a: 1 }], [400, 'body list invalid']],
    ['/list', [{ a: 1 }], [404, 'body id invalid', 'path list missing']],
    ['/texts', 'a', [400, 'body texts invalid']],
    ['/texts/a', ['b'], [400, 'body  invalid']],
    ['/schemas', [1, 3], [400, 'body list invalid']],
    ['/schemas', [[1, 3]], [400, 'body list invalid']],
    ['/kept/x', undefined, [400, 'path id invalid']],
    ['/kept', undefined, [400, 'path id missing']],
    ['/file', undefined, [404]],
    ['/nothing', undefined, [404]],
    ['/get', { a: 1 }, [405]],
  ] as const)('%s with the body %j is rejected', async (url, json, expected) => {
    expect(await args(url, json)).toEqual(expected);
  });

  it('a body that is bound as a whole supplies no named arguments', async () => {
    const client = await serve(router);
    const post = (url: string) =>
      client({ method: 'POST', url, body: '[7]', headers: { 'content-type': 'image/png' } });
    expect((await post('/raw/5?q=a')).json()).toEqual([5, [0x5b, 0x37, 0x5d], 'a']);
    expect((await post('/raw?id=5')).json()).toEqual([5, [0x5b, 0x37, 0x5d], null]);
    expect((await post('/raw/5?more=1')).status).toBe(400);
    expect((await post('/raw/x')).status).toBe(404);
  });

  it('forms and plain text supply named and positional arguments', async () => {
    const client = await serve(router);
    const post = async (url: string, type: string, body: string): Promise<unknown> => {
      const response = await client({ method: 'POST', url, body, headers: { 'content-type': type } });
      return response.status === 200 ? response.json() : response.status;
    };
    const form = 'application/x-www-form-urlencoded';
    expect(await post('/object?title=query', form, 'title=a+b&tags=1&tags=2')).toEqual([
      { title: 'a b', tags: [1, 2] },
    ]);
    expect(await post('/place', 'text/plain', '5')).toEqual([5, null]);
    expect(await post('/place', 'text/plain', 'x')).toBe(400);
    expect(await post('/place', 'application/xml', '<x/>')).toBe(415);
    expect(await post('/object', form, 'title=a&%zz=1')).toBe(400);
    expect(await post('/object', form, '__proto__=1&title=a')).toBe(400);
    const long = 'x'.repeat(9000);
    expect(await post('/object', form, `title=${long}`)).toEqual([{ title: long }]);
  });

  it('the response to a malformed form states the reason', async () => {
    const client = await serve(router);
    const body = Array.from({ length: 257 }, (_, index) => `a${index}=1`).join('&');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await client({ method: 'POST', url: '/object', body, headers });
    expect(response.json().errors).toMatchObject([
      { source: 'body', detail: 'is not a form: the form has more than 256 names' },
    ]);
  });

  it('a body with more elements than a call supports arguments is rejected', async () => {
    const client = await serve(router);
    const send = async (count: number) =>
      client({ method: 'POST', url: '/rest/1', json: Array.from({ length: count }, () => 1) });
    expect((await send(9_999)).json()).toHaveLength(10_000);
    const refused = await send(300_000);
    expect([refused.status, refused.json().errors]).toEqual([
      400,
      [
        {
          source: 'body',
          code: 'invalid',
          detail: 'has 290001 values too many: each element of the JSON array is one argument',
        },
      ],
    ]);
  });

  it('a response lists at most a hundred issues', async () => {
    const client = await serve(router);
    const json = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]));
    const response = await client({ method: 'POST', url: '/object', json });
    expect([response.status, response.json().detail, response.json().errors.length]).toEqual([
      400,
      '100 or more values are missing or invalid',
      100,
    ]);
  });

  it('the path is checked before the body arrives, and a malformed body is not reported as a missing value', async () => {
    const client = await serve(router);
    const post = (url: string) =>
      client({ method: 'POST', url, body: '{', headers: { 'content-type': 'application/json' } });
    expect((await post('/place/x')).status).toBe(404);
    expect((await post('/place')).json().errors).toEqual([
      { source: 'body', code: 'malformed', detail: expect.stringContaining('is not JSON') as string },
    ]);
    expect((await post('/object?count=x')).json().errors).toMatchObject([
      { source: 'body', code: 'malformed' },
      { source: 'query', name: 'count' },
    ]);
  });

  it('a mounted matcher shares the route table and the handling of 405 and HEAD with pattern routes', async () => {
    const both = new Router(new Toolkit())
      .mount(mounted({ get: endpoint([], { method: 'GET' }), a: endpoint([]) }))
      .add(
        route({ method: 'PUT', path: '/get', handler: () => 'put' }),
        route({ method: 'GET', path: '/a', handler: () => 'pattern' }),
      );
    const client = await serve(both);
    expect((await client('/a')).text()).toBe('pattern');
    expect((await client({ method: 'PUT', url: '/get' })).text()).toBe('put');
    expect((await client({ method: 'HEAD', url: '/get' })).status).toBe(200);
    const refused = await client({ method: 'DELETE', url: '/get' });
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS, PUT']);
    expect(both.table().map(({ from, path }) => [from, path])).toEqual([
      ['routes', '/get'],
      ['routes', '/a'],
      ['tree', '/…'],
      ['tree', '/…'],
    ]);
  });
});
