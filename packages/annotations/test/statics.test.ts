import { handle, HttpError, HttpRequest, Router, route, Toolkit, type HttpResponse } from '@writ/http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BodyParam,
  CatchWith,
  Consumes,
  Context,
  GET,
  NoCache,
  POST,
  Produces,
  QueryParam,
  ResponseWriter,
  RestBuilder,
  RestRouter,
} from '../src/index.ts';

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const toolkit = (inherit = true): Toolkit => new Toolkit({ logger, inherit });

class Note {
  title = '';
}
class Teapot extends Error {}
class Token {
  text = '';
}
class NoteReader {
  static readonly type = Note;
  static made = 0;
  constructor() {
    NoteReader.made += 1;
  }
  read(text: string): Note {
    return Object.assign(new Note(), { title: `read ${text}` });
  }
}
@Produces('text/x-note')
class NoteWriter {
  write(note: Note, _request: HttpRequest, response: HttpResponse): void {
    response.end(`written ${note.title}`);
  }
}
class Notes {
  @POST('/notes', { consumes: 'text/plain', produces: 'text/x-note' }) add(
    @BodyParam(Note) note: Note,
  ): Note {
    return note;
  }
  @GET('/teapot') teapot(): never {
    throw new Teapot('short and stout');
  }
  @GET('/token') token(@Context() { text }: Token): string {
    return text;
  }
}

async function postNote(router: Router): Promise<readonly [number, string]> {
  const response = await router.fetch(
    new Request('http://localhost/notes', {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    }),
  );
  return [response.status, await response.text()];
}
const getPath = async (router: Router, path: string): Promise<readonly [number, string]> => {
  const response = await router.fetch(new Request(`http://localhost${path}`));
  return [response.status, await response.text()];
};

afterEach(() => RestRouter.clearCache());

it('each endpoint and component class has one instance', () => {
  const created: string[] = [];
  class Counted {
    constructor() {
      created.push('endpoint');
    }
    @GET('/') one(): void {}
  }
  class CountedHandler {
    constructor() {
      created.push('handler');
    }
    write(): void {}
  }
  class CountedWriter {
    constructor() {
      created.push('writer');
    }
    write(): void {}
  }
  CatchWith(CountedHandler)(Counted);
  ResponseWriter(CountedWriter)(Counted);
  new RestBuilder(toolkit()).register(Counted).errorHandler(CountedHandler).build();
  expect(created).toEqual(['endpoint', 'writer', 'handler']);
});

describe('a global registration', () => {
  it('serves the routes of every toolkit except those with inherit: false', async () => {
    RestRouter.getReaders().register(NoteReader);
    RestRouter.getWriters().register(NoteWriter);
    RestRouter.getExceptionHandlers().register(
      handle(Teapot, (teapot, _request, response) => response.end(teapot.message)),
    );
    RestRouter.addProvider(Token, () => Object.assign(new Token(), { text: 'provided' }));
    for (const router of [
      RestRouter.register(toolkit(), Notes),
      RestRouter.register(toolkit(), new Notes()),
    ]) {
      expect(await postNote(router)).toEqual([200, 'written read x']);
      expect(await getPath(router, '/teapot')).toEqual([500, 'short and stout']);
      expect(await getPath(router, '/token')).toEqual([200, 'provided']);
    }
    const alone = RestRouter.register(toolkit(false), Notes);
    expect((await postNote(alone))[0]).not.toBe(200);
    expect((await getPath(alone, '/teapot'))[1]).not.toContain('stout');
    expect((await getPath(alone, '/token'))[0]).toBe(400);
  });

  it("serves an existing router, after the router's own components", async () => {
    const router = new RestBuilder(toolkit())
      .register(Notes)
      .writer('text/x-note', (note: Note, _request, response) => response.end(`own ${note.title}`))
      .build();
    RestRouter.getReaders().register(Note, (text: string) => Object.assign(new Note(), { title: text }));
    RestRouter.getWriters().register('text/x-note', NoteWriter);
    router.build();
    expect(await postNote(router)).toEqual([200, 'own x']);
  });

  it('is removed by clearCache together with cached instances', async () => {
    const router = new RestBuilder(toolkit()).register(Notes).writer(NoteWriter).build();
    const { made } = NoteReader;
    RestRouter.getReaders().register(NoteReader).register(NoteReader);
    expect((await postNote(router.build()))[1]).toContain('read x');
    expect(NoteReader.made).toBe(made + 1);
    RestRouter.clearCache();
    expect((await postNote(router.build()))[1]).not.toContain('read x');
    RestRouter.getReaders().register(NoteReader);
    expect(NoteReader.made).toBe(made + 2);
  });

  it.each([
    [
      'a reader without a type',
      () => RestRouter.getReaders().register((text: string) => text),
      /no-media-type: the reader .* declares neither a type nor a media type[^]*@Consumes/,
    ],
    [
      'a writer without a type',
      () =>
        RestRouter.getWriters().register(
          class Lost {
            write(): void {}
          },
        ),
      /no-media-type: the writer Lost declares neither a type nor a media type[^]*@Produces/,
    ],
    [
      'a class that is not a handler',
      () => RestRouter.getExceptionHandlers().register(Note as never),
      /invalid-component: Note is not a valid exception handler: it has no write/,
    ],
    [
      'a class that cannot be instantiated',
      () => RestRouter.getReaders().register(Note, Failing),
      /no-instance: the constructor of Failing fails: Error: not connected/,
    ],
  ])('immediately throws for %s, with its location', (_what, register, message) => {
    expect(register).toThrow(message);
    expect(register).toThrow(/statics\.test\.ts:\d+:\d+: error/);
  });
});

class Failing {
  constructor() {
    throw new Error('not connected');
  }
  read(): Note {
    return new Note();
  }
}

it('RestRouter.notFound answers unmatched requests of one router', async () => {
  const router = RestRouter.register(toolkit(), Notes);
  RestRouter.notFound(router, '/api/.*', (_request, response) => response.end('no such interface'));
  RestRouter.notFound(router, { write: (_request, response) => response.end('nothing') });
  expect(await getPath(router, '/api/x')).toEqual([404, 'no such interface']);
  expect(await getPath(router, '/x')).toEqual([404, 'nothing']);
});

it('an instance of a class with @NoCache() is rejected', () => {
  @NoCache()
  class Fresh {
    readonly type = 'an instance may call a field so';
    @GET('/') one(): void {}
    write(): void {}
  }
  const builder = new RestBuilder(toolkit()).register(new Fresh()).errorHandler(new Fresh());
  expect(() => builder.build()).toThrow(
    /already-instantiated: Fresh has @NoCache[^]*already-instantiated: Fresh has @NoCache/,
  );
});

it('RestRouter.enableCors allows other origins on one router', async () => {
  const router = RestRouter.register(toolkit(), Notes);
  RestRouter.enableCors(router, 'https://.*\\.example');
  const allowed = async (origin: string): Promise<string | null> => {
    const response = await router.fetch(new Request('http://localhost/token', { headers: { origin } }));
    return response.headers.get('access-control-allow-origin');
  };
  expect(await allowed('https://a.example')).toBe('https://a.example');
  expect(await allowed('https://a.example.org')).toBeNull();
});

it.each(['RestRouter', 'RestBuilder'])(
  '%s.enableCors without arguments allows every origin',
  async (call) => {
    const router = RestRouter.register(toolkit(), Notes);
    if (call === 'RestRouter') RestRouter.enableCors(router);
    else new RestBuilder(router).enableCors().build();
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
    const preflight = await router.fetch(
      new Request('http://localhost/token', { method: 'OPTIONS', headers }),
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')?.split(', ')).toEqual([
      'Content-Type',
      'Origin',
      'Access-Control-Allow-Origin',
      'Access-Control-Allow-Headers',
      'Access-Control-Allow-Methods',
      'Access-Control-Expose-Headers',
      'Access-Control-Request-Method',
      'Access-Control-Request-Headers',
    ]);
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
    expect(preflight.headers.has('access-control-max-age')).toBe(false);
  },
);

it('invalid calls for one router are reported at its start-up', () => {
  const router = RestRouter.register(toolkit(), Notes);
  RestRouter.enableCors(router, '(');
  RestRouter.notFound(router, Note as never);
  const found = router.diagnostics().filter(({ severity }) => severity === 'error');
  expect(found.map(({ rule }) => rule).toSorted()).toEqual(['invalid-component', 'origin-pattern']);
  for (const { file, range } of found) {
    expect(file).toMatch(/statics\.test\.ts$/);
    expect(range!.start.line).toBeGreaterThan(1);
  }
});

it('all invalid components of a builder are reported by build()', () => {
  const builder = new RestBuilder(toolkit())
    .register(Notes)
    .reader(Failing)
    .errorHandler(undefined as never)
    .notFound('(', (_request, response) => response.end())
    .authenticateWith((() => null) as never);
  let rules: unknown[] = [];
  try {
    builder.build();
  } catch (error) {
    const { diagnostics } = error as { diagnostics: { rule: string; severity: string }[] };
    rules = diagnostics.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  }
  expect(rules.toSorted()).toEqual([
    'invalid-component',
    'invalid-component',
    'no-instance',
    'not-found-pattern',
  ]);
});

it('route({...}) accepts bindings of annotations, including beans and reader classes', async () => {
  class Search {
    @QueryParam('q', String) q!: string;
  }
  class Loud {
    read(text: string): string {
      return text.toUpperCase();
    }
  }
  const { BeanParam } = await import('../src/index.ts');
  const router = new Router(toolkit()).add(
    route({
      method: 'GET',
      path: '/',
      bindings: [BeanParam(Search), QueryParam('q', String).reader(Loud)],
      handler: ({ q }, loud) => `${q} ${loud}`,
    }),
  );
  expect(await getPath(router, '/?q=a')).toEqual([200, 'a A']);
  class NoBean {}
  expect(() => route({ method: 'GET', path: '/', bindings: [BeanParam(NoBean)], handler: () => {} })).toThrow(
    /no-bean-fields: the bean NoBean has no annotated field/,
  );
});

it('components with @Context fields are created per request, also for concurrent requests', async () => {
  class Asking {
    static readonly type = Teapot;
    @Context() request!: HttpRequest;
    async write(_error: Teapot, _request: HttpRequest, response: HttpResponse): Promise<void> {
      await new Promise((resolve) => {
        setTimeout(resolve, 5 * Math.random());
      });
      response.end(this.request.query.get('n') ?? '');
    }
  }
  const router = new RestBuilder(toolkit()).register(Notes).errorHandler(Asking).build();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => (await getPath(router, `/teapot?n=${n}`))[1]),
  );
  expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => String(n)));
});

it('a component without its context object is answered with 400', async () => {
  class Own {
    @Context(Token) token!: Token;
    write(): void {}
  }
  @NoCache()
  @Consumes('text/x')
  class Fresh {
    read(text: string): string {
      if (text === '') throw new HttpError(400);
      return text;
    }
  }
  expect(() => new RestBuilder(toolkit()).register(Notes).errorHandler(Own).reader(Fresh).build()).toThrow(
    /component-field: Own.token is of type Token, which no provider supplies to a component/,
  );
});
