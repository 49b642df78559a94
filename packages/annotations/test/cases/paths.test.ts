import { HttpRequest, int, optional, RestResponse } from '@writ/http';
import { expect, it } from 'vitest';
import {
  ApplicationPath,
  Consumes,
  Context,
  GET,
  Get,
  MatrixParam,
  Path,
  PathParam,
  POST,
  Produces,
  QueryParam,
  RestBuilder,
  RouteOrder,
} from '../../src/index.ts';
import { describeResponses, registrationErrors, quietToolkit, createRouter } from './table.ts';

class Dummy {
  name = '';
  value = '';
}
const received = ({ name, value }: Dummy): object => ({
  name: `Received-${name}`,
  value: `Received-${value}`,
});

@Path('/{root}')
class Root {
  @GET() root(@PathParam('root', String) root: string): string {
    return root;
  }
  @GET('/echo/{param}') echo(
    @PathParam('root', String) root: string,
    @PathParam('param', String) param: string,
  ): string {
    return root + param;
  }
}
@Path('/mixed')
class Mixed {
  @GET('/echo') echo(): string {
    return 'hello';
  }
}
@Path('/test/json')
@Consumes('application/json')
@Produces('application/json')
class TestJson {
  @POST('/post') post(dummy: Dummy): object {
    return received(dummy);
  }
}
@Path('/post')
@Consumes('application/json')
@Produces('application/json')
class PostJson {
  @POST('/json') post(dummy: Dummy): object {
    return received(dummy);
  }
}

describeResponses('a class path with a variable', () => createRouter(Root), [
  ['F01-03 the class path alone matches', '/this', 'this'],
  ['F01-13 values are decoded once', '/a%20b/echo/c%2Bd', 'a bc+d'],
  ['F01-14 a plus is not decoded to a space', '/a+b/echo/c', 'a+bc'],
]);

describeResponses('plain paths', () => createRouter(Mixed, TestJson, PostJson), [
  [
    'F01-05 a string is sent as text/plain if no media type is declared',
    '/mixed/echo',
    { status: 200, body: 'hello', headers: { 'content-type': 'text/plain; charset=utf-8' } },
  ],
  [
    'F01-10 matching is case-sensitive, and a problem document is the default response',
    '/MIXED/echo',
    { status: 404, headers: { 'content-type': 'application/problem+json' } },
  ],
  [
    'F01-12 two classes can be registered in one call',
    { method: 'POST', url: '/test/json/post', json: { name: 'test', value: 'me' } },
    { status: 200, body: { name: 'Received-test', value: 'Received-me' } },
  ],
  [
    'F01-12 the second of two classes is registered',
    { method: 'POST', url: '/post/json', json: { name: 'test', value: 'me' } },
    { status: 200, body: { name: 'Received-test', value: 'Received-me' } },
  ],
]);

it.each([
  ['F01-16', '//test//test', '', '/test/test'],
  ['F01-17', '//test', '//bla', '/test/bla'],
  ['F01-18', '/test', '/echo', '/test/echo'],
])('%s the class path %s and the method path %s match %s', async (_id, root, own, url) => {
  @Path(root)
  class Joined {
    @GET(own === '' ? undefined : own) one(): string {
      return 'here';
    }
  }
  const response = await createRouter(Joined).fetch(new Request(`http://localhost${url}`));
  expect([response.status, await response.text()]).toEqual([200, 'here']);
});

it('F01-19 a verb without a path in a class without a path is a start-up error', () => {
  class NoPath {
    @GET() echo(): void {}
  }
  expect(registrationErrors(NoPath)).toEqual(['no-path: neither NoPath.echo nor its class has a path']);
});

class Level {
  readonly name: string;
  private constructor(name: string) {
    this.name = name;
  }
  static readonly names = ['one', 'two', 'three'];
  static fromString(this: void, text: string): Level {
    if (!Level.names.includes(text)) throw new Error(`no level ${text}`);
    return new Level(text);
  }
  static ofCode(code: string): Level | null {
    const name = Level.names[Number(code) - 1];
    return name === undefined ? null : new Level(name);
  }
}
// A constructor with one parameter takes precedence over `fromString`.
class NamedLevel {
  name = '';
  static fromString(text: string): NamedLevel {
    return Object.assign(new NamedLevel(), { name: Level.fromString(text).name });
  }
}

@Path('/test')
@Produces('application/json')
class Match {
  @GET('/match/{this}/{that}') match(
    @PathParam('this', String) one: string,
    @PathParam('that', String) other: string,
  ): RestResponse {
    return RestResponse.ok(`${one}/${other}`);
  }
  @GET('/match2/:this/{that}') match2(
    @PathParam('this', String) one: string,
    @PathParam('that', String) other: string,
  ): RestResponse {
    return RestResponse.ok(`${one}/${other}`);
  }
}
@Path('/enum')
class Enums {
  @GET('/simple/{enum}') simple(@PathParam('enum') level: NamedLevel): string {
    return level.name;
  }
}
@Path('/enum')
class ReadEnums {
  @GET('/reader/{enum}') read(@PathParam('enum') level: Level): string {
    return level.name;
  }
}

describeResponses(
  'variables and typed values',
  () =>
    new RestBuilder(quietToolkit())
      .register(Match, Enums, ReadEnums)
      .reader(Level as never, (code: string) => Level.ofCode(code))
      .build(),
  [
    [
      'F02-01 two variables are bound, and the result is sent as JSON',
      '/test/match/hello/world',
      '"hello/world"',
    ],
    ['F02-02 a path may mix both styles of variables', '/test/match2/hello/world', '"hello/world"'],
    ['F02-08 static fromString creates the value', '/enum/simple/one', 'one'],
    ['F02-09 a registered reader of the type creates the value', '/enum/reader/1', 'one'],
    [
      'F02-11 a value that cannot be converted is rejected',
      '/enum/simple/four',
      { status: 400, body: { code: 'invalid-values' } },
    ],
    [
      'F02-12 a reader that returns null makes the value absent',
      '/enum/reader/9',
      { status: 400, body: { code: 'invalid-values' } },
    ],
  ],
);

it('F02-14 a duplicate variable name in a path is a start-up error', () => {
  class Twice {
    @GET('/{id}/{id}') one(@PathParam('id', int) _id: number): void {}
  }
  expect(registrationErrors(Twice)).toEqual([expect.stringMatching(/^path-pattern: .*id/)]);
});

/** A class with one GET route that returns the values of its variables. */
function variables(path: string, ...names: string[]): new () => object {
  class Variables {
    one(...values: string[]): object {
      return Object.fromEntries(names.map((name, index) => [name, values[index]]));
    }
  }
  const bindings = names.map((name) => PathParam(name, String));
  const descriptor = Object.getOwnPropertyDescriptor(Variables.prototype, 'one')!;
  (GET(path, ...(bindings as [])) as MethodDecorator)(Variables.prototype, 'one', descriptor);
  return Variables;
}

it.each<[id: string, path: string, url: string, values: Record<string, string>]>([
  ['F03-02', '{test}/{test2}', '/a/b', { test: 'a', test2: 'b' }],
  ['F03-03', '{test}/{test2}/{test3}', '/a/b/c', { test: 'a', test2: 'b', test3: 'c' }],
  ['F03-05', ':test/{test2}', '/a/b', { test: 'a', test2: 'b' }],
  ['F03-09', '/{test}/{test2}/{test3}', '/a/b/c', { test: 'a', test2: 'b', test3: 'c' }],
  ['F03-11', '/:test/{test2}', '/a/b', { test: 'a', test2: 'b' }],
  ['F03-12', '/{test}/:test2/{test3}', '/a/b/c', { test: 'a', test2: 'b', test3: 'c' }],
  ['F03-15', '/:test/', '/a', { test: 'a' }],
  ['F03-16', '/:test/{test2}/', '/a/b', { test: 'a', test2: 'b' }],
  ['F03-17', '/{test}/:test2/{test3}/', '/a/b/c', { test: 'a', test2: 'b', test3: 'c' }],
  ['F03-18', '/a', '/a', {}],
  ['F03-19', '/a/b', '/a/b', {}],
  ['F03-22', ':test:\\d', '/7', { test: '7' }],
  ['F03-24', ':test:.', '/x', { test: 'x' }],
  ['F03-28', '/:a::+', '/:::', { a: ':::' }],
  ['F03-31', '/a/:test/b', '/a/x/b', { test: 'x' }],
  ['F03-33', '/a/{test:\\d}/b', '/a/1/b', { test: '1' }],
  ['F03-34', '/:one:[A-Z]/{test:\\d}/b', '/X/1/b', { one: 'X', test: '1' }],
  ['F03-35', '/:one:\\d+/minus/:two:\\w+', '/12/minus/ab', { one: '12', two: 'ab' }],
  ['F03-36', 'direct/{placeholder:.*}', '/direct/a/b', { placeholder: 'a/b' }],
  [
    'F03-37',
    '/regEx/{one:\\w+}/{two:\\d+}/{three:\\w+}',
    '/regEx/ena/2/tri',
    { one: 'ena', two: '2', three: 'tri' },
  ],
  ['F03-39', '/regEx/:one:\\d+/minus/:two:\\d+', '/regEx/1/minus/2', { one: '1', two: '2' }],
])('%s the path %s reads its variables from %s', async (_id, path, url, values) => {
  const router = createRouter(variables(path, ...Object.keys(values)));
  const response = await router.fetch(new Request(`http://localhost${url}`));
  expect([response.status, await response.json()]).toEqual([200, values]);
});

it('F03-29 an expression with slashes in braces is not split', async () => {
  const router = createRouter(variables('/regEx/{path:(?!api\\/).*}', 'path'));
  const [one, other] = await Promise.all([
    router.fetch(new Request('http://localhost/regEx/a/b')),
    router.fetch(new Request('http://localhost/regEx/api/b')),
  ]);
  expect([await one.json(), other.status]).toEqual([{ path: 'a/b' }, 404]);
});

it.each([
  ['F03-23 a duplicate variable name', ':test:\\d/:test/:test:.*', 'test'],
  ['F03-25 the expression does not compile', '{test}/:test2:*.', 'test2'],
])('%s: %s is a start-up error', (_why, path, name) => {
  expect(registrationErrors(variables(path, name))).toEqual([expect.stringMatching(/^path-pattern: /)]);
});

@Path('/regEx')
class Expressions {
  @GET(':one:\\d+') @RouteOrder(10) one(@PathParam('one', int) one: number): string {
    return `${one}`;
  }
  @GET(':one:\\d+/minus/:two:\\d+') @RouteOrder(15) minus(
    @PathParam('one', int) one: number,
    @PathParam('two', int) two: number,
  ): string {
    return `${one - two}`;
  }
  @GET('{one:\\w+}/{two:\\d+}/{three:\\w+}') @RouteOrder(20) three(
    @PathParam('one', String) one: string,
    @PathParam('two', int) two: number,
    @PathParam('three', String) three: string,
  ): string {
    return `{one=${one}, two=${two}, three=${three}}`;
  }
  @GET('{path:(?!api\\/).*}') @RouteOrder(30) notApi(@PathParam('path', String) path: string): string {
    return `${path} - not /api`;
  }
  @GET('{path:.*}') @RouteOrder(40) last(@PathParam('path', String) path: string): string {
    return `${path} - last`;
  }
  @GET('/1.0') @RouteOrder(50) literal(): string {
    return 'literal';
  }
}
@Path('/matrix')
class Matrix {
  @GET('direct/{placeholder:.*}') add(
    @MatrixParam('one', int) one: number,
    @MatrixParam('two', int) two: number,
  ): string {
    return `${one + two}`;
  }
}

describeResponses('regular expressions', () => createRouter(Expressions, Matrix), [
  ['F04-01 the route with the lowest order answers', '/regEx/123', '123'],
  ['F04-02 two variables are bound', '/regEx/1/minus/2', '-1'],
  ['F04-05 a negative lookahead is supported', '/regEx/test', 'test - not /api'],
  ['F04-06 values are decoded', '/regEx/a%20b', 'a b - not /api'],
  ['F04-07 the order takes precedence over literals', '/regEx/1.0', '1.0 - not /api'],
  ['F04-08 a variable need not be bound', '/matrix/direct/param;one=1;two=2', '3'],
  ['F04-09 a trailing slash of the request is ignored', '/regEx/123/', '123'],
]);

@Path('/query')
class Query {
  @GET('/add') add(@QueryParam('one', int) one: number, @QueryParam('two', int) two: number): string {
    return `${one + two}`;
  }
}
@ApplicationPath('sub')
class SubRoot extends Root {}
@ApplicationPath('sub')
class SubQuery extends Query {}
@ApplicationPath('sub')
class SubExpressions extends Expressions {}

describeResponses(
  'the same classes below another path',
  () => createRouter(SubQuery, SubExpressions, SubRoot, Query, Expressions, Root),
  [
    ['F05-02', '/sub/this/echo/query', 'thisquery'],
    ['F05-04', '/sub/query/add?one=1&two=2', '3'],
    ['F05-04 the base class keeps its own path', '/query/add?one=1&two=2', '3'],
    ['F05-05', '/sub/regEx/231', '231'],
    ['F05-07', '/sub/regEx/ena/2/tri', '{one=ena, two=2, three=tri}'],
  ],
);

@ApplicationPath('v1')
abstract class FirstVersion {}
@Path('/application')
class Application extends FirstVersion {
  @GET('/echo/{param}') echo(@PathParam('param', String) param: string): string {
    return param;
  }
}
@ApplicationPath('/v2')
abstract class SecondVersion extends FirstVersion {}
@Path('/application')
class Second extends SecondVersion {
  @GET('/echo/{param}') echo(
    @PathParam('param', String) param: string,
    @QueryParam('query', optional(String)) query = '',
  ): string {
    return `2${param}${query}`;
  }
  @GET('/echo2/{param}') echo2(
    @Context() request: HttpRequest,
    @PathParam('param', String) _param: string,
    @QueryParam('query', String) query: string,
  ): string {
    return `${request.path}2${query}`;
  }
}

describeResponses('application paths', () => createRouter(Application, Second), [
  ['F06-01 the path of a base class is prepended with a slash', '/v1/application/echo/this', 'this'],
  ['F06-02 the nearest application path applies', '/v2/application/echo/this?query=kveri', '2thiskveri'],
  [
    'F06-03 the request contains the whole path',
    '/v2/application/echo2/this?query=kveri',
    '/v2/application/echo2/this2kveri',
  ],
]);

@Path('interface')
@Produces('application/json')
abstract class Interface {
  @GET('echo', { consumes: 'application/json' }) echo(@QueryParam('name', String) name: string): string {
    return name;
  }
}
@Path('abstract')
abstract class Abstract extends Interface {
  @Produces('html/text') override echo(name: string): string {
    return name;
  }
  @GET('get/{id}') get(@PathParam('id', String) id: string, _additional: string): string {
    return id;
  }
}
@Path('implementation')
class Implementation extends Abstract {
  @Consumes('html/text') @GET('get/{id}') override get(
    @PathParam('id', String) id: string,
    @QueryParam('additional', String) additional: string,
  ): string {
    return id + additional;
  }
}

it('F06-08 F06-09 each annotation is inherited from the nearest class that declares it', () => {
  const [get, echo] = createRouter(Implementation).build().table();
  expect(get).toMatchObject({ method: 'GET', path: '/implementation/get/{id}' });
  expect(echo).toMatchObject({ method: 'GET', path: '/implementation/echo' });
});

describeResponses('an inherited method', () => createRouter(Implementation), [
  [
    'F06-05 an inherited method answers at the path of the subclass',
    '/implementation/get/test?additional=it',
    '"testit"',
  ],
]);

class Ordered {
  @GET('/order/test') @RouteOrder(20) third(): string {
    return 'third';
  }
  @GET('/order/test') @RouteOrder(10) first(): string {
    return 'first';
  }
  @Get('/order/test', { order: 15 }) second(): string {
    return 'second';
  }
}
class Unordered {
  @GET('/a') @RouteOrder(1) late(): void {}
  @GET('/b') first(): void {}
  @GET('/c') second(): void {}
  @GET('/d') @RouteOrder(-1) early(): void {}
  @GET('/e') @RouteOrder(1) later(): void {}
}

describeResponses('@RouteOrder', () => createRouter(Ordered), [
  ['F07-01 the route with the lowest order answers', '/order/test', 'first'],
]);

it('F07-04 F07-05 routes are sorted by order (default: 0), then by registration', () => {
  const paths = createRouter(Unordered)
    .build()
    .table()
    .map(({ path }) => path);
  expect(paths).toEqual(['/d', '/b', '/c', '/a', '/e']);
});
