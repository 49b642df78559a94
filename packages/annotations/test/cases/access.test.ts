import {
  HttpError,
  type Credentials,
  type RestAuthenticationProvider,
  RoutingContext,
  type User,
} from '@writ/http';
import { expect, it } from 'vitest';
import {
  Authenticate,
  Authorize,
  BodyParam,
  Context,
  DenyAll,
  GET,
  Path,
  PermitAll,
  POST,
  Produces,
  RestBuilder,
  RolesAllowed,
} from '../../src/index.ts';
import { answers, quietToolkit, type Case } from './table.ts';

const roleOf = (role: string): User => ({ principal: { role }, authorizations: { token: [role] } });

@Path('/private')
class Private {
  @GET('/all') @PermitAll() all(): string {
    return 'all';
  }
  @GET('/nobody') @DenyAll() nobody(): string {
    return 'nobody';
  }
  @GET('/user') @RolesAllowed('user') user(): string {
    return 'user';
  }
  @POST('/user') @RolesAllowed('user') post(@BodyParam(String) body: string): string {
    return body;
  }
  @GET('/admin') @RolesAllowed('admin') admin(): string {
    return 'admin';
  }
  @GET('/other') @RolesAllowed('one', 'two') @Produces('application/json') other(
    @Context() { user }: RoutingContext,
  ): object {
    return user!.principal;
  }
}

const as = (url: string, token?: string): object => ({
  url,
  ...(token === undefined ? {} : { headers: { 'x-token': token } }),
});
const post = (token?: string): object => ({ method: 'POST', body: 'HELLO', ...as('/private/user', token) });
const forbidden = { status: 403, body: { code: 'forbidden' } };
const posted = (id: string, token: string | undefined, answer: Case[2]): Case => [
  id,
  post(token) as never,
  answer,
];
const got = (id: string, path: string, token: string | undefined, answer: Case[2]): Case => [
  id,
  as(`/private/${path}`, token) as never,
  answer,
];

answers(
  'roles of a user that a filter sets',
  () =>
    new RestBuilder(quietToolkit())
      .register(Private)
      .use((context, next) => {
        const token = context.request.headers.get('x-token');
        if (token !== undefined) context.user = roleOf(token);
        return next();
      })
      .build(),
  [
    got('F25-02 F25-13 F25-46 nobody', 'nobody', undefined, forbidden),
    got('F25-03 F25-14 F25-47 without a user it is 403', 'user', undefined, forbidden),
    got('F25-04 F25-15 F25-26 F25-37 F25-48 the role', 'user', 'user', 'user'),
    posted('F25-05 F25-16 F25-38 the role of a POST', 'user', 'HELLO'),
    posted('F25-06 F25-17 F25-28 a POST without a user', undefined, forbidden),
    got('F25-08 F25-19 another role', 'admin', 'user', forbidden),
    got('F25-18 F25-51 admin', 'admin', 'admin', 'admin'),
    got('F25-09 F25-20 F25-53 neither of two', 'other', 'user', forbidden),
    got('F25-10 F25-32 F25-54 the one', 'other', 'one', { status: 200, body: { role: 'one' } }),
    got('F25-11 F25-44 the other', 'other', 'two', { status: 200, body: { role: 'two' } }),
    got('F25-23 F25-34 everybody', 'all', undefined, 'all'),
  ],
);

@Path('/implementation')
@RolesAllowed('admin')
abstract class Abstract {
  @GET('get') @RolesAllowed('user') get(): string {
    return 'testit';
  }
  @GET('echo') echo(): string {
    return 'echo';
  }
}
class Implementation extends Abstract {
  @RolesAllowed('test') override get(): string {
    return super.get();
  }
  @GET('other') @PermitAll() other(): string {
    return 'other';
  }
}

answers(
  'inherited roles',
  () =>
    new RestBuilder(quietToolkit())
      .register(Implementation)
      .use((context, next) => {
        context.user = roleOf(context.request.headers.get('x-token') ?? 'none');
        return next();
      })
      .build(),
  [
    ['F06-05 the nearest role counts', as('/implementation/get', 'test') as never, 'testit'],
    ['F06-07 that of the base method no longer', as('/implementation/get', 'user') as never, forbidden],
    ['F06-08 that of the class', as('/implementation/echo', 'admin') as never, 'echo'],
    ['F06-09 everybody', as('/implementation/other') as never, 'other'],
  ],
);

class Tokens implements RestAuthenticationProvider {
  readonly header: string = 'x-token';
  provideCredentials({ request }: RoutingContext): Credentials {
    const token = request.headers.get(this.header);
    if (token === undefined) throw new HttpError(400, 'missing credentials');
    return { token };
  }
  authenticate({ token }: Credentials): User {
    return { principal: { token }, authorizations: {} };
  }
}
class OtherTokens extends Tokens {
  override readonly header = 'x-token-the-seconds';
  override authenticate(credentials: Credentials): User {
    if (credentials.token!.length <= 10) throw new HttpError(406, 'who are you');
    return super.authenticate(credentials);
  }
}
const allowing = (
  ...known: readonly string[]
): { getId(): string; getAuthorizations(user: User): string[] } => ({
  getId: () => 'token',
  getAuthorizations: ({ principal }) => {
    const token = principal['token'] as string;
    if (!known.includes(token)) throw new HttpError(known.length === 1 ? 406 : 400, 'no entry for you');
    return [token];
  },
});
const passwords = allowing('LetMeIn', 'IKnowThePassword');
const superSecret = allowing('SuperSecretPassword');

@Path('/private')
@Authenticate(Tokens)
@Authorize(passwords)
class Guarded {
  @GET('/access') access(): string {
    return 'access granted';
  }
  @GET('/secondAccess') @Authenticate(OtherTokens) second(): string {
    return 'access granted';
  }
  @GET('/thirdAccess') @Authorize(superSecret) third(): string {
    return 'access granted';
  }
  @GET('/fourthAccess') @Authenticate(OtherTokens) @Authorize(superSecret) fourth(): string {
    return 'access granted';
  }
  @GET('/role') @RolesAllowed('admin') role(): string {
    return 'role';
  }
}
const second = (path: string, token: string): object => ({
  url: `/private/${path}`,
  headers: { 'x-token-the-seconds': token },
});
const missing = { status: 400, body: { detail: 'missing credentials' } };

answers('providers of classes and methods', () => new RestBuilder(quietToolkit()).register(Guarded).build(), [
  got('F26-02 F26-09 the error of the provider', 'access', undefined, missing),
  got('F26-08 known, but refused', 'access', 'nobody', { status: 400, body: { detail: 'no entry for you' } }),
  got('F26-11 allowed', 'access', 'LetMeIn', 'access granted'),
  got('F26-12 the provider of the method', 'secondAccess', 'LetMeIn', missing),
  [
    'F26-13 its error',
    second('secondAccess', 'bla') as never,
    { status: 406, body: { detail: 'who are you' } },
  ],
  got('F26-16 the authorisation of the method', 'thirdAccess', 'bla', { status: 406 }),
  got('F26-17 allowed by it', 'thirdAccess', 'SuperSecretPassword', 'access granted'),
  got('F26-18 both of the method', 'fourthAccess', 'LetMeIn', missing),
  ['F26-20 allowed by both', second('fourthAccess', 'SuperSecretPassword') as never, 'access granted'],
  got('F26-30 a role that the user has not', 'role', 'LetMeIn', forbidden),
]);

class Rest {
  @GET('/rest/echo') echo(): string {
    return 'echo';
  }
}
const failing = (thrown: unknown): RestAuthenticationProvider => ({
  provideCredentials: () => ({ token: 'x' }),
  authenticate: () => {
    throw thrown;
  },
});
const single = (provider: RestAuthenticationProvider): RestBuilder =>
  new RestBuilder(quietToolkit()).register(Rest).authenticateWith(provider);
const echo = '/rest/echo';

answers('providers for all routes', () => single(new Tokens()).authorizeWith(passwords).build(), [
  ['F26-23 refused', as(echo, 'two') as never, { status: 400, body: { detail: 'no entry for you' } }],
  ['F26-23 allowed', as(echo, 'LetMeIn') as never, 'echo'],
]);
answers('a provider that fails', () => single(failing(new Error('the database is down'))).build(), [
  ['F26-25 is a 500 that tells nothing', echo, { status: 500, body: /^(?!.*database)/ }],
]);
answers('a provider that throws 403', () => single(failing(new HttpError(403))).build(), [
  ['F26-27 is 403', echo, forbidden],
]);
answers(
  'an authorisation that fails',
  () =>
    single(new Tokens())
      .authorizeWith({ getId: () => 'x', getAuthorizations: () => Promise.reject(new Error('text')) })
      .build(),
  [['F26-28 is a 500 that tells nothing', as(echo, 'x') as never, { status: 500, body: /^(?!.*"text")/ }]],
);
answers(
  'a provider that knows nobody',
  () => single({ provideCredentials: () => ({}), authenticate: () => null }).build(),
  [['F26-29 is 401', echo, { status: 401, body: { code: 'unauthorized' } }]],
);

it.each([
  ['F08-17', (builder: RestBuilder) => builder.authenticateWith(Tokens).authenticateWith(new OtherTokens())],
  ['F08-18', (builder: RestBuilder) => builder.authorizeWith(passwords).authorizeWith(superSecret)],
])('%s a second provider for all routes is a start-up error', (_id, register) => {
  const builder = register(new RestBuilder(quietToolkit()).register(Rest));
  expect(() => builder.build()).toThrow(/duplicate-annotation: all routes have more than one/);
});

answers(
  'pages of other origins',
  () =>
    new RestBuilder(quietToolkit())
      .enableCors('*', false, -1, ['X-Token', 'Content-Type'], 'GET', 'POST', 'OPTIONS')
      .register(Rest)
      .build(),
  [
    [
      'F24-01 F24-10 a preflight',
      {
        method: 'OPTIONS',
        url: echo,
        headers: { origin: 'http://example.com', 'access-control-request-method': 'GET' },
      },
      {
        status: 204,
        body: '',
        headers: {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': /^GET, ?POST, ?OPTIONS$/,
          'access-control-allow-headers': /^X-Token, ?Content-Type$/,
          'access-control-max-age': null,
        },
      },
    ],
    ['F24-03 without an origin', echo, { status: 200, headers: { 'access-control-allow-origin': '*' } }],
  ],
);

@Path('/open')
@Authenticate({ provideCredentials: () => null, authenticate: () => null })
@PermitAll()
class Open {
  @GET('/all') all(): string {
    return 'all';
  }
  @GET('/own') @Authenticate(Tokens) own(): string {
    return 'own';
  }
}
answers('a class that permits all', () => new RestBuilder(quietToolkit()).register(Open).build(), [
  ['F25-23 asks nobody who they are', '/open/all', 'all'],
  ['F25-23 unless the method itself does', '/open/own', missing],
  ['F25-23 whom it then knows', as('/open/own', 'x') as never, 'own'],
]);

it('F26-31 who calls is judged before the body is read', async () => {
  const router = single({ provideCredentials: () => null, authenticate: () => null })
    .register(Private)
    .build();
  const sent = new Request('http://localhost/private/user', { method: 'POST', body: 'x' });
  expect((await router.fetch(sent)).status).toBe(401);
});
