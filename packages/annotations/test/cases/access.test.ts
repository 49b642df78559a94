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
import { describeResponses, quietToolkit, type ResponseCase } from './table.ts';

const roleOf = (role: string): User => ({ principal: { role }, authorizations: { token: [role] } });

@Path('/private')
class Private {
  @GET('/all') @PermitAll() all(): string {
    return 'all';
  }
  @GET('/denied') @DenyAll() denied(): string {
    return 'denied';
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

const withToken = (url: string, token?: string): object => ({
  url,
  ...(token === undefined ? {} : { headers: { 'x-token': token } }),
});
const postWithToken = (token?: string): object => ({
  method: 'POST',
  body: 'HELLO',
  ...withToken('/private/user', token),
});
const forbidden = { status: 403, body: { code: 'forbidden' } };
const postCase = (id: string, token: string | undefined, answer: ResponseCase[2]): ResponseCase => [
  id,
  postWithToken(token) as never,
  answer,
];
const getCase = (
  id: string,
  path: string,
  token: string | undefined,
  answer: ResponseCase[2],
): ResponseCase => [id, withToken(`/private/${path}`, token) as never, answer];

describeResponses(
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
    getCase('F25-02 F25-13 F25-46 @DenyAll denies every caller', 'denied', undefined, forbidden),
    getCase('F25-03 F25-14 F25-47 a request without a user gets 403', 'user', undefined, forbidden),
    getCase('F25-04 F25-15 F25-26 F25-37 F25-48 a user with the role is allowed', 'user', 'user', 'user'),
    postCase('F25-05 F25-16 F25-38 a POST by a user with the role is allowed', 'user', 'HELLO'),
    postCase('F25-06 F25-17 F25-28 a POST without a user gets 403', undefined, forbidden),
    getCase('F25-08 F25-19 a user with another role gets 403', 'admin', 'user', forbidden),
    getCase('F25-18 F25-51 an admin is allowed', 'admin', 'admin', 'admin'),
    getCase('F25-09 F25-20 F25-53 a user with neither of two roles gets 403', 'other', 'user', forbidden),
    getCase('F25-10 F25-32 F25-54 the first of two roles is enough', 'other', 'one', {
      status: 200,
      body: { role: 'one' },
    }),
    getCase('F25-11 F25-44 the second of two roles is enough', 'other', 'two', {
      status: 200,
      body: { role: 'two' },
    }),
    getCase('F25-23 F25-34 @PermitAll allows every caller', 'all', undefined, 'all'),
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

describeResponses(
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
    ['F06-05 the nearest role applies', withToken('/implementation/get', 'test') as never, 'testit'],
    [
      'F06-07 the path of the overridden method no longer matches',
      withToken('/implementation/get', 'user') as never,
      forbidden,
    ],
    [
      'F06-08 the role of the class applies to a method without a rule',
      withToken('/implementation/echo', 'admin') as never,
      'echo',
    ],
    [
      'F06-09 @PermitAll of the method overrides the role of the class',
      withToken('/implementation/other') as never,
      'other',
    ],
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
const createAuthenticator = (
  ...known: readonly string[]
): { getId(): string; getAuthorizations(user: User): string[] } => ({
  getId: () => 'token',
  getAuthorizations: ({ principal }) => {
    const token = principal['token'] as string;
    if (!known.includes(token)) throw new HttpError(known.length === 1 ? 406 : 400, 'no entry for you');
    return [token];
  },
});
const passwords = createAuthenticator('LetMeIn', 'IKnowThePassword');
const superSecret = createAuthenticator('SuperSecretPassword');

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
const withSecondToken = (path: string, token: string): object => ({
  url: `/private/${path}`,
  headers: { 'x-token-the-seconds': token },
});
const missing = { status: 400, body: { detail: 'missing credentials' } };

describeResponses(
  'authentication providers of classes and methods',
  () => new RestBuilder(quietToolkit()).register(Guarded).build(),
  [
    getCase(
      'F26-02 F26-09 an HttpError that the provider throws becomes the response',
      'access',
      undefined,
      missing,
    ),
    getCase(
      'F26-08 an HttpError that the authorization provider throws becomes the response',
      'access',
      'unlisted',
      {
        status: 400,
        body: { detail: 'no entry for you' },
      },
    ),
    getCase(
      'F26-11 an authenticated user with permissions is allowed',
      'access',
      'LetMeIn',
      'access granted',
    ),
    getCase('F26-12 the method provider overrides the class provider', 'secondAccess', 'LetMeIn', missing),
    [
      "F26-13 an HttpError that the method's provider throws becomes the response",
      withSecondToken('secondAccess', 'bla') as never,
      { status: 406, body: { detail: 'who are you' } },
    ],
    getCase('F26-16 the authorization of the method rejects a user', 'thirdAccess', 'bla', { status: 406 }),
    getCase(
      'F26-17 the authorization of the method allows a user',
      'thirdAccess',
      'SuperSecretPassword',
      'access granted',
    ),
    getCase('F26-18 a method can override both providers', 'fourthAccess', 'LetMeIn', missing),
    [
      'F26-20 both providers allow the user',
      withSecondToken('fourthAccess', 'SuperSecretPassword') as never,
      'access granted',
    ],
    getCase('F26-30 a user without the required role gets 403', 'role', 'LetMeIn', forbidden),
  ],
);

class Rest {
  @GET('/rest/echo') echo(): string {
    return 'echo';
  }
}
const createFailingProvider = (thrown: unknown): RestAuthenticationProvider => ({
  provideCredentials: () => ({ token: 'x' }),
  authenticate: () => {
    throw thrown;
  },
});
const builderWith = (provider: RestAuthenticationProvider): RestBuilder =>
  new RestBuilder(quietToolkit()).register(Rest).authenticateWith(provider);
const echo = '/rest/echo';

describeResponses(
  'global authentication providers',
  () => builderWith(new Tokens()).authorizeWith(passwords).build(),
  [
    [
      'F26-23 the provider rejects the request',
      withToken(echo, 'two') as never,
      { status: 400, body: { detail: 'no entry for you' } },
    ],
    ['F26-23 the provider allows the request', withToken(echo, 'LetMeIn') as never, 'echo'],
  ],
);
describeResponses(
  'an authentication provider that fails',
  () => builderWith(createFailingProvider(new Error('the database is down'))).build(),
  [['F26-25 results in 500 without the message', echo, { status: 500, body: /^(?!.*database)/ }]],
);
describeResponses(
  'an authentication provider that throws 403',
  () => builderWith(createFailingProvider(new HttpError(403))).build(),
  [['F26-27 results in 403', echo, forbidden]],
);
describeResponses(
  'an authorization provider that fails',
  () =>
    builderWith(new Tokens())
      .authorizeWith({ getId: () => 'x', getAuthorizations: () => Promise.reject(new Error('text')) })
      .build(),
  [
    [
      'F26-28 results in 500 without the message',
      withToken(echo, 'x') as never,
      { status: 500, body: /^(?!.*"text")/ },
    ],
  ],
);
describeResponses(
  'an authentication provider that returns null',
  () => builderWith({ provideCredentials: () => ({}), authenticate: () => null }).build(),
  [['F26-29 results in 401', echo, { status: 401, body: { code: 'unauthorized' } }]],
);

it.each([
  ['F08-17', (builder: RestBuilder) => builder.authenticateWith(Tokens).authenticateWith(new OtherTokens())],
  ['F08-18', (builder: RestBuilder) => builder.authorizeWith(passwords).authorizeWith(superSecret)],
])('%s a second global provider is a start-up error', (_id, register) => {
  const builder = register(new RestBuilder(quietToolkit()).register(Rest));
  expect(() => builder.build()).toThrow(/duplicate-annotation: all routes have more than one/);
});

describeResponses(
  'cross-origin requests',
  () =>
    new RestBuilder(quietToolkit())
      .enableCors('*', false, -1, ['X-Token', 'Content-Type'], 'GET', 'POST', 'OPTIONS')
      .register(Rest)
      .build(),
  [
    [
      'F24-01 F24-10 a preflight is answered',
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
    [
      'F24-03 a response to a request without Origin has CORS headers too',
      echo,
      { status: 200, headers: { 'access-control-allow-origin': '*' } },
    ],
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
describeResponses('a class with @PermitAll', () => new RestBuilder(quietToolkit()).register(Open).build(), [
  ['F25-23 @PermitAll skips authentication', '/open/all', 'all'],
  ['F25-23 @PermitAll with @Authenticate on the method requires authentication', '/open/own', missing],
  [
    'F25-23 @PermitAll with @Authenticate on the method authenticates the user',
    withToken('/open/own', 'x') as never,
    'own',
  ],
]);

it('F26-31 the caller is authenticated before the body is read', async () => {
  const router = builderWith({ provideCredentials: () => null, authenticate: () => null })
    .register(Private)
    .build();
  const sent = new Request('http://localhost/private/user', { method: 'POST', body: 'x' });
  expect((await router.fetch(sent)).status).toBe(401);
});
