import {
  EventBus,
  handle,
  HttpRequest,
  HttpResponse,
  int,
  optional,
  route,
  RoutingContext,
  Toolkit,
  type Route,
} from '@writ/http';
import { z } from 'zod';
import { expect, it } from 'vitest';
import {
  ApplicationPath,
  Authenticate,
  Authorize,
  BeanParam,
  BodyParam,
  CatchWith,
  Consumes,
  Context,
  ContextReader,
  CookieParam,
  DefaultValue,
  Events,
  FormParam,
  GET,
  Header,
  HeaderParam,
  MatrixParam,
  NoCache,
  Path,
  PathParam,
  PermitAll,
  POST,
  Produces,
  QueryParam,
  Raw,
  RequestReader,
  ResponseWriter,
  RestRouter,
  RolesAllowed,
  Use,
  Valid,
} from '../index.ts';
import type { Class } from '../recording/reflection.ts';
import { resolveEndpoint } from './endpoint.ts';

class Note {
  title = '';
}
class Token {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
class Teapot extends Error {}

class NoteReader {
  static readonly type = Note;
  read(text: string): Note {
    return Object.assign(new Note(), { title: text });
  }
}
@Produces('text/xml')
@Header('X-Writer: xml', 'Content-Type: application/xml')
class XmlWriter {
  write(result: unknown, _request: HttpRequest, response: HttpResponse): void {
    response.end(`<x>${String(result)}</x>`);
  }
}
class TeapotHandler {
  static readonly type = Teapot;
  write(_teapot: Teapot, _request: HttpRequest, response: HttpResponse): void {
    response.end('short and stout');
  }
}
class TokenProvider {
  static readonly type = Token;
  provide(request: HttpRequest): Token | null {
    const text = request.headers.get('x-token');
    return text === undefined ? null : new Token(text);
  }
}
const tokenReader = (text: string): Token => new Token(text);
const small = z.string().max(3);

/** The routes as plain data. The test fails if there are findings. */
function routesOf(type: Class): readonly Route[] {
  const { routes, findings } = resolveEndpoint(type, Reflect.construct(type, []) as object, {});
  expect(findings.map((finding) => finding.message('it'))).toEqual([]);
  return routes;
}

/** The value without functions and locations; components are replaced by their types. */
function withoutFunctions(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) => {
      if (key === 'origin' || key === 'handler') return undefined;
      return typeof each === 'function' ? `[${each.name}]` : each;
    }),
  ) as unknown;
}

const byHand = route({
  method: 'POST',
  path: '/notes/{id}',
  bindings: [
    PathParam('id', int),
    MatrixParam('m', int).default('1'),
    QueryParam('q', String).raw(),
    CookieParam('c', optional(String)),
    HeaderParam('h', Token).reader(tokenReader),
    FormParam('f', String).valid(small),
    BodyParam(Note).reader(NoteReader),
    Context(Token).from(TokenProvider),
    Context(HttpRequest),
  ],
  handler: () => {},
  consumes: 'text/plain',
  produces: 'text/xml',
  scopes: [
    {
      name: 'class Notes',
      path: '/notes',
      handlers: [{ name: 'TeapotHandler', types: [Teapot], instance: new TeapotHandler() }],
      headers: [['X-Frame-Options', 'DENY']],
    },
    {
      name: 'Notes.all',
      writer: {
        name: 'XmlWriter',
        mediaTypes: ['text/xml', 'application/xml'],
        headers: [['X-Writer', 'xml']],
        instance: new XmlWriter(),
      },
      headers: [['Cache-Control', 'no-store']],
    },
  ],
});

@Path('/notes')
@CatchWith(TeapotHandler)
@Header('X-Frame-Options: DENY')
class ByParameters {
  @POST('/{id}')
  @ResponseWriter(XmlWriter)
  @Header('Cache-Control: no-store', 'Accept: text/plain', 'Content-Type: text/xml')
  all(
    @PathParam('id', int) _id: number,
    @MatrixParam('m', int) @DefaultValue('1') _m: number,
    @Raw() @QueryParam('q') _q: string,
    @CookieParam('c', optional(String)) _c: string | undefined,
    @HeaderParam('h') @RequestReader(tokenReader) _h: Token,
    @FormParam('f') @Valid(small) _f: string,
    @BodyParam() @RequestReader(NoteReader) _note: Note,
    @Context() @ContextReader(TokenProvider) _token: Token,
    @Context() _request: HttpRequest,
  ): void {}
}
Object.defineProperty(ByParameters, 'name', { value: 'Notes' });

@Path('/notes')
@CatchWith(TeapotHandler)
@Header('X-Frame-Options: DENY')
class InVerb {
  @POST(
    '/{id}',
    { consumes: 'text/plain', produces: 'text/xml' },
    PathParam('id', int),
    MatrixParam('m', int).default('1'),
    QueryParam('q', String).raw(),
    CookieParam('c', optional(String)),
    HeaderParam('h', Token).reader(tokenReader),
    FormParam('f', String).valid(small),
    BodyParam(Note).reader(NoteReader),
    Context(Token).from(TokenProvider),
    Context(HttpRequest),
  )
  @ResponseWriter(XmlWriter)
  @Header('Cache-Control: no-store')
  all(..._all: unknown[]): void {}
}
Object.defineProperty(InVerb, 'name', { value: 'Notes' });

it.each([
  ['on parameters', ByParameters],
  ['in the verb', InVerb],
])('components declared %s are recorded like the components of route({...})', (_how, type) => {
  const [only] = routesOf(type);
  expect(withoutFunctions(only)).toEqual(withoutFunctions(byHand));
  expect(withoutFunctions(only)).toMatchObject({
    bindings: [{}, {}, { raw: true }, {}, { reader: {} }, { valid: {} }, {}, { provider: {} }, {}],
  });
});

it('a component class has one shared instance, whereas objects and functions are used as passed', () => {
  const reader = new NoteReader();
  class Notes {
    @POST('/a') @RequestReader(NoteReader) a(@BodyParam(Note) _note: Note): void {}
    @POST('/b', BodyParam(Note).reader(NoteReader)) b(_note: Note): void {}
    @POST('/c') @RequestReader(reader) c(@BodyParam(Note) _note: Note): void {}
  }
  const [a, b, c] = routesOf(Notes);
  const named = a!.scopes![0]!.reader!;
  expect(named).toMatchObject({ name: 'NoteReader', types: [Note] });
  expect(named.instance).toBeInstanceOf(NoteReader);
  expect((b!.bindings[0] as { reader: typeof named }).reader.instance).toBe(named.instance);
  expect(c!.scopes![0]!.reader!.instance).toBe(reader);
});

it('@CatchWith accepts the result of handle(...), and functions as handlers of all errors', () => {
  const all = (): void => {};
  class Notes {
    @GET('/') @CatchWith(handle(Teapot, () => {}), all) one(): void {}
  }
  const [only] = routesOf(Notes);
  const handlers = only!.scopes![0]!.handlers!;
  expect(handlers.map(({ types }) => types)).toEqual([[Teapot], undefined]);
  expect(handlers[1]!.instance!.write).toBe(all);
});

it('the access rules of a class and of its methods are recorded separately', () => {
  class Who {
    provideCredentials(): null {
      return null;
    }
    authenticate(): null {
      return null;
    }
  }
  const what = { getId: () => 'id', getAuthorizations: () => true };
  @Authenticate(Who)
  @PermitAll()
  class Notes {
    @GET('/a') @Authorize(what) a(): void {}
    @GET('/b') @RolesAllowed('x', 'y') b(): void {}
    @GET('/c') c(): void {}
  }
  const [a, b, c] = routesOf(Notes).map(({ scopes }) => scopes!);
  const ofClass = { name: 'class Notes', access: { authenticate: { name: 'Who' }, rule: 'permit' } };
  expect(a).toMatchObject([ofClass, { access: { authorize: { instance: what } } }]);
  expect(a![0]!.access!.authenticate!.instance).toBeInstanceOf(Who);
  expect(b).toMatchObject([ofClass, { access: { rule: ['x', 'y'] } }]);
  // Without an empty scope for the method, the kernel would treat the class's rule as the method's rule.
  expect(c).toMatchObject([ofClass, { name: 'Notes.c' }]);
  expect(c![1]).toEqual({ name: 'Notes.c' });
});

it('a component with @Context fields or @NoCache is created for each request', () => {
  class Asking {
    @Context(HttpRequest) request!: HttpRequest;
    @Context() context!: RoutingContext;
    @Context() bus!: EventBus;
    write(): void {}
  }
  @NoCache()
  class Fresh {
    write(): void {}
  }
  class Notes {
    @GET('/') @CatchWith(Asking, Fresh) one(): void {}
  }
  const [asking, fresh] = routesOf(Notes)[0]!.scopes![0]!.handlers!;
  const toolkit = new Toolkit();
  const context = { request: { path: '/' }, toolkit } as unknown as RoutingContext;
  const [first, second] = [asking!.create!(context), asking!.create!(context)] as unknown as Asking[];
  expect(first).not.toBe(second);
  expect(first).toMatchObject({ request: context.request, context, bus: toolkit.eventBus });
  expect(asking!.instance).toBeUndefined();
  expect(fresh!.create!(context)).not.toBe(fresh!.create!(context));
});

it('an endpoint with @NoCache is created for each request', () => {
  @NoCache()
  class Counter {
    #count = 0;
    @GET('/') next(): number {
      this.#count += 1;
      return this.#count;
    }
  }
  const [only] = routesOf(Counter);
  expect([only!.handler(), only!.handler()]).toEqual([1, 1]);
  expect(only!.handler.name).toBe('next');
});

it('a bean is collected from fields, constructor parameters and base classes', () => {
  class Paging {
    @QueryParam('page', optional(int)) page = 1;
    @QueryParam('size') @DefaultValue('10') size!: number;
  }
  class Search extends Paging {
    readonly id: number;
    constructor(
      @PathParam('id', int) id: number,
      @HeaderParam('x', String) readonly x = '',
    ) {
      super();
      this.id = id;
    }
    @CookieParam('c') @Raw_() cookie!: string;
    @BeanParam() inner!: Inner;
  }
  class Notes {
    @GET('/{id}') one(@BeanParam() _search: Search): void {}
    @GET('/b/{id}', BeanParam(Search)) two(_search: Search): void {}
  }
  const [one, two] = routesOf(Notes);
  expect(withoutFunctions(one!.bindings)).toEqual(withoutFunctions(two!.bindings));
  expect(one!.bindings[0]).toMatchObject({
    source: 'bean',
    type: Search,
    parameters: [
      { source: 'path', name: 'id', type: int },
      { source: 'header', name: 'x', type: optional(String) },
    ],
    fields: [
      { name: 'page', binding: { source: 'query', type: optional(int) } },
      { name: 'size', binding: { source: 'query', type: Number, default: '10' } },
      { name: 'cookie', binding: { source: 'cookie', type: String } },
      { name: 'inner', binding: { source: 'bean', type: Inner, fields: [{ name: 'q' }] } },
    ],
  });
});

it('components and headers are inherited from the nearest class that declares them', () => {
  @ApplicationPath('v1')
  @Header('X-A: base')
  @ResponseWriter(XmlWriter)
  abstract class Base {
    @GET('/one') @CatchWith(TeapotHandler) @ContextReader(TokenProvider) one(
      @Context() _token: Token,
      @Context() _request: HttpRequest,
    ): void {}
  }
  @Path('notes')
  @Header('X-B: own')
  class Notes extends Base {
    @Header('X-C: method') override one(_token: Token, _request: HttpRequest): void {}
  }
  const [only] = routesOf(Notes);
  expect(only).toMatchObject({
    path: '/v1/notes/one',
    bindings: [{ provider: { name: 'TokenProvider' } }, { type: HttpRequest }],
    scopes: [
      {
        headers: [
          ['X-A', 'base'],
          ['X-B', 'own'],
        ],
        writer: { name: 'XmlWriter' },
      },
      { headers: [['X-C', 'method']], handlers: [{ name: 'TeapotHandler' }] },
    ],
  });
  expect(only!.bindings[1]).not.toHaveProperty('provider');
});

it('parameters stay required when another decorator wraps the method', () => {
  const wrap = (_target: object, _key: string, descriptor: PropertyDescriptor): void => {
    const inner = descriptor.value as (...args: unknown[]) => unknown;
    descriptor.value = function wrapped(this: unknown, ...args: unknown[]): unknown {
      return inner.apply(this, args);
    };
  };
  class Notes {
    @GET('/a') @wrap above(@QueryParam('n', int) _n: number, @QueryParam('m', int) _m = 1): void {}
    @wrap @GET('/b', QueryParam('n', int)) below(_n: number): void {}
    @Consumes('text/plain') @wrap @GET('/c', QueryParam('n', int)) around(_n: number): void {}
  }
  expect(routesOf(Notes)).toMatchObject([
    { bindings: [{ type: int }, { type: optional(int) }] },
    { bindings: [{ type: int }] },
    { bindings: [{ type: int }] },
  ]);
});

class Inner {
  @QueryParam('q', String) q!: string;
}
function Raw_(): PropertyDecorator {
  return () => {};
}

it('an empty role list denies access and is a start-up error', () => {
  @RolesAllowed()
  class Notes {
    @GET('/a') a(): void {}
    @GET('/b') @RolesAllowed('x') b(): void {}
  }
  const found = RestRouter.register(new Toolkit({ inherit: false }), Notes).diagnostics();
  expect(found.filter(({ severity }) => severity === 'error')).toMatchObject([
    { code: 'W2041', message: 'GET /a (Notes.a): its access rule (class Notes) has an empty role list' },
    { code: 'W2041', message: 'GET /b (Notes.b): its access rule (class Notes) has an empty role list' },
  ]);
});

it.each([
  ['CatchWith', CatchWith()],
  ['Events', Events()],
  ['Header', Header()],
  ['Use', Use()],
  ['Consumes', Consumes()],
  ['Produces', Produces()],
])('@%s() with an empty list is a start-up error on a class and on a method', (name, annotation) => {
  @annotation
  class Notes {
    @GET('/') @annotation one(): void {}
  }
  const found = RestRouter.register(new Toolkit({ inherit: false }), Notes).diagnostics();
  expect(found.filter(({ code }) => code === 'W2131').map(({ message }) => message)).toEqual([
    `@${name}() on Notes has no values`,
    `@${name}() on Notes.one has no values`,
  ]);
});
