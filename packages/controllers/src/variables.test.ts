/** Path variables, raw bodies, schemas, and paths of classes, on every transport. */
import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import type { Matcher } from '@writ/http/kernel';
import { inject, type InjectRequest } from '@writ/http/testing';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { loadControllers } from './load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function load(
  files: Readonly<Record<string, string>>,
  mount: (router: Router, matcher: Matcher) => Router = (router, matcher) => router.mount(matcher),
): Promise<{
  routes: string[];
  findings: string;
  send: (request: InjectRequest | string) => Promise<[number, unknown]>;
}> {
  const directory = createLayout(files);
  const { matcher, diagnostics, source } = await loadControllers({ directory, prefixes: ['app'] });
  const findings = renderText(diagnostics, { source }).replaceAll(`${directory}/`, '');
  const router = mount(new Router(new Toolkit({ logger: silent })), matcher).report(...diagnostics);
  return {
    routes: matcher.routes.map((route) => `${route.method} ${route.path}`).toSorted(),
    findings,
    async send(request) {
      const response = await inject(
        router,
        typeof request === 'string' ? { method: 'GET', url: request } : request,
      );
      const text = response.text();
      const problem = response.headers['content-type'] === 'application/problem+json';
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      return [response.status, problem ? ((body as { errors?: unknown }).errors ?? null) : body];
    },
  };
}

describe('a path variable', () => {
  const files = {
    'app/users/index.ts': 'export class Default extends Controller { GET() { return "all"; } }',
    'app/users/me.ts': 'export class Default extends Controller { GET() { return "me"; } }',
    'app/users/[id]/index.ts': `
      export class Default extends Controller {
        GET(id: number, page = 1) { return { id, page }; }
        PUT({ id, name }: { id: number; name: string }) { return { id, name }; }
        PATCH({ id, ...more }: { id: number; [name: string]: unknown }) { return { id, more }; }
        DELETE(id: number, { ...more }: Record<string, unknown>) { return { id, more }; }
      }
      export class Card extends Controller { GET({ id }: { id?: number } = {}) { return { card: id }; } }`,
    'app/users/[id]/posts/[slug].ts': `
      export class Default extends Controller { GET(slug: string, id: bigint, ...rest: string[]) { return [slug, String(id), rest]; } }`,
  };

  it('is bound to the parameter or key of the same name', async () => {
    const { routes, findings, send } = await load(files);
    expect(findings).toBe('');
    expect(routes).toEqual([
      'DELETE /users/{id}',
      'GET /users',
      'GET /users/me',
      'GET /users/{id}/card',
      'GET /users/{id}/posts/{slug}/{...rest}',
      'GET /users/{id}/{page?}',
      'PATCH /users/{id}',
      'PUT /users/{id}',
    ]);
    expect(await send('/users')).toEqual([200, 'all']);
    expect(await send('/users/me')).toEqual([200, 'me']);
    expect(await send('/users/7')).toEqual([200, { id: 7, page: 1 }]);
    expect(await send('/users/7/2')).toEqual([200, { id: 7, page: 2 }]);
    expect(await send('/users/7?page=2')).toEqual([200, { id: 7, page: 2 }]);
    expect(await send('/users/7/card')).toEqual([200, { card: 7 }]);
    expect(await send('/users/7/posts/a%2Fb/x/y')).toEqual([200, ['a/b', '7', ['x', 'y']]]);
    expect(await send({ method: 'PUT', url: '/users/7', json: { name: 'a' } })).toEqual([
      200,
      { id: 7, name: 'a' },
    ]);
    expect(await send({ method: 'PATCH', url: '/users/7?a=1' })).toEqual([200, { id: 7, more: { a: '1' } }]);
    expect(await send({ method: 'DELETE', url: '/users/7?a=1' })).toEqual([200, { id: 7, more: { a: '1' } }]);
  });

  it('results in 404 if it cannot be converted and in 400 if query or body repeats it', async () => {
    const { send } = await load(files);
    expect((await send('/users/x'))[0]).toBe(404);
    expect((await send('/users/me/posts'))[0]).toBe(404);
    expect((await send('/users/7/posts'))[0]).toBe(404);
    expect(await send('/users/7?id=7')).toEqual([
      400,
      [expect.objectContaining({ source: 'query', name: 'id' })],
    ]);
    const twice = [expect.objectContaining({ source: 'body', name: 'id' })];
    expect(await send({ method: 'PUT', url: '/users/7', json: { id: 7, name: 'a' } })).toEqual([400, twice]);
    expect(await send({ method: 'PATCH', url: '/users/7', json: { id: 7 } })).toEqual([400, twice]);
    expect(await send({ method: 'DELETE', url: '/users/7', json: { id: 7 } })).toEqual([400, twice]);
  });

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'a handler without a parameter for it',
      {
        'app/[id].ts':
          'export class Default extends Controller { GET(other: string) {} PUT(...id: string[]) {} DELETE(all: Record<string, string>) {} }',
      },
      [
        'app/[id].ts:2:43: error W3406 variable-unbound: Default.GET has no parameter for the path variable id',
        'variable-unbound: Default.PUT has no parameter for the path variable id',
        'variable-unbound: Default.DELETE has no parameter for the path variable id',
        'hint: add a parameter or a key named id: GET(id: string)',
      ],
    ],
    [
      'two variables in one folder',
      {
        'app/a/[id].ts': 'export class Default extends Controller { GET(id: string) {} }',
        'app/a/[name]/b.ts': 'export class Default extends Controller { GET(name: string) {} }',
      },
      [
        'app/a/[name]/b.ts: error W3106 variable-clash: [name] and [id] are variables at the same position',
        'app/a/[id].ts: [id] is here',
      ],
    ],
    [
      'the same name twice in one path',
      { 'app/[id]/a/[id].ts': 'export class Default extends Controller { GET(id: string) {} }' },
      ['W3102 variable-name: the path has the variable id twice'],
    ],
  ])('is reported at start-up: %s', async (_, app, messages) => {
    const { findings } = await load(app);
    for (const message of messages) expect(findings).toContain(message);
  });
});

describe('a raw body', () => {
  const files = {
    'app/index.ts': `
      export class Default extends Controller {
        POST(name: string, data: Uint8Array, { dry = false }: { dry?: boolean }) { return { name, data: [...data], dry }; }
        async PUT(data: ReadableStream<Uint8Array>) { return (await new Response(data).text()).toUpperCase(); }
        PATCH({ data }: { data: Uint8Array }) { return [...data]; }
        DELETE(name: string) { return name; }
      }`,
  };
  const raw = (method: string, url: string, type: string | undefined, body: string): InjectRequest => ({
    method,
    url,
    body,
    headers: type === undefined ? {} : { 'content-type': type },
  });

  it('is passed to a Uint8Array or stream parameter, for any media type', async () => {
    const { routes, send } = await load(files);
    expect(routes).toContain('POST /{name}');
    expect(await send(raw('POST', '/a?dry=1', 'image/png', 'AB'))).toEqual([
      200,
      { name: 'a', data: [65, 66], dry: true },
    ]);
    expect(await send(raw('POST', '/a', undefined, 'AB'))).toEqual([
      200,
      { name: 'a', data: [65, 66], dry: false },
    ]);
    expect(await send(raw('POST', '/a', 'text/plain', ''))).toEqual([
      200,
      { name: 'a', data: [], dry: false },
    ]);
    expect(await send(raw('PUT', '/', 'application/json', '{"a":1}'))).toEqual([200, '{"A":1}']);
    // A positional parameter could receive the segment; the raw body parameter cannot.
    expect((await send(raw('PUT', '/x', 'text/plain', 'x')))[0]).toBe(405);
  });

  it('contains the bytes as sent, even for JSON and forms, so that signatures can be verified', async () => {
    const { send } = await load(files);
    const types = [
      'application/json',
      'application/problem+json; charset=utf-8',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'multipart/related; boundary=x',
    ];
    for (const type of types) {
      for (const body of ['"QUI="', '{ "a" : 9007199254740993 }', '[', 'a=%zz']) {
        const data = [...Buffer.from(body)];
        expect(await send(raw('POST', '/a', type, body))).toEqual([200, { name: 'a', data, dry: false }]);
      }
    }
  });

  it('is a base64 string in a JSON body', async () => {
    const { send } = await load(files);
    expect(await send({ method: 'PATCH', url: '/', json: { data: 'QUI=' } })).toEqual([200, [65, 66]]);
    expect((await send({ method: 'PATCH', url: '/', json: { data: '?' } }))[0]).toBe(400);
  });

  it('of an unsupported type is answered with 415 if no parameter receives the raw body', async () => {
    const { send } = await load(files);
    expect((await send(raw('DELETE', '/a', 'image/png', 'x')))[0]).toBe(415);
    expect((await send(raw('PATCH', '/', 'application/octet-stream', 'x')))[0]).toBe(415);
  });
});

describe('a schema', () => {
  const files = {
    'app/_schemas.ts': `
      import { z } from 'zod';
      export const User = z.object({ name: z.string().min(2), age: z.int().optional(), tags: z.array(z.string()).default([]) });
      export const Short = z.string().max(3).transform((text) => text.toUpperCase());
      export const Loose = z.looseObject({ a: z.number() });
      export const Timed = z.object({ at: z.date() }).refine(async () => true);`,
    'app/index.ts': `
      import { Controller } from '@writ/controllers';
      import { z } from 'zod';
      import { User, Timed } from './_schemas.ts';
      import * as schemas from './_schemas.ts';
      export const Own = z.object({ id: z.number(), on: z.boolean() });
      type Named = z.infer<typeof User>;
      export class Default extends Controller {
        POST(user: z.infer<typeof User>) { return user; }
        PUT({ name, tags }: Named, short?: z.output<typeof schemas.Short>) { return { name, tags, short }; }
        PATCH(loose: z.infer<typeof schemas.Loose>) { return loose; }
        async DELETE(own: z.infer<typeof Own> | undefined) { return own ?? 'none'; }
        GET({ at }: z.infer<typeof Timed>) { return at; }
      }`,
    'app/own/[id].ts': `
      import { Controller } from '@writ/controllers';
      import { Own } from '../index.ts';
      import type { z } from 'zod';
      export class Default extends Controller { PUT(own: z.infer<typeof Own>) { return own; } }`,
    'app/override.ts': `
      import { Controller } from '@writ/controllers';
      import { z } from 'zod';
      export abstract class Base extends Controller {
        static params = { POST: z.object({ n: z.number().max(3) }) };
        POST(id: number, input: Map<string, symbol>) { return { id, input }; }
      }
      export class Default extends Base {}`,
  };

  it('validates named values after their conversion', async () => {
    const { findings, send } = await load(files);
    expect(findings).toBe('');
    expect(await send({ method: 'POST', url: '/?name=ann&age=3&tags=a&tags=b' })).toEqual([
      200,
      { name: 'ann', age: 3, tags: ['a', 'b'] },
    ]);
    expect(await send({ method: 'POST', url: '/', json: { name: 'ann' } })).toEqual([
      200,
      { name: 'ann', tags: [] },
    ]);
    expect(await send({ method: 'PUT', url: '/ab?name=ann' })).toEqual([
      200,
      { name: 'ann', tags: [], short: 'AB' },
    ]);
    expect(await send({ method: 'PATCH', url: '/?a=1&b=2' })).toEqual([200, { a: 1, b: '2' }]);
    expect(await send({ method: 'DELETE', url: '/' })).toEqual([200, 'none']);
    expect(await send({ method: 'DELETE', url: '/?id=1&on=yes' })).toEqual([200, { id: 1, on: true }]);
    expect(await send({ method: 'PUT', url: '/own/7?on=1' })).toEqual([200, { id: 7, on: true }]);
    expect(await send({ method: 'POST', url: '/override/1?n=2' })).toEqual([200, { id: 1, input: { n: 2 } }]);
  });

  it('validates a value of an input type without converting it', async () => {
    const { findings, send } = await load({
      'app/_schemas.ts': `
        import { z } from 'zod';
        export const User = z.object({ name: z.string().trim().min(2), age: z.int().default(3) });
        export const Short = z.string().max(3).transform((text) => text.length);`,
      'app/index.ts': `
        import { Controller, type StandardSchemaV1 } from '@writ/controllers';
        import type { z } from 'zod';
        import type { User, Short } from './_schemas.ts';
        export class Default extends Controller {
          POST(user: z.input<typeof User>) { return user; }
          PUT(user: z.output<typeof User>) { return user; }
          GET(short: z.input<typeof Short>) { return short; }
          PATCH({ short }: { short: StandardSchemaV1.InferInput<typeof Short> }) { return short; }
        }`,
    });
    expect(findings).toBe('');
    expect(await send({ method: 'POST', url: '/', json: { name: ' ann ' } })).toEqual([
      200,
      { name: ' ann ' },
    ]);
    expect(await send({ method: 'PUT', url: '/', json: { name: ' ann ' } })).toEqual([
      200,
      { name: 'ann', age: 3 },
    ]);
    expect(await send({ method: 'POST', url: '/?age=4&name=ann' })).toEqual([200, { name: 'ann', age: 4 }]);
    expect((await send({ method: 'POST', url: '/', json: { name: ' a ' } }))[0]).toBe(400);
    expect(await send({ method: 'GET', url: '/abc' })).toEqual([200, 'abc']);
    expect((await send({ method: 'GET', url: '/abcd' }))[0]).toBe(404);
    expect(await send({ method: 'PATCH', url: '/?short=ab' })).toEqual([200, 'ab']);
    expect((await send({ method: 'PATCH', url: '/?short=abcd' }))[0]).toBe(400);
  });

  it('of an input type must be exported', async () => {
    const { findings } = await load({
      'app/index.ts': `
        import { Controller } from '@writ/controllers';
        import { z } from 'zod';
        const Own = z.object({ id: z.number() });
        export class Default extends Controller { POST(own: z.input<typeof Own>) { return own; } }`,
    });
    expect(findings).toContain('app/index.ts:5:');
    expect(findings).toContain('the schema is not an export of a module, so it cannot be found at run time');
    expect(findings).toContain('export it as a separate const');
  });

  it('reports all issues with the names and paths of the values', async () => {
    const { send } = await load(files);
    expect(await send({ method: 'POST', url: '/?name=a&age=x' })).toEqual([
      400,
      [
        { source: 'query', name: 'name', code: 'invalid', detail: expect.any(String) },
        { source: 'query', name: 'age', code: 'invalid', detail: expect.any(String) },
      ],
    ]);
    expect(await send({ method: 'POST', url: '/', json: { name: 'ann', tags: ['a', 1], age: '3' } })).toEqual(
      [
        400,
        expect.arrayContaining([expect.objectContaining({ source: 'body', name: 'tags', pointer: '/1' })]),
      ],
    );
    // A JSON string is not converted to a number, and a name that the schema does not declare is rejected.
    expect((await send({ method: 'POST', url: '/', json: { name: 'ann', age: '3' } }))[0]).toBe(400);
    expect(await send({ method: 'POST', url: '/?name=a&other=1' })).toEqual([
      400,
      [
        { source: 'query', name: 'other', code: 'unknown', detail: 'unknown parameter' },
        { source: 'query', name: 'name', code: 'invalid', detail: expect.any(String) },
      ],
    ]);
    expect(await send({ method: 'PUT', url: '/own/7?on=1&id=7' })).toEqual([
      400,
      [expect.objectContaining({ source: 'query', name: 'id', code: 'unknown' })],
    ]);
    expect((await send({ method: 'PUT', url: '/long?name=ann' }))[0]).toBe(404);
    expect((await send('/?at=2020-01-01'))[0]).toBe(400);
    expect((await send({ method: 'POST', url: '/override/1?n=4' }))[0]).toBe(400);
    expect((await send({ method: 'POST', url: '/override/x?n=1' }))[0]).toBe(404);
  });

  it.each([
    [
      'static params = 3; GET() {}',
      'W3407 params: Default: static params must be an object of schemas by verb',
    ],
    [
      'static params = { get: 1 }; GET(a: string) {}',
      'params: Default: static params: get is not an HTTP method',
    ],
    [
      'static params = { GET: {} }; GET(a: string) {}',
      'params: Default: static params: the value of GET is not a Standard Schema',
    ],
    [
      "static params = { GET: { '~standard': { version: 1, vendor: '', validate: (value: unknown) => ({ value }) } } }; GET() {}",
      'no parameter receives named values',
    ],
  ])('is reported in %s: %s', async (members, message) => {
    const { findings } = await load({
      'app/index.ts': `export class Default extends Controller { ${members} }`,
    });
    expect(findings).toContain(message);
  });
});

describe('this.url()', () => {
  const files = {
    'app/index.ts': `
      import { Controller } from '@writ/controllers';
      export class Default extends Controller {
        // This import is inside the test, because the test runner may load a module twice if it is imported
        // concurrently.
        async GET(what: string, { page: _page }: { page?: number } = {}) {
          const { Default: User, Card } = await import('./users/[id].ts');
          const { Numbers, Robots_txt, Plain } = await import('./files.ts');
          const made: Record<string, () => string> = {
            self: () => this.url(Default),
            query: () => this.url(Default, { page: 2 }),
            user: () => this.url(User, 7),
            named: () => this.url(User, { id: 'a/b', page: [1, 2], none: undefined }),
            more: () => this.app.url(Card, 'ä', 'x y', new Date(0), { at: new URL('http://a/?b') }),
            robots: () => this.url(Robots_txt, undefined, {}),
            missing: () => this.url(User),
            empty: () => this.url(User, ''),
            dots: () => this.url(User, '..'),
            object: () => this.url(User, 1, { a: {} }),
            unrouted: () => this.url(Plain),
            wrong: () => this.url(Numbers, 'x', { on: 'perhaps', of: 1 }),
            count: () => this.url(Numbers, 7, 8),
            numbers: () => this.url(Numbers, 7, { on: true, at: [1, undefined, 2] }),
            other: () => this.url(Numbers, new Date(0)),
            rest: () => this.url(Numbers.Rest, 1, 'x'),
          };
          try { return made[what]!(); } catch (error) { return String(error); }
        }
      }`,
    'app/users/[id].ts': `
      export class Default extends Controller { GET(id: string, query: { page?: number[] }) {} }
      export class Card extends Controller { GET(id: string, query: { at?: string }, ...more: string[]) {} }`,
    'app/files.ts': `
      export class Robots_txt extends Controller { GET() {} }
      export class Plain {}
      export class Numbers extends Controller {
        static Rest = class extends Controller { GET(...all: number[]) {} };
        GET(id: number, query: { on?: boolean; at?: number[] }) {}
        POST(day: Date) {}
      }`,
  };

  it.each([
    ['self', '/'],
    ['user', '/users/7'],
    ['named', '/users/a%2Fb?page=1&page=2'],
    ['more', '/users/%C3%A4/card/x%20y/1970-01-01T00%3A00%3A00.000Z?at=http%3A%2F%2Fa%2F%3Fb'],
    ['robots', '/files/robots.txt'],
    ['missing', 'TypeError: id: is missing'],
    ['empty', 'TypeError: id: "" cannot be a path segment'],
    ['dots', 'TypeError: id: ".." cannot be a path segment'],
    ['object', 'TypeError: a: cannot be converted to a string'],
    ['unrouted', 'Error: Plain has no path: this application does not serve it as a controller'],
    [
      'wrong',
      'AddressError: cannot build the address of Numbers.GET: id must be a number: "x"; ' +
        'on must be true or false: "perhaps"; of is unknown (parameters: id, on, at)',
    ],
    [
      'count',
      'AddressError: cannot build the address of Numbers.GET: segment 2 has no parameter: 8 (parameters: id, on, at)',
    ],
    ['numbers', '/files/numbers/7?on=true&at=1&at=2'],
    ['other', '/files/numbers/1970-01-01T00%3A00%3A00.000Z'],
    [
      'rest',
      'AddressError: cannot build the address of Numbers.Rest.GET: all must be a number: "x" (parameters: all)',
    ],
  ])('in the case "%s" results in %s', async (what, path) => {
    const { findings, send } = await load(files);
    expect(findings).toBe('');
    expect(await send(`/${what}`)).toEqual([200, path]);
  });

  it.each([
    ['self', '/pages/a%20b'],
    ['query', '/pages/a%20b?page=2'],
    ['user', '/pages/a%20b/users/7'],
    ['more', '/pages/a%20b/users/%C3%A4/card/x%20y/1970-01-01T00%3A00%3A00.000Z?at=http%3A%2F%2Fa%2F%3Fb'],
  ])('under a prefix begins with the prefix of the request: %s', async (what, path) => {
    const { send } = await load(files, (router, matcher) => router.mount('/pages/{tenant}', matcher));
    expect(await send(`/pages//a%20b;v=1/${what}`)).toEqual([200, path]);
  });

  it('under several nested prefixes begins with the prefix of the request', async () => {
    const { send } = await load(files, (router, matcher) => {
      const inner = new Router(router.toolkit).mount('/b', matcher).mount('/c', matcher);
      return router.mount('/a', inner).mount(matcher);
    });
    expect(await send('/a/b/user')).toEqual([200, '/a/b/users/7']);
    expect(await send('/a/c/user')).toEqual([200, '/a/c/users/7']);
    expect(await send('/user')).toEqual([200, '/users/7']);
  });
});

describe('a file', () => {
  const upload: InjectRequest = {
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'multipart/form-data; boundary=B' },
    body: [
      '--B\r\ncontent-disposition: form-data; name="doc"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\none\r\n',
      '--B\r\ncontent-disposition: form-data; name="all"; filename="b.txt"\r\n\r\ntwo\r\n',
      '--B\r\ncontent-disposition: form-data; name="all"; filename="c.txt"\r\n\r\n3\r\n--B--\r\n',
    ].join(''),
  };

  it('is selected by its name, never by its position in the path', async () => {
    const { routes, findings, send } = await load({
      'app/index.ts': `
        export class Default extends Controller {
          async POST(doc: File, { all = [] }: { all?: File[] }, id?: number) {
            return [await doc.text(), doc.name, doc.type, all.map(({ name, size }) => [name, size]), id];
          }
        }`,
    });
    expect(findings).toBe('');
    expect(routes).toEqual(['POST /{id?}']);
    const body = [
      'one',
      'a.txt',
      'text/plain',
      [
        ['b.txt', 3],
        ['c.txt', 1],
      ],
    ];
    expect(await send(upload)).toEqual([200, [...body, null]]);
    expect(await send({ ...upload, url: '/7' })).toEqual([200, [...body, 7]]);
    expect(await send({ method: 'POST', url: '/' })).toEqual([
      400,
      [expect.objectContaining({ name: 'doc', code: 'missing' })],
    ]);
    expect((await send({ method: 'POST', url: '/?doc=x' }))[0]).toBe(400);
    expect((await send({ method: 'POST', url: '/', json: { doc: 'x' } }))[0]).toBe(400);
  });
});
