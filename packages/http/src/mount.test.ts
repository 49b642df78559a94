import { describe, expect, it } from 'vitest';
import {
  addressOf,
  AddressError,
  basic,
  Context,
  cors,
  handle,
  int,
  RoutingContext,
  limits,
  PathParam,
  QueryParam,
  optional,
  route,
  Router,
  Toolkit,
  type Filter,
  type Route,
} from './index.ts';
import { openapi } from './openapi/index.ts';
import type { Matcher } from './contract/matcher.ts';
import { inject } from './testing/inject.ts';
import { describeTransports } from './testing/transports.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const toolkit = (): Toolkit => new Toolkit({ logger: silent });
const get = (path: string, text: string): Route => route({ method: 'GET', path, handler: () => text });
const marks =
  (mark: string): Filter =>
  ({ response }, next) => {
    response.headers.append('x-marks', mark);
    return next();
  };

const one = route({
  method: 'GET',
  path: '/users/{id}',
  bindings: [PathParam('id', int), QueryParam('page', optional(int))],
  handler: (id, page) => ({ id, page }),
});

/** Creates a matcher that finds `/a-b` and `/c/{name}`, and treats underscores as hyphens. */
function matcher(): Matcher {
  const routes = [get('/a-b', 'a-b'), get('/c/{name}', 'c')];
  const canonical = (segments: readonly string[]): readonly string[] =>
    segments.map((segment) => segment.replaceAll('_', '-'));
  return {
    name: 'tree',
    routes,
    match(method, { segments }) {
      const [first, second] = canonical(segments);
      if (first === 'a-b' && segments.length === 1)
        return method === 'GET' ? { route: routes[0]!, values: [] } : { allow: ['GET'] };
      if (first === 'c' && second !== undefined) return { route: routes[1]!, values: [second] };
      return { allow: [] };
    },
    canonical: ({ segments }) => canonical(segments),
    consider: () => routes.map((each) => ({ route: each, why: 'considered' })),
    variables: (each) => (each === routes[1] ? ['name'] : []),
  };
}

describeTransports('a router under a prefix', (serve) => {
  it('serves its routes below the prefix only', async () => {
    const shared = toolkit();
    const admin = new Router(shared).add(get('/', 'home'), one);
    const client = await serve(new Router(shared).add(get('/', 'root')).mount('/admin', admin));
    expect((await client('/admin')).text()).toBe('home');
    expect((await client('/admin/')).text()).toBe('home');
    expect((await client('/admin/users/7?page=2')).json()).toEqual({ id: 7, page: 2 });
    expect((await client('/')).text()).toBe('root');
    expect((await client('/users/7')).status).toBe(404);
    expect((await client('/admin/users/x')).status).toBe(400);
    expect((await client({ method: 'PUT', url: '/admin/users/7' })).headers['allow']).toBe(
      'GET, HEAD, OPTIONS',
    );
  });

  it('serves routes that are registered after the mount', async () => {
    const shared = toolkit();
    const admin = new Router(shared);
    const router = new Router(shared).mount('/admin', admin);
    const client = await serve(router);
    expect((await client('/admin/late')).status).toBe(404);
    admin.add(get('/late', 'late'));
    expect((await client('/admin/late')).text()).toBe('late');
  });

  it('passes variables of the prefix to its routes', async () => {
    const shared = toolkit();
    const tenant = new Router(shared).add(
      route({
        method: 'GET',
        path: '/users/{id}',
        bindings: [PathParam('tenant', String), PathParam('id', int)],
        handler: (name, id) => `${name} ${id}`,
      }),
    );
    const client = await serve(new Router(shared).mount('/tenants/{tenant}', tenant));
    expect((await client('/tenants/acme/users/3')).text()).toBe('acme 3');
  });

  it('runs its filters for its routes and for unmatched requests below the prefix, inside those of the outer router', async () => {
    const shared = toolkit();
    const inner = new Router(shared).use(marks('inner')).add(get('/i', 'i'));
    const admin = new Router(shared)
      .use(marks('admin'))
      .use('/users/{rest:.*}', marks('users'))
      .add(one)
      .mount('/inner', inner);
    const router = new Router(shared)
      .use(marks('outer'))
      .add(get('/admin/of-outer', 'outer'))
      .mount('/admin', admin)
      .add(get('/other', 'other'));
    const client = await serve(router);
    const marksOf = async (url: string): Promise<unknown> => (await client(url)).headers['x-marks'];
    expect(await marksOf('/admin/users/1')).toBe('outer, admin, users');
    expect(await marksOf('/admin/missing')).toBe('outer, admin');
    expect(await marksOf('/admin/inner/i')).toBe('outer, admin, inner');
    expect(await marksOf('/admin/inner/missing')).toBe('outer, admin, inner');
    expect(await marksOf('/admin/of-outer')).toBe('outer');
    expect(await marksOf('/other')).toBe('outer');
    expect(await marksOf('/missing')).toBe('outer');
  });

  it('uses its own components before those of the outer router', async () => {
    const shout = {
      name: 'Shout',
      types: [String],
      instance: {
        write: (result: unknown, _: unknown, response: { end(text: string): void }) =>
          response.end(`${result}!`),
      },
    };
    const shared = toolkit();
    const admin = new Router(shared).add(get('/loud', 'loud'));
    admin.registries.writers.register(shout as never);
    admin.registries.handlers.register(
      handle(RangeError, (error, _request, response) => {
        response.status = 422;
        response.end(error.message);
      }),
    );
    const fail = (path: string): Route =>
      route({
        method: 'GET',
        path,
        handler: () => {
          throw new RangeError('far');
        },
      });
    admin.add(fail('/fail'));
    const client = await serve(
      new Router(shared).add(get('/loud', 'loud'), fail('/fail')).mount('/admin', admin),
    );
    expect((await client('/admin/loud')).text()).toBe('loud!');
    expect((await client('/loud')).text()).toBe('loud');
    expect((await client('/admin/fail')).status).toBe(422);
    expect((await client('/fail')).status).toBe(500);
  });

  it('applies its limits, not-found handlers and CORS policy below the prefix', async () => {
    const shared = toolkit();
    const writer = (text: string) => ({
      name: text,
      instance: { write: (_request: unknown, response: { end(body: string): void }) => response.end(text) },
    });
    const admin = new Router(shared)
      .use(limits({ body: 4 }))
      .use(cors({ origin: 'https://admin.example' }))
      .notFound({ writer: writer('fallback') as never })
      .notFound({ pattern: '/x/.*', writer: writer('below x') as never })
      .add(route({ method: 'POST', path: '/', handler: () => 'posted' }));
    const client = await serve(
      new Router(shared)
        .add(route({ method: 'POST', path: '/', handler: () => 'posted' }))
        .mount('/ad.min', admin),
    );
    const post = { method: 'POST', body: '12345', headers: { 'content-type': 'text/plain' } };
    expect((await client({ ...post, url: '/ad.min' })).status).toBe(413);
    expect((await client({ ...post, url: '/' })).status).toBe(200);
    expect((await client('/ad.min/x/1')).text()).toBe('below x');
    expect((await client('/ad.min/y')).text()).toBe('fallback');
    expect((await client('/adXmin/y')).json()).toMatchObject({ status: 404 });
    const origin = { origin: 'https://admin.example' };
    expect((await client({ url: '/ad.min/y', headers: origin })).headers['access-control-allow-origin']).toBe(
      'https://admin.example',
    );
    expect((await client({ url: '/y', headers: origin })).headers['access-control-allow-origin']).toBe(
      undefined,
    );
  });

  it('guards every spelling of its paths', async () => {
    const shared = toolkit();
    const admin = new Router(shared).use(basic(() => null)).mount(matcher());
    const client = await serve(new Router(shared).mount('/admin', admin));
    for (const path of [
      '/admin/a-b',
      '/admin/a_b',
      '//admin//a-b',
      '/admin;v=1/a-b',
      '/x/../admin/a%2Db',
      '/admin/nothing',
      '/%61dmin/c/1',
    ]) {
      expect((await client(path)).status, path).toBe(401);
    }
  });

  it('serves a matcher below the prefix', async () => {
    const client = await serve(
      new Router(toolkit()).mount('/pages', matcher()).use('/pages/a-b', marks('guard')),
    );
    expect((await client('/pages/a-b')).text()).toBe('a-b');
    expect((await client('/pages/a_b')).headers['x-marks']).toBe('guard');
    expect((await client('/pages/c/7')).text()).toBe('c');
    expect((await client('/a-b')).status).toBe(404);
    expect((await client('/pages')).status).toBe(404);
    expect((await client({ method: 'PUT', url: '/pages/a-b' })).status).toBe(405);
  });

  it('receives a request that an outer route passes on with next(), and runs its filters for it', async () => {
    const shared = toolkit();
    const inner = new Router(shared).use(marks('inner')).add(get('/x', 'x'));
    const passing = route({
      method: 'GET',
      path: '/in/x',
      bindings: [Context(RoutingContext)],
      handler: (context) => context.next(),
    });
    const router = new Router(shared).use(marks('outer')).add(passing).mount('/in', inner);
    const response = await (await serve(router))('/in/x');
    expect(response.text()).toBe('x');
    expect(response.headers['x-marks']).toBe('outer, inner');
  });
});

describe('a mounted router', () => {
  const shared = toolkit();
  const admin = new Router(shared)
    .use(function audited(_context, next) {
      return next();
    })
    .add(one);
  const router = new Router(shared).mount('/admin', admin);

  it('is listed with its prefix, filters and scope', () => {
    expect(router.table()).toMatchObject([
      { method: 'GET', path: '/admin/users/{id}', filters: ['audited (router /admin)'] },
    ]);
    expect(router.explain('GET', '/admin/users/7')).toMatchObject({
      candidates: [{ route: 'GET /admin/users/{id}', chosen: true }],
      plan: { values: ['7'], filters: [{ what: 'audited', from: 'router /admin' }] },
    });
    expect(router.explain('GET', '/users/7').plan).toBe(undefined);
  });

  it('appears in the OpenAPI document with its prefix', () => {
    const { paths } = openapi(router, { info: { title: 'T', version: '1' } }) as { paths: object };
    expect(Object.keys(paths)).toEqual(['/admin/users/{id}']);
  });

  it('adds its prefix to addresses', () => {
    expect(addressOf(one, { id: 7 })).toBe('/admin/users/7');
    expect(addressOf(one, { id: 7 }, { base: '/api' })).toBe('/api/admin/users/7');
    const twice = get('/twice', '');
    const inner = new Router(shared).add(twice);
    expect(addressOf(twice)).toBe('/twice');
    const outer = new Router(shared).mount('/a/{x}', inner).mount('/b', inner);
    expect(outer.prefixes).toEqual(['']);
    expect(inner.prefixes).toEqual(['/a/{x}', '/b']);
    expect(addressOf(twice, { x: 'y z' })).toBe('/a/y%20z/twice');
    expect(addressOf(twice, {}, { prefix: '/b' })).toBe('/b/twice');
    expect(() => addressOf(twice, {}, { prefix: '/c' })).toThrow(AddressError);
    expect(() => addressOf(twice, {}, { prefix: '/c' })).toThrow('prefixes: /a/{x}, /b');
  });

  it('delays requests until its start-up work is done', async () => {
    const late = new Router(shared);
    const outer = new Router(shared).mount('/late', late);
    let finish = (): void => {};
    late.prepare(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      late.add(get('/', 'done'));
    });
    expect(outer.isBlocked).toBe(true);
    const response = inject(outer, '/late');
    await Promise.resolve();
    finish();
    expect((await response).text()).toBe('done');
  });

  it('reports its findings with those of the outer router', () => {
    const inner = new Router(shared).add(get('/{a', ''));
    inner.use('/nowhere', marks('x'));
    const codes = new Router(shared).mount('/in', inner).mount('/in2', new Router(shared)).diagnostics();
    expect(codes.map(({ code }) => code)).toContain('W2001');
    expect(() => new Router(shared).mount('/in3', inner)).not.toThrow();
  });

  it('reports a filter that matches none of its routes, with the prefix in the pattern', () => {
    const inner = new Router(shared).use('/nowhere', marks('x')).add(get('/x', ''));
    const [finding] = new Router(shared).mount('/in', inner).diagnostics();
    expect(finding).toMatchObject({ code: 'W2025' });
    expect(finding!.message).toContain('/in/nowhere');
  });

  it('protects its routes with its own guard, so a guard for the exact mount path causes no warning', () => {
    const inner = new Router(shared).use(basic(() => null)).add(get('/x', ''));
    const outer = new Router(shared)
      .use(
        '/in',
        basic(() => null),
      )
      .mount('/in', inner)
      .add(get('/in', ''));
    expect(outer.diagnostics()).toEqual([]);
  });

  const invalid: readonly [string, (router: Router) => unknown, string][] = [
    [
      'a router of another toolkit',
      (outer) => outer.mount('/x', new Router(toolkit())),
      'a different toolkit',
    ],
    ['itself', (outer) => outer.mount('/x', outer), 'cannot contain itself'],
    [
      'a router that contains it',
      (outer) => {
        const inner = new Router(outer.toolkit);
        outer.mount('/x', inner);
        inner.mount('/y', outer);
        return inner;
      },
      'cannot contain itself',
    ],
    [
      'a router of a third router',
      (outer) => {
        const inner = new Router(outer.toolkit);
        new Router(outer.toolkit).mount('/x', inner);
        return outer.mount('/x', inner);
      },
      'already mounted in another router',
    ],
    ['undefined', (outer) => outer.mount('/x', undefined as never), 'expected a router or a matcher'],
    ['an invalid prefix', (outer) => outer.mount('/{x', new Router(outer.toolkit)), 'at character'],
    [
      'a prefix with a catch-all',
      (outer) => outer.mount('/{x:.*}', new Router(outer.toolkit)),
      'must match exactly one segment',
    ],
  ];
  it.each(invalid)('is rejected at start-up: %s', (_name, mount, message) => {
    const found = (mount(new Router(toolkit())) as Router).diagnostics();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      code: 'W2028',
      severity: 'error',
      file: expect.stringMatching(/mount\.test\.ts$/),
    });
    expect(found[0]!.message).toContain(message);
  });

  it('warns about a prefix in the syntax of another framework', () => {
    const found = new Router(shared).mount('/admin/*', new Router(shared)).diagnostics();
    expect(found[0]).toMatchObject({ code: 'W2027' });
  });
});
