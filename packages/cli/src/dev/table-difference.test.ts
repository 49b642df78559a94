import type { TableRow } from '@writ/http/kernel';
import { expect, it } from 'vitest';
import { tableDifference } from './table-difference.ts';

const row = (path: string, more: Partial<TableRow> = {}): TableRow => ({
  method: 'GET',
  path,
  bindings: [],
  consumes: [],
  produces: [],
  order: 0,
  from: 'routes',
  handler: 'A.GET',
  access: [],
  filters: [],
  origin: { file: '/a.ts', line: 1 },
  ...more,
});

const differences = (before: readonly TableRow[], after: readonly TableRow[]): string[] =>
  tableDifference(before, after).map((line) => line.trim().replaceAll(/ {2,}/g, ' '));

it('tableDifference lists added, removed and changed routes', () => {
  expect(
    differences(
      [row('/same'), row('/gone'), row('/n/{id}', { bindings: ['path id: int'] })],
      [
        row('/same'),
        row('/n/{id}', { bindings: ['path id: string'], access: ['deny'], filters: ['audit (router)'] }),
        row('/new'),
      ],
    ),
  ).toEqual([
    '- GET /gone A.GET /a.ts:1',
    '~ GET /n/{id: int} A.GET /a.ts:1',
    '-> GET /n/{id: string} A.GET deny, audit (router) /a.ts:1',
    '+ GET /new A.GET /a.ts:1',
  ]);
});

it('tableDifference ignores changed line numbers, but not a changed handler', () => {
  expect(differences([row('/a')], [row('/a', { origin: { file: '/a.ts', line: 9 } })])).toEqual([]);
  expect(differences([row('/a')], [row('/a', { origin: { file: '/b.ts', line: 1 } })])).toHaveLength(2);
});

it('tableDifference distinguishes routes with the same method and path', () => {
  expect(differences([row('/a'), row('/a', { handler: 'B.GET' })], [row('/a')])).toEqual([
    '- GET /a B.GET /a.ts:1',
  ]);
});
