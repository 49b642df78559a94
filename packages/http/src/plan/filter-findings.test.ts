import { readFileSync } from 'node:fs';
import { Secret } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { bearer, route, Router, Toolkit, type Filter, type Route } from '../index.ts';
import type { Scope } from '../contract/scope.ts';
import { inject } from '../testing/inject.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const guard = (): Filter => bearer(new Secret('token'));
const audit: Filter = (_context, next) => next();
const get = (path: string, scopes: readonly Scope[] = []): Route =>
  route({ method: 'GET', path, scopes, handler: () => 'open' });

function site(...paths: readonly string[]): Router {
  return new Router(new Toolkit({ logger: recordingLogger() })).add(...paths.map((path) => get(path)));
}

describe('a filter whose pattern matches no route', () => {
  it.each([
    ['/admin', '/admin/{rest:.*}'],
    ['/admin/', '/admin/{rest:.*}'],
    ['/admin/*', '/admin/{rest:.*}'],
    ['/admin/**', '/admin/{rest:.*}'],
    ['/admin/.*', '/admin/{rest:.*}'],
    ['/admin/(.*)', '/admin/{rest:.*}'],
    ['/admin/*rest', '/admin/{rest:.*}'],
    ['/admin*', '/admin/{rest:.*}'],
    ['/Admin/{rest:.*}', '/admin/{rest:.*}'],
    ['/%61dmin/{rest:.*}', '/admin/{rest:.*}'],
    ['/admin/users/', '/admin/users/{rest:.*}'],
    ['/admin/{one}', '/admin/{one}/{rest:.*}'],
  ])('the pattern %s is reported, and the suggested %s covers the routes', async (pattern, fix) => {
    const router = site('/admin/users/{id}').use(pattern, guard());
    const line = readFileSync(import.meta.filename, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('.use(pattern, guard())'));
    expect(router.diagnostics()).toMatchObject([
      {
        code: 'W2025',
        severity: 'warning',
        message: `the filter for ${pattern}: no route has a matching path, so it never runs`,
        hint: `write '${fix}'`,
        file: expect.stringContaining('filter-findings.test.ts') as string,
        range: { start: { line: line + 1 } },
      },
    ]);
    const mended = site('/admin/users/{id}').use(fix, guard());
    expect(mended.diagnostics()).toEqual([]);
    expect((await inject(mended, '/admin/users/7')).status).toBe(401);
  });

  it('a filter without a similar route is reported with a hint about patterns', () => {
    const [found] = site('/notes').use('/photos', audit).diagnostics();
    expect(found).toMatchObject({
      code: 'W2025',
      hint: "write a prefix as '/photos/{rest:.*}'; if the filter itself responds, register a route instead",
    });
  });

  it.each([
    ['/admin', ['/admin']],
    ['/{any}', ['/admin']],
    ['/{rest:.*}', ['/']],
    ['/admin/{rest:.*}', ['/admin']],
    ['/admin/{rest:.*}', ['/{all:.*}']],
    ['/admin/users', ['/{all:.*}']],
    ['/admin/users', ['/admin/{id}']],
    [String.raw`/v{n:\d+}/x`, ['/v1/x']],
    ['/admin/users', [String.raw`/{x:[a-z]+}/users`]],
    ['/anything', []],
  ])('the pattern %s is not reported for the routes %j', (pattern, paths) => {
    expect(
      site(...paths)
        .use(pattern, audit)
        .diagnostics(),
    ).toEqual([]);
  });
});

describe('a guard for a single path', () => {
  it('is reported if routes below it are unprotected', () => {
    const [found, ...others] = site('/admin', '/admin/users', '/admin/users/{id}', '/other')
      .use('/admin', guard())
      .diagnostics();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: 'W2026',
      severity: 'warning',
      message:
        'the guard for /admin covers only that path: GET /admin/users (handler) and 1 more below it are unprotected',
      hint: "write '/admin/{rest:.*}', or guard those routes separately",
    });
  });

  it.each<[string, (router: Router) => Router]>([
    ['there are no routes below it', (router) => router],
    [
      'another guard covers the routes below it',
      (router) => router.add(get('/admin/x')).use('/admin/{id}', guard()),
    ],
    ['the routes below it have guards', (router) => router.add(get('/admin/x', [{ filters: [guard()] }]))],
    [
      'the routes below it have access rules',
      (router) => router.add(get('/admin/x', [{ access: { rule: 'deny' } }])),
    ],
  ])('is not reported if %s', (_why, more) => {
    expect(more(site('/admin', '/other').use('/admin', guard())).diagnostics()).toEqual([]);
  });

  it('is not reported if the filter is not a guard', () => {
    const router = site('/admin', '/admin/x').use('/admin', audit);
    expect(router.diagnostics()).toEqual([]);
  });

  it('is not reported for the root path', () => {
    expect(site('/', '/x').use('/', guard()).diagnostics()).toEqual([]);
  });
});
