/** Guarantees about routes that other tests do not cover completely. */
import {
  bearerAuthentication,
  EventBus,
  HttpError,
  HttpRequest,
  HttpResponse,
  int,
  optional,
  RoutingContext,
  Toolkit,
  User,
} from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { afterEach, expect, it, vi } from 'vitest';
import {
  Authenticate,
  Authorize,
  BodyParam,
  CatchWith,
  Context,
  ContextReader,
  DenyAll,
  FormParam,
  GET,
  NoCache,
  Path,
  PathParam,
  POST,
  Produces,
  QueryParam,
  RequestReader,
  ResponseWriter,
  RestBuilder,
  RestRouter,
  RolesAllowed,
  RouteDefinition,
} from '../../src/index.ts';
import { quietToolkit, createRouter } from './table.ts';
import { Token } from './token.ts';

afterEach(() => RestRouter.clearCache());

@Path('/all')
class AllContexts {
  @GET('/{id}') all(
    @PathParam('id', int) _id: number,
    @Context() request: HttpRequest,
    @Context() response: HttpResponse,
    @Context() toolkit: Toolkit,
    @Context() bus: EventBus,
    @Context() context: RoutingContext,
    @Context(optional(User)) user: User | undefined,
    @Context() route: RouteDefinition,
    @Context() signal: AbortSignal,
  ): unknown {
    return {
      request: request.path,
      same: [context.request === request, context.response === response, context.toolkit === toolkit],
      bus: bus === toolkit.eventBus,
      user: user ?? null,
      route: `${route.method} ${route.path}`,
      signal: [signal.aborted, signal === context.signal],
    };
  }
}

describeTransports('every built-in context object', (serve) => {
  it('is available to a method', async () => {
    const client = await serve(createRouter(AllContexts));
    expect((await client('/all/7')).json()).toEqual({
      request: '/all/7',
      same: [true, true, true],
      bus: true,
      user: null,
      route: 'GET /all/{id}',
      signal: [false, true],
    });
  });
});

class TokenProvider {
  static readonly type = Token;
  provide({ path }: HttpRequest): Token {
    return new Token(`class ${path}`);
  }
}

@Path('/tokens')
class Tokens {
  @GET('/global') one(@Context() token: Token): string {
    return token.text;
  }
  @GET('/method') @ContextReader(new TokenProvider()) two(@Context() token: Token): string {
    return token.text;
  }
  @GET('/parameter') @ContextReader(TokenProvider) three(
    @Context() @ContextReader(() => new Token('parameter')) token: Token,
  ): string {
    return token.text;
  }
}

describeTransports('providers', (serve) => {
  it.each<[kind: string, register: (builder: RestBuilder) => unknown, global: string]>([
    ['a class', (builder) => builder.addProvider(Token, TokenProvider), 'class /tokens/global'],
    ['an instance', (builder) => builder.addProvider(Token, new TokenProvider()), 'class /tokens/global'],
    ['a function', (builder) => builder.addProvider(Token, () => new Token('function')), 'function'],
    ['a pushed provider', (builder) => builder.provide(() => new Token('pushed')), 'pushed'],
  ])(
    'can be %s for all routes, a class for a parameter, or an instance for a method',
    async (_kind, register, global) => {
      const builder = new RestBuilder(quietToolkit()).register(Tokens);
      register(builder);
      const client = await serve(builder.build());
      const texts = await Promise.all(
        ['global', 'method', 'parameter'].map(async (name) => (await client(`/tokens/${name}`)).text()),
      );
      expect(texts).toEqual([global, 'class /tokens/method', 'parameter']);
    },
  );
});

class Fault extends Error {}

class PathReader {
  @Context() request!: HttpRequest;
  read(text: string): string {
    return `${this.request.path} ${text}`;
  }
}
class PathWriter {
  @Context() context!: RoutingContext;
  write(result: unknown, _request: HttpRequest, response: HttpResponse): void {
    response.end(`${String(result)} of ${this.context.request.path}`);
  }
}
class PathHandler {
  static readonly type = Fault;
  @Context() route!: RouteDefinition;
  write(_fault: Fault, _request: HttpRequest, response: HttpResponse): void {
    response.status = 409;
    response.end(`fault of ${this.route.path}`);
  }
}

@Path('/fields')
@ResponseWriter(PathWriter)
@CatchWith(PathHandler)
class Fields {
  @GET('/read') read(@QueryParam('q', String) @RequestReader(PathReader) q: string): string {
    return q;
  }
  @GET('/fault') fault(): void {
    throw new Fault();
  }
}

describeTransports('@Context fields of readers, writers and handlers', (serve) => {
  it('are set from the request', async () => {
    const client = await serve(createRouter(Fields));
    const answers = await Promise.all(
      ['/fields/read?q=a', '/fields/fault', '/fields/read?q=b'].map((path) => client(path)),
    );
    expect(answers.map(({ status, text }) => [status, text()])).toEqual([
      [200, '/fields/read a of /fields/read'],
      [409, 'fault of /fields/fault'],
      [200, '/fields/read b of /fields/read'],
    ]);
  });
});

describeTransports('the order of checks', (serve) => {
  it('equals the order in the guide, with body and values as the last checks', async () => {
    const steps: string[] = [];
    const authentication = {
      provideCredentials: ({ request }: RoutingContext) => {
        steps.push('credentials');
        const name = request.headers.get('x-name');
        return name === undefined ? null : { username: name };
      },
      authenticate: ({ username }: { username?: string }) => {
        steps.push('authenticate');
        return username === 'unknown'
          ? null
          : ({ principal: { name: username }, authorizations: {} } as unknown as User);
      },
    };
    const authorization = {
      getId: () => 'crew',
      getAuthorizations: ({ principal }: User) => {
        steps.push('authorize');
        return principal['name'] === 'guest' ? [] : [String(principal['name'])];
      },
    };
    class Read {
      read(text: string): object {
        steps.push('body');
        return { text };
      }
    }
    @Path('/order')
    class Order {
      @POST('/{n}')
      @Authenticate(authentication)
      @Authorize(authorization)
      @RolesAllowed('cook')
      one(@PathParam('n', int) n: number, @BodyParam(Object) @RequestReader(Read) body: object): unknown {
        steps.push('method');
        return [n, body];
      }
    }
    const router = RestRouter.register(quietToolkit({ limits: { body: 20 } }), Order);
    const client = await serve(router);
    const send = async (name: string | undefined, url = '/order/1', body = '{}'): Promise<unknown> => {
      steps.splice(0);
      const headers = { 'content-type': 'application/json', ...(name !== undefined && { 'x-name': name }) };
      const { status } = await client({ method: 'POST', url, headers, body });
      return [status, ...steps];
    };
    const known = ['credentials', 'authenticate'];
    expect(await send(undefined, '/order/1', 'x'.repeat(21))).toEqual([413]);
    expect(await send(undefined, '/order/x')).toEqual([401, 'credentials']);
    expect(await send('unknown', '/order/x')).toEqual([401, ...known]);
    expect(await send('guest', '/order/x')).toEqual([403, ...known, 'authorize']);
    expect(await send('sailor', '/order/x')).toEqual([403, ...known, 'authorize']);
    expect(await send('cook', '/order/x')).toEqual([400, ...known, 'authorize', 'body']);
    expect(await send('cook')).toEqual([200, ...known, 'authorize', 'body', 'method']);
  });

  it('applies @DenyAll before authentication', async () => {
    let calls = 0;
    @DenyAll()
    @Authenticate(bearerAuthentication(() => ((calls += 1), null)))
    class Closed {
      @GET('/closed') one(): void {}
    }
    const client = await serve(createRouter(Closed));
    expect((await client({ url: '/closed', headers: { authorization: 'Bearer x' } })).status).toBe(403);
    expect(calls).toBe(0);
  });
});

describeTransports('a body handler for all toolkits', (serve) => {
  class Form {
    @POST('/form') one(@FormParam('name', optional(String)) name?: string): string {
      return name ?? 'unknown';
    }
  }
  const form = {
    method: 'POST',
    url: '/form',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nada\r\n--b--\r\n',
  };
  const textOf = async (inherit: boolean): Promise<string> => {
    const client = await serve(RestRouter.register(quietToolkit({ inherit }), Form));
    return (await client(form)).text();
  };

  it('serves the toolkits that inherit it until clearCache() is called', async () => {
    RestRouter.setBodyHandler({ read: async () => ({ fields: [['name', 'of the handler']], files: [] }) });
    expect([await textOf(true), await textOf(false)]).toEqual(['of the handler', 'ada']);
    RestRouter.clearCache();
    expect(await textOf(true)).toBe('ada');
  });

  it('that fails, hangs or returns invalid data produces an error response', async () => {
    const handlers = [
      async () => {
        throw new HttpError(422, 'not like that');
      },
      async () => {
        throw new Error('the disk is full');
      },
      async () => 'nonsense' as never,
      () => new Promise<never>(() => {}),
      async () => ({ fields: [], files: [], discard: () => void (discarded += 1) }),
      async () => {
        await new Promise((resolve) => void setTimeout(resolve, 120));
        return { fields: [], files: [], discard: () => void (discarded += 1) };
      },
    ];
    let discarded = 0;
    const statuses: number[] = [];
    for (const read of handlers) {
      const toolkit = quietToolkit({ limits: { bodyTime: 30, provider: 30 } });
      const router = new RestBuilder(toolkit).register(Form).bodyHandler({ read }).build();
      const response = await (await serve(router))(form);
      statuses.push(response.status);
      expect(response.text()).not.toContain('disk');
    }
    expect(statuses).toEqual([422, 500, 500, 503, 200, 503]);
    // Late results are discarded too.
    await vi.waitFor(() => expect(discarded).toBe(2), { timeout: 30_000 });
  });
});

it('an invalid body handler is a finding', () => {
  const none = 'undefined is not a body handler: it has no read(request, limits)';
  const builder = new RestBuilder(quietToolkit()).register(AllContexts).bodyHandler(undefined as never);
  expect(() => builder.build()).toThrow(none);
  expect(() => RestRouter.setBodyHandler(undefined as never)).toThrow(none);
});

class Money {
  readonly cents = 5;
}

it('clearCache removes the global registrations, which toolkits with inherit: false ignore', async () => {
  class Shop {
    @GET('/price') price(): Money {
      return new Money();
    }
    @GET('/fault') fault(): void {
      throw new Fault();
    }
    @GET('/token') token(@Context(optional(Token)) token?: Token): string {
      return token?.text ?? 'none';
    }
  }
  RestRouter.getWriters().register(Money, (_money: Money, _request, response) => response.end('for all'));
  RestRouter.getExceptionHandlers().register(PathHandler);
  RestRouter.addProvider(Token, () => new Token('for all'));
  const textsOf = async (inherit: boolean): Promise<string[]> => {
    const router = RestRouter.register(quietToolkit({ inherit }), Shop);
    return Promise.all(
      ['/price', '/fault', '/token'].map(async (path) =>
        (await router.fetch(new Request(`http://localhost${path}`))).text(),
      ),
    );
  };
  const own = ['{"cents":5}', expect.stringContaining('internal-error') as string, 'none'];
  expect(await textsOf(true)).toEqual(['for all', 'fault of /fault', 'for all']);
  expect(await textsOf(false)).toEqual(own);
  RestRouter.clearCache();
  expect(await textsOf(true)).toEqual(own);
});

describeTransports('the instance of a class', (serve) => {
  it('serves all requests, unless the class has @NoCache()', async () => {
    class Kept {
      count = 0;
      @GET('/kept') one(): number {
        return (this.count += 1);
      }
    }
    @NoCache()
    class PerRequest extends Kept {
      @GET('/per-request') override one(): number {
        return super.one();
      }
    }
    @NoCache()
    @Produces('text/x-count')
    class CountWriter {
      count = 0;
      write(result: unknown, _request: HttpRequest, response: HttpResponse): void {
        response.end(`${String(result)} ${(this.count += 1)}`);
      }
    }
    class Written {
      @GET('/written', { produces: 'text/x-count' }) one(): string {
        return 'written';
      }
    }
    const router = new RestBuilder(quietToolkit())
      .register(Kept, PerRequest, Written)
      .writer(CountWriter)
      .build();
    const client = await serve(router);
    const texts: string[] = [];
    for (const path of ['/kept', '/kept', '/per-request', '/per-request', '/written', '/written'])
      texts.push((await client(path)).text());
    expect(texts).toEqual(['1', '2', '1', '1', 'written 1', 'written 1']);
  });
});
