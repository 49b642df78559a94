import { handle, HttpError, HttpRequest, RoutingContext } from '@writ/http';
import { Context, ContextReader, GET, Path, Produces, RestBuilder } from '../../src/index.ts';
import { answers, quietToolkit } from './table.ts';

class Dummy {
  name = '';
  value = '';
}
class Token {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
class Nobody {
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
  @GET('/unknown') unknown(@Context() nobody: Nobody): Nobody {
    return nobody;
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

answers(
  'contexts',
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
    ['F21-03 what nobody provides', '/context/unknown', { status: 400, body: { code: 'invalid-values' } }],
    [
      'F21-06 a function, registered after the routes',
      '/context/custom',
      { status: 200, body: { name: 'test', value: 'name' } },
    ],
    ['F21-08 a provider that has none', '/context/token', { status: 400, body: { code: 'invalid-values' } }],
    ['F21-08 and one that has', { url: '/context/token', headers: { 'x-token': 'doing' } }, '"doing"'],
    [
      'F21-11 an error of a provider is handled',
      '/context/user',
      { status: 404, body: 'Exception: No user present!' },
    ],
    ['F21-13 what a filter left', '/session/echo', 'session of the request'],
    ['F21-15 what a filter left is found by its base class', '/context/tenant', '"own"'],
    ['F21-06 of the parameter', '/context/parameter', '"own"'],
    ['F21-06 of the method, for what it fits', '/context/method', '"method GET"'],
  ],
);
