import { describe, expect, it } from 'vitest';
import { bearer, route, Router, Toolkit, type Filter, type Route } from '../index.ts';
import { authorizationsFrom, type AccessRules } from '../kernel.ts';
import { describeFilter } from '../policies/filter-metadata.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const router = (): Router => new Router(new Toolkit({ logger: recordingLogger() }));

function get(path: string, access?: AccessRules): Route {
  return route({
    method: 'GET',
    path,
    scopes: access === undefined ? [] : [{ access }],
    handler: function open() {},
  });
}

const identify = (): Filter =>
  describeFilter((_context, next) => next(), { challenge: 'Bearer', requiresAccessRule: true });

describe('a filter that requires access rules', () => {
  it('reports each route to which it applies that has none', () => {
    const found = router()
      .add(get('/api/notes'), get('/api/{id}/old'), get('/health'))
      .use('/api/{path:.*}', identify())
      .diagnostics();
    expect(found).toMatchObject([
      {
        code: 'W2043',
        severity: 'error',
        message: 'GET /api/notes (open) has no access rule, which the filter for /api/{path:.*} requires',
        hint: expect.stringContaining('@RolesAllowed') as string,
        file: expect.stringContaining('access-findings.test.ts') as string,
        related: [
          { message: 'the filter', file: expect.stringContaining('access-findings.test.ts') as string },
        ],
      },
      { code: 'W2043', message: expect.stringContaining('GET /api/{id}/old') as string },
    ]);
    expect(() => router().add(get('/a')).use(identify()).build()).toThrow('W2043');
  });

  it.each<[string, AccessRules]>([
    ['roles', { rule: ['view'] }],
    ['access for everyone', { rule: 'permit' }],
    ['access for no one', { rule: 'deny' }],
    [
      'an authorization provider',
      { authorize: { name: 'Owner', instance: authorizationsFrom('owner', () => true) } },
    ],
  ])('accepts a route that declares %s', (_name, access) => {
    expect(router().add(get('/api/notes', access)).use('/api/{path:.*}', identify()).diagnostics()).toEqual(
      [],
    );
  });
});

it('a route with roles needs no authentication provider if a guard applies to its path', () => {
  const codesWith = (pattern: string): string[] =>
    router()
      .add(get('/api/notes', { rule: ['view'] }), get('/other/page'))
      .use(
        pattern,
        bearer(() => ({ principal: {}, authorizations: { all: ['view'] } })),
      )
      .diagnostics()
      .map(({ code }) => code);
  expect(codesWith('/api/{path:.*}')).toEqual([]);
  expect(codesWith('/other/{path:.*}')).toEqual(['W2040']);
});
