/** Invalid controllers and requests, with the expected findings and responses. */
import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import type { InjectRequest } from '@writ/http/testing';
import { describeTransports } from '@writ/http/testing/transports';
import { afterAll, describe, expect, it } from 'vitest';
import { loadControllers, type LoadOptions } from '../src/load.ts';
import { createLayout, removeLayout, writeLayout } from './layout.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The printed findings at start-up. */
async function start(
  files: Readonly<Record<string, string>>,
  options: Partial<LoadOptions> = {},
): Promise<string> {
  const directory = createLayout(files);
  const { diagnostics, source } = await loadControllers({ directory, prefixes: ['app'], ...options });
  return renderText(diagnostics, { source }).replaceAll(`${directory}/`, '').replaceAll(directory, '.');
}
const page = 'export class Default extends Controller { GET() {} }';

describe('start-up reports', () => {
  it.each<[string, Readonly<Record<string, string>>, Partial<LoadOptions>, string]>([
    [
      'a missing prefix',
      {},
      {},
      'error W3002 prefix-missing: module app not found: neither app.ts nor app/ exists',
    ],
    ['no prefix', {}, { prefixes: [] }, 'W3002 prefix-missing: no controllers found in .'],
    [
      'a prefix outside the working directory',
      {},
      { prefixes: ['../app'] },
      'W3001 prefix-malformed: "../app" is not the name of a module below .',
    ],
    ['an absolute prefix', {}, { prefixes: ['/etc'] }, 'W3001 prefix-malformed: "/etc"'],
    ['an empty prefix', {}, { prefixes: [''] }, 'W3001 prefix-malformed: ""'],
    [
      'a module that throws',
      { 'app/a.ts': `${page}\nthrow new RangeError('no database');` },
      {},
      'app/a.ts: error W3104 module-import: the module fails to load: RangeError: no database',
    ],
    [
      'a module with an import that does not exist',
      { 'app/a.ts': `import './gone.ts';\n${page.replace('Controller', 'Object')}` },
      {},
      'app/a.ts: error W3104 module-import: the module fails to load: Error: Cannot find module',
    ],
    [
      'a module that never settles',
      {
        'app/a.ts': `import { Controller } from '@writ/controllers';\nawait new Promise(() => {});\n${page}`,
      },
      { importTime: 100 },
      'app/a.ts: error W3104 module-import: the module did not finish loading within 0.1 s',
    ],
    [
      'classes with the same path',
      {
        'app/a.ts': `export class FooBar extends Controller { GET() {} }\nexport class FooBAR extends Controller { GET() {} }`,
      },
      {},
      'app/a.ts:3:42: error W3205 route-clash: FooBar.GET and FooBAR.GET both handle GET /a/foo-bar',
    ],
    [
      'modules with the same path',
      { 'app/a_b.ts': page, 'app/a-b.ts': page },
      {},
      'W3205 route-clash: Default.GET and Default.GET both handle GET /a-b',
    ],
    [
      'an index and a module with the same path',
      { 'app/a.ts': page, 'app/a/index.ts': page },
      {},
      'app/a/index.ts:2:43: error W3205 route-clash: Default.GET and Default.GET both handle GET /a',
    ],
    [
      'a class without verbs',
      { 'app/a.ts': 'export class Foo extends Controller { get() {} }' },
      {},
      'app/a.ts:2:39: warning W3204 class-without-verbs: Foo has no handler',
    ],
    [
      'a reserved name',
      { 'app/a.ts': 'export class Foo extends Controller { CONNECT() {} GET() {} }' },
      {},
      'app/a.ts:2:39: error W3303 verb-reserved: Foo: servers do not pass CONNECT to handlers',
    ],
    [
      'a key with a name of Object.prototype',
      {
        'app/a.ts':
          'export class Foo extends Controller { GET({ constructor }: { constructor: string }) {} }',
      },
      {},
      'error W3401 type-unknown: Foo.GET: the name constructor is rejected in every request',
    ],
    ['a file with a syntax error', { 'app.ts': 'class {' }, {}, 'app.ts:1:8: error W3103 module-syntax'],
  ])('%s', async (_, files, options, expected) => {
    const findings = await start(files, options);
    expect(findings).toContain(expected);
  });

  it.each([
    'symbol',
    'any',
    'object',
    'never',
    'WeakMap<object, string>',
    '() => void',
    'string | Date',
    'Promise<string>',
    'typeof globalThis',
    'keyof WeakMap<object, string>',
    '{ a: 1 }["b"]',
    '`a${Date}`',
    'T',
    'this',
    'RegExp',
    'void',
  ])('the type %s at any position', async (type) => {
    const places = [
      `a: ${type}`,
      `{ a }: { a: ${type} }`,
      `a: (${type})[]`,
      `a: [${type}]`,
      `a: { b: { c: ${type} } }`,
      `...a: (${type})[]`,
      `a: Record<string, ${type}>`,
    ];
    const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'LINK', 'UNLINK'];
    const methods = places.map((parameters, index) => `${verbs[index]}(${parameters}) {}`).join('\n');
    const findings = await start({ 'app.ts': `export class Default extends Controller {\n${methods}\n}` });
    const lines = findings.match(/^app\.ts:\d+:\d+: error W3401 type-unknown: Default\.\w+: /gm) ?? [];
    expect(lines.map((line) => /Default\.(\w+)/.exec(line)![1])).toEqual(verbs);
  });

  it('no finding for modules that import each other', async () => {
    const files = {
      'app/a.ts': `import { Controller } from '@writ/controllers';\nimport { B } from './b.ts';\nimport type { Two } from './b.ts';\nexport interface One { two?: Two }\nexport class A extends Controller { GET(two: Two) { return this.url(B); } }`,
      'app/b.ts': `import { Controller } from '@writ/controllers';\nimport { A } from './a.ts';\nimport type { One } from './a.ts';\nexport interface Two extends One { id: number; one?: One }\nexport class B extends Controller { GET(one: One) { return this.url(A); } }`,
    };
    expect(await start(files)).toBe('');
  });
});

const directory = writeLayout({
  'app/index.ts': `
    export class Default extends Controller {
      GET(...rest: string[]) { return rest; }
      POST(id: number, { name, tags = [] }: { name: string; tags?: number[]; deep?: { at: Date; big: bigint; on: boolean }[] }) { return { id, name, tags }; }
      PUT({ ...all }: Record<string, unknown>) { return all; }
    }`,
  'app/[id]/constructor.ts': 'export class Default extends Controller { GET(id: string) { return id; } }',
  'app/one.ts':
    'export class Default extends Controller { GET(id: number, to?: number) { return [id, to]; } }',
});
afterAll(() => removeLayout(directory));
const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);

describeTransports('controllers answer a request with', (serve) => {
  const send = async (request: InjectRequest | string): Promise<{ status: number; body: any }> => {
    const response = await (await serve(router))(request);
    return { status: response.status, body: JSON.parse(response.text()) as unknown };
  };
  const post = (url: string, json: unknown): InjectRequest => ({ method: 'POST', url, json });

  it('a hundred segments or unusual segments', async () => {
    const segments = Array.from({ length: 100 }, (_, index) => String(index));
    expect(await send(`/${segments.join('/')}`)).toEqual({ status: 200, body: segments });
    expect(await send('/a%2Fb/%2e%2e%2fetc/__proto__/prototype/%F0%9F%98%80')).toEqual({
      status: 200,
      body: ['a/b', '../etc', '__proto__', 'prototype', '😀'],
    });
    expect(await send('/a/../b/%2e%2e/c')).toEqual({ status: 200, body: ['c'] });
    expect((await send('/%zz')).status).toBe(400);
    expect((await send('/%ff')).status).toBe(400);
    expect((await send('/one%2F7')).body).toEqual(['one/7']);
    expect((await send(`/one/${'7/'.repeat(100)}`)).status).toBe(200);
    expect(await send('/x/constructor')).toEqual({ status: 200, body: 'x' });
    expect(await send('/constructor/constructor')).toEqual({ status: 200, body: 'constructor' });
  });

  it('wrong types at every position by reporting all of them together', async () => {
    expect((await send(post('/x', { name: 'a' }))).status).toBe(404);
    const { status, body } = await send(
      post('/7?tags=x', {
        name: 3,
        deep: [{ at: 'no', big: 'x', on: 'true', more: 1 }, null],
        id: 1,
        other: 1,
      }),
    );
    expect(status).toBe(400);
    expect(body.code).toBe('invalid-values');
    const errors = (body.errors as Record<string, string>[]).map(
      ({ source, name, code, pointer = '' }) => `${source} ${name}${pointer} ${code}`,
    );
    expect(errors.toSorted()).toEqual([
      'body deep/0/at invalid',
      'body deep/0/big invalid',
      'body deep/0/more unknown',
      'body deep/0/on invalid',
      'body deep/1 invalid',
      'body id invalid',
      'body name invalid',
      'body other unknown',
      'query tags/0 invalid',
    ]);
  });

  it('names that are repeated, missing or inherited from Object.prototype', async () => {
    expect(await send({ method: 'POST', url: '/7?name=a&name=b&tags=1&tags=2,3' })).toEqual({
      status: 200,
      body: { id: 7, name: 'b', tags: [1, 2, 3] },
    });
    const { status, body } = await send({ method: 'POST', url: '/7' });
    expect([status, body.errors]).toEqual([
      400,
      [expect.objectContaining({ name: 'name', code: 'missing' })],
    ]);
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      for (const request of [
        { method: 'PUT', url: `/?${name}=1` },
        {
          method: 'PUT',
          url: '/',
          body: `{"${name}":{"a":1}}`,
          headers: { 'content-type': 'application/json' },
        },
        {
          method: 'PUT',
          url: '/',
          body: `${name}=1`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
      ]) {
        const refused = await send(request);
        expect([refused.status, JSON.stringify(refused.body.errors)]).toEqual([
          400,
          expect.stringContaining(name),
        ]);
      }
    }
  });

  it('a body that does not match its media type', async () => {
    const put = (type: string, body: string): InjectRequest => ({
      method: 'PUT',
      url: '/',
      body,
      headers: { 'content-type': type },
    });
    expect((await send(put('application/json', '{"a":'))).status).toBe(400);
    expect((await send(put('application/json', '[1]'))).status).toBe(400);
    expect((await send(put('text/plain', 'x'))).status).toBe(400);
    expect((await send(put('image/png', 'x'))).status).toBe(415);
    expect((await send(put('multipart/form-data', 'x'))).status).toBe(400);
    expect((await send(put('multipart/form-data; boundary=B', '--B\r\nnothing'))).status).toBe(400);
    expect((await send(put('application/x-www-form-urlencoded', 'a=%zz'))).status).toBe(400);
  });
});
