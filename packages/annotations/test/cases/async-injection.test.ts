import { HttpRequest, HttpResponse, StartupError, type Router } from '@writ/http';
import { inject } from '@writ/http/testing';
import { describeTransports } from '@writ/http/testing/transports';
import { afterEach, expect, it } from 'vitest';
import {
  BeanParam,
  Consumes,
  Context,
  GET,
  Inject,
  Path,
  Produces,
  QueryParam,
  RequestReader,
  ResponseWriter,
  RestBuilder,
  RestRouter,
  type InjectionProvider,
} from '../../src/index.ts';
import { Plain, type Made } from './plain.ts';
import { quietToolkit } from './table.ts';
import { Token } from './token.ts';

class Database {
  readonly name = 'notes.db';
}
class Store {
  readonly database: Database;
  constructor(database: Database) {
    this.database = database;
  }
}
@Path('/stored')
class Stored {
  readonly store: Store;
  constructor(store: Store) {
    this.store = store;
  }
  @GET('/') one(): string {
    return this.store.database.name;
  }
}
class NamedReader {
  readonly store: Store;
  constructor(store: Store) {
    this.store = store;
  }
  read(text: string): string {
    return `${this.store.database.name}: ${text}`;
  }
}
class Bean {
  @QueryParam('q', String) @RequestReader(NamedReader) q!: string;
}
class Framed {
  readonly store: Store;
  constructor(store: Store) {
    this.store = store;
  }
  write(result: string, _request: HttpRequest, response: HttpResponse): void {
    response.end(`[${result} of ${this.store.database.name}]`);
  }
}
class Naming {
  @GET('/bean') bean(@BeanParam() { q }: Bean): string {
    return q;
  }
  @GET('/framed') @ResponseWriter(Framed) framed(): string {
    return 'one';
  }
}
const dependencies = new Map<unknown, readonly Made<unknown>[]>([
  [Store, [Database]],
  [Stored, [Store]],
  [NamedReader, [Store]],
  [Framed, [Store]],
]);

/** An injector that resolves dependencies asynchronously; `make` replaces one of the classes. */
const createSlowInjector = (make: (type: Made<unknown>) => unknown = () => undefined): InjectionProvider => ({
  async getInstance(type: Made<any>): Promise<any> {
    await new Promise((resolve) => void setImmediate(resolve));
    const own: unknown = await make(type);
    if (own !== undefined) return own;
    const args = await Promise.all((dependencies.get(type) ?? []).map((each) => this.getInstance(each)));
    return Reflect.construct(type as never, args);
  },
});

const builder = (injector: InjectionProvider): RestBuilder =>
  new RestBuilder(quietToolkit({ limits: { provider: 60_000 } }))
    .register(Stored, Plain, Naming)
    .injectWith(injector);

describeTransports('an object that an injector creates asynchronously', (serve) => {
  it.each([
    ['/stored', 'notes.db'],
    ['/plain', 'plain'],
    ['/bean?q=a', 'notes.db: a'],
    ['/framed', '[one of notes.db]'],
  ])('delays the first request: %s', async (path, text) => {
    const router = builder(createSlowInjector()).build();
    expect(router.isBlocked).toBe(true);
    const client = await serve(router);
    const response = await client(path);
    expect([response.status, response.text()]).toEqual([200, text]);
  });

  it('delays global classes, readers, providers and not-found handlers', async () => {
    class TokenProvider {
      static readonly type = Token;
      readonly store: Store;
      constructor(store: Store) {
        this.store = store;
      }
      provide(): Token {
        return new Token(this.store.database.name);
      }
    }
    @Inject()
    class Missing {
      write(_request: HttpRequest, response: HttpResponse): void {
        response.end('nothing is stored there');
      }
    }
    @Produces('text/x-framed')
    class FramedFor extends Framed {}
    @Consumes('text/x-named')
    class NamedFor extends NamedReader {}
    for (const type of [TokenProvider, FramedFor, NamedFor]) dependencies.set(type, [Store]);
    class Stamped {
      @GET('/stamp') stamp(@Context(Token) token: Token): string {
        return token.text;
      }
      @GET('/typed', { produces: 'text/x-framed' }) typed(): string {
        return 'two';
      }
    }
    RestRouter.injectWith(createSlowInjector());
    RestRouter.getWriters().register(FramedFor);
    RestRouter.getReaders().register(NamedFor);
    RestRouter.provide(TokenProvider);
    const router = RestRouter.register(quietToolkit({ inherit: true }), Stored, Stamped);
    RestRouter.notFound(router, Missing);
    const client = await serve(router);
    const texts = await Promise.all(
      ['/stored', '/stamp', '/typed', '/missing'].map(async (path) => (await client(path)).text()),
    );
    expect(texts).toEqual(['notes.db', 'notes.db', '[two of notes.db]', 'nothing is stored there']);
  });
});
afterEach(() => RestRouter.clearCache());

it('listen waits for asynchronous injection', async () => {
  const router = builder(createSlowInjector()).build();
  const server = router.toolkit.createServer(router);
  const { url } = await server.listen(0, '127.0.0.1');
  expect(await (await fetch(`${url}/stored`)).text()).toBe('notes.db');
  await server.close();
});

it('classes registered after an asynchronously injected class retain their order', async () => {
  const toolkit = quietToolkit({ inherit: true });
  RestRouter.injectWith(createSlowInjector());
  const router = RestRouter.register(toolkit, Stored);
  RestRouter.register(router, Plain);
  await router.ready();
  expect(router.table().map(({ path }) => path)).toEqual(['/stored', '/plain']);
});

const messageOf = async (router: Router): Promise<string> => {
  const error: unknown = await router.ready().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).diagnostics.map(({ rule, message }) => `${rule}: ${message}`).join('\n');
};

it.each<[name: string, make: (type: Made<unknown>) => unknown, message: string]>([
  [
    'that fails',
    (type) => (type === Database ? Promise.reject(new Error('no such file')) : undefined),
    'not-injected: the injector cannot create Stored: Error: no such file (Stored > Store > Database)',
  ],
  [
    'that never settles',
    (type) => (type === Database ? new Promise(() => {}) : undefined),
    'not-injected: the injector did not create Stored within 200 ms; it is waiting for Stored > Store > Database',
  ],
  [
    'that returns another type',
    (type) => (type === Stored ? 'a text' : undefined),
    "not-injected: the injector returned 'a text' for Stored",
  ],
])('an injector %s causes a start-up error', async (_name, make, message) => {
  const router = new RestBuilder(quietToolkit({ limits: { provider: 200 } }))
    .register(Plain, Stored)
    .injectWith(createSlowInjector(make))
    .build();
  const server = router.toolkit.createServer(router);
  const failures: unknown[] = await Promise.all([
    messageOf(router),
    server.listen(0).then(String, String),
    inject(router, '/plain').then(String, String),
    router.fetch(new Request('http://localhost/plain')).then(String, String),
  ]);
  expect(failures[0]).toBe(message);
  for (const each of failures.slice(1)) expect(each).toContain(message.replace('not-injected: ', ''));
  expect(server.node.listening).toBe(false);
});

it('a global component whose injection fails is a start-up error', async () => {
  RestRouter.injectWith(
    createSlowInjector((type) => (type === Database ? Promise.reject(new Error('no such file')) : undefined)),
  );
  RestRouter.getReaders().register('text/x-named', NamedReader);
  const message =
    'the injector cannot create NamedReader: Error: no such file (NamedReader > Store > Database)';
  expect(await messageOf(RestRouter.register(quietToolkit({ inherit: true }), Plain))).toContain(message);
});

it('the error of a failed synchronous injection contains the chain, even if another error wraps it', () => {
  const wrapping: InjectionProvider = {
    getInstance(type: Made<any>): any {
      if (type === Database) throw new Error('no such file');
      try {
        const args = (dependencies.get(type) ?? []).map((each) => this.getInstance(each));
        return Reflect.construct(type as never, args);
      } catch (cause) {
        throw new Error(`${type.name} is not there`, { cause });
      }
    },
  };
  const build = () => new RestBuilder(quietToolkit()).register(Stored).injectWith(wrapping).build();
  expect(build).toThrow('cannot create Stored: Error: Stored is not there (Stored > Store > Database)');
});
