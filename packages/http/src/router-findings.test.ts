import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  BodyParam,
  Context,
  HeaderParam,
  int,
  PathParam,
  QueryParam,
  route,
  Router,
  RoutingContext,
  StartupError,
  Toolkit,
  type Filter,
  type Type,
} from './index.ts';
import { recordingLogger } from './testing/recording-logger.ts';
import { inject } from './testing/inject.ts';

const noType = 5 as unknown as Type;
const noFilter = undefined as unknown as Filter;

class Opaque {
  a = 1;
}

/** Returns the number of the line of this file that contains the string. */
function lineOf(text: string): number {
  const lines = readFileSync(import.meta.filename, 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

function startupError(router: Router): StartupError {
  try {
    router.build();
  } catch (error) {
    if (error instanceof StartupError) return error;
    throw error;
  }
  throw new Error('it started');
}

it('build() reports all errors together, each with its location and fix', () => {
  const router = new Router(new Toolkit())
    .add(
      // one
      route({ method: 'GET', path: '/a/{id', handler: () => 1 }),
      // two
      route({ method: 'GET', path: '/b/{id}', bindings: [PathParam('ib', int)], handler: () => 1 }),
      // three
      route({ method: 'GET', path: '/c', bindings: [QueryParam('q', Opaque)], handler: () => 1 }),
      // four
      route({ method: 'GET', path: '/d', bindings: [QueryParam('q', noType)], handler: () => 1 }),
      // five
      route({
        method: 'PUT',
        path: '/e',
        bindings: [BodyParam(String), BodyParam(Object)],
        handler: () => 1,
      }),
      // six
      route({ method: 'GET', path: '/f', bindings: [Context(Opaque)], handler: () => 1 }),
      // seven
      route({ method: 'FETCH', path: '/g', handler: () => 1 }),
      // seven a
      route({ method: 'GET', path: '/h', bindings: [QueryParam('q', int).default('ten')], handler: () => 1 }),
      // seven b
      route({ method: 'GET', path: '/i', bindings: [QueryParam('q', int).default('')], handler: () => 1 }),
      // seven c
      route({ method: 'GET', path: '/j', bindings: [HeaderParam('a b', String)], handler: () => 1 }),
      // seven d
      route({ method: 'PUT', path: '/k', consumes: 'json', produces: 'text/*', handler: () => 1 }),
      // seven e
      route({ method: 'GET', path: '/l', scopes: [{ filters: [noFilter] }], handler: () => 1 }),
    )
    // eight
    .use('/{', (_context, next) => next())
    // nine
    .use(noFilter);
  const { diagnostics, message } = startupError(router);
  const reported = diagnostics.map(({ code, range, hint }) => ({ code, line: range?.start.line, hint }));
  expect(reported.toSorted((a, b) => a.line! - b.line!)).toEqual([
    { code: 'W2001', line: lineOf('// one') + 1, hint: "write '/a/{id}'; for a literal brace, '\\\\{'" },
    { code: 'W2005', line: lineOf('// two') + 1, hint: 'did you mean "id"?' },
    { code: 'W2002', line: lineOf('// three') + 1, hint: expect.stringContaining('fromString') as string },
    { code: 'W2002', line: lineOf('// four') + 1, hint: expect.stringContaining('write Number') as string },
    { code: 'W2006', line: lineOf('// five') + 1, hint: 'bind it once, as one argument' },
    { code: 'W2002', line: lineOf('// six') + 1, hint: expect.stringContaining('HttpRequest') as string },
    { code: 'W2008', line: lineOf('// seven') + 1, hint: 'write methods in upper case' },
    { code: 'W2002', line: lineOf('// seven a') + 1, hint: undefined },
    { code: 'W2002', line: lineOf('// seven b') + 1, hint: undefined },
    { code: 'W2012', line: lineOf('// seven c') + 1, hint: undefined },
    {
      code: 'W2011',
      line: lineOf('// seven d') + 1,
      hint: 'write a type and a subtype, such as application/json',
    },
    { code: 'W2010', line: lineOf('// seven e') + 1, hint: expect.stringContaining('next') as string },
    { code: 'W2009', line: lineOf('// eight') + 1, hint: "write '/{name}'; for a literal brace, '\\\\{'" },
    { code: 'W2010', line: lineOf('// nine') + 1, hint: expect.stringContaining('next') as string },
  ]);
  expect(message).toContain('src/router-findings.test.ts');
  expect(message).toContain("path: '/a/{id'");
  expect(message).toContain('query q: the default "ten" must be a whole number');
  expect(() => new Toolkit().createServer(router)).toThrow(StartupError);
  expect(() => router.listener).toThrow(StartupError);
  expect(router.diagnostics()).toEqual(diagnostics);
});

it('inject() and fetch() reject if routes are invalid', async () => {
  const router = new Router(new Toolkit()).add(route({ method: 'GET', path: '/{', handler: () => 1 }));
  const pending = [inject(router, '/'), router.fetch(new Request('http://localhost/'))];
  for (const response of pending) await expect(response).rejects.toThrow(StartupError);
});

it('build() warns about duplicate and unreachable routes but does not throw', () => {
  const logger = recordingLogger();
  const router = new Router(new Toolkit({ logger })).add(
    route({ method: 'GET', path: '/a/{id}', handler: () => 'first' }), // first
    route({ method: 'GET', path: '/a/:other', handler: () => 2 }), // duplicate
    route({ method: 'GET', path: '/a/b', handler: () => 3 }), // shadowed
    route({ method: 'POST', path: '/a/b', handler: () => 4 }),
    route({ method: 'CONNECT', path: '/a/b', handler: () => 5 }),
  );
  router.build().build();
  expect(router.diagnostics().map(({ code, related }) => [code, related?.[0]?.range?.start.line])).toEqual([
    ['W2008', undefined],
    ['W2003', lineOf('// first')],
    ['W2004', lineOf('// first')],
  ]);
  expect(logger.lines.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn']);
  expect(logger.lines[1]!.message).toContain('GET /a/:other (handler) duplicates GET /a/{id} (handler)');
});

it('a duplicate or unreachable route is reached as the warning says', async () => {
  const undefinedFirst = new Router(new Toolkit()).add(
    route({ method: 'GET', path: '/a/{id}', handler: () => undefined }),
    route({ method: 'GET', path: '/a/:other', handler: () => 'duplicate' }),
    route({ method: 'GET', path: '/a/b', handler: () => 'unreachable' }),
  );
  const [duplicate, unreachable] = undefinedFirst.diagnostics();
  expect(duplicate!.message).toContain(
    'handles all requests unless its handler returns undefined or calls context.next()',
  );
  expect(unreachable!.hint).toContain(
    'as in {id:\\d+}; otherwise, it is reached only if the other handler calls',
  );
  expect((await inject(undefinedFirst, '/a/x')).text()).toBe('duplicate');

  const next = route({
    method: 'GET',
    path: '/a/{id}',
    bindings: [Context(RoutingContext)],
    handler: (context) => context.next(),
  });
  const passingOn = new Router(new Toolkit()).add(
    next,
    route({ method: 'GET', path: '/a/:other', handler: () => 'duplicate' }),
  );
  expect((await inject(passingOn, '/a/x')).text()).toBe('duplicate');
  const passing = new Router(new Toolkit()).add(
    next,
    route({ method: 'GET', path: '/a/b', handler: () => 'unreachable' }),
  );
  expect((await inject(passing, '/a/b')).text()).toBe('unreachable');

  const ending = new Router(new Toolkit()).add(
    route({ method: 'GET', path: '/a/{id}', handler: () => undefined }),
    route({ method: 'GET', path: '/a/b', handler: () => 'unreachable' }),
  );
  expect((await inject(ending, '/a/b')).status).toBe(204);
  const restricted = new Router(new Toolkit()).add(
    route({ method: 'GET', path: '/a/{id:\\d+}', handler: () => 'number' }),
    route({ method: 'GET', path: '/a/b', handler: () => 'reachable' }),
  );
  expect(restricted.diagnostics()).toEqual([]);
});

it("build() throws a front end's findings together with its own", () => {
  const router = new Router(new Toolkit())
    .report({ code: 'W2101', severity: 'error', message: 'two verbs', file: 'notes.ts' })
    .add(route({ method: 'GET', path: '/{', handler: () => 1 }));
  expect(startupError(router).diagnostics.map(({ code }) => code)).toEqual(['W2101', 'W2001']);
});

it('build() resolves the routes again after further registrations', async () => {
  const router = new Router(new Toolkit()).add(route({ method: 'GET', path: '/a', handler: () => 'a' }));
  expect((await inject(router, '/b')).status).toBe(404);
  router.add(route({ method: 'GET', path: '/b', handler: () => 'b' }));
  expect((await inject(router, '/b')).text()).toBe('b');
});

it('table() returns plain data', () => {
  function audit(_context: unknown, next: () => unknown): unknown {
    return next();
  }
  const router = new Router(new Toolkit()).use('/n/{r:.*}', audit).add(
    route({
      method: 'GET',
      path: '/n/{id}',
      order: 2,
      bindings: [PathParam('id', int), QueryParam('q', String).default('x'), Context(AbortSignal)],
      produces: 'text/plain',
      scopes: [{ name: 'class Notes', filters: [audit] }],
      handler: (id, q) => `${id}${q}`,
      origin: { className: 'Notes', method: 'one', file: '/notes.ts', line: 3 },
    }),
  );
  expect(JSON.parse(JSON.stringify(router.table()))).toEqual([
    {
      method: 'GET',
      path: '/n/{id}',
      bindings: ['path id: int', 'query q: string = x', 'context: AbortSignal'],
      consumes: [],
      produces: ['text/plain'],
      order: 2,
      from: 'routes',
      handler: 'Notes.one',
      access: [],
      filters: ['audit (router /n/{r:.*})', 'audit (class Notes)'],
      origin: { className: 'Notes', method: 'one', file: '/notes.ts', line: 3 },
    },
  ]);
});
