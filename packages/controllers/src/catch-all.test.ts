/** Modules whose name is a rest parameter: `[...path].ts`. */
import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { loadControllers } from './load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function load(
  files: Readonly<Record<string, string>>,
): Promise<{ router: Router; findings: string; tried: (method: string, url: string) => string }> {
  const directory = createLayout(files);
  const { matcher, diagnostics, source } = await loadControllers({ directory, prefixes: ['app'] });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  const findings = renderText(diagnostics, { source }).replaceAll(`${directory}/`, '');
  const tried = (method: string, url: string): string =>
    router
      .explain(method, url)
      .candidates.map(({ route, chosen, why }) => `${route}${chosen ? '!' : ''} ${why}`)
      .join('; ');
  return { router, findings, tried };
}

const FILES = {
  'app/[...path].ts': `export class Default extends Controller {
    GET(...path: string[]) { return { root: path }; } }`,
  'app/docs/index.ts': `export class Default extends Controller {
    GET(page?: number) { return { page: page ?? 'index' }; } }
    export class Search extends Controller { GET() { return 'search'; } }`,
  'app/docs/[...rest].ts': `export class Default extends Controller {
    GET(...rest: number[]) { return { docs: rest }; }
    PUT({ title }: { title: string }, ...rest: string[]) { return { title, rest, url: this.url(Default, ...rest) }; } }`,
  'app/sums/[...terms].ts': `export class Default extends Controller {
    GET(...terms: number[]) { return { sum: terms.reduce((one, other) => one + other, 0) }; } }`,
  'app/docs/[lang]/index.ts': `export class Default extends Controller { GET(lang: string) { return { lang }; } }`,
  'app/docs/[lang]/[...rest].ts': `export class Default extends Controller {
    POST(lang: string, ...rest: string[]) { return { lang, rest }; } }`,
};

describeTransports('a catch-all module', (serve) => {
  it.each<[string, string, unknown]>([
    ['GET', '/', { root: [] }],
    ['GET', '/a/b%2Fc', { root: ['a', 'b/c'] }],
    ['GET', '/docs', { page: 'index' }],
    ['GET', '/docs/search', 'search'],
    ['GET', '/docs/en', { lang: 'en' }],
    ['GET', '/sums/1/2', { sum: 3 }],
    ['GET', '/sums', { sum: 0 }],
    ['POST', '/docs/en/a/b', { lang: 'en', rest: ['a', 'b'] }],
  ])('receives the paths that no other handler of its folder answers: %s %s', async (method, url, result) => {
    const { router, findings } = await load(FILES);
    expect(findings).toBe('');
    const response = await (await serve(router))({ method, url });
    expect([response.status, response.json()]).toEqual([200, result]);
  });

  it('accepts named values, converts segments, and lists the methods of its handlers', async () => {
    const client = await serve((await load(FILES)).router);
    const put = await client({ method: 'PUT', url: '/docs/a', json: { title: 'T' } });
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
    expect((await client('/sums/a')).status).toBe(404);
    const deep = await client({ method: 'PUT', url: '/docs?title=T' });
    expect(deep.json()).toEqual({ title: 'T', rest: [], url: '/docs' });
    expect((await client('/docs/en/b')).status).toBe(405);
    expect((await client('/docs/search/b')).status).toBe(404);
    expect((await client({ method: 'DELETE', url: '/docs' })).headers['allow']).toBe(
      'GET, HEAD, OPTIONS, PUT',
    );
  });
});

it('the table and explain contain the rest of the path', async () => {
  const { router, tried } = await load(FILES);
  expect(router.table().map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(['GET /{...path}', 'GET /docs/{page?}', 'POST /docs/{lang}/{...rest}']),
  );
  expect(tried('PUT', '/docs')).toBe(
    'GET /docs/{page?} answers GET; GET /docs/{...rest} answers GET; PUT /docs/{...rest}! no segments remain',
  );
});

describe('start-up reports', () => {
  const rest = 'export class Default extends Controller { GET(...path: string[]) {} }';
  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'a handler without the rest parameter',
      { 'app/[...path].ts': 'export class Default extends Controller { GET(...all: string[]) {} }' },
      'app/[...path].ts:2:43: error W3406 variable-unbound: Default.GET has no rest parameter for the rest of the path, path',
    ],
    [
      'a parameter that is not a rest parameter',
      { 'app/[...path].ts': 'export class Default extends Controller { GET(path: string[]) {} }' },
      'hint: add a rest parameter named path: GET(...path: string[])',
    ],
    [
      'a class whose name adds a segment',
      { 'app/[...path].ts': `${rest} export class Edit extends Controller { GET() {} }` },
      'app/[...path].ts:2:84: error W3108 catch-all: Edit is unreachable: [...path] matches all paths below its folder',
    ],
    [
      'two catch-all modules in a folder',
      { 'app/[...path].ts': rest, 'app/[...rest].ts': rest.replace('path', 'rest') },
      'app/[...rest].ts: error W3106 variable-clash: [...rest] and [...path] are variables at the same position',
    ],
    [
      'a handler with a rest parameter next to the catch-all module',
      {
        'app/docs/[...path].ts': rest,
        'app/docs/index.ts': 'export class Default extends Controller { ANY(...all: string[]) {} }',
      },
      'app/docs/[...path].ts:2:43: error W3205 route-clash: Default.ANY and Default.GET both handle GET /docs/{...path}',
    ],
    [
      'the name of a variable of the path',
      {
        'app/[path]/[...path].ts': 'export class Default extends Controller { GET(path: string) {} }',
      },
      'error W3102 variable-name: the path has the variable path twice',
    ],
    [
      'a folder with the name of a catch-all',
      { 'app/[...path]/index.ts': rest, 'app/a.ts': 'export class Default extends Controller { GET() {} }' },
      'app/[...path]: error W3101 module-name: the name "[...path]" is not a valid path segment',
    ],
    [
      'an optional catch-all',
      { 'app/[[...path]].ts': rest, 'app/a.ts': 'export class Default extends Controller { GET() {} }' },
      'hint: for the rest of the path, create a file such as [...path].ts',
    ],
  ])('%s', async (_name, files, expected) => {
    expect((await load(files)).findings).toContain(expected);
  });
});
