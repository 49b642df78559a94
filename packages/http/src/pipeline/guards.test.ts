import * as fc from 'fast-check';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { files, HttpError, PathParam, route, Router, Toolkit, type Filter, type Route } from '../index.ts';
import type { Matcher } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports, type Client } from '../testing/transports.ts';
import { parsePattern } from '../routing/pattern.ts';

const toolkit = new Toolkit({ logger: recordingLogger() });

/** Creates a filter that adds its name to a response header, which lists the filters that ran. */
function marking(name: string): Filter {
  return ({ response }, next) => {
    response.headers.append('x-seen', encodeURIComponent(name));
    return next();
  };
}

function seen(headers: Readonly<Record<string, string | string[] | undefined>>): string[] {
  return [headers['x-seen'] ?? []].flat().flatMap((line) => line.split(', ').map(decodeURIComponent));
}

/** Creates a route that returns the values of its variables. */
function echoing(path: string): Route {
  const bindings = parsePattern(path).names.map((name) => PathParam(name, String));
  return route({ method: 'GET', path, bindings, handler: (...values: unknown[]) => ({ path, values }) });
}

/** Returns the segments of a pattern before its first variable. */
function literalPrefix(path: string): string[] {
  const { segments } = parsePattern(path);
  const end = segments.findIndex(({ kind }) => kind !== 'literal');
  return segments.slice(0, end === -1 ? undefined : end).map((segment) => (segment as { text: string }).text);
}

const escaped = (literal: string): string => literal.replaceAll(/[\\/{}:?#]/g, '\\$&');

/** Functions that spell one segment and the slash before it. */
const spelling = fc.constantFrom<(segment: string) => string>(
  (segment) => `/${segment}`,
  (segment) => `//${segment}`,
  (segment) => `///${segment}/`,
  (segment) => `/${segment};m=1;a/`,
  (segment) => `/;m/${segment}`,
  (segment) => `/./${segment}`,
  (segment) => `/up/%2e%2E/${segment}`,
  (segment) => `\\${segment}`,
  (segment) => `%2F${segment}`,
  (segment) => `%2f%2F${segment}%2F`,
  (segment) => `/${segment}%0A`,
  (segment) => `/${segment.toUpperCase()}`,
  (segment) => `/${segment.replaceAll('-', '_')}`,
  (segment) => `/${segment.replaceAll(/[a-z_]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`,
);
const SEGMENTS = [
  'api',
  'foo-bar',
  'users',
  'me',
  '7',
  '%0a',
  '%0D%0A',
  '%E2%80%A8',
  '%E2%80%A9',
  '%00',
  '%25',
  '..%2F',
];
const target = fc
  .array(fc.tuple(spelling, fc.constantFrom(...SEGMENTS)), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.map(([spell, segment]) => spell(segment)).join(''))
  .filter((path) => path.startsWith('/'));

const ROUTES = [
  '/',
  '/api',
  '/api/users',
  '/api/users/{id}',
  '/api/users/{id}/{action}',
  '/api/{kind:[^/]+}/{id:[^]+}/{rest:.*}',
  '/foo-bar/{id}',
  '/foo-bar/{a}-{b}/{rest:.+}',
  '/api%/{x}',
  '/users/{path:.*}',
  '/{one}',
  '/{one}/{two}/{three}',
  '/{all:[^]*}',
];

describeTransports('a filter for a prefix', (serve) => {
  it('runs for every route below the prefix regardless of the spelling of the path', async () => {
    const literals = ROUTES.map(literalPrefix);
    const prefixes = literals.flatMap((segments) => segments.map((_, index) => segments.slice(0, index + 1)));
    const names = [...new Set(prefixes.map((segments) => `/${segments.map(escaped).join('/')}`))];
    const router = new Router(toolkit).add(...ROUTES.map(echoing));
    for (const name of names) router.use(`${name}/{rest:.*}`, marking(name));
    const client: Client = await serve(router);
    let answered = 0;
    const property = fc.asyncProperty(target, async (url) => {
      const response = await client(url);
      if (response.status !== 200) return;
      answered += 1;
      const { path, values } = response.json() as { path: string; values: string[] };
      const met = seen(response.headers);
      const literal = literalPrefix(path);
      for (let length = 1; length <= literal.length; length += 1)
        expect(met).toContain(`/${literal.slice(0, length).map(escaped).join('/')}`);
      // A handler may use the value of the catch-all as a path below its own.
      const below = [...literal, ...values].join('/').split('/').filter(Boolean);
      for (const name of names) {
        const segments = parsePattern(name).segments.map((segment) => (segment as { text: string }).text);
        if (segments.every((segment, index) => segment === below[index])) expect(met).toContain(name);
      }
    });
    await fc.assert(property, { numRuns: 200 });
    expect(answered).toBeGreaterThan(50);
  });

  it("runs for every path under which a catch-all serves a folder's files", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'writ-guards-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'private/deep'), { recursive: true });
    for (const name of ['open.txt', 'private/a.txt', 'private/deep/b.txt'])
      writeFileSync(join(folder, name), name);
    const router = new Router(toolkit)
      .add(
        route({
          method: 'GET',
          path: '/files/{path:.*}',
          bindings: [PathParam('path', String)],
          scopes: [{ name: 'method', writer: files(folder) }],
          handler: (path) => path,
        }),
      )
      .use('/files/private/{rest:.*}', () => {
        throw new HttpError(401);
      });
    const client = await serve(router);
    expect((await client('/files/open.txt')).text()).toBe('open.txt');
    const slashes = [
      '/',
      '//',
      '%2F',
      '%2f',
      '/%2F',
      '%2F/',
      '/./',
      '%2F./',
      '%2F%2e%2F',
      '/x/../',
      '%2Fx%2F..%2F',
    ];
    for (const first of slashes) {
      for (const second of slashes) {
        for (const name of ['private', '%70rivate', 'private;a=1']) {
          const url = `/files${first}${name}${second}a.txt`;
          // A path for which the guard does not run must not be served.
          expect([url, (await client(url)).status === 200]).toEqual([url, false]);
        }
      }
    }
    expect((await client('/files/private%2Fdeep%2Fb.txt')).status).toBe(401);
  });

  it('runs if its pattern matches the path without empty segments', async () => {
    const router = new Router(toolkit)
      .add(echoing('/{a}/{b}'))
      .use('/{two:\\w+/\\w+}', marking('two'))
      .use('/{c:[a-z]}/{rest:[a-z]+}', marking('letters'));
    const client = await serve(router);
    for (const url of ['/a/b', '/a//b', '//a/b', '/a/b/', '/a/b//', '/a/b;c/'])
      expect([url, seen((await client(url)).headers)]).toEqual([url, ['two', 'letters']]);
  });

  it('runs for paths that a mounted matcher finds by another spelling, even before a 404 or after next()', async () => {
    const found = route({ method: 'GET', path: '/secret', handler: () => 'secret' });
    const lower = ({ segments }: { readonly segments: readonly string[] }): string[] =>
      segments.map((segment) => segment.toLowerCase());
    const matcher: Matcher = {
      name: 'any case',
      routes: [found],
      variables: () => [],
      canonical: lower,
      match: (method, path) => {
        if (lower(path).join('/') !== 'secret') return { allow: [] };
        return method === 'GET' ? { route: found, values: [] } : { allow: ['GET'] };
      },
    };
    const router = new Router(toolkit)
      .add(
        route({ method: 'PUT', path: '/{x}', handler: () => 'put' }),
        route({ method: 'GET', path: '/SECRET', handler: () => undefined }),
      )
      .mount(matcher)
      .use('/secret/{rest:.*}', () => 'guarded');
    const client = await serve(router);
    for (const method of ['GET', 'DELETE', 'PUT'])
      for (const url of ['/secret', '/Secret', '/SECRET', '/%53ecret/'])
        expect([method, url, (await client({ method, url })).text()]).toEqual([method, url, 'guarded']);
    expect((await client('/secrets')).status).toBe(405);
    expect(router.explain('GET', '/Secret').plan!.filters).toHaveLength(1);
  });
});
