import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Router, Toolkit, type Logger } from '@writ/http';
import type { InjectRequest } from '@writ/http/testing';
import { describeTransports, type Client } from '@writ/http/testing/transports';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { loadControllers } from './load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const { matcher, diagnostics } = await loadControllers({
  directory: fileURLToPath(new URL('../fixtures', import.meta.url)),
  prefixes: ['site'],
});
const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);

const form = (body: string): Partial<InjectRequest> => ({
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

describeTransports('controllers', (serve) => {
  const send = async (method: string, url: string, more: Partial<InjectRequest> = {}): ReturnType<Client> =>
    (await serve(router))({ method, url, ...more });

  describe('send the result as JSON', () => {
    it.each<[string, string, Partial<InjectRequest>, unknown]>([
      ['GET', '/', {}, 'hello'],
      ['POST', '/', { json: { title: 'a', count: 3 } }, { title: 'a', count: 3 }],
      ['POST', '/', { json: { title: 'a' } }, { title: 'a', count: 1 }],
      ['POST', '/', form('title=a+b&count=3'), { title: 'a b', count: 3 }],
      ['POST', '/?title=query&count=4', {}, { title: 'query', count: 4 }],
      ['POST', '/?title=query&count=4', { json: { title: 'body' } }, { title: 'body', count: 4 }],
      ['GET', '/foo-bar/12/2/a/b', {}, { id: 12, page: 2, rest: ['a', 'b'] }],
      ['GET', '/foo_bar/12', {}, { id: 12, page: 1, rest: [] }],
      ['GET', '/foo-bar/12?page=3', {}, { id: 12, page: 3, rest: [] }],
      ['GET', '/foo-bar?id=12', {}, { id: 12, page: 1, rest: [] }],
      ['GET', '//foo-bar//12/', {}, { id: 12, page: 1, rest: [] }],
      ['GET', '/foo-bar/1/2/a%2Fb/%C3%A9', {}, { id: 1, page: 2, rest: ['a/b', 'é'] }],
      ['POST', '/foo-bar/1', { json: { note: null } }, { id: 1, tags: [], note: null }],
      [
        'POST',
        '/foo-bar/1?tags=a&tags=b,c',
        { json: { note: { text: 'x' } } },
        { id: 1, tags: ['a', 'b,c'], note: { text: 'x' } },
      ],
      ['PUT', '/foo-bar/a', { json: [1, { b: true }] }, { items: ['a', 1, { b: true }] }],
      ['PUT', '/foo-bar/a', { json: 'one' }, { items: ['a', 'one'] }],
      [
        'PUT',
        '/foo-bar',
        { body: 'plain text', headers: { 'content-type': 'text/plain' } },
        { items: ['plain text'] },
      ],
      [
        'PATCH',
        '/foo-bar?size=2&other=x',
        { json: { more: [1] } },
        { all: { size: 2, other: 'x', more: [1] } },
      ],
      ['GET', '/notes/7', {}, { note: 7 }],
      ['PUT', '/notes/7', { json: { title: 'a', done: true } }, { id: 7, title: 'a', done: true }],
      ['GET', '/notes/recent', {}, { limit: 10 }],
      ['GET', '/notes/recent/5', {}, { limit: 5 }],
      ['GET', '/notes/archive/old', {}, 'old'],
      // No class matches, and the module has no handler, so the Default above it receives all segments.
      ['DELETE', '/bare/helpers/x', {}, { deleted: ['bare', 'helpers', 'x'] }],
      ['GET', '/anything', {}, 'got'],
      ['PATCH', '/anything/x', {}, { method: 'PATCH', segment: 'x' }],
      ['GET', '/anything/x', {}, { method: 'GET', segment: 'x' }],
    ])('for %s %s %j', async (method, url, more, result) => {
      const response = await send(method, url, more);
      expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json']);
      expect(response.json()).toEqual(result);
    });
  });

  describe('convert', () => {
    it.each<[string, unknown]>([
      ['s=a', { s: 'a' }],
      ['s=', { s: '' }],
      ['n=1.5', { n: 1.5 }],
      ['n=', {}],
      ['b=yes', { b: true }],
      ['big=123456789012345678901', { big: '123456789012345678901n' }],
      ['d=2026-01-02', { d: '2026-01-02T00:00:00.000Z' }],
      ['color=red', { color: 'red' }],
      ['level=2', { level: 2 }],
      ['ns=1&ns=2,3', { ns: [1, 2, 3] }],
      ['ss=a,b&ss=c', { ss: ['a,b', 'c'] }],
      ['any=5', { any: '5' }],
      ['s=a&s=b', { s: 'b' }],
    ])('the query %s', async (query, values) => {
      expect((await send('GET', `/types?${query}`)).json()).toEqual(values);
    });

    it('only dates in JSON values', async () => {
      const sent = { n: 3, d: '2026-01-02', nullable: null };
      expect((await send('POST', '/types', { json: sent })).json()).toEqual({
        n: 3,
        isDate: true,
        nullable: null,
      });
      expect((await send('POST', '/types', { json: { n: '3' } })).status).toBe(400);
    });
  });

  describe('reject', () => {
    it.each<[string, string, Partial<InjectRequest>, string[]]>([
      ['POST', '/', { json: { count: 1 } }, ['body title missing']],
      ['POST', '/', { json: { title: 1 } }, ['body title invalid']],
      ['POST', '/', { json: { title: 'a', extra: 1 } }, ['body extra unknown']],
      [
        'POST',
        '/?count=x&extra=1',
        form('other=2'),
        ['body title missing', 'form other unknown', 'query count invalid', 'query extra unknown'],
      ],
      ['GET', '/?a=1', {}, ['query a unknown']],
      ['GET', '/foo-bar/1?id=2', {}, ['query id invalid']],
      ['GET', '/types?color=green', {}, ['query color invalid']],
      ['GET', '/types?n=0x1', {}, ['query n invalid']],
      ['GET', '/foo-bar/1?rest=a', {}, ['query rest unknown']],
      ['GET', '/?__proto__=1', {}, ['query __proto__ unknown']],
      ['PATCH', '/foo-bar?constructor=1', {}, ['query constructor unknown']],
      [
        'PATCH',
        '/foo-bar',
        { body: '{"__proto__":1}', headers: { 'content-type': 'application/json' } },
        ['body malformed'],
      ],
      [
        'POST',
        '/',
        { body: '{"title":', headers: { 'content-type': 'application/json' } },
        ['body malformed'],
      ],
      ['POST', '/', { json: ['a'] }, ['body invalid', 'body title missing']],
      ['POST', '/foo-bar/1', { json: { note: { text: 'a', more: 1 } } }, ['body note unknown']],
    ])('%s %s %j with 400 and all issues', async (method, url, more, errors) => {
      const response = await send(method, url, more);
      expect(response.status).toBe(400);
      expect(response.headers['content-type']).toBe('application/problem+json');
      const issues = (response.json().errors as Record<string, string>[]).map(({ source, name, code }) =>
        [source, name, code].filter(Boolean).join(' '),
      );
      expect(issues.toSorted()).toEqual(errors);
    });

    it.each([
      ['GET', '/foo-bar'],
      ['GET', '/foo-bar/x'],
      ['GET', '/foo-bar/1/x'],
      ['GET', '/types/1'],
      ['GET', '/notes/Recent'],
      ['GET', '/notes/recent/x'],
      ['GET', '/robots.txt/x'],
    ])('%s %s with 404 and a problem document', async (method, url) => {
      const response = await send(method, url);
      expect(response.status).toBe(404);
      expect(response.headers['content-type']).toBe('application/problem+json');
    });

    it('a body of an unsupported type with 415', async () => {
      const headers = { 'content-type': 'application/xml' };
      expect((await send('POST', '/', { body: '<a/>', headers })).status).toBe(415);
    });

    it.each([
      ['PUT', '/', 'DELETE, GET, HEAD, OPTIONS, POST'],
      ['PUT', '/types', 'GET, HEAD, OPTIONS, POST'],
      ['POST', '/foo-bar/1/2', 'GET, HEAD, OPTIONS, PUT'],
      ['GET', '/what/ever', 'DELETE, OPTIONS'],
    ])('%s %s with 405 and an Allow header', async (method, url, allow) => {
      const response = await send(method, url);
      expect([response.status, response.headers['allow']]).toEqual([405, allow]);
    });
  });

  describe('HEAD and OPTIONS', () => {
    it('requests are handled by GET and ANY handlers', async () => {
      const head = await send('HEAD', '/');
      expect([head.status, head.text(), head.headers['content-type']]).toEqual([200, '', 'application/json']);
      const options = await send('OPTIONS', '/types');
      expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
      const any = await send('OPTIONS', '/anything');
      expect([any.status, any.headers['allow']]).toEqual([
        204,
        'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT',
      ]);
      expect((await send('HEAD', '/anything/x')).status).toBe(200);
      expect((await send('OPTIONS', '/types/1')).status).toBe(404);
    });

    it('requests are answered by a handler that the class declares', async () => {
      expect((await send('HEAD', '/own')).headers['x-head']).toBe('own');
      expect((await send('OPTIONS', '/own')).headers['x-options']).toBe('own');
    });
  });

  describe('send', () => {
    it.each<[string, number, string | undefined, string]>([
      ['nothing', 204, undefined, ''],
      ['null', 200, 'application/json', 'null'],
      ['number', 200, 'application/json', '5'],
      ['list', 200, 'application/json', '["é",{"deep":true}]'],
      ['later', 200, 'application/json', '"later"'],
      ['query', 200, 'application/json', '"rows"'],
      ['html', 200, 'text/html; charset=utf-8', '<p>é</p>'],
      ['teapot', 418, 'text/html; charset=utf-8', '<p>tea</p>'],
      ['status', 202, 'text/html; charset=utf-8', '<p>later</p>'],
      ['css', 200, 'text/css; charset=utf-8', 'p {}'],
      ['labelled', 200, 'text/csv', 'a,b'],
      ['file', 200, 'image/svg+xml', '<svg/>'],
      ['stream', 200, 'application/octet-stream', 'streamed'],
      ['generator', 200, 'application/octet-stream', 'ab'],
      ['redirect', 302, undefined, ''],
      ['moved', 308, undefined, ''],
    ])('the result "%s" with status %i and type %s', async (kind, status, type, body) => {
      const response = await send('GET', `/results/${kind}`);
      expect([response.status, response.headers['content-type'], response.text()]).toEqual([
        status,
        type,
        body,
      ]);
      expect(response.complete).toBe(true);
    });

    it('headers such as Location and Content-Length', async () => {
      expect((await send('GET', '/results/redirect')).headers['location']).toBe('/foo-bar/1');
      expect((await send('GET', '/results/elsewhere')).headers['location']).toBe(
        '/%C3%BC%20b/%C3%BC?q=%0D%0A%E6%97%A5',
      );
      expect((await send('GET', '/results/moved')).headers['location']).toBe('https://example.com/');
      expect((await send('GET', '/results/teapot')).headers['x-tea']).toBe('green');
      expect((await send('GET', '/results/file')).headers['content-length']).toBe('6');
      const created = await send('GET', '/results/response');
      expect([created.status, created.headers['x-made'], created.text()]).toEqual([201, 'yes', 'made']);
      const bytes = await send('GET', '/results/bytes');
      expect([bytes.headers['content-type'], ...bytes.body]).toEqual(['application/octet-stream', 0, 255]);
    });

    it('the result of a class with an extension as the media type of the extension', async () => {
      const robots = await send('GET', '/robots.txt');
      expect([robots.headers['content-type'], robots.text()]).toEqual([
        'text/plain; charset=utf-8',
        'User-agent: *',
      ]);
      const data = await send('GET', '/data.json');
      expect([data.headers['content-type'], data.text()]).toEqual(['application/json', '{"a":1}']);
    });
  });

  it('send the details of an HttpError, but not of other errors', async () => {
    const known = await send('GET', '/errors/known');
    expect([known.status, known.json().detail]).toEqual([409, 'is there already']);
    const unknown = await send('GET', '/errors/unknown');
    expect(unknown.status).toBe(500);
    expect(unknown.text()).not.toContain('hunter2');
  });

  it('are instantiated for each request', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const response = await send('GET', '/instances');
      expect(response.json()).toEqual({ calls: 1, isNew: true, path: '/instances', aborted: false });
    }
  });
});

describeTransports('controllers that are mounted under a prefix', (serve) => {
  it('receive positional and named arguments from the path below the prefix, in every spelling', async () => {
    const guarded: string[] = [];
    const toolkit = new Toolkit({ logger: silent });
    const pages = new Router(toolkit).mount(matcher).use('/foo-bar/{rest:.*}', ({ request }, next) => {
      guarded.push(request.path);
      return next();
    });
    const client = await serve(new Router(toolkit).mount('/pages/{tenant}', pages));
    const expected = { id: 12, page: 2, rest: ['a', 'b'] };
    expect((await client('/pages/x/foo-bar/12/2/a/b')).json()).toEqual(expected);
    expect((await client('/pages/x/foo_bar/12/2/a/b')).json()).toEqual(expected);
    expect(guarded).toEqual(['/pages/x/foo-bar/12/2/a/b', '/pages/x/foo_bar/12/2/a/b']);
    expect((await client('/pages/x')).json()).toBe('hello');
    expect((await client('/foo-bar/12')).status).toBe(404);
  });
});

it('paths of this.url() contain the path at which an application mounts the router', async () => {
  const site = await loadControllers({
    directory: createLayout({
      'app/index.ts': `
        import { Controller } from '@writ/controllers';
        export class Default extends Controller { GET() { return this.url(Default); } }`,
    }),
    prefixes: ['app'],
  });
  const toolkit = new Toolkit({ logger: silent });
  const inner = new Router(toolkit).mount(site.matcher).report(...site.diagnostics);
  const outer = new Router(toolkit).mount('/pages', inner);
  const server = createServer((request: IncomingMessage & { originalUrl?: string }, response) => {
    request.originalUrl = request.url!;
    request.url = request.url!.replace(/^\/+app/, '');
    outer.asMiddleware()(request, response, () => response.end());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answerOf = async (path: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  expect(await answerOf('/app/pages')).toBe('/app/pages');
  expect(await answerOf('/pages')).toBe('/pages');
  // A path with two slashes would refer to another host.
  expect(await answerOf('//app/pages')).toBe('/pages');
});
