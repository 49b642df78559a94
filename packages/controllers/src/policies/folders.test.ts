import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function load(
  files: Readonly<Record<string, string>>,
  prefixes: readonly string[] = ['app'],
  path = '/',
): Promise<{ router: Router; findings: string }> {
  const directory = createLayout({ ...KIT, ...files });
  const { matcher, diagnostics, source } = await loadControllers({ directory, prefixes, path });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  const findings = renderText(diagnostics, { source }).replaceAll(`${directory}/`, '');
  return { router, findings };
}

/** Helpers that the layouts import: guards by token, and filters that append their name to a header. */
const KIT = {
  'kit.ts': `
    import { bearer } from '@writ/http';
    export const token = (name) => bearer((given) => given === name);
    export const mark = (name) => (context, next) => {
      context.response.headers.append('x-by', name);
      return next();
    };`,
};
const GET = (result: string): string => `GET() { return '${result}'; }`;

describeTransports('policies of a folder', (serve) => {
  it('apply to the classes at and below the path of the folder, unless they set their own', async () => {
    const { router, findings } = await load({
      'app/index.ts': `export class Default extends Controller { ${GET('root')} }`,
      'app/admin/_policies.ts': `
        import { token } from '../../kit.ts';
        export const auth = token('ann');`,
      'app/admin.ts': `export class Default extends Controller { ${GET('beside')} }
        export class Log extends Controller { ${GET('log')} }`,
      'app/admin/users/[id].ts': `export class Default extends Controller {
        GET(id: number) { return id; } }`,
      'app/admin/open.ts': `import { Controller } from '@writ/controllers';
        import { token } from '../../kit.ts';
        export class Default extends Controller { static auth = undefined; ${GET('open')} }
        export class Other extends Controller { static auth = token('bob'); ${GET('other')} }
        export class Outer extends Controller {
          static auth = undefined;
          ${GET('outer')}
          static Inner = class extends Controller { ${GET('inner')} };
        }`,
    });
    expect(findings).toBe('');
    const client = await serve(router);
    const statuses = async (url: string): Promise<unknown> =>
      Promise.all(
        ['', 'Bearer ann', 'Bearer bob'].map(
          async (authorization) =>
            (await client({ url, headers: authorization === '' ? {} : { authorization } })).status,
        ),
      );
    expect(await statuses('/')).toEqual([200, 200, 200]);
    for (const url of ['/admin', '/admin/log', '/admin/users/7', '/%61dmin/log'])
      expect([url, await statuses(url)]).toEqual([url, [401, 200, 401]]);
    expect(await statuses('/admin/open/other')).toEqual([401, 401, 200]);
    for (const url of ['/admin/open', '/admin/open/outer', '/admin/open/outer/inner'])
      expect([url, await statuses(url)]).toEqual([url, [200, 200, 200]]);
  });

  it('are combined for use and limits, from the widest scope to the narrowest; all others come from the innermost folder', async () => {
    const { router, findings } = await load({
      'app/_policies.ts': `
        import { mark } from '../kit.ts';
        export const use = mark('root');
        export const limits = { body: 100, names: 3 };
        export const cache = { maxAge: 1 };`,
      'app/a/_policies.ts': `
        import { mark } from '../../kit.ts';
        export const use = [mark('a1'), mark('a2')];
        export const limits = { body: 10 };
        export const cache = { maxAge: 2 };`,
      'app/a/index.ts': `import { Controller } from '@writ/controllers';
        import { mark } from '../../kit.ts';
        export class Default extends Controller { static use = mark('class'); ${GET('')} POST(all: Record<string, string>) {} }
        export class Alone extends Controller { static use = undefined; ${GET('')} }`,
      'app/b.ts': `export class Default extends Controller { ${GET('')} }`,
    });
    expect(findings).toBe('');
    const client = await serve(router);
    const headers = async (url: string): Promise<unknown> => {
      const answer = await client(url);
      return [answer.headers['x-by'], answer.headers['cache-control']];
    };
    expect(await headers('/a')).toEqual(['root, a1, a2, class', 'max-age=2']);
    expect(await headers('/a/alone')).toEqual([undefined, 'max-age=2']);
    expect(await headers('/b')).toEqual(['root', 'max-age=1']);
    const post = async (json: unknown): Promise<number> =>
      (await client({ method: 'POST', url: '/a', json })).status;
    expect(await post({ text: 'more than ten' })).toBe(413);
    expect(await post({ a: '' })).toBe(204);
    expect((await client({ method: 'POST', url: '/a?a=&b=&c=&d=' })).status).toBe(400);
  });

  it('count requests for rateLimit in all classes of the folder together', async () => {
    const { router } = await load({
      'app/_policies.ts': `export const rateLimit = { limit: 2, window: 60_000, key: () => 'one' };`,
      'app/a.ts': `export class Default extends Controller { ${GET('a')} }`,
      'app/b.ts': `export class Default extends Controller { ${GET('b')} }`,
    });
    const client = await serve(router);
    const statuses = [await client('/a'), await client('/b'), await client('/a')].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('by verb apply to the verbs for which the class sets none', async () => {
    const { router, findings } = await load({
      'app/_policies.ts': `
        import { token } from '../kit.ts';
        export const auth = { GET: token('reader'), POST: token('writer') };`,
      'app/index.ts': `import { Controller } from '@writ/controllers';
        import { token } from '../kit.ts';
        export class Default extends Controller {
          static auth = { POST: token('owner') };
          ${GET('')} POST() {} DELETE() {}
        }`,
    });
    expect(findings).toBe('');
    const client = await serve(router);
    const status = async (method: string, token: string): Promise<number> =>
      (await client({ method, url: '/', headers: { authorization: `Bearer ${token}` } })).status;
    expect([await status('GET', 'reader'), await status('GET', 'owner')]).toEqual([200, 401]);
    expect([await status('POST', 'writer'), await status('POST', 'owner')]).toEqual([401, 204]);
    expect(await status('DELETE', 'other')).toBe(204);
  });

  it('for CORS apply to errors below the path of the folder', async () => {
    const { router } = await load(
      {
        'app/a/_policies.ts': `export const cors = { origin: ['https://a.example'] };`,
        'app/a/index.ts': `export class Notes extends Controller { ${GET('')} }`,
        'app/b.ts': `export class Default extends Controller { ${GET('')} }`,
      },
      ['app'],
      '/mounted',
    );
    const client = await serve(router);
    const allowed = async (url: string): Promise<unknown> =>
      (await client({ url, headers: { origin: 'https://a.example' } })).headers[
        'access-control-allow-origin'
      ];
    expect(await allowed('/mounted/a/notes')).toBe('https://a.example');
    expect(await allowed('/mounted/a/none')).toBe('https://a.example');
    expect(await allowed('/mounted/b')).toBeUndefined();
  });

  it('do not apply to the classes of other prefixes', async () => {
    const { router } = await load(
      {
        'app/_policies.ts': `import { token } from '../kit.ts'; export const auth = token('ann');`,
        'app/a.ts': `export class Default extends Controller { ${GET('')} }`,
        'other/b.ts': `export class Default extends Controller { ${GET('')} }`,
      },
      ['app', 'other'],
    );
    const client = await serve(router);
    expect([(await client('/a')).status, (await client('/b')).status]).toEqual([401, 200]);
  });
});

it('explain and the table contain the file that set each policy', async () => {
  const { router } = await load({
    'app/_policies.ts': `import { token } from '../kit.ts';
      export const auth = token('ann'); export const limits = { body: 10 };`,
    'app/a/_policies.ts': `export const cache = false;`,
    'app/a/index.ts': `export class Default extends Controller {
      static version = ['v1']; ${GET('')} }`,
  });
  const { plan } = router.explain('GET', '/a');
  const parts = (list: readonly { what: string; from: string }[] = []): readonly string[] =>
    list.map(({ what, from }) => `${what}: ${from.replace(/^.*\/app\//, 'app/')}`);
  expect(parts(plan?.filters)).toEqual([
    'limited: app/_policies.ts',
    'versioned: class Default',
    'bearerToken: app/_policies.ts',
    'cacheControl: app/a/_policies.ts',
  ]);
  expect(parts(plan?.limits)).toContain('body 10 bytes: app/_policies.ts');
  expect(router.table()[0]!.filters[2]).toMatch(/^bearerToken \(.*app\/_policies\.ts\)$/);
});

describe('start-up reports', () => {
  const page = { 'app/index.ts': `export class Default extends Controller { ${GET('')} }` };
  it.each<[string, Readonly<Record<string, string>>, string, string?]>([
    [
      'an invalid value, once for all classes',
      {
        'app/_policies.ts': 'export const cache = { maxAge: -1 };',
        'app/a.ts': `export class Default extends Controller { ${GET('')} }`,
      },
      'app/_policies.ts:1:14: error W3206 policy: the export cache: cache: maxAge must be a whole number',
    ],
    [
      'a misspelled policy',
      {
        'app/_policies.ts': `import { token } from '../kit.ts';\nexport const auht = token('a');`,
      },
      'app/_policies.ts:2:14: error W3207 policy-misspelled: the export auht is not a policy, so it protects nothing',
      'did you mean auth?',
    ],
    [
      'a default export',
      { 'app/_policies.ts': 'export default { cache: false };' },
      'app/_policies.ts:1:8: error W3207 policy-misspelled: the default export is not a policy',
    ],
    [
      'another export',
      { 'app/_policies.ts': 'export const cache = false, days = 7;' },
      'app/_policies.ts:1:29: warning W3209 static-unknown: the export days is not a policy',
    ],
    [
      'a policy that is undefined by mistake',
      { 'app/_policies.ts': 'const all = {};\nexport const auth = all.admin;' },
      'app/_policies.ts:2:14: error W3206 policy: the export auth is undefined, so it has no effect',
    ],
    [
      'a module without policies',
      { 'app/_policies.ts': 'export {};' },
      'app/_policies.ts: warning W3208 policy-unused: the module exports no policy, so it has no effect',
    ],
    [
      'an unknown verb',
      { 'app/_policies.ts': `export const cache = { GTE: false };` },
      'app/_policies.ts:1:14: error W3206 policy: the export cache: GTE is not an HTTP method',
    ],
    [
      'a guard for a verb that ANY handles',
      {
        'app/_policies.ts': `import { token } from '../kit.ts';\nexport const auth = { POST: token('a') };`,
        'app/a.ts': `export class Files extends Controller { ANY() {} }`,
      },
      'app/_policies.ts:2:14: error W3206 policy: the export auth, for Files: the value of POST has no effect because ANY handles POST',
    ],
    [
      'a guard that seems to cover HEAD',
      {
        'app/_policies.ts': `import { token } from '../kit.ts';\nexport const auth = { GET: token('a') };`,
        'app/a.ts': `export class Files extends Controller { ${GET('')} HEAD() {} }`,
      },
      'app/_policies.ts:2:14: warning W3208 policy-unused: the export auth, for Files: it guards only GET, leaving HEAD public',
    ],
    [
      'a module that throws',
      { 'app/_policies.ts': `throw new Error('no keys');` },
      'app/_policies.ts: error W3104 module-import: the module fails to load: Error: no keys',
    ],
    [
      'a syntax error',
      { 'app/_policies.ts': `export const auth = ;` },
      'app/_policies.ts:1:21: error W3103 module-syntax',
    ],
    [
      'a misspelled file name',
      { 'app/_policy.ts': `export const cache = false;` },
      'app/_policy.ts: error W3207 policy-misspelled: _policy.ts is not the policies module of its folder, so it protects nothing',
      'rename it to _policies.ts',
    ],
    [
      'an extension that is not loaded',
      { 'app/_policies.cts': `export const cache = false;` },
      'app/_policies.cts: error W3207 policy-misspelled',
      'rename it to _policies.ts',
    ],
    [
      'a CORS policy that exposes credentials, at the folder',
      { 'app/_policies.ts': `export const cors = { origin: '*', credentials: true };` },
      'app/_policies.ts: warning',
    ],
  ])('%s', async (_name, files, expected, hint = '') => {
    const { router, findings } = await load({ ...page, ...files });
    const all = `${findings}\n${renderText(router.diagnostics()).replaceAll(/\/tmp\/[^/]+\//g, '')}`;
    expect(all).toContain(expected);
    expect(all).toContain(hint);
    expect(findings.split(expected).length).toBeLessThanOrEqual(2);
  });

  it('nothing about a value that removes a policy, helpers with an underscore, and modules with other names', async () => {
    const { findings } = await load({
      ...page,
      'app/_policies.ts': `export const auth = undefined;
        export const _days = 7;
        export type Other = string;`,
      'app/_policies-shared.ts': `export const auht = 1;`,
      'app/_policies.test.ts': '',
    });
    expect(findings).toBe('');
  });
});
