import { HttpError, HttpRequest, RoutingContext, User, type Filter } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { expect, it } from 'vitest';
import {
  Authenticate,
  Authorize,
  Context,
  ContextReader,
  Event,
  Events,
  GET,
  Path,
  RestBuilder,
  RestRouter,
  RolesAllowed,
  Use,
} from '../../src/index.ts';
import { registrationErrors, quietToolkit, createRouter } from './table.ts';
import { Token } from './token.ts';

const never = new Promise<never>(() => {});
/** A thenable that resolves twice, with two values. */
const resolveTwice = <T>(first: T, second: unknown): PromiseLike<T> =>
  ({
    // oxlint-disable-next-line unicorn/no-thenable -- the thenable is the object under test
    then(resolve: (value: unknown) => void) {
      resolve(first);
      resolve(second);
    },
  }) as PromiseLike<T>;

const ada = { principal: { name: 'ada' }, authorizations: { crew: ['cook'] } } as unknown as User;
const createAuthenticator = (user: unknown) => ({
  provideCredentials: () => ({ token: 't' }),
  authenticate: () => (typeof user === 'function' ? (user as () => never)() : (user as never)),
});
const createAuthorizer = (granted: unknown) => ({
  getId: () => 'ship',
  getAuthorizations: () => (typeof granted === 'function' ? (granted as () => never)() : (granted as never)),
});
const throwFailure = (): never => {
  throw new Error('the database is down');
};

class Answering {
  static readonly type = Token;
  @Context() context!: RoutingContext;
  provide(_request: HttpRequest): Token {
    this.context.response.status = 202;
    this.context.response.end('by the provider');
    return new Token('by the method');
  }
}

@Path('/context')
class Contexts {
  @GET('/hangs') hangs(@Context() @ContextReader((): Promise<Token> => never) token: Token): string {
    return token.text;
  }
  @GET('/throws') throws(@Context() @ContextReader((): Token => throwFailure()) token: Token): string {
    return token.text;
  }
  @GET('/rejects') rejects(
    @Context() @ContextReader(async (): Promise<Token> => throwFailure()) token: Token,
  ): string {
    return token.text;
  }
  @GET('/refuses') refuses(
    @Context()
    @ContextReader((): Token => {
      throw new HttpError(404, 'no such token');
    })
    token: Token,
  ): string {
    return token.text;
  }
  @GET('/twice') twice(
    @Context()
    @ContextReader(() => resolveTwice(new Token('first'), new Token('second')) as never)
    token: Token,
  ): string {
    return token.text;
  }
  @GET('/nonsense') nonsense(@Context() @ContextReader((() => 'a text') as never) token: Token): string {
    return token.text;
  }
  @GET('/later') later(@Context() @ContextReader((async () => 7) as never) token: Token): string {
    return token.text;
  }
  @GET('/answers') answers(@Context() @ContextReader(Answering) token: Token): string {
    return token.text;
  }
}
@Path('/access')
class Accesses {
  @GET('/hangs') @Authenticate(createAuthenticator(never)) hangs(): void {}
  @GET('/throws') @Authenticate(createAuthenticator(throwFailure)) throws(): void {}
  @GET('/text') @Authenticate(createAuthenticator('ada')) text(): void {}
  @GET('/empty')
  @Authenticate(createAuthenticator({ principal: null, authorizations: null }))
  empty(): void {}
  @GET('/twice') @Authenticate(createAuthenticator(resolveTwice(ada, null))) twice(
    @Context() user: User,
  ): unknown {
    return user.principal;
  }
  @GET('/granting/hangs')
  @Authenticate(createAuthenticator(ada))
  @Authorize(createAuthorizer(never))
  grantHangs(): void {}
  @GET('/granting/throws')
  @Authenticate(createAuthenticator(ada))
  @Authorize(createAuthorizer(throwFailure))
  grantThrows(): void {}
  @GET('/granting/text')
  @Authenticate(createAuthenticator(ada))
  @Authorize(createAuthorizer('captain'))
  grantText(): void {}
  @GET('/granting/object')
  @Authenticate(createAuthenticator(ada))
  @Authorize(createAuthorizer({}))
  grantObject(): void {}
  @GET('/granting/twice')
  @Authenticate(createAuthenticator(ada))
  @Authorize(createAuthorizer(resolveTwice([], ['captain'])))
  grantTwice(): void {}
  @GET('/part')
  @Authenticate(createAuthenticator({ principal: {}, authorizations: { crew: 'cook' } }))
  @RolesAllowed('coo')
  part(): void {}
}

const throwing: Filter = () => throwFailure();
const rejecting: Filter = async () => throwFailure();
const late: Filter = async (_context, next) => {
  await next();
  return throwFailure();
};

@Path('/filter')
class Filters {
  @GET('/throws') @Use(throwing) throws(): void {}
  @GET('/rejects') @Use(rejecting) rejects(): void {}
  @GET('/late') @Use(late) late(): string {
    return 'the result that the filter discards';
  }
}

@Path('/event')
class EventFaults {
  @GET('/throws') @Events(Event({ execute: throwFailure })) throws(): string {
    return 'answered';
  }
  @GET('/rejects') @Events(Event({ execute: async () => throwFailure() })) rejects(): string {
    return 'answered';
  }
}

const unavailable = { status: 503, code: 'unavailable' };
const broken = { status: 500, code: 'internal-error' };
const forbidden = { status: 403, code: 'forbidden' };

describeTransports('a provider', (serve) => {
  it.each<[path: string, answer: object | string]>([
    ['/context/hangs', unavailable],
    ['/context/throws', broken],
    ['/context/rejects', broken],
    ['/context/refuses', { status: 404, detail: 'no such token' }],
    ['/context/twice', 'first'],
    ['/context/nonsense', broken],
    ['/context/later', broken],
    ['/context/answers', 'by the provider'],
    ['/access/hangs', unavailable],
    ['/access/throws', broken],
    ['/access/text', broken],
    ['/access/empty', broken],
    ['/access/twice', '{"name":"ada"}'],
    ['/access/granting/hangs', unavailable],
    ['/access/granting/throws', broken],
    ['/access/granting/text', forbidden],
    ['/access/granting/object', forbidden],
    ['/access/granting/twice', forbidden],
    ['/access/part', forbidden],
  ])('determines the response to %s', async (path, answer) => {
    const client = await serve(
      RestRouter.register(quietToolkit({ limits: { provider: 30 } }), Contexts, Accesses),
    );
    const response = await client(path);
    if (typeof answer === 'string') expect(response.text()).toBe(answer);
    else expect(response.json()).toMatchObject(answer);
    expect(response.text()).not.toContain('database');
    expect(response.complete).toBe(true);
  });

  it.each<[name: string, provide: () => unknown, status: number]>([
    ['hangs', () => never, 503],
    ['throws', throwFailure, 500],
    ['rejects', async () => throwFailure(), 500],
    ['returns a string', () => 'a text', 500],
    [
      'resolves with one object, then with another',
      () => resolveTwice(new Token('first'), new Token('second')),
      200,
    ],
  ])('that is registered for all requests and %s determines the response', async (_name, provide, status) => {
    class Pushed {
      @GET('/pushed') one(@Context() token: Token): string {
        return token.text;
      }
    }
    const router = new RestBuilder(quietToolkit({ limits: { provider: 30 } }))
      .register(Pushed)
      .provide(provide as never)
      .build();
    const response = await (await serve(router))('/pushed');
    expect(response.status).toBe(status);
    if (status === 200) expect(response.text()).toBe('first');
  });
});

describeTransports('a failing filter or event', (serve) => {
  it.each(['throws', 'rejects', 'late'])('a filter that fails results in 500: %s', async (how) => {
    const client = await serve(createRouter(Filters, Contexts));
    const response = await client(`/filter/${how}`);
    expect(response.json()).toMatchObject(broken);
    expect(response.text()).not.toMatch(/database|pass/);
    expect((await client('/context/twice')).text()).toBe('first');
  });

  it.each(['throws', 'rejects'])(
    'an event that fails is logged and does not change the response: %s',
    async (how) => {
      const logged: { message: string; data: object }[] = [];
      const error = (data: object, message: string): void => void logged.push({ message, data });
      const toolkit = quietToolkit({ logger: { debug() {}, info() {}, warn() {}, error } });
      const client = await serve(RestRouter.register(toolkit, EventFaults));
      expect((await client(`/event/${how}`)).text()).toBe('answered');
      await toolkit.close();
      expect(logged).toMatchObject([
        {
          message: 'an event listener failed',
          data: { route: expect.stringContaining(`EventFaults.${how}`) as string },
        },
      ]);
    },
  );
});

it('a class that is registered twice is reported with both locations, and its first registration answers', async () => {
  class Counting {
    static made = 0;
    readonly number = (Counting.made += 1);
    @GET('/counting') one(): number {
      return this.number;
    }
  }
  const router = RestRouter.register(quietToolkit(), Counting);
  RestRouter.register(router, Counting);
  expect(router.diagnostics()).toMatchObject([
    {
      rule: 'registered-twice',
      severity: 'warning',
      message: 'Counting is registered twice; its routes are added once',
      related: [{ range: expect.anything() as object }],
    },
  ]);
  expect(await (await router.fetch(new Request('http://localhost/counting'))).json()).toBe(1);
  expect(router.table()).toHaveLength(1);
});

it('a class without routes is a start-up error', () => {
  class Empty {
    help(): void {}
  }
  expect(registrationErrors(Empty)).toEqual(['no-routes: Empty has no routes']);
});
