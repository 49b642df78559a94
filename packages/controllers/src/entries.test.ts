import * as http from '@writ/http';
import { expect, it } from 'vitest';
import * as controllers from './index.ts';

const PARAMETERS = [
  'BeanParam',
  'BodyParam',
  'Context',
  'CookieParam',
  'FormParam',
  'HeaderParam',
  'MatrixParam',
  'PathParam',
  'QueryParam',
];

it('@writ/controllers re-exports @writ/http except routes and their parameters', () => {
  const own = new Map<string, unknown>(Object.entries(controllers));
  const others = Object.entries(http).filter(([name, value]) => own.get(name) !== value);
  expect(others.map(([name]) => name).toSorted()).toEqual(
    [...PARAMETERS, 'addressOf', 'fillPattern', 'route'].toSorted(),
  );
});
