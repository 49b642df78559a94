import { expect, it } from 'vitest';
import {
  BodyParam,
  CookieParam,
  FormParam,
  HeaderParam,
  int,
  MatrixParam,
  PathParam,
  QueryParam,
  route,
  Router,
  Toolkit,
} from '../index.ts';
import type { Bindable } from '../contract/route.ts';

function findingsOf(...bindings: Bindable[]): string[] {
  const router = new Router(new Toolkit()).add(
    route({ method: 'POST', path: '/a/{x}/{id}', bindings, handler: () => 1 }),
  );
  return router
    .diagnostics()
    .map(({ code, severity, message, hint }) => `${code} ${severity} ${message}; ${hint}`);
}

it.each<[string, Bindable]>([
  ['query', QueryParam('id', int)],
  ['header', HeaderParam('id', int)],
  ['cookie', CookieParam('id', int)],
  ['matrix', MatrixParam('id', int)],
  ['form', FormParam('id', int)],
])('a path variable that is not bound causes a warning if a %s value has its name', (source, binding) => {
  expect(findingsOf(binding)).toEqual([
    `W2029 warning POST /a/{x}/{id} (handler): the path variable id is not bound, but ${source} id is bound; bind it with PathParam('id', …), or rename it`,
  ]);
});

it('bound path variables, and variables whose name no binding has, cause no warning', () => {
  expect(findingsOf()).toEqual([]);
  expect(findingsOf(QueryParam('other', int), BodyParam(String))).toEqual([]);
  expect(findingsOf(QueryParam('id', int), PathParam('id', int))).toEqual([]);
});
