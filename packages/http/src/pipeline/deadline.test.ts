import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  BodyParam,
  Context,
  handle,
  HttpError,
  route,
  Router,
  RoutingContext,
  Toolkit,
  type Filter,
  type RestAuthenticationProvider,
  User,
} from '../index.ts';
import type { Scope } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });
const TIME = 40;

/** Creates a promise that the test resolves long after the response was sent. */
function gate<T>(value: T): { readonly come: () => Promise<T>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { come: () => promise, open: () => resolve(value) };
}

function routerOf(ran: string[], scope: Scope, time = TIME): Router {
  return new Router(toolkit).add(
    route({
      method: 'POST',
      path: '/',
      scopes: [{ limits: { time } }, scope],
      bindings: [BodyParam(String)],
      handler: (text) => {
        ran.push(text);
        return text;
      },
    }),
  );
}

const someone: User = { principal: {}, authorizations: { a: ['a'] } };
const authenticating = (authenticate: RestAuthenticationProvider['authenticate']): Scope => ({
  access: {
    authenticate: { name: 'Late', instance: { provideCredentials: () => ({ token: 'x' }), authenticate } },
  },
});
const lateFilter =
  (come: () => Promise<unknown>): Filter =>
  async (_context, next) => {
    await come();
    return next();
  };
const filtering = (...filters: readonly Filter[]): Scope => ({ filters });

describeTransports("a step that settles after the request's time limit", (serve) => {
  const cases: readonly (readonly [string, (come: () => Promise<any>) => Scope])[] = [
    ['authentication', (come) => authenticating(come)],
    [
      'authorization',
      (come) => ({
        access: {
          authorize: {
            name: 'Late',
            instance: { getId: () => 'a', getAuthorizations: () => come().then(() => true) },
          },
          authenticate: authenticating(() => someone).access!.authenticate!,
        },
      }),
    ],
    [
      'a role check',
      (come) => ({
        access: {
          ...authenticating(() => ({ ...someone, isAuthorised: () => come().then(() => true) })).access,
          rule: ['a'],
        },
      }),
    ],
    ['a filter', (come) => filtering(lateFilter(come))],
    [
      'a reader',
      (come) => ({ reader: { name: 'Late', instance: { read: () => come().then(() => 'read') } } }),
    ],
  ];

  it.each(cases)('does not start the handler after the 503: %s', async (_name, scopeOf) => {
    const ran: string[] = [];
    const { come, open } = gate(someone);
    const before = logger.lines.length;
    const client = await serve(routerOf(ran, scopeOf(come)));
    expect((await client({ method: 'POST', url: '/', body: 'sent' })).status).toBe(503);
    open();
    await pause(20);
    expect(ran).toEqual([]);
    expect(logger.lines.slice(before)).toEqual([]);
    // The gate is open, so the same request is answered. On a busy machine, the short limit might expire.
    const unhurried = await serve(routerOf(ran, scopeOf(come), 60_000));
    const punctual = await unhurried({ method: 'POST', url: '/', body: 'sent' });
    expect([punctual.status, ran.length]).toEqual([200, 1]);
  });

  it.each([
    ['a handler that passes the request on', true],
    ['a context provider', false],
  ])('does not start the handler after the 503: %s', async (_name, passing) => {
    const ran: string[] = [];
    const { come, open } = gate(someone);
    const provider = { name: 'Late', instance: { provide: come } };
    const first = route({
      method: 'GET',
      path: '/{any}',
      scopes: [{ limits: { time: TIME } }],
      bindings: [
        Context(RoutingContext),
        ...(passing ? [] : [{ source: 'context', type: User, provider } as const]),
      ],
      handler: async (context) => {
        if (!passing) ran.push('first');
        await come();
        return context.next();
      },
    });
    const last = route({ method: 'GET', path: '/a', handler: () => ran.push('last') });
    const client = await serve(new Router(toolkit).add(first, last));
    expect((await client('/a')).status).toBe(503);
    open();
    await pause(20);
    expect(ran).toEqual([]);
  });

  it('does not start the handler after another filter has responded', async () => {
    const ran: string[] = [];
    const { come, open } = gate(someone);
    const giveUp: Filter = (_context, next) => {
      void next();
      throw new HttpError('conflict');
    };
    const router = new Router(toolkit).use(giveUp).use(lateFilter(come));
    router.add(route({ method: 'GET', path: '/', handler: () => ran.push('ran') }));
    expect((await (await serve(router))('/')).status).toBe(409);
    open();
    await pause(20);
    expect(ran).toEqual([]);
  });

  it('leaves the response to a slow exception handler, and the errors of the step are logged', async () => {
    for (const failing of [false, true]) {
      const ran: string[] = [];
      const before = logger.lines.length;
      const late = gate(someone);
      const router = routerOf(
        ran,
        authenticating(async () => {
          await late.come();
          if (failing) throw new Error('too late');
          return someone;
        }),
      );
      let calls = 0;
      router.registries.handlers.register(
        handle(HttpError, async (_error, _request, response) => {
          calls += 1;
          late.open();
          // The late step settles before this handler does.
          await setImmediate();
          response.end('sorry');
        }),
      );
      const client = await serve(router);
      const response = await client({ method: 'POST', url: '/', body: 'sent' });
      expect([response.status, response.text(), calls, ran]).toEqual([503, 'sorry', 1, []]);
      expect(logger.lines.slice(before).map(({ message }) => message)).toEqual(
        failing ? ['request failed after the response had started'] : [],
      );
    }
  });
});
