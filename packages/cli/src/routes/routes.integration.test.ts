import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { page, project } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

const notes = `import { Path, GET, POST, PathParam, QueryParam, BodyParam, Produces, Consumes, Use } from '@writ/annotations';
import { int } from '@writ/http';
class NewNote { title = ''; }
function audit(_context: unknown, next: () => unknown): unknown { return next(); }
export class Helper {}
export class Base { @GET('/base/of') base() { return 1; } }
@Path('/notes') @Use(audit)
export class Notes extends Base {
  @GET('/{id}') one(@PathParam('id', int) id: number, @QueryParam('loud', Boolean) loud: boolean) { return { id, loud }; }
  @POST('/') @Consumes('application/json') @Produces('text/plain') add(@BodyParam(NewNote) note: NewNote) { return note.title; }
}`;

const files = {
  'notes.ts': notes,
  'router.ts': `import { RestRouter } from '@writ/annotations';
    import { loadControllers } from '@writ/controllers';
    import { Toolkit } from '@writ/http';
    import { Notes } from './notes.ts';
    const { matcher, diagnostics } = await loadControllers({ prefixes: ['app'], path: '/pages' });
    export class Other {}
    export const router = RestRouter.register(new Toolkit(), Notes).mount(matcher).report(...diagnostics);`,
  'app/index.ts': `${page}export class FooBar extends Controller {
  GET(id: number, page = 1, ...rest: string[]) {}
  POST({ title, n = 2 }: { title: string; n?: number }) {}
}`,
  'empty.ts': 'export const nothing = 1;',
  'server.ts': `import { GET, RestRouter, Toolkit } from '@writ/annotations';
    class Home { @GET('/') home() { return 1; } }
    const toolkit = new Toolkit();
    await toolkit.createServer(RestRouter.register(toolkit, Home)).listen(0);`,
  'wrong.ts': `import { GET } from '@writ/annotations'; export class A { @GET('/{') x() {} }`,
};

const shown = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' | '));

/** Output of a compiler, without a declaration file next to it. */
const compiled = `import { GET, Path, QueryParam } from '@writ/annotations';
export class Levels { get(level) { return level; } }
QueryParam('level')(Levels.prototype, 'get', 0);
Reflect.defineMetadata('design:paramtypes', [String], Levels.prototype, 'get');
GET('/')(Levels.prototype, 'get', Object.getOwnPropertyDescriptor(Levels.prototype, 'get'));
Path('/levels')(Levels);`;

describe('writ routes --strict', () => {
  it.each([
    ['routes', ['routes', 'levels.js']],
    ['explain', ['explain', 'GET', '/levels', 'levels.js']],
  ])('makes writ %s treat warnings as errors', async (_, args) => {
    const directory = project({ 'levels.js': compiled });
    const plain = await runShared(directory, args);
    const strict = await runShared(directory, [...args, '--strict']);
    expect([plain.status, strict.status]).toEqual([0, 1]);
    expect(plain.stderr).toBe(strict.stderr);
    expect(strict.stderr).toContain(
      "levels.js:3:1: warning W2132 metadata-only-type: Levels: the type of QueryParam('level')",
    );
    expect([plain.stdout === '', strict.stdout]).toEqual([false, '']);
  });
});

describe('writ routes', () => {
  it('reports the locations of undeclared types', async () => {
    const directory = project({
      'app/plain.js': `import { Controller } from '@writ/controllers';
export class Default extends Controller { GET(id, { page }) { return id; } }`,
      'app/typed.ts': `${page}export class Default extends Controller { GET(id: number) {} }`,
    });
    const { stdout } = await runShared(directory, ['routes', '--prefix=app']);
    expect(stdout).toContain(
      'No types are declared at app/plain.js:2:43: positional values are strings, and named values are not converted.',
    );
    expect(stdout.match(/No types are declared/g)).toHaveLength(1);
  });

  it('prints annotated classes', async () => {
    const { status, stdout, stderr } = await runShared(project(files), ['routes', 'notes.ts']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(shown(stdout)).toEqual([
      'METHOD | PATH | HANDLER | ARGUMENTS | MEDIA | FILTERS | LOCATION',
      'GET | /notes/{id: int} | Notes.one | query loud: boolean | audit (class Notes) | notes.ts:9:4',
      'POST | /notes | Notes.add | body: NewNote | application/json -> text/plain | audit (class Notes) | notes.ts:10:4',
      'GET | /notes/base/of | Notes.base | audit (class Notes) | notes.ts:6:22',
    ]);
  });

  const guarded = `import { Authenticate, Authorize, DenyAll, GET, Path, PermitAll, RolesAllowed } from '@writ/annotations';
class Tokens { provideCredentials() { return null; } authenticate() { return null; } }
class Rights { getId() { return 'rights'; } getAuthorizations() { return true; } }
@Path('/desk') @Authenticate(Tokens)
export class Desk {
  @GET('/mine') mine() {}
  @GET('/staff') @RolesAllowed('editor', 'admin') staff() {}
  @GET('/vault') @RolesAllowed('admin') @Authorize(Rights) vault() {}
  @GET('/lobby') @PermitAll() lobby() {}
  @GET('/cellar') @DenyAll() cellar() {}
}
export class Open { @GET('/open') open() {} }`;

  it('prints the access rules of routes', async () => {
    const directory = project({ 'desk.ts': guarded });
    const [text, json] = await Promise.all([
      runShared(directory, ['routes', 'desk.ts']),
      runShared(directory, ['routes', 'desk.ts', '--format=json']),
    ]);
    expect(shown(text.stdout)).toEqual([
      'METHOD | PATH | HANDLER | ACCESS | LOCATION',
      'GET | /desk/mine | Desk.mine | authenticated by Tokens | desk.ts:6:4',
      'GET | /desk/staff | Desk.staff | authenticated by Tokens, one of the roles editor, admin | desk.ts:7:4',
      'GET | /desk/vault | Desk.vault | authenticated by Tokens, authorized by Rights, the role admin | desk.ts:8:4',
      'GET | /desk/lobby | Desk.lobby | permit | desk.ts:9:4',
      'GET | /desk/cellar | Desk.cellar | deny | desk.ts:10:4',
      'GET | /open | Open.open | desk.ts:12:22',
    ]);
    const rows = JSON.parse(json.stdout) as { access: readonly string[] }[];
    expect(rows.map(({ access }) => access)).toEqual([
      ['authenticated by Tokens'],
      ['authenticated by Tokens', 'one of the roles editor, admin'],
      ['authenticated by Tokens', 'authorized by Rights', 'the role admin'],
      ['permit'],
      ['deny'],
      [],
    ]);
  });

  it('prints controllers', async () => {
    const { status, stdout } = await runShared(project(files), ['routes', '--prefix=app']);
    expect(status).toBe(0);
    expect(shown(stdout)).toEqual([
      'METHOD | PATH | HANDLER | ARGUMENTS | LOCATION',
      'GET | /foo-bar/{id: number}/{page?: number}/{...rest: string[]} | FooBar.GET | app/index.ts:3:3',
      'POST | /foo-bar | FooBar.POST | object: { title: string, n?: number } | app/index.ts:4:3',
    ]);
  });

  it('prints the protocol of a WebSocket route', async () => {
    const directory = project({
      'chat.ts': `import { Router, Toolkit } from '@writ/http';
        import { webSocket } from '@writ/http/websocket';
        export const router = new Router(new Toolkit()).add(
          webSocket({ path: '/chat', handler: function chat() { return { open() {} }; } }));`,
    });
    const { status, stdout } = await runShared(directory, ['routes', 'chat.ts']);
    expect(status).toBe(0);
    expect(shown(stdout)).toEqual([
      'METHOD | PATH | HANDLER | MEDIA | FILTERS | LOCATION',
      'GET | /chat | chat | upgrade to websocket | webSocketHandshake (WebSocket) | chat.ts:4:11',
    ]);
  });

  it('prints a router with all front ends as text and as JSON', async () => {
    const { status, stdout } = await runShared(project(files), ['routes', 'router.ts', '--format=json']);
    expect(status).toBe(0);
    const rows = JSON.parse(stdout) as { method: string; typedPath: string; from: string }[];
    expect(rows.map(({ method, typedPath, from }) => `${method} ${typedPath} ${from}`)).toEqual([
      'GET /notes/{id: int} routes',
      'POST /notes routes',
      'GET /notes/base/of routes',
      'GET /pages/foo-bar/{id: number}/{page?: number}/{...rest: string[]} controllers app',
      'POST /pages/foo-bar controllers app',
    ]);
  });

  it.each([
    [['wrong.ts'], 1, 'wrong.ts:1:60: error W2001 path-pattern'],
    [['--prefix=nope'], 1, 'module nope not found'],
    [['empty.ts'], 2, 'empty.ts exports neither an annotated class nor a Router'],
    [
      ['server.ts'],
      2,
      'server.ts exports neither an annotated class nor a Router: export the class or the router, and start the server in another file',
    ],
    [['notes.ts', '--prefix=app'], 2, 'pass files or --prefix, not both'],
    [['notes.ts', '--format=xml'], 2, 'invalid --format "xml": use text or json'],
    [['--wat'], 2, 'unknown option --wat; see --help'],
  ])('%j exits with %i', async (argv, expected, message) => {
    const { status, stdout, stderr } = await runShared(project(files), ['routes', ...argv]);
    expect({ status, stdout }).toEqual({ status: expected, stdout: '' });
    expect(stderr).toContain(message);
  });
});

it('a class that another copy of the package has annotated is reported with both folders', async () => {
  const folder = project({
    'dup.ts': `import { GET } from './copy/src/index.ts';
export class Notes { @GET('/') all() { return 'x'; } }`,
  });
  cpSync(fileURLToPath(new URL('../../../annotations/src', import.meta.url)), join(folder, 'copy/src'), {
    recursive: true,
  });
  const { status, stderr } = await runShared(folder, ['routes', 'dup.ts']);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(
      /^writ: dup\.ts is annotated by another copy of @writ\/annotations \(copy\) than the one that this command uses \(\S*annotations\): run the command of the project, npx writ\n$/,
    ) as unknown,
  });
});

it.each([['routes'], ['explain', 'GET', '/']])(
  '%s without files or controllers suggests both',
  async (...argv) => {
    const { status, stderr } = await runShared(project({ 'src/notes.ts': '' }), argv);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'hint: pass the files that export annotated classes or a Router, such as src/notes.ts; for controllers, pass the module that contains them with --prefix',
    );
  },
);

describe('writ explain', () => {
  const explain = async (...argv: readonly string[]): Promise<{ status: number | null; lines: string[] }> => {
    const { status, stdout } = await runShared(project(files), ['explain', ...argv]);
    return { status, lines: shown(stdout) };
  };

  it('prints the considered controllers and the plan', async () => {
    const { status, lines } = await explain('get', '/foo-bar/12?page=3', '--prefix=app');
    expect(status).toBe(0);
    expect(lines).toEqual([
      'GET /foo-bar/12',
      '',
      'considered',
      ' | -> | FooBar.GET | GET /foo-bar/{id}/{page?}/{...rest} | accepts the remaining segment | app/index.ts:3:3',
      ' | FooBar.POST | POST /foo-bar | does not accept the remaining segment | app/index.ts:4:3',
      '',
      'answered by FooBar.GET, app/index.ts:3:3 (controllers app)',
      ' | pattern | GET /foo-bar/{id: number}/{page?: number}/{...rest: string[]}',
      expect.stringMatching(/^ \| limits \| body 1048576 bytes \| toolkit$/),
      ...Array.from({ length: 5 }, () => expect.stringMatching(/ \| (?:toolkit|body handler)$/) as unknown),
      ' | bindings | context: RoutingContext | built in',
      ' | position id: number = "12" | path, otherwise a JSON array',
      ' | position page: number? | path, otherwise a JSON array',
      ' | rest rest: string = [] | path, otherwise a JSON array',
      ' | writers | chosen by result type: JSON, text, bytes or a stream | built in',
    ]);
  });

  it('prints the plan of an annotated route, each part with its location', async () => {
    const { status, lines } = await explain('POST', '/notes', 'notes.ts');
    expect(status).toBe(0);
    expect(lines).toContain('answered by Notes.add, notes.ts:10:4 (routes)');
    expect(lines).toContain(' | media | consumes application/json | Notes.add');
    expect(lines).toContain(' | filters | audit | class Notes');
    expect(lines).toContain(' | readers | JSON, or text if the type is converted from strings | built in');
    expect(lines).toContainEqual(
      expect.stringMatching(/^ \| bindings \| body: NewNote \| the body \| notes\.ts:10:\d+$/),
    );
    expect(lines).toContain(' | writers | text/plain | built in');
  });

  it.each([
    ['DELETE', '/notes/7', 'not answered: 405, allowed: GET', 1],
    ['GET', '/nowhere', 'not answered: 404', 1],
    ['OPTIONS', '/notes/7', 'answered automatically: 204, allowed: GET', 0],
  ])('prints for %s %s: %s', async (method, path, expected, expectedStatus) => {
    const { status, lines } = await explain(method, path, 'notes.ts');
    expect([status, lines.at(-1)]).toEqual([expectedStatus, expected]);
  });

  it('prints JSON', async () => {
    const { status, stdout } = await runShared(project(files), [
      'explain',
      'GET',
      '/pages/foo-bar/1',
      'router.ts',
      '--format=json',
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      method: 'GET',
      plan: { row: { handler: 'FooBar.GET', from: 'controllers app' }, values: ['1'] },
    });
  });

  it.each([
    [[], 'pass a method'],
    [['GET'], 'pass a path, such as /notes/7'],
    [['GET', 'notes'], 'pass a path, such as /notes/7'],
    [['/x', '/y'], 'pass a method, such as GET'],
  ])('rejects the arguments %j', async (argv, message) => {
    const { status, stderr } = await runShared(project(files), ['explain', ...argv, '--prefix=app']);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('reports that a path is malformed', async () => {
    const { status, stderr } = await runShared(project(files), ['explain', 'GET', '/%ff', '--prefix=app']);
    expect(status).toBe(1);
    expect(stderr).toContain('writ explain: 400: ');
  });
});
