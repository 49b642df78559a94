import { HttpRequest, int, optional, route, uuid, type Filter, type Route } from '@writ/http';
import { expect, it } from 'vitest';
import {
  BodyParam,
  Consumes,
  Context,
  DELETE,
  GET,
  Get,
  HeaderParam,
  Path,
  PathParam,
  POST,
  Post,
  Produces,
  PUT,
  QueryParam,
  RouteOrder,
  Use,
} from '../index.ts';
import type { Class } from '../recording/reflection.ts';
import { resolveEndpoint } from './endpoint.ts';

class Note {
  title = '';
}

/** The routes as plain data. The test fails if there are findings, because routes with findings are omitted. */
function readRoutes(type: new () => object): object[] {
  const { routes, findings } = resolveEndpoint(type as Class, new type(), {});
  expect(findings.map((finding) => finding.message('it'))).toEqual([]);
  return routes.map(withoutFunctions);
}

function withoutFunctions({ handler: _handler, origin: _origin, bindings, ...rest }: Route): object {
  return { ...rest, bindings: bindings.map(({ origin: _place, ...binding }) => binding) };
}

it('parameter annotations and bindings in the verb record the same routes as route({...})', () => {
  @Path('/notes')
  @Produces('application/json')
  class ByParameters {
    @GET('/{id}')
    one(@PathParam('id', int) _id: number, @QueryParam('verbose', optional(Boolean)) _verbose?: boolean) {}

    @POST('/', { consumes: 'application/json', order: 3 })
    add(
      @BodyParam(Note) _note: Note,
      @HeaderParam('x-id', uuid) _id: string,
      @(QueryParam('n', int).default('1')) _n: number,
    ) {}
  }

  @Path('/notes')
  @Produces('application/json')
  class InVerbs {
    @GET('/{id}', PathParam('id', int), QueryParam('verbose', optional(Boolean)))
    one(_id: number, _verbose?: boolean) {}

    @POST('/', { order: 3 }, BodyParam(Note), HeaderParam('x-id', uuid), QueryParam('n', int).default('1'))
    @Consumes('application/json')
    add(_note: Note, _id: string, _n: number) {}
  }

  const produces = 'application/json';
  const byHand = [
    route({
      method: 'GET',
      path: '/notes/{id}',
      bindings: [PathParam('id', int), QueryParam('verbose', optional(Boolean))],
      handler: (_id, _verbose) => {},
      produces,
    }),
    route({
      method: 'POST',
      path: '/notes',
      bindings: [BodyParam(Note), HeaderParam('x-id', uuid), QueryParam('n', int).default('1')],
      handler: (_note, _id, _n) => {},
      consumes: 'application/json',
      produces,
      order: 3,
    }),
  ].map(withoutFunctions);
  expect(readRoutes(ByParameters)).toEqual(byHand);
  expect(readRoutes(InVerbs)).toEqual(byHand);
});

it('a binding without a type uses the class in the metadata', () => {
  class Types {
    @GET('/{id}')
    one(
      @PathParam('id') _id: number,
      @QueryParam('s') _s: string,
      @QueryParam('b') _b: boolean,
      @QueryParam('n') _n: bigint,
      @QueryParam('d') _d: Date,
      @QueryParam('u') _u: URL,
      @Context() _request: HttpRequest,
    ) {}
  }
  expect(readRoutes(Types)).toMatchObject([
    { bindings: [Number, String, Boolean, BigInt, Date, URL, HttpRequest].map((type) => ({ type })) },
  ]);
});

it('the only parameter without a source is the body', () => {
  class Body {
    @PUT('/{id}') alone(@PathParam('id', int) _id: number, _note: Note) {}
    @POST('/', QueryParam('n', int)) inVerb(_n: number, _note?: Note) {}
    @DELETE('/') only(_note: Note) {}
  }
  expect(readRoutes(Body)).toMatchObject([
    { bindings: [{ source: 'path' }, { source: 'body', type: Note }] },
    { bindings: [{ source: 'query' }, { source: 'body', type: Note }] },
    { bindings: [{ source: 'body', type: Note }] },
  ]);
});

it('the first parameter with a default value and all later parameters are optional', () => {
  class Defaults {
    @GET('/a')
    one(
      @QueryParam('a', int) _a: number,
      @QueryParam('b', int) _b = 1,
      @(QueryParam('c', int).default('2')) _c = 2,
    ) {}
    @GET('/b', QueryParam('a', optional(int)), QueryParam('b', Boolean)) two(_a = 1, _b = true) {}
    @GET('/c', QueryParam('a', int)) three(_a: number, _own = new Date()) {}
  }
  expect(readRoutes(Defaults)).toMatchObject([
    { bindings: [{ type: int }, { type: optional(int) }, { type: int, default: '2' }] },
    { bindings: [{ type: optional(int) }, { type: optional(Boolean) }] },
    { bindings: [{ type: int }] },
  ]);
});

it.each([
  [undefined, '/', '/'],
  ['/', '/', '/'],
  ['notes', undefined, '/notes'],
  ['/notes/', '/{id}', '/notes/{id}'],
  ['/notes', '/', '/notes'],
  ['/notes', 'all/', '/notes/all/'],
  ['/{a}', '/{rest:.*/x}', '/{a}/{rest:.*/x}'],
])('the class path %s and the method path %s are joined to %s', (root, own, path) => {
  class Paths {
    @GET(own) one() {}
  }
  if (root !== undefined) Path(root)(Paths);
  expect(readRoutes(Paths)).toMatchObject([{ path }]);
});

it('@Path can set the path of a method', () => {
  @Path('/notes')
  class Apart {
    @Path('/{id}') @GET(PathParam('id', int)) one(_id: number) {}
  }
  expect(readRoutes(Apart)).toMatchObject([{ path: '/notes/{id}' }]);
});

const first: Filter = (_context, next) => next();
const second: Filter = (_context, next) => next();
const third: Filter = (_context, next) => next();

it('annotations are inherited, each from the nearest class that declares it', () => {
  @Path('/base')
  @Produces('text/plain')
  @Use(first)
  abstract class Base {
    @GET('/{id}') @Use(second) one(@PathParam('id', int) _id: number) {}
    @GET('/all') @RouteOrder(-1) all() {}
    @Get('/mine') mine() {}
  }
  @Path('/notes')
  class Notes extends Base {
    @Post('/', BodyParam(Note)) add(_note: Note) {}
    @Produces('application/json') @Use(third) override one(_id: number) {}
    override all() {}
  }
  const scope = { name: 'class Notes', path: '/notes', filters: [first] };
  expect(readRoutes(Notes)).toEqual([
    {
      method: 'POST',
      path: '/notes',
      bindings: [{ source: 'body', type: Note }],
      produces: ['text/plain'],
      scopes: [scope],
    },
    {
      method: 'GET',
      path: '/notes/{id}',
      bindings: [{ source: 'path', name: 'id', type: int }],
      produces: ['application/json'],
      scopes: [scope, { name: 'Notes.one', filters: [second, third] }],
    },
    {
      method: 'GET',
      path: '/notes/all',
      bindings: [],
      produces: ['text/plain'],
      order: -1,
      scopes: [scope],
    },
    { method: 'GET', path: '/notes/mine', bindings: [], produces: ['text/plain'], scopes: [scope] },
  ]);
});

it('a route and its bindings record the location, class and method of their declaration', () => {
  class Notes {
    @GET('/{id}')
    one(@PathParam('id', int) _id: number) {}
  }
  const [only] = resolveEndpoint(Notes, new Notes(), {}).routes;
  expect(only?.origin).toMatchObject({
    className: 'Notes',
    method: 'one',
    file: import.meta.filename,
    column: 6,
  });
  expect(only?.bindings[0]?.origin).toMatchObject({
    className: 'Notes',
    method: 'one',
    line: only!.origin!.line! + 1,
    column: 10,
  });
});

it('the handler calls the method on the instance', () => {
  class Counter {
    #count = 0;
    @GET('/') next() {
      this.#count += 1;
      return this.#count;
    }
  }
  const [only] = resolveEndpoint(Counter, new Counter(), {}).routes;
  expect([only?.handler(), only?.handler()]).toEqual([1, 2]);
});
