import { handle, HttpError, HttpRequest, HttpResponse, RoutingContext, User, type Router } from '@writ/http';
import { inject, type InjectRequest } from '@writ/http/testing';
import { expect, it } from 'vitest';
import {
  Context,
  ContextReader,
  GET,
  Path,
  Produces,
  ResponseWriter,
  RestBuilder,
  RestRouter,
  RouteDefinition,
} from '../../src/index.ts';
import { describeResponses, quietToolkit } from './table.ts';
import { Token } from './token.ts';

class Dummy {
  name = '';
  value = '';
}
class Unprovided {
  one = 1;
}
class Person {
  name = '';
}
class NoPerson extends HttpError {
  constructor() {
    super(404, 'No user present!');
  }
}
class TokenProvider {
  provide(request: HttpRequest): Token | null {
    const text = request.headers.get('x-token');
    return text === undefined ? null : new Token(text);
  }
}
class PersonProvider {
  provide(request: HttpRequest): Person {
    const name = request.headers.get('x-token');
    if (name === undefined) throw new NoPerson();
    return Object.assign(new Person(), { name });
  }
}

abstract class Tenant {
  abstract readonly name: string;
}
class OwnTenant extends Tenant {
  readonly name = 'own';
}

@Path('/context')
@Produces('application/json')
class Contexts {
  @GET('/unknown') unknown(@Context() object: Unprovided): Unprovided {
    return object;
  }
  @GET('/custom') custom(@Context() dummy: Dummy): Dummy {
    return dummy;
  }
  @GET('/token') token(@Context() { text }: Token): string {
    return text;
  }
  @GET('/user') user(@Context() person: Person): Person {
    return person;
  }
  @GET('/tenant') tenant(@Context() tenant: Tenant): string {
    return tenant.name;
  }
  @GET('/route') route(@Context() route: RouteDefinition): string {
    return String(route);
  }
  @GET('/parameter') parameter(@Context() @ContextReader(() => new Token('own')) { text }: Token): string {
    return text;
  }
  @GET('/method') @ContextReader(() => new Token('method')) method(
    @Context() { text }: Token,
    @Context() request: HttpRequest,
  ): string {
    return `${text} ${request.method}`;
  }
}
@Path('/session')
class Session {
  @GET('/echo', { produces: 'text/html' }) echo(@Context() context: RoutingContext): string {
    return String(context.data.get('session'));
  }
}

describeResponses(
  'context objects',
  () =>
    new RestBuilder(quietToolkit())
      .register(Contexts, Session)
      .use((context, next) => {
        context.data.set('session', 'session of the request');
        context.data.set('tenant', new OwnTenant());
        return next();
      })
      .addProvider(Dummy, () => Object.assign(new Dummy(), { name: 'test', value: 'name' }))
      .addProvider(Token, TokenProvider)
      .addProvider(Person, PersonProvider)
      .errorHandler(
        handle(NoPerson, (error, _request, response) => response.end(`Exception: ${error.message}`)),
      )
      .build(),
  [
    ['F21-01 the definition of the route is available', '/context/route', '"GET /context/route"'],
    [
      'F21-03 an object without a provider results in 400',
      '/context/unknown',
      { status: 400, body: { code: 'invalid-values' } },
    ],
    [
      'F21-06 a provider function may be registered after the routes',
      '/context/custom',
      { status: 200, body: { name: 'test', value: 'name' } },
    ],
    [
      'F21-08 a provider that returns null results in 400',
      '/context/token',
      { status: 400, body: { code: 'invalid-values' } },
    ],
    [
      'F21-08 a provider supplies its object',
      { url: '/context/token', headers: { 'x-token': 'doing' } },
      '"doing"',
    ],
    [
      'F21-11 an exception handler handles an error that a provider throws',
      '/context/user',
      { status: 404, body: 'Exception: No user present!' },
    ],
    ['F21-13 an object set by a filter is found', '/session/echo', 'session of the request'],
    ['F21-15 an object set by a filter is found by its base class', '/context/tenant', '"own"'],
    ['F21-06 a provider of the parameter is used', '/context/parameter', '"own"'],
    ['F21-06 a provider of the method is used for matching types', '/context/method', '"method GET"'],
  ],
);

class Member extends User {
  readonly authorizations = {};
  readonly principal: { readonly name: string };
  constructor(name: string) {
    super();
    this.principal = { name };
  }
}
class MemberProvider {
  async provide(request: HttpRequest): Promise<Member | null> {
    const name = await Promise.resolve(request.headers.get('x-member'));
    if (name === 'stranger') throw new HttpError(401, 'unknown member');
    return name === undefined ? null : new Member(name);
  }
}
class WithRoute {
  @Context() route!: RouteDefinition;
  write(result: string, _request: HttpRequest, response: HttpResponse): void {
    response.end(`${result} of ${this.route.toString()}`);
  }
}
@Path('/pushed')
class Pushed {
  @GET('/token') token(@Context() { text }: Token): string {
    return text;
  }
  @GET('/user') user(@Context() user: User, @Context() context: RoutingContext): string {
    return String(user === context.user && user.principal['name']);
  }
  @GET('/{any}') @ResponseWriter(WithRoute) any(): string {
    return 'writer';
  }
}
const memberRequest = (name: string): InjectRequest => ({
  url: '/pushed/user',
  headers: { 'x-member': name },
});
const createBuilder = (): RestBuilder =>
  new RestBuilder(quietToolkit({ limits: { provider: 30 } })).register(Pushed);

describeResponses(
  'context objects that are pushed in every request',
  () =>
    createBuilder()
      .provide(() => new Token('pushed'))
      .provide(MemberProvider)
      .use((context, next) => {
        if (context.request.path === '/pushed/token') RestRouter.pushContext(context, new Token('again'));
        return next();
      })
      .build(),
  [
    ['the last pushed object is provided', '/pushed/token', 'again'],
    ['a pushed user becomes the caller', memberRequest('ada'), 'ada'],
    ['an unknown member is not a user', '/pushed/user', { status: 400 }],
    ['an error that the provider throws becomes the response', memberRequest('stranger'), { status: 401 }],
    ['a component receives the route that uses it', '/pushed/it', 'writer of GET /pushed/{any}'],
  ],
);

const routerProviding = (given: () => unknown) => (): Router => createBuilder().provide(given).build();
describeResponses(
  'a pushed provider that never settles',
  routerProviding(() => new Promise(() => {})),
  [['results in 503', '/pushed/it', { status: 503 }]],
);
describeResponses(
  'a pushed provider that returns a string',
  routerProviding(() => 'text'),
  [['results in 500', '/pushed/it', { status: 500 }]],
);

it('global context providers apply to all toolkits except those with inherit: false', async () => {
  RestRouter.provide(() => new Token('for all'));
  const bodyOf = async (inherit: boolean): Promise<string> =>
    (await inject(RestRouter.register(quietToolkit({ inherit }), Pushed), '/pushed/token')).text();
  expect(await bodyOf(true)).toBe('for all');
  expect(await bodyOf(false)).toMatch('no provider or filter supplies Token');
  RestRouter.clearCache();
  expect(await bodyOf(true)).toMatch('no provider or filter supplies Token');
  class NoProvider {}
  expect(() => RestRouter.provide(NoProvider as never)).toThrow('it has no provide(request)');
});

it('a builder and a router serve the OpenAPI document', async () => {
  const info = { title: 'Pushed', version: '1' };
  const router = RestRouter.register(quietToolkit(), Pushed);
  RestRouter.openapi(router, { info, path: '/api.json' });
  const served = [
    [new RestBuilder(quietToolkit()).register(Pushed).openapi({ info }).build(), '/openapi.json'],
    [router, '/api.json'],
  ] as const;
  for (const [each, path] of served) {
    const response = await inject(each, path);
    expect(response.json()).toMatchObject({ info, paths: { '/pushed/{any}': { get: {} } } });
  }
});
