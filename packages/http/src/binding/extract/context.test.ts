import { expect, it } from 'vitest';
import { z } from 'zod';
import { Context, HttpError, HttpRequest, optional, route, Router, Toolkit, User } from '../../index.ts';
import { toProvider, type Bindable } from '../../kernel.ts';
import { echo } from '../../testing/echo.ts';
import { inject } from '../../testing/inject.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports } from '../../testing/transports.ts';

class Token {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
class SpecialToken extends Token {
  special = true;
}
abstract class Clock {
  abstract now(): number;
}

const fromHeader = (request: HttpRequest): Token | null => {
  const text = request.headers.get('x-token');
  return text === undefined ? null : new Token(text);
};
const toolkit = new Toolkit({ logger: recordingLogger(), limits: { provider: 50 } });
const routerOf = (...bindings: readonly Bindable<any>[]): Router =>
  new Router(toolkit).add(echo('/', ...bindings));
const withHeader = { url: '/', headers: { 'x-token': 't' } };

describeTransports('context objects', (serve) => {
  it("a parameter's provider supplies the object; null results in 400, or in undefined for an optional parameter", async () => {
    const client = await serve(
      routerOf(Context(Token).from(fromHeader), Context(optional(Token)).from(fromHeader)),
    );
    expect((await client(withHeader)).json()).toEqual([{ text: 't' }, { text: 't' }]);
    expect((await client('/')).json()).toMatchObject({
      status: 400,
      errors: [
        { source: 'context', name: 'Token', code: 'missing', detail: 'no provider or filter supplies Token' },
      ],
    });
  });

  it('a provider registered for the class or a subclass supplies the object, even if it is registered after the route', async () => {
    const router = routerOf(Context(Token));
    const client = await serve(router);
    expect((await client(withHeader)).status).toBe(400);
    router.registries.providers.register({
      ...toProvider(() => Promise.resolve(new SpecialToken('special'))),
      types: [SpecialToken],
    });
    expect((await client('/')).json()).toEqual([{ text: 'special', special: true }]);
    const own = await serve(routerOf(Context(Token).from({ provide: fromHeader })));
    expect((await own(withHeader)).json()).toEqual([{ text: 't' }]);
  });

  it('a filter supplies the object through context.data, with the class as its key or as an instance of the class', async () => {
    const clock = { now: () => 5 };
    const router = new Router(toolkit)
      .use((context, next) => {
        context.data.set(Clock, clock);
        context.data.set('anything', new SpecialToken('left'));
        return next();
      })
      .add(
        route({
          method: 'GET',
          path: '/',
          bindings: [Context(Clock), Context(Token)],
          handler: (given, token) => [given.now(), token.text],
        }),
      );
    const client = await serve(router);
    expect((await client('/')).json()).toEqual([5, 'left']);
  });

  it('a default string is converted to the object and validated', async () => {
    const client = await serve(
      routerOf(Context(Token).from(fromHeader).default('unknown'), Context(Token).default('only')),
    );
    expect((await client('/')).json()).toEqual([{ text: 'unknown' }, { text: 'only' }]);
    expect((await client(withHeader)).json()).toEqual([{ text: 't' }, { text: 'only' }]);
    const { binding } = Context(Token).from(fromHeader);
    const checked = await serve(
      routerOf({ ...binding, valid: z.custom<Token>((token) => (token as Token).text !== 't', 'not t') }),
    );
    expect((await checked(withHeader)).json().errors).toMatchObject([{ source: 'context', detail: 'not t' }]);
  });

  it('an error that a provider throws becomes the response, and a provider with create is instantiated for each request', async () => {
    const refusing = await serve(
      routerOf(
        Context(Token).from(() => {
          throw new HttpError(404, 'no user');
        }),
      ),
    );
    expect((await refusing('/')).json()).toMatchObject({ status: 404, detail: 'no user' });
    const failing = await serve(routerOf(Context(Token).from(() => Promise.reject(new Error('secret')))));
    expect((await failing('/')).status).toBe(500);
    const hanging = routerOf(Context(Token).from(() => new Promise<Token>(() => {})));
    const client = await serve(hanging);
    expect((await client('/')).status).toBe(503);
    let created = 0;
    const counted = await serve(
      routerOf(
        Context(Token).from({
          name: 'counted',
          create: ({ request }) => {
            created += 1;
            return { provide: () => new Token(`${created} ${request.path}`) };
          },
        }),
      ),
    );
    await counted('/');
    expect((await counted('/')).json()).toEqual([{ text: '2 /' }]);
  });

  it('a provider supplies the user unless a filter has set one', async () => {
    const user = (name: string): User =>
      Object.assign(Object.create(User.prototype) as User, { principal: { name }, authorizations: {} });
    const router = new Router(toolkit)
      .use((context, next) => {
        if (context.request.query.get('in')) context.user = user('in');
        return next();
      })
      .add(
        route({
          method: 'GET',
          path: '/',
          bindings: [Context(User).from(() => user('provided'))],
          handler: ({ principal }) => principal,
        }),
      );
    const client = await serve(router);
    expect((await client('/')).json()).toEqual({ name: 'provided' });
    expect((await client('/?in=1')).json()).toEqual({ name: 'in' });
  });
});

it('start-up warns about a context object without a provider and rejects an invalid default', () => {
  class Opaque {}
  expect(routerOf(Context(Token)).diagnostics()).toMatchObject([{ code: 'W2002', severity: 'warning' }]);
  expect(routerOf(Context(optional(Token))).diagnostics()).toEqual([]);
  expect(routerOf(Context(Opaque).default('x')).diagnostics()).toMatchObject([
    { code: 'W2002', severity: 'error' },
  ]);
});

it('an object that is set for its class is passed unchecked, without a warning, and providers are not called', async () => {
  const router = routerOf(Context(Token)).use((context, next) => {
    const text = context.request.headers.get('x-token');
    if (text !== undefined) context.data.set(Token, new Token(text));
    return next();
  });
  router.registries.setContextObject(Token, ({ data }) => data.get(Token));
  expect(router.diagnostics()).toEqual([]);
  router.registries.providers.register({
    name: 'unused',
    types: [Token],
    instance: { provide: () => new Token('provided') },
  });
  expect((await inject(router, { url: '/', headers: { 'x-token': 't' } })).json()).toEqual([{ text: 't' }]);
  expect((await inject(router, '/')).json()).toEqual([null]);
});
