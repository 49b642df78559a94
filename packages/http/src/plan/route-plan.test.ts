import { expect, it } from 'vitest';
import {
  array,
  basicAuthentication,
  BodyParam,
  Context,
  cors,
  csrf,
  FormParam,
  handle,
  HttpRequest,
  int,
  limits,
  object,
  PathParam,
  QueryParam,
  route,
  Router,
  Toolkit,
  type HttpResponseWriter,
  type Route,
} from '../index.ts';
import type { Component } from '../kernel.ts';

class Note {
  readonly title: string = '';
}
class Tenant {}

function audit(_context: unknown, next: () => unknown): unknown {
  return next();
}

const writer = (name: string, ...mediaTypes: readonly string[]): Component<HttpResponseWriter> => ({
  name,
  mediaTypes,
  instance: { write: (_result, _request, response) => response.end(name) },
});

/** Collects all objects and functions that are reachable from a value through own properties, maps and lists. */
function reachable(from: unknown, found: Set<unknown> = new Set()): Set<unknown> {
  if ((typeof from !== 'object' && typeof from !== 'function') || from === null || found.has(from))
    return found;
  found.add(from);
  if (from instanceof Map) for (const [key, value] of from) reachable([key, value], found);
  for (const key of Reflect.ownKeys(from)) {
    const property = Object.getOwnPropertyDescriptor(from, key)!;
    if ('value' in property) reachable(property.value, found);
  }
  return found;
}

function example(): { readonly router: Router; readonly given: readonly unknown[] } {
  const toolkit = new Toolkit({ inherit: false });
  const writers = [writer('A', 'text/*'), writer('B', 'text/*', 'image/*'), writer('C', 'image/png')];
  const reader = {
    name: 'Reader',
    mediaTypes: ['text/csv'],
    types: [Note],
    instance: { read: () => new Note() },
  };
  const words = { name: 'Words', types: [Tenant], instance: { read: () => new Tenant() } };
  const provider = { name: 'Tenants', types: [Tenant], instance: { provide: () => new Tenant() } };
  const onError = handle(RangeError, () => {});
  const bodyHandler = { maxBody: 50, read: () => Promise.resolve({ fields: [], files: [] }) };
  const filters = [audit, limits({ value: 9 }), cors({ origin: ['https://a.example'] }), csrf()];
  const notFound = { pattern: '/api/.*', writer: { name: 'Missing', instance: { write: () => {} } } };
  toolkit.registries.writers.register(...writers);
  toolkit.registries.readers.register(reader, words);
  toolkit.registries.providers.register(provider);
  toolkit.registries.handlers.register(onError);
  toolkit.registries.access = { authenticate: { name: 'Basic', instance: basicAuthentication(() => null) } };
  const router = new Router(toolkit).use(filters[0]!).use('/notes/{r:.*}', filters[2]!).use(filters[2]!);
  router.notFound(notFound);
  const routes: readonly Route[] = [
    route({
      method: 'POST',
      path: '/notes/{id}',
      bindings: [
        PathParam('id', int),
        QueryParam('tenant', Tenant),
        QueryParam('tags', array(String)),
        Context(Tenant),
        Context(HttpRequest),
        Context(Toolkit),
        Context(AbortSignal),
        BodyParam(Note),
      ],
      consumes: 'text/csv',
      produces: 'text/csv',
      scopes: [
        { name: 'class Notes', filters, limits: { body: 9 }, headers: [['X-A', '1']] },
        {
          name: 'method',
          limits: { body: 9 },
          access: { rule: ['admin'] },
          headers: [['x-a', '2']],
          handlers: [onError],
          events: [{ event: { name: 'Saved', instance: { execute: () => {} } } }],
        },
      ],
      handler: () => 1,
    }),
    route({
      method: 'POST',
      path: '/forms',
      bindings: [FormParam('a', int)],
      scopes: [{ name: 'method', bodyHandler }],
      handler: () => 2,
    }),
    route({ method: 'GET', path: '/variant', produces: 'text/html', handler: () => 3 }),
    route({ method: 'GET', path: '/variant', produces: 'application/json', handler: () => 4 }),
    {
      method: 'POST',
      path: '/names',
      bindings: [{ source: 'object', type: object({ a: int }) }],
      closed: true,
      handler: () => 5,
    },
  ];
  router.add(...routes);
  return {
    router,
    given: [routes, filters, writers, reader, words, provider, onError, notFound, toolkit.registries.access],
  };
}

it('a plan is plain data apart from functions of the application', () => {
  const { router, given } = example();
  const { plans, unmatched } = router.resolved();
  const own = reachable(given);
  const foreign = [...reachable([...plans.values(), unmatched])].filter((each) => !own.has(each));
  expect(plans.size).toBe(5);
  expect(foreign.length).toBeGreaterThan(50);
  const PROTOTYPES = new Set<unknown>([Object.prototype, Array.prototype, RegExp.prototype, null]);
  const kinds = foreign
    .filter((each) => !PROTOTYPES.has(Object.getPrototypeOf(each)))
    .map((each) => (each as object).constructor.name);
  // A StackOrigin computes its location on access.
  expect([...new Set(kinds)]).toEqual(['StackOrigin']);
});

it('a plan can be cloned if the functions and classes of the application are replaced', () => {
  const { router, given } = example();
  const { plans, unmatched } = router.resolved();
  const own = reachable(given);
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'function') return `function ${value.name}`;
    if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
    if (own.has(value) && Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value))
      return 'own';
    if (Array.isArray(value)) return value.map(replaced);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each)]));
  };
  const data = replaced([...plans.values(), unmatched]);
  expect(structuredClone(data)).toEqual(data);
});

it('a plan lists the writers that may apply, with their scopes, in the order in which they are tried', () => {
  const { router } = example();
  const plan = router.explain('POST', '/notes/7').plan!;
  expect(plan.writers.map(({ what, from }) => `${what} | ${from}`)).toEqual([
    'B for text/*, image/* | toolkit',
    'A for text/* | toolkit',
    'text/csv | built in',
  ]);
});

it('a plan attributes a limit that two scopes set to the narrower one', () => {
  const { router } = example();
  const plan = router.explain('POST', '/notes/7').plan!;
  expect(plan.limits).toContainEqual({ what: 'body 9 bytes', from: 'method' });
  expect(plan.limits).toContainEqual({ what: 'value 9 bytes', from: 'class Notes' });
});

it('a plan contains the value of each static header', () => {
  const { headers } = example().router.explain('POST', '/notes/7').plan!;
  expect(headers).toEqual([{ what: 'x-a: 2', from: 'method' }]);
});

it('a plan lists the CORS policy that applies', () => {
  const { router } = example();
  const from = (method: string, target: string): readonly string[] =>
    router
      .explain(method, target)
      .plan!.filters.filter(({ what }) => what === 'crossOrigin')
      .map((each) => each.from);
  expect(from('POST', '/notes/7')).toEqual(['class Notes']);
  expect(from('GET', '/variant')).toEqual(['router']);
});
