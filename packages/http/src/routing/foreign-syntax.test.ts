import { expect, it } from 'vitest';
import { Router, type Filter } from '../index.ts';
import { inject } from '../testing/inject.ts';
import { findingsOf, origin, routerWith, toolkit } from '../testing/pattern-router.ts';

const audit: Filter = (_context, next) => next();

it.each([
  ['/*', '*', '/{rest:.*}', '*', '/a/b'],
  ['/x/*', '*', '/x/{rest:.*}', '*', '/x/a/b'],
  ['/x/**', '**', '/x/{rest:.*}', '*', '/x/a/b'],
  ['/x/.*', '.*', '/x/{rest:.*}', '*', '/x/a/b'],
  ['/x/.+', '.+', '/x/{rest:.+}', '+', '/x/a/b'],
  ['/x/(.*)', '(.*)', '/x/{rest:.*}', '*', '/x/a/b'],
  ['/x/*path', '*path', '/x/{path:.*}', '*', '/x/a/b'],
  ['/x*', '*', '/x{rest:.*}', '*', '/xa/b'],
  ['/x/*/y', '*', '/x/{any}/y', '*', '/x/a/y'],
  ['/{rest}/*', '*', '/{rest}/{rest2:.*}', '*', '/a/b/c'],
  ['/*.js', '*', '/{any}.js', '*', '/a.js'],
  ['/[id]', '[id]', '/{id}', '[', '/7'],
  ['/[id].json', '[id]', '/{id}.json', '[', '/7.json'],
  ['/[user-id]', '[user-id]', '/{user_id}', '[', '/7'],
  ['/x/[...all]', '[...all]', '/x/{all:.*}', '[', '/x/a/b'],
  ['/x/[[...all]]', '[[...all]]', '/x/{all:.*}', '[', '/x'],
  ['/<id>', '<id>', '/{id}', '<', '/7'],
  ['/<int:id>', '<int:id>', String.raw`/{id:\\d+}`, '<', '/7'],
  ['/<path:all>', '<path:all>', '/{all:.*}', '<', '/a/b'],
  [String.raw`/:id(\d+)`, String.raw`:id(\d+)`, String.raw`/{id:\\d+}`, '(', '/7'],
  ['/x/:all*', ':all*', '/x/{all:.*}', '*', '/x/a/b'],
  ['/x/:all+', ':all+', '/x/{all:.+}', '+', '/x/a/b'],
  ['/(a|b)', '(a|b)', '/{name:a|b}', '(', '/b'],
])(
  'a route for %s is reported because %j is literal, and the suggestion %s matches',
  async (path, found, fix, sign, request) => {
    const message = `GET ${path} (Notes.one): ${found} is literal, not a variable`;
    expect(findingsOf(routerWith(path))).toEqual([
      `W2027 warning ${message}; write '${fix}'; for the character itself, '\\\\${sign}'`,
    ]);
    const fixed = routerWith(fix.replaceAll('\\\\', '\\'));
    expect(fixed.diagnostics()).toEqual([]);
    expect((await inject(fixed, request)).text()).toBe('found');
  },
);

it.each([
  ['/a%20b', '%20', '/a b', '/a%20b'],
  ['/%C3%BC/{id}', '%C3%BC', '/ü/{id}', '/%C3%BC/1'],
  ['/a%3Ab', '%3A', String.raw`/a\\:b`, '/a:b'],
])('a route for %s is reported because paths are matched decoded: %s', async (path, found, fix, request) => {
  expect(findingsOf(routerWith(path))).toEqual([
    `W2027 warning GET ${path} (Notes.one): ${found} matches no request, because paths are decoded before they are matched; write '${fix}'; for the character itself, '\\\\%'`,
  ]);
  const fixed = routerWith(fix.replaceAll('\\\\', '\\'));
  expect(fixed.diagnostics()).toEqual([]);
  expect((await inject(fixed, request)).text()).toBe('found');
});

it.each([
  [String.raw`/\*`, '/*'],
  [String.raw`/x/.\*`, '/x/.*'],
  [String.raw`/\[id]`, '/[id]'],
  [String.raw`/\<id>`, '/<id>'],
  [String.raw`/a\%20b`, '/a%2520b'],
  ['/items(1)', '/items(1)'],
  ['/100%', '/100%25'],
  ['/$metadata', '/$metadata'],
  ['/a+b', '/a+b'],
  ['/:id', '/7'],
  ['/{id:[a-z]*}', '/a'],
  [String.raw`/:id:\d+`, '/7'],
  ['/{rest:.*}', '/a/b'],
])('a route for %s matches %s and is not reported', async (path, request) => {
  expect(findingsOf(routerWith(path))).toEqual([]);
  expect((await inject(routerWith(path), request)).text()).toBe('found');
});

it('a filter for /admin/* is reported even if a route matches every path', () => {
  expect(findingsOf(routerWith('/{path:.*}').use('/admin/*', audit))).toEqual([
    "W2027 warning the filter for /admin/*: * is literal, not a variable; write '/admin/{rest:.*}'; for the character itself, '\\\\*'",
  ]);
});

const writer = { name: 'Missing', instance: { write: () => {} } };

it.each([
  ['/api/*', '/api/.*'],
  ['/*', '/.*'],
  ['/api/*rest', '/api/.*'],
  ['/:id', '/[^/]+'],
  ['/api/:id/x', '/api/[^/]+/x'],
  ['/<id>', '/[^/]+'],
  ['/a%20b', '/a b'],
])('a not-found handler for %s is reported with the hint to write %s', (pattern, fix) => {
  const router = new Router(toolkit()).notFound({ pattern, writer, origin });
  expect(findingsOf(router)).toEqual([
    `W2027 warning the pattern of the not-found handler Missing, "${pattern}", is a path pattern, but must be a regular expression; write '${fix}'; to match the character itself, use a character class such as [:]`,
  ]);
  expect(new Router(toolkit()).notFound({ pattern: fix, writer }).diagnostics()).toEqual([]);
});

it.each([
  ['/api/{rest:.*}', '/api/.*'],
  ['/api/{id}', '/api/[^/]+'],
  ['/api/**', '/api/.*'],
])('a not-found handler for %s is reported as an error with the hint to write %s', (pattern, fix) => {
  const router = new Router(toolkit()).notFound({ pattern, writer, origin });
  const found = router.diagnostics();
  expect(found).toMatchObject([
    { code: 'W2030', hint: `write a regular expression for the whole path, such as '${fix}'` },
  ]);
});

it.each(['/api/.*', '/a[:]b', '/a:b', '/(?<x>a)', '/[%]20', '/a{2,3}', '/[a-z]*'])(
  'a not-found handler for %s is not reported',
  (pattern) => {
    expect(findingsOf(new Router(toolkit()).notFound({ pattern, writer, origin }))).toEqual([]);
  },
);
