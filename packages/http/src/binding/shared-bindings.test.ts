import { describe, expect, it } from 'vitest';
import { BodyParam, Context, int, object, PathParam, route, Router, Toolkit, type Route } from '../index.ts';
import { bindingsResolver } from './resolve-bindings.ts';

const byName: Route['bindings'] = [{ source: 'name', name: 'page', type: int }];

function routeAt(path: string, members: Partial<Route> = {}): Route {
  return { method: 'GET', path, bindings: byName, handler: (page: unknown) => ({ page }), ...members };
}

function plansOf(...routes: readonly (readonly [Route, ...variables: string[]])[]): readonly unknown[] {
  const resolve = bindingsResolver(new Toolkit().registries);
  return routes.map(([each, ...variables]) => resolve(each, variables).bindings);
}

async function send(router: Router, method: string, path: string, body?: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await router.fetch(
    new Request(`http://localhost${path}`, { method, ...(body !== undefined && { body, headers }) }),
  );
  return `${response.status} ${await response.text()}`;
}

describe('routes with the same list of bindings', () => {
  it('share its plans', () => {
    const [first, second] = plansOf([routeAt('/a')], [routeAt('/b')]);
    expect(second).toBe(first);
  });

  it.each<[string, Partial<Route>, readonly string[]]>([
    ['unknown names are rejected', { closed: true }, []],
    ['a path mismatch has another status', { pathMismatchStatus: 404 }, []],
    ['the method has no body', { method: 'POST' }, []],
    ['the body has a media type', { consumes: ['text/plain'] }, []],
    ['a scope sets the reader', { scopes: [{ reader: { name: 'reader', types: [Number] } as never }] }, []],
    ['a scope sets the body handler', { scopes: [{ bodyHandler: {} as never }] }, []],
    ['the path has variables', {}, ['id']],
  ])('do not share its plans if only for one of them %s', (_, members, variables) => {
    const [first, second] = plansOf([routeAt('/a')], [routeAt('/b', members), ...variables]);
    expect(second).not.toBe(first);
    const [third, fourth] = plansOf([routeAt('/a', members), ...variables], [routeAt('/b')]);
    expect(fourth).not.toBe(third);
  });

  it('call their own handlers', async () => {
    const router = new Router(new Toolkit()).add(
      routeAt('/a', { handler: (page: unknown) => `a${String(page)}` }),
      routeAt('/b', { handler: (page: unknown) => `b${String(page)}` }),
      routeAt('/c', { closed: true }),
      routeAt('/d', { method: 'POST' }),
    );
    expect(await send(router, 'GET', '/a?page=1')).toBe('200 a1');
    expect(await send(router, 'GET', '/b?page=2')).toBe('200 b2');
    expect(await send(router, 'GET', '/b?page=2&other=3')).toBe('200 b2');
    expect(await send(router, 'GET', '/c?page=2&other=3')).toMatch(/^400 .*"name":"other"/);
    expect(await send(router, 'POST', '/d', '{"page":3}')).toBe('200 {"page":3}');
  });

  it('take the values of their own path variables', async () => {
    const bindings = [PathParam('id', int)] as const;
    const handler = (id: number): { id: number } => ({ id });
    const router = new Router(new Toolkit()).add(
      route({ method: 'GET', path: '/a/{id}', bindings, handler }),
      route({ method: 'GET', path: '/b/{id}', bindings, handler }),
      route({ method: 'GET', path: '/c/{other}/{id}', bindings, handler }),
    );
    expect(await send(router, 'GET', '/a/1')).toBe('200 {"id":1}');
    expect(await send(router, 'GET', '/b/2')).toBe('200 {"id":2}');
    expect(await send(router, 'GET', '/c/3/4')).toBe('200 {"id":4}');
  });

  it('use the context objects of their own routers', async () => {
    class Place {
      constructor(readonly name: string) {}
    }
    const bindings = [Context(Place)] as const;
    const toolkit = new Toolkit();
    const create = (name: string): Router => {
      const inner = new Router(toolkit);
      inner.registries.setContextObject(Place, () => new Place(name));
      return inner.add(
        route({ method: 'GET', path: '/place', bindings, handler: (place: Place) => place.name }),
      );
    };
    const router = new Router(toolkit).mount('/one', create('one')).mount('/two', create('two'));
    expect(await send(router, 'GET', '/one/place')).toBe('200 one');
    expect(await send(router, 'GET', '/two/place')).toBe('200 two');
  });

  it('have separate findings about it', () => {
    const bindings = [{ source: 'query', name: 'filter', type: object({ a: int }) }] as const;
    const router = new Router(new Toolkit()).add(routeAt('/a', { bindings }), routeAt('/b', { bindings }));
    const messages = router.diagnostics().map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringContaining('GET /a (handler): query filter'),
      expect.stringContaining('GET /b (handler): query filter'),
    ]);
  });
});

describe('routes with equal bindings', () => {
  const first = routeAt('/{id}', { bindings: [PathParam('id', int).binding] });

  it('share the plans of the latest of them', () => {
    const second = routeAt('/{id}/b', { bindings: [PathParam('id', int).binding] });
    const other = routeAt('/{id}/c', { bindings: [PathParam('id', String).binding] });
    const none = routeAt('/d', { bindings: [] });
    const plans = plansOf([first, 'id'], [other, 'id'], [none], [second, 'id'], [{ ...none, bindings: [] }]);
    expect(plans[3]).toBe(plans[0]);
    expect(plans[4]).toBe(plans[2]);
    expect(new Set(plans).size).toBe(3);
  });

  const number = { name: 'number', types: [Number], instance: { read: () => 1 } };
  it.each<[string, Route['bindings'], readonly string[]]>([
    ['the name of the variable', [PathParam('other', int).binding], ['other']],
    ['the source', [{ source: 'query', name: 'id', type: int }], ['id']],
    ['the default', [PathParam('id', int).default('1').binding], ['id']],
    ['the reader', [PathParam('id', int).reader(number as never).binding], ['id']],
    ['the location', [{ ...PathParam('id', int).binding, origin: { line: 1 } }], ['id']],
    [
      'the number of bindings',
      [PathParam('id', int).binding, PathParam('other', int).binding],
      ['id', 'other'],
    ],
    ['the variables of the path', [PathParam('id', int).binding], ['other', 'id']],
  ])('do not share them if they differ in %s', (_, bindings, variables) => {
    const second = routeAt('/b', { bindings });
    const [one, other] = plansOf([first, 'id'], [second, ...variables]);
    expect(other).not.toBe(one);
    const [another, last] = plansOf([second, ...variables], [first, 'id']);
    expect(last).not.toBe(another);
  });

  it('have the same findings about their bodies as if each had been registered alone', () => {
    class Note {
      title = '';
    }
    class Other {}
    const router = new Router(new Toolkit());
    router.registries.readers.register({
      name: 'csv',
      types: [Other],
      mediaTypes: ['text/csv'],
      instance: { read: () => new Other() },
    });
    const consumes = ['text/csv'];
    for (const path of ['/a', '/b'])
      router.add({
        method: 'POST',
        path,
        bindings: [BodyParam(Note).binding],
        consumes,
        handler: () => path,
      });
    expect(router.diagnostics().map(({ message }) => message)).toEqual([
      expect.stringContaining('POST /a (handler)'),
      expect.stringContaining('POST /b (handler)'),
    ]);
  });

  it('call their own handlers with their own values', async () => {
    const router = new Router(new Toolkit()).add(
      route({ method: 'GET', path: '/a/{id}', bindings: [PathParam('id', int)], handler: (id) => `a${id}` }),
      route({ method: 'GET', path: '/b/{id}', bindings: [PathParam('id', int)], handler: (id) => `b${id}` }),
      route({
        method: 'GET',
        path: '/c/{x}/{id}',
        bindings: [PathParam('id', int)],
        handler: (id) => `c${id}`,
      }),
    );
    expect(await send(router, 'GET', '/a/1')).toBe('200 a1');
    expect(await send(router, 'GET', '/b/2')).toBe('200 b2');
    expect(await send(router, 'GET', '/c/3/4')).toBe('200 c4');
    expect(await send(router, 'GET', '/b/x')).toMatch(/^400 .*"name":"id"/);
  });
});
