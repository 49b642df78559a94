import { describe, expect, it } from 'vitest';
import {
  basicAuthentication,
  bearerAuthentication,
  BodyParam,
  Context,
  handle,
  HttpError,
  route,
  Router,
  RoutingContext,
  sessionAuthentication,
  Toolkit,
  User,
  type AuthorizationProvider,
  type RestAuthenticationProvider,
} from '../index.ts';
import { authorizationsFrom, type AccessRules, type Component, type Scope } from '../kernel.ts';
import { accessResolver } from './access.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });

const user = (name: string, more: Partial<User> = {}): User => ({
  principal: { name },
  authorizations: { jwt: [name] },
  ...more,
});

function provider(more: Partial<RestAuthenticationProvider> = {}): Component<RestAuthenticationProvider> {
  const token: RestAuthenticationProvider = {
    provideCredentials: ({ request }) => {
      const given = request.headers.get('x-token');
      return given === undefined ? null : { token: given };
    },
    authenticate: ({ token: name }) => (name === 'unknown' ? null : user(name!)),
  };
  return { name: 'Tokens', instance: { ...token, ...more } };
}

function authority(
  getAuthorizations: AuthorizationProvider['getAuthorizations'],
  id = 'own',
): Component<AuthorizationProvider> {
  return { name: 'Authority', instance: authorizationsFrom(id, getAuthorizations) };
}

it.each([
  [{ provideCredentials: undefined }, 'no method provideCredentials'],
  [
    { provideCredentials: undefined, authenticate: undefined },
    'no method provideCredentials and no method authenticate',
  ],
])('an authentication provider with %j is a start-up error', (more, message) => {
  const incomplete = provider(more as unknown as Partial<RestAuthenticationProvider>);
  const [finding, ...others] = guarded({ authenticate: incomplete }).diagnostics();
  expect([finding?.code, others]).toEqual(['W2042', []]);
  expect(finding?.message).toBe(`the provider Tokens has ${message}`);
});

it('an authorization provider without a method is a start-up error', () => {
  const incomplete = {
    name: 'Authority',
    instance: { getId: () => 'own' } as unknown as AuthorizationProvider,
  };
  const codes = guarded({ authenticate: provider(), authorize: incomplete }).diagnostics();
  expect(codes.map(({ code }) => code)).toEqual(['W2042']);
});

it('an incomplete provider of several routes is reported once', () => {
  const incomplete = provider({ authenticate: undefined } as unknown as Partial<RestAuthenticationProvider>);
  const router = guarded({ authenticate: incomplete }).add(
    route({
      method: 'PUT',
      path: '/',
      scopes: [{ access: { authenticate: incomplete } }],
      handler: () => 'in',
    }),
  );
  expect(router.diagnostics().map(({ code }) => code)).toEqual(['W2042']);
});

function guarded(...levels: readonly AccessRules[]): Router {
  return new Router(toolkit).add(
    route({
      method: 'GET',
      path: '/',
      scopes: levels.map((access): Scope => ({ access })),
      handler: () => 'in',
    }),
  );
}

const asUser = (token: string) => ({ url: '/', headers: { 'x-token': token } });

describeTransports('access rules', (serve) => {
  it("respond with 401 and the provider's challenge if credentials are missing or invalid", async () => {
    const plain = await serve(guarded({ authenticate: provider() }));
    expect((await plain(asUser('ann'))).text()).toBe('in');
    const without = await plain('/');
    expect([without.status, without.headers['www-authenticate']]).toEqual([401, undefined]);
    const challenging = await serve(guarded({ authenticate: provider({ challenge: () => 'Token' }) }));
    for (const request of ['/', asUser('unknown')]) {
      const response = await challenging(request);
      expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Token']);
    }
  });

  it('treat errors that a provider throws as errors of the route', async () => {
    const failing = (thrown: unknown) => [
      guarded({
        authenticate: provider({
          provideCredentials: () => {
            throw thrown;
          },
        }),
      }),
      guarded({ authenticate: provider({ authenticate: () => Promise.reject(thrown) }) }),
      guarded({ authenticate: provider(), authorize: authority(() => Promise.reject(thrown)) }),
    ];
    for (const router of failing(new HttpError(406, 'who are you'))) {
      expect((await (await serve(router))(asUser('x'))).status).toBe(406);
    }
    for (const router of failing(new Error('the database planted-secret is down'))) {
      const response = await (await serve(router))(asUser('x'));
      expect(response.status).toBe(500);
      expect(response.text()).not.toContain('planted-secret');
    }
    const [handled] = failing(new RangeError('r'));
    handled!.registries.handlers.register(
      handle(RangeError, (error, _request, response) => {
        response.status = 418;
        response.end(error.message);
      }),
    );
    expect(await (await serve(handled!))(asUser('x'))).toMatchObject({ status: 418 });
  });

  it('respond with 403 if the authorization provider grants no authorizations, and store granted ones under its id', async () => {
    for (const nothing of [false, []] as const) {
      const client = await serve(guarded({ authenticate: provider(), authorize: authority(() => nothing) }));
      expect((await client(asUser('ann'))).status).toBe(403);
    }
    const frozen = Object.freeze(user('ann', { authorizations: {} }));
    for (const authenticate of [provider(), provider({ authenticate: async () => frozen })]) {
      const router = new Router(toolkit).add(
        route({
          method: 'GET',
          path: '/',
          scopes: [{ access: { authenticate, authorize: authority(async () => ['read']), rule: ['read'] } }],
          bindings: [Context(User)],
          handler: (given) => given.authorizations['own'],
        }),
      );
      expect((await (await serve(router))(asUser('ann'))).json()).toEqual(['read']);
    }
    const permitted = await serve(guarded({ authenticate: provider(), authorize: authority(() => true) }));
    expect((await permitted(asUser('ann'))).status).toBe(200);
  });

  it('grant authorizations to one request but not to others with the same user object', async () => {
    const found = user('ann', { authorizations: {} });
    const authenticate = provider({ authenticate: () => found });
    const at = (path: string, access: AccessRules) =>
      route({ method: 'GET', path, scopes: [{ access }], handler: () => 'in' });
    const client = await serve(
      new Router(toolkit).add(
        at('/granted', { authenticate, authorize: authority(() => ['admin']), rule: ['admin'] }),
        at('/other', { authenticate, rule: ['admin'] }),
      ),
    );
    expect((await client({ ...asUser('ann'), url: '/granted' })).status).toBe(200);
    expect((await client({ ...asUser('ann'), url: '/other' })).status).toBe(403);
    expect(found.authorizations).toEqual({});
  });

  it('store grants for a class instance separately, and apply them to role checks and handlers', async () => {
    class Member extends User {
      readonly principal = { name: 'ann' };
      readonly authorizations: Record<string, readonly string[]> = { jwt: ['guest'] };
      readonly #name = 'ann';
      get name(): string {
        return this.#name;
      }
    }
    class Asked extends Member {
      override isAuthorised = (role: string): boolean => role === 'own';
    }
    for (const found of [new Member(), Object.freeze(new Member()), new Asked()]) {
      const authenticate = provider({ authenticate: () => found });
      const at = (path: string, access: AccessRules) =>
        route({
          method: 'GET',
          path,
          scopes: [{ access }],
          bindings: [Context(User), Context(RoutingContext)],
          handler: (given, { authorizations }) => [(given as Member).name, given === found, authorizations],
        });
      const client = await serve(
        new Router(toolkit).add(
          at('/granted', { authenticate, authorize: authority(() => ['admin']), rule: ['admin'] }),
          at('/lacking', { authenticate, authorize: authority(() => ['read']), rule: ['admin'] }),
          at('/other', { authenticate, rule: ['admin'] }),
        ),
      );
      const status = async (url: string) => (await client({ ...asUser('ann'), url })).status;
      expect(await status('/other')).toBe(403);
      const granted = await client({ ...asUser('ann'), url: '/granted' });
      expect(granted.json()).toEqual(['ann', true, { jwt: ['guest'], own: ['admin'] }]);
      expect([await status('/other'), await status('/lacking')]).toEqual([403, 403]);
      expect(found.authorizations).toEqual({ jwt: ['guest'] });
    }
  });

  it('retain grants after next() unless the next route authenticates again', async () => {
    class Member extends User {
      readonly principal = {};
      readonly authorizations = {};
    }
    const [ann, bob] = [new Member(), new Member()];
    const first: AccessRules = {
      authenticate: provider({ authenticate: () => ann }),
      authorize: authority(() => ['admin']),
    };
    const statusOf = async (second: AccessRules): Promise<number> => {
      const router = new Router(toolkit).add(
        route({
          method: 'GET',
          path: '/{any}',
          scopes: [{ access: first }],
          bindings: [Context(RoutingContext)],
          handler: (context) => context.next(),
        }),
        route({
          method: 'GET',
          path: '/b',
          scopes: [{ access: { ...second, rule: ['admin'] } }],
          handler: () => 1,
        }),
      );
      return (await (await serve(router))({ ...asUser('ann'), url: '/b' })).status;
    };
    expect(await statusOf({})).toBe(200);
    for (const found of [ann, bob]) {
      expect(await statusOf({ authenticate: provider({ authenticate: () => found }) })).toBe(403);
    }
  });

  it('check roles by isAuthorised and by granted authorizations', async () => {
    const client = await serve(guarded({ authenticate: provider(), rule: ['admin', 'ann'] }));
    expect((await client(asUser('ann'))).status).toBe(200);
    expect((await client(asUser('bob'))).status).toBe(403);
    const checkedRoles: string[] = [];
    const own = provider({
      authenticate: ({ token }) =>
        user('ann', {
          isAuthorised: async (role) => {
            checkedRoles.push(role);
            return role === token;
          },
        }),
    });
    const withRoles = await serve(guarded({ authenticate: own, rule: [' one ', '', 'two', 'three'] }));
    expect((await withRoles(asUser('two'))).status).toBe(200);
    expect(checkedRoles).toEqual(['one', 'two']);
    expect((await withRoles(asUser('ann'))).status).toBe(403);
  });

  it('respond with 403 if there is neither a provider nor a user that a filter has set', async () => {
    const roles = guarded({ rule: ['ann'] });
    expect((await (await serve(roles))('/')).status).toBe(403);
    expect((await (await serve(guarded({ authorize: authority(() => true) })))('/')).status).toBe(403);
    roles.use((context, next) => {
      context.user = user('ann');
      return next();
    });
    expect((await (await serve(roles))('/')).status).toBe(200);
  });

  it('are resolved part by part from the narrowest scope, before the rules for all routes', async () => {
    const strict = provider({ authenticate: () => null });
    const status = async (token: string, ...levels: readonly AccessRules[]): Promise<number> =>
      (await (await serve(guarded(...levels)))(asUser(token))).status;
    expect(await status('x', { authenticate: strict }, { authenticate: provider() })).toBe(200);
    expect(await status('x', { authenticate: provider(), rule: ['y'] }, { rule: ['x'] })).toBe(200);
    expect(await status('x', { authenticate: provider(), rule: ['x'] }, { rule: 'deny' })).toBe(403);
    expect(await status('x', { authenticate: provider(), rule: 'deny' }, { rule: ['x'] })).toBe(200);
    const router = guarded({});
    router.registries.access = { authenticate: strict };
    expect((await (await serve(router))(asUser('x'))).status).toBe(401);
    const overridden = guarded({ authenticate: provider() });
    overridden.registries.access = { authenticate: strict };
    expect((await (await serve(overridden))(asUser('x'))).status).toBe(200);
  });

  it('"deny" responds with 403 before any provider is called', async () => {
    let calls = 0;
    const counting = provider({
      provideCredentials: () => {
        calls += 1;
        return null;
      },
    });
    expect((await (await serve(guarded({ authenticate: counting, rule: 'deny' })))('/')).status).toBe(403);
    expect(calls).toBe(0);
  });

  it('"permit" skips authorization, and skips authentication unless the route declares a provider', async () => {
    const none = authority(() => false);
    const wide: AccessRules = { authenticate: provider(), authorize: none };
    expect((await (await serve(guarded({ ...wide, rule: 'permit' }, {})))('/')).status).toBe(200);
    expect((await (await serve(guarded(wide, { rule: 'permit' })))('/')).status).toBe(200);
    const own = await serve(guarded(wide, { rule: 'permit', authenticate: provider() }));
    expect((await own('/')).status).toBe(401);
    expect((await own(asUser('ann'))).status).toBe(200);
    const narrower = guarded({ authenticate: provider(), rule: 'permit' }, { authorize: none });
    expect((await (await serve(narrower))(asUser('ann'))).status).toBe(403);
  });

  it('are checked before the body is read', async () => {
    const router = new Router(toolkit).add(
      route({
        method: 'POST',
        path: '/',
        scopes: [{ access: { authenticate: provider() } }],
        bindings: [BodyParam(Object)],
        handler: () => 'in',
      }),
    );
    const client = await serve(router);
    const broken = { method: 'POST', url: '/', body: '{', headers: { 'content-type': 'application/json' } };
    expect((await client(broken)).status).toBe(401);
    const known = { ...broken, headers: { ...broken.headers, 'x-token': 'ann' } };
    expect((await client(known)).status).toBe(400);
  });

  it('respond with 503 if a provider exceeds its limit, and 500 if it does not return a user', async () => {
    const hanging = new Router(new Toolkit({ logger, limits: { provider: 20 } })).add(
      route({
        method: 'GET',
        path: '/',
        scopes: [{ access: { authenticate: provider({ authenticate: () => new Promise(() => {}) }) } }],
        handler: () => 'in',
      }),
    );
    expect((await (await serve(hanging))(asUser('x'))).status).toBe(503);
    const invalid = provider({ authenticate: () => 'ann' as never });
    expect((await (await serve(guarded({ authenticate: invalid })))(asUser('x'))).status).toBe(500);
  });

  it('support bearer tokens, passwords and session cookies', async () => {
    const known = (name: string): User | null => (name === 'right' ? user('ann') : null);
    const guardedBy = (instance: RestAuthenticationProvider): Router =>
      guarded({ authenticate: { name: 'built in', instance } });
    const bearer = await serve(guardedBy(bearerAuthentication(known)));
    const basic = await serve(guardedBy(basicAuthentication((_name, password) => known(password.reveal()))));
    const session = await serve(guardedBy(sessionAuthentication('sid', known)));
    const status = async (
      client: typeof bearer,
      headers: Record<string, string>,
    ): Promise<readonly [number, string | undefined]> => {
      const response = await client({ url: '/', headers });
      return [response.status, response.headers['www-authenticate']];
    };
    expect(await status(bearer, { authorization: 'Bearer right' })).toEqual([200, undefined]);
    expect(await status(bearer, {})).toEqual([401, 'Bearer realm="writ"']);
    expect(await status(bearer, { authorization: 'Bearer wrong' })).toEqual([
      401,
      'Bearer realm="writ", error="invalid_token"',
    ]);
    expect(await status(basic, { authorization: `Basic ${btoa('a:right')}` })).toEqual([200, undefined]);
    expect(await status(basic, {})).toEqual([401, 'Basic realm="writ", charset="UTF-8"']);
    expect(await status(session, { cookie: 'a=b; sid=right' })).toEqual([200, undefined]);
    expect(await status(session, { cookie: 'sid=wrong' })).toEqual([401, undefined]);
  });
});

describe('start-up', () => {
  it('reports authorization without authentication', () => {
    expect(guarded({ rule: ['admin'] }).diagnostics()).toMatchObject([
      { code: 'W2040', severity: 'warning', hint: expect.stringContaining('authentication provider') },
    ]);
    expect(guarded({ authorize: authority(() => true) }).diagnostics()).toHaveLength(1);
    expect(guarded({ authenticate: provider(), rule: ['admin'] }).diagnostics()).toEqual([]);
    expect(guarded({ rule: 'deny' }).diagnostics()).toEqual([]);
  });

  it.each([{ rule: [] }, { rule: ['', ' '] }, { rule: 'admin' as never }])(
    'reports an empty role list, which denies access: %o',
    (access) => {
      const known = { authenticate: provider() };
      const finding = (scope: string) => ({
        code: 'W2041',
        rule: 'no-role',
        severity: 'error',
        message: `GET / (handler): its access rule (${scope}) has an empty role list`,
        hint: expect.stringContaining('@DenyAll') as string,
      });
      expect(guarded(known, access).diagnostics()).toMatchObject([finding('route')]);
      const forAll = guarded(known);
      forAll.registries.access = access;
      expect(forAll.diagnostics()).toMatchObject([finding('all routes')]);
      expect(accessResolver({})([{ access: { ...known, ...access } }])).toMatchObject({
        rule: { value: 'deny' },
      });
      expect(accessResolver(access)([{ access: known }])).toMatchObject({ rule: { value: 'deny' } });
    },
  );
});
