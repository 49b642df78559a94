/** Additional names of classes: `static alias`. */
import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Filter, type Logger } from '@writ/http';
import { openapi } from '@writ/http/openapi';
import { describeTransports } from '@writ/http/testing/transports';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { loadControllers } from './load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function load(
  files: Readonly<Record<string, string>>,
  path = '/',
): Promise<{ router: Router; findings: string }> {
  const directory = createLayout(files);
  const { matcher, diagnostics, source } = await loadControllers({ directory, prefixes: ['app'], path });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  return { router, findings: renderText(diagnostics, { source }).replaceAll(`${directory}/`, '') };
}

const FILES = {
  'app/notes.ts': `export class Default extends Controller {
      static alias = ['old-notes', 'Notes.aspx'];
      static rateLimit = { limit: 3, window: 60_000, key: () => 'one' };
      GET(id: number) { return { id, url: this.url(Default, id) }; }
      POST() { return 'added'; }
    }
    export class Recent extends Controller {
      static alias = { GET: { names: ['latest'], deprecated: true }, POST: ['send'] };
      GET() { return 'recent'; } POST() { return 'sent'; }
    }`,
  'app/users/[id].ts': `export class Friends extends Controller {
    static alias = ['buddies'];
    GET(id: number, name?: string) { return { id, name }; } }`,
};

describeTransports('an alias', (serve) => {
  it.each<[string, string, number, unknown]>([
    ['GET', '/notes/7', 200, { id: 7, url: '/notes/7' }],
    ['GET', '/old-notes/7', 200, { id: 7, url: '/notes/7' }],
    ['GET', '/old_notes/7', 200, { id: 7, url: '/notes/7' }],
    ['GET', '/Notes.aspx?id=7', 200, { id: 7, url: '/notes/7' }],
    ['POST', '/old-notes', 200, 'added'],
    ['GET', '/notes/latest', 200, 'recent'],
    ['POST', '/notes/send', 200, 'sent'],
    ['GET', '/users/7/buddies/ada', 200, { id: 7, name: 'ada' }],
    ['GET', '/old-notes/x', 404, expect.anything()],
    ['POST', '/notes/latest', 405, expect.anything()],
    ['GET', '/old-notes/recent', 404, expect.anything()],
  ])('selects the handlers of the class: %s %s results in %i', async (method, url, status, result) => {
    const { router, findings } = await load(FILES);
    expect(findings).toBe('');
    const response = await (await serve(router))({ method, url });
    expect([response.status, response.json()]).toEqual([status, result]);
  });

  it('is protected by the policies of the class and by filters for its path', async () => {
    const { router } = await load(FILES, '/api');
    const seen: string[] = [];
    const note: Filter = (context, next) => {
      seen.push(context.request.path);
      return next();
    };
    const client = await serve(router.use('/api/notes/{rest:.*}', note));
    const statuses: number[] = [];
    for (const url of ['/api/notes/1', '/api/old-notes/1', '/api/Notes.aspx/1', '/api/old_notes/1'])
      statuses.push((await client(url)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(seen).toEqual(['/api/notes/1', '/api/old-notes/1', '/api/Notes.aspx/1', '/api/old_notes/1']);
  });
});

it('the table and the OpenAPI document contain the aliases, and the document marks those declared as deprecated', async () => {
  const { router } = await load(FILES);
  expect(router.table().map(({ method, path, handler }) => `${method} ${path} ${handler}`)).toEqual(
    expect.arrayContaining([
      'GET /notes/{id} Default.GET',
      'GET /old-notes/{id} Default.GET',
      'GET /notes/latest Recent.GET',
    ]),
  );
  const { paths } = openapi(router, { info: { title: 'Notes', version: '1' } });
  expect(paths['/notes/latest']?.get?.deprecated).toBe(true);
  expect(paths['/notes/recent']?.get?.deprecated).toBeUndefined();
  expect(paths['/notes/send']?.post?.deprecated).toBeUndefined();
  const ids = Object.values(paths).flatMap((item) => [item?.get?.operationId, item?.post?.operationId]);
  const known = ids.filter((id) => id !== undefined);
  expect(new Set(known).size).toBe(known.length);
});

describe('start-up reports', () => {
  const handler = 'GET() {}';
  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'an alias that is the path of another class',
      {
        'app/a.ts': `export class Default extends Controller { static alias = ['b']; ${handler} }`,
        'app/b.ts': `export class Default extends Controller { ${handler} }`,
      },
      'app/a.ts:2:50: error W3210 alias: static alias of Default: /b is already the path of a class or module',
    ],
    [
      'an alias that is a folder',
      {
        'app/a.ts': `export class Default extends Controller { static alias = ['b']; ${handler} }`,
        'app/b/c.ts': `export class Default extends Controller { ${handler} }`,
      },
      '/b is already the path of a class or module',
    ],
    [
      'an alias that two classes share',
      {
        'app/a.ts': `export class One extends Controller { static alias = ['x']; ${handler} }
          export class Two extends Controller { static alias = ['x']; ${handler} }`,
      },
      'app/a.ts:3:56: error W3210 alias: static alias of Two: /a/x is already the path of a class or module',
    ],
    [
      'the name of the class itself',
      { 'app/a.ts': `export class Default extends Controller { static alias = ['a']; ${handler} }` },
      '/a is already the path of a class or module',
    ],
    [
      'an alias of the root',
      { 'app/index.ts': `export class Default extends Controller { static alias = ['a']; ${handler} }` },
      'the path of the class does not end with a name that an alias could replace',
    ],
    [
      'an alias of a variable',
      {
        'app/[id].ts': `export class Default extends Controller { static alias = ['a']; GET(id: string) {} }`,
      },
      'the path of the class ends with the variable [id], which an alias cannot replace',
    ],
    [
      'a name with a slash',
      { 'app/a.ts': `export class Default extends Controller { static alias = ['x/y']; ${handler} }` },
      '"x/y" is not a single path segment',
    ],
    [
      'a string instead of a list',
      { 'app/a.ts': `export class Default extends Controller { static alias = 'x'; ${handler} }` },
      `"x" is not a list of names, such as ['old-name']`,
    ],
    [
      'an unknown option',
      {
        'app/a.ts': `export class Default extends Controller { static alias = { names: ['x'], depreciated: true }; ${handler} }`,
      },
      'is not a list of names',
    ],
    [
      'a verb without a handler',
      { 'app/a.ts': `export class Default extends Controller { static alias = { PUT: ['x'] }; ${handler} }` },
      'static alias of Default: the class has no handler PUT',
    ],
    [
      'a misspelled static member',
      { 'app/a.ts': `export class Default extends Controller { static alais = ['x']; ${handler} }` },
      'hint: did you mean alias?',
    ],
  ])('%s', async (_name, files, expected) => {
    expect((await load(files)).findings).toContain(expected);
  });

  it('nothing for a subclass, which does not inherit the alias', async () => {
    const { router, findings } = await load({
      'app/a.ts': `export class One extends Controller { static alias = ['x']; ${handler} }
        export class Two extends One {}`,
    });
    expect(findings).toBe('');
    expect(router.table().map(({ path }) => path)).toEqual(['/a/one', '/a/two', '/a/x']);
  });
});
