import { cors, int, Router, Toolkit, type Logger } from '@writ/http';
import { inject } from '@writ/http/testing';
import { expect, it } from 'vitest';
import {
  ApplicationPath,
  CatchWith,
  FormParam,
  GET,
  HeaderParam,
  Path,
  PathParam,
  POST,
  PUT,
  QueryParam,
  RestBuilder,
} from '../src/index.ts';

const logger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const builder = (): RestBuilder => new RestBuilder(new Router(new Toolkit({ logger })));
const loose = (value: unknown): never => value as never;

@Path('/notes')
class Notes {
  @GET('/') list(): string {
    return 'list';
  }
}

function findingsOf(change: (builder: RestBuilder) => unknown): readonly unknown[] {
  const router = new Router(new Toolkit({ logger }));
  const made = new RestBuilder(router).register(Notes);
  change(made);
  try {
    made.build();
  } catch {
    // The error is reported as a finding.
  }
  return router.diagnostics().map(({ rule, severity, message, hint, file }) => {
    expect(file).toContain('user-mistakes.test.ts');
    return `${severity} ${rule}: ${message}; ${hint}`;
  });
}

it.each<[string, () => unknown, string]>([
  [
    '@Path({…})',
    () => Path(loose({ path: '/' })),
    `@Path requires a path, such as '/notes', not a value of type object`,
  ],
  ['@Path()', () => Path(loose(undefined)), `@Path requires a path, such as '/notes', not undefined`],
  ['@ApplicationPath(5)', () => ApplicationPath(loose(5)), '@ApplicationPath requires a path'],
  ['@QueryParam()', () => QueryParam(loose(undefined)), `QueryParam requires a name as its first argument`],
  [`@QueryParam('')`, () => QueryParam('', String), `QueryParam requires a name as its first argument`],
  [
    '@HeaderParam(String)',
    () => HeaderParam(loose(String)),
    `HeaderParam requires a name as its first argument`,
  ],
  [`@FormParam('')`, () => FormParam('', String), `FormParam requires a name as its first argument`],
  [
    `cors({ methods: ['GETT'] })`,
    () => cors({ origin: '*', methods: ['GETT'] }),
    'cors: unknown method "GETT"; did you mean GET?',
  ],
])('%s throws a TypeError with the correct usage', (_what, make, message) => {
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});

it.each(['csv', 'text/', '/csv', 'text csv'])(
  'a writer for %s, which is not a media type, is an error',
  (type) => {
    expect(findingsOf((made) => made.writer(type, (_result, _request, response) => response.end()))).toEqual([
      `error no-media-type: the writer writer of ${type} is registered for "${type}", which is not a media type; write type and subtype, such as 'text/csv' or 'application/json'`,
    ]);
  },
);

it('enableCors with an object is an error that lists the expected arguments', () => {
  expect(findingsOf((made) => made.enableCors(loose({ origin: '*' })))).toEqual([
    `error origin-pattern: enableCors expects the origins as a string, not a value of type object; write enableCors('https://app.example', credentials, maxAge, headers, ...methods), or use(cors({ … }))`,
  ]);
});

it('enableCors with an unknown method is an error with a suggestion', () => {
  expect(findingsOf((made) => made.enableCors('*', false, -1, [], 'GETT'))).toEqual([
    expect.stringContaining('error origin-pattern: cors: unknown method "GETT"; did you mean GET?'),
  ]);
});

it('a component whose static type is not a class is an error', () => {
  class Handler {
    static type = 'x';
    write(): void {}
  }
  expect(findingsOf((made) => made.errorHandler(loose(Handler)))).toEqual([
    `error invalid-component: static type of Handler is 'x', not a class; assign a class, such as static type = RangeError`,
  ]);
  @Path('/caught')
  @CatchWith(loose(Handler))
  class Caught {
    @GET('/') one(): void {}
  }
  expect(findingsOf((made) => made.register(Caught))).toEqual([
    expect.stringContaining(`static type of Handler is 'x', not a class`),
  ]);
});

it('registering a class twice causes a warning and adds its routes once', async () => {
  expect(findingsOf((made) => made.register(Notes))).toEqual([
    'warning registered-twice: Notes is registered twice; its routes are added once; remove one of them',
  ]);
  const router = builder().register(Notes, Notes).build();
  expect(router.table()).toHaveLength(1);
  expect((await inject(router, '/notes')).text()).toBe('list');
});

it('a path variable that is not bound causes a warning if another parameter has its name', () => {
  @Path('/unbound')
  class Unbound {
    @POST('/a/{id}') body(id: number): number {
      return id;
    }
    @POST('/b/{id}') second(@QueryParam('q', String) _q: string, id: number = 1): number {
      return id;
    }
    @GET('/c/{id}') query(@QueryParam('id', int) id: number): number {
      return id;
    }
    @GET('/d/{id}') unused(): void {}
    @PUT('/e/{id}') bound(@PathParam('id', int) _id: number, note: string): string {
      return note;
    }
    @PUT('/f/{id}') other(note: string): string {
      return note;
    }
    @PUT('/g/{id}') rest(...id: string[]): string[] {
      return id;
    }
  }
  const hint = "bind it with PathParam('id', …), or rename it";
  const found = findingsOf((made) => made.register(Unbound)).filter((each) =>
    String(each).includes('variable'),
  );
  expect(found).toEqual([
    `warning unbound-variable: POST /unbound/a/{id} (Unbound.body): the path variable id is not bound, but the parameter id is bound to the body; ${hint}`,
    `warning unbound-variable: POST /unbound/b/{id} (Unbound.second): the path variable id is not bound, but the parameter id is bound to the body; ${hint}`,
    `warning unbound-variable: GET /unbound/c/{id} (Unbound.query): the path variable id is not bound, but query id is bound; ${hint}`,
  ]);
});
