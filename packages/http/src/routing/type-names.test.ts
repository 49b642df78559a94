import { expect, it } from 'vitest';
import type { Filter } from '../index.ts';
import { inject } from '../testing/inject.ts';
import { findingsOf, routerWith } from '../testing/pattern-router.ts';

const pass: Filter = (_context, next) => next();

it.each([
  ['/n/{id:int}', 'int', '/n/{id}', 'int', '/n/7'],
  ['/n/{id: int}', ' int', '/n/{id}', 'int', '/n/7'],
  ['/n/{ id : int }', ' int ', '/n/{ id }', 'int', '/n/7'],
  ['/n/:id:int', 'int', '/n/:id', 'int', '/n/7'],
  ['/n/{id:number}', 'number', '/n/{id}', 'Number', '/n/7'],
  ['/n/{id:Number}.json', 'Number', '/n/{id}.json', 'Number', '/n/7.json'],
  ['/n/{id:string}', 'string', '/n/{id}', 'String', '/n/x'],
  ['/n/{id:boolean}', 'boolean', '/n/{id}', 'Boolean', '/n/true'],
  ['/n/{id:uuid}', 'uuid', '/n/{id}', 'uuid', '/n/x'],
  ['/n/{id:date}', 'date', '/n/{id}', 'isoDate', '/n/2024-05-01'],
])(
  'a route for %s is reported because it matches only %j, and the suggestion %s matches',
  async (path, regex, fix, type, request) => {
    const message = `GET ${path} (Notes.one): the regular expression of id matches only "${regex}", not the values of a type`;
    expect(findingsOf(routerWith(path))).toEqual([
      `W2033 warning ${message}; write '${fix}', and declare the type with the binding, as in PathParam('id', ${type})`,
    ]);
    const fixed = routerWith(fix);
    expect(fixed.diagnostics()).toEqual([]);
    expect((await inject(fixed, request)).text()).toBe('found');
  },
);

it('each of several variables with the same type is reported with its own suggestion', () => {
  const hints = routerWith('/{int}/{a:int}/{b:int}')
    .diagnostics()
    .map(({ hint }) => hint);
  expect(hints).toEqual([
    "write '/{int}/{a}/{b:int}', and declare the type with the binding, as in PathParam('a', int)",
    "write '/{int}/{a:int}/{b}', and declare the type with the binding, as in PathParam('b', int)",
  ]);
});

it('a variable with the type path is reported with the expression of a catch-all', async () => {
  expect(findingsOf(routerWith('/files/{rest:path}'))).toEqual([
    `W2033 warning GET /files/{rest:path} (Notes.one): the regular expression of rest matches only "path", not the values of a type; write '/files/{rest:.*}'`,
  ]);
  expect((await inject(routerWith('/files/{rest:.*}'), '/files/a/b')).text()).toBe('found');
});

it('a filter for a type is reported without a binding', () => {
  expect(findingsOf(routerWith('/n/{id}').use('/n/{id:int}', pass))).toEqual([
    `W2033 warning the filter for /n/{id:int}: the regular expression of id matches only "int", not the values of a type; write '/n/{id}'`,
  ]);
});

it.each([
  '/{id:[a-z]+}',
  String.raw`/{id:\d+}`,
  '/{id:new}',
  '/{lang:de|fr}',
  '/{kind:int|string}',
  '/{id:ints}',
  '/{id:int-.+}',
  '/:id:int.json',
  '/{kind:constructor}',
  '/{rest:.*}',
  '/{int}',
  '/int/{id}',
  '/:int',
])('a route for %s is not reported', (path) => {
  expect(findingsOf(routerWith(path))).toEqual([]);
});
