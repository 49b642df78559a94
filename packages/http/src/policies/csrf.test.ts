import { describe, expect, it } from 'vitest';
import {
  bearerAuthentication,
  BodyParam,
  csrf,
  FormParam,
  optional,
  route,
  Router,
  sessionAuthentication,
  Toolkit,
  type CsrfOptions,
  type RestAuthenticationProvider,
  type Route,
} from '../index.ts';
import type { Scope } from '../kernel.ts';
import { openapi } from '../openapi/openapi.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports, type Client } from '../testing/transports.ts';

const toolkit = new Toolkit({ logger: recordingLogger() });
const EVIL = 'https://evil.example';
const TRUSTED = 'https://app.example';
const METHODS = ['GET', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function routesOf(...scopes: Scope[]): Route[] {
  const all = METHODS.map((method) => route({ method, path: '/', scopes, handler: () => 'done' }));
  return [
    ...all,
    route({
      method: 'POST',
      path: '/form',
      scopes,
      bindings: [FormParam('a', optional(String))],
      handler: (a) => a,
    }),
    route({ method: 'POST', path: '/text', scopes, bindings: [BodyParam(String)], handler: (text) => text }),
    route({
      method: 'DELETE',
      path: '/text',
      scopes,
      bindings: [BodyParam(String)],
      handler: (text) => text,
    }),
  ];
}
const site = (options?: CsrfOptions): Router => new Router(toolkit).use(csrf(options)).add(...routesOf());

/** Bodies that pages of other origins can send without a preflight, with their paths and media types. */
const FORMS = [
  ['a form', '/form', 'a=1', 'application/x-www-form-urlencoded'],
  [
    'a multipart form',
    '/form',
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
    'multipart/form-data; boundary=b',
  ],
  ['text/plain', '/text', '1', 'text/plain'],
  ['a Blob without a type', '/text', '1', undefined],
  ['no body', '/', undefined, undefined],
] as const;

/** Returns the statuses of the responses to requests with these headers. */
async function statusesOf(
  client: Client,
  more: Readonly<Record<string, string>>,
  methods: readonly string[] = METHODS,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const method of methods) statuses[method] = (await client({ method, url: '/', headers: more })).status;
  return statuses;
}

const everywhere = (status: number) => ({ POST: status, PUT: status, PATCH: status, DELETE: status });

describeTransports('csrf', (serve) => {
  it.each(FORMS)(
    'rejects %s from another site but accepts it from its own',
    async (_what, url, body, type) => {
      const client = await serve(site());
      const send = async (headers: Readonly<Record<string, string>>): Promise<number> => {
        const all = { ...headers, ...(type && { 'content-type': type }) };
        return (await client({ method: 'POST', url, headers: all, ...(body && { body }) })).status;
      };
      expect(await send({ 'sec-fetch-site': 'cross-site', origin: EVIL })).toBe(403);
      expect(await send({ origin: EVIL })).toBe(403);
      expect(await send({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost' })).toBe(200);
      expect(await send({})).toBe(200);
    },
  );

  it.each([
    ['/', undefined],
    ['/text', 'x'],
  ])('rejects DELETE %s from another site, with body %s', async (url, body) => {
    const client = await serve(site());
    const remove = { method: 'DELETE', url, ...(body && { body }) };
    expect((await client({ ...remove, headers: { origin: EVIL } })).status).toBe(403);
    expect((await client(remove)).status).toBe(200);
  });

  it.each([
    ['same-origin', 200],
    ['none', 200],
    ['same-site', 403],
    ['cross-site', 403],
    ['', 403],
    ['Same-Origin', 403],
    ['same-origin, cross-site', 403],
    ['toString', 403],
  ])('responds to Sec-Fetch-Site %j, regardless of Origin, with status %i', async (value, status) => {
    const client = await serve(site());
    for (const origin of [undefined, EVIL, 'null', 'http://localhost']) {
      const headers = { 'sec-fetch-site': value, ...(origin && { origin }) };
      expect(await statusesOf(client, headers)).toEqual({ GET: 200, OPTIONS: 200, ...everywhere(status) });
    }
  });

  it.each([
    ['http://notes.example', 200],
    ['http://NOTES.example', 403],
    ['https://notes.example', 403],
    ['http://notes.example:8080', 403],
    ['http://www.notes.example', 403],
    ['http://notes.example.evil.example', 403],
    ['http://notes.example, http://notes.example', 403],
    ['null', 403],
    ['', 403],
    ['notes.example', 403],
  ])(
    'responds to Origin %j without Sec-Fetch-Site, by scheme and host, with status %i',
    async (origin, status) => {
      // The fetch handler reads the host from the URL instead of the header.
      const { inject } = await import('../testing/inject.ts');
      const headers = { host: 'notes.example', origin };
      const address = `http://notes.example`;
      const router = site();
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const request = new Request(`${address}/`, { method, headers: { origin } });
        expect([method, (await router.fetch(request)).status]).toEqual([method, status]);
      }
      expect((await router.fetch(new Request(`${address}/`, { headers: { origin } }))).status).toBe(200);
      const client = await serve(router);
      expect((await client({ url: '/', headers })).status).toBe(200);
      expect((await inject(router, { url: '/', headers })).status).toBe(200);
    },
  );

  it('ignores forwarded schemes and hosts', async () => {
    const client = await serve(site());
    const claims = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    };
    expect(await statusesOf(client, { origin: EVIL, ...claims })).toMatchObject(everywhere(403));
  });

  it('accepts requests from trusted origins only', async () => {
    const client = await serve(site({ trustedOrigins: [TRUSTED] }));
    const from = (origin: string) => statusesOf(client, { origin, 'sec-fetch-site': 'cross-site' });
    expect(await from(TRUSTED)).toMatchObject(everywhere(200));
    expect(await from(EVIL)).toMatchObject(everywhere(403));
    expect(await from(`${TRUSTED}:8443`)).toMatchObject(everywhere(403));
    expect(await statusesOf(client, { origin: TRUSTED })).toMatchObject(everywhere(200));
  });

  it('accepts requests without either header, which no browser sends', async () => {
    const client = await serve(site());
    expect(await statusesOf(client, {})).toEqual({ GET: 200, OPTIONS: 200, ...everywhere(200) });
  });

  it('rejects requests before the body is read, in every scope and even without a route', async () => {
    const set: readonly Router[] = [
      new Router(toolkit).use(csrf()).add(...routesOf()),
      new Router(toolkit).use('/{rest:.*}', csrf()).add(...routesOf()),
      new Router(toolkit).add(...routesOf({ name: 'class Notes', filters: [csrf()] })),
    ];
    for (const router of set) {
      const client = await serve(router);
      const send = (url: string) =>
        client({
          method: 'POST',
          url,
          body: '{',
          headers: { origin: EVIL, 'content-type': 'application/json' },
        });
      const refused = await send('/form');
      expect(refused.json()).toMatchObject({
        status: 403,
        code: 'forbidden',
        detail: 'the request was sent by a page of another origin',
      });
    }
    expect(
      (await (await serve(set[0]!))({ method: 'POST', url: '/x', headers: { origin: EVIL } })).status,
    ).toBe(403);
  });
});

describeTransports(
  'csrf of requests that upgrade the connection',
  (serve) => {
    it('rejects GET requests from another site that upgrade the connection', async () => {
      const client = await serve(site({ trustedOrigins: [TRUSTED] }));
      const upgrade = async (headers: Readonly<Record<string, string>>): Promise<number> => {
        const all = { connection: 'Upgrade', upgrade: 'websocket', ...headers };
        return (await client({ method: 'GET', url: '/', headers: all })).status;
      };
      expect(await upgrade({ origin: EVIL })).toBe(403);
      expect(await upgrade({ origin: EVIL, 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await upgrade({ 'sec-fetch-site': 'same-site' })).toBe(403);
      expect(await upgrade({ origin: 'null' })).toBe(403);
      expect(await upgrade({ origin: TRUSTED })).toBe(200);
      expect(await upgrade({})).toBe(200);
    });

    it('rejects those with a session cookie from other sites', async () => {
      const user = { principal: {}, authorizations: {} };
      const instance = sessionAuthentication('sid', () => user, { trustedOrigins: [TRUSTED] });
      const access = { authenticate: { name: 'Sessions', instance } };
      const client = await serve(new Router(toolkit).add(...routesOf({ access })));
      for (const more of [{ origin: EVIL }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }]) {
        const headers = { connection: 'Upgrade', upgrade: 'websocket', cookie: 'sid=right', ...more };
        expect((await client({ method: 'GET', url: '/', headers })).status).toBe(403);
      }
    });
  },
  { except: ['http2'] },
);

describeTransports('authentication by a session cookie', (serve) => {
  const access = (provider: RestAuthenticationProvider): Scope => ({
    access: { authenticate: { name: 'Sessions', instance: provider } },
  });
  const find = (id: string) => (id === 'right' ? { principal: {}, authorizations: {} } : null);
  const cookie = { cookie: 'sid=right' };

  it('responds with 403 to requests from other sites with the cookie, and 401 without it', async () => {
    const client = await serve(
      new Router(toolkit).add(
        ...routesOf(access(sessionAuthentication('sid', find, { trustedOrigins: [TRUSTED] }))),
      ),
    );
    expect(await statusesOf(client, cookie)).toMatchObject(everywhere(200));
    expect(await statusesOf(client, { origin: EVIL })).toMatchObject(everywhere(401));
    for (const more of [{ origin: EVIL }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }]) {
      expect(await statusesOf(client, { ...cookie, ...more })).toEqual({
        GET: 200,
        OPTIONS: 200,
        ...everywhere(403),
      });
    }
    expect(await statusesOf(client, { ...cookie, origin: TRUSTED })).toMatchObject(everywhere(200));
    for (const [_what, url, body, type] of FORMS) {
      const headers = { ...cookie, origin: EVIL, ...(type && { 'content-type': type }) };
      expect((await client({ method: 'POST', url, headers, ...(body && { body }) })).status).toBe(403);
    }
  });

  it('leaves requests without the cookie to other providers', async () => {
    const sessions = sessionAuthentication('sid', find);
    const tokens = bearerAuthentication(find);
    const combined: RestAuthenticationProvider = {
      ...sessions,
      provideCredentials: (context) =>
        sessions.provideCredentials(context) ?? tokens.provideCredentials(context),
    };
    const client = await serve(new Router(toolkit).add(...routesOf(access(combined))));
    const bearer = { authorization: 'Bearer right', origin: EVIL };
    expect(await statusesOf(client, bearer)).toMatchObject(everywhere(200));
    expect(await statusesOf(client, { ...bearer, ...cookie })).toMatchObject(everywhere(403));
  });
});

describe('the warning about credentials from a cookie', () => {
  const byCookie: RestAuthenticationProvider = {
    cookie: 'sid',
    provideCredentials: () => null,
    authenticate: () => null,
  };
  const access = (instance: RestAuthenticationProvider): Scope => ({
    name: 'class Notes',
    access: { authenticate: { name: 'Sessions', instance } },
  });
  const writing = (path: string, ...scopes: Scope[]): Route =>
    route({ method: 'POST', path, scopes, handler: () => 1 });
  const codesOf = (router: Router): string[] => router.diagnostics().map(({ code }) => code);

  it('is reported once per provider for all routes without csrf', () => {
    const scope = access(byCookie);
    const router = new Router(toolkit).add(
      route({ method: 'GET', path: '/', scopes: [scope], handler: () => 1 }),
      writing('/a', scope),
      writing('/b', scope),
    );
    expect(router.diagnostics()).toMatchObject([
      {
        code: 'W2018',
        rule: 'cross-site',
        severity: 'warning',
        message:
          'POST /a (handler) and 1 more: Sessions reads credentials from a cookie, which browsers send with forms on other sites as well',
        hint: 'use csrf() for these routes or for the router',
        file: expect.stringContaining('csrf.test.ts') as string,
      },
    ]);
  });

  it.each<[string, () => Router, number]>([
    ['csrf on the router', () => new Router(toolkit).use(csrf()).add(writing('/a', access(byCookie))), 0],
    [
      'csrf on the class',
      () => new Router(toolkit).add(writing('/a', { filters: [csrf()] }, access(byCookie))),
      0,
    ],
    [
      'csrf for the path of the route',
      () => new Router(toolkit).use('/a/{rest:.*}', csrf()).add(writing('/a/{id}', access(byCookie))),
      0,
    ],
    [
      'csrf for another path',
      () => new Router(toolkit).use('/b', csrf()).add(writing('/a', access(byCookie)), writing('/b')),
      1,
    ],
    [
      'session authentication',
      () => new Router(toolkit).add(writing('/a', access(sessionAuthentication('sid', () => null)))),
      0,
    ],
    [
      'credentials in a header',
      () => new Router(toolkit).add(writing('/a', access(bearerAuthentication(() => null)))),
      0,
    ],
    [
      'a route that only reads',
      () =>
        new Router(toolkit).add(
          route({ method: 'GET', path: '/', scopes: [access(byCookie)], handler: () => 1 }),
        ),
      0,
    ],
    [
      'a route for every method',
      () =>
        new Router(toolkit).add(
          route({ method: 'ANY', path: '/', scopes: [access(byCookie)], handler: () => 1 }),
        ),
      1,
    ],
    [
      'a route that is denied to all',
      () => new Router(toolkit).add(writing('/a', access(byCookie), { access: { rule: 'deny' } })),
      0,
    ],
    ['the absence of csrf', () => new Router(toolkit).add(writing('/a', access(byCookie))), 1],
  ])('depends on %s', (_what, router, count) => {
    expect(codesOf(router())).toEqual(count === 0 ? [] : ['W2018']);
  });
});

describe('a trusted origin', () => {
  it.each([
    ['https://app.example/', 'https://app.example'],
    ['https://App.example', 'https://app.example'],
    ['https://app.example:443', 'https://app.example'],
    ['app.example', 'https://app.example'],
    ['*', 'https://app.example'],
    ['null', 'https://app.example'],
    ['https://app.example/login', 'https://app.example'],
  ])('cannot be %j', (origin, hint) => {
    const message = `${JSON.stringify(origin)} is not an origin: write ${JSON.stringify(hint)}`;
    expect(() => csrf({ trustedOrigins: [origin] })).toThrow(new TypeError(message));
    expect(() => sessionAuthentication('sid', () => null, { trustedOrigins: [origin] })).toThrow(message);
  });
});

it('the OpenAPI document contains the 403 that csrf sends', () => {
  const document = openapi(site(), { info: { title: 'a', version: '1' } });
  const operations = document.paths['/'] as Record<string, { responses: Record<string, unknown> }>;
  expect(operations['post']!.responses).toHaveProperty('403');
  expect(operations['get']!.responses).not.toHaveProperty('403');
});
