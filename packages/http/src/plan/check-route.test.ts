import { expect, it } from 'vitest';
import { route } from '../contract/route.ts';
import { checkRoute } from './check-route.ts';
import type { Finding } from '../report/findings.ts';
import { RULES } from '../report/finding-codes.ts';

it.each([
  [0.5, ['W2015']],
  [NaN, ['W2015']],
  ['1' as unknown as number, ['W2015']],
  [-3, []],
  [undefined, []],
])('a route requires an integer as its order: %s', (order, expected) => {
  const findings: Finding[] = [];
  const given = { method: 'GET', path: '/', handler: () => 1 };
  checkRoute(route(order === undefined ? given : { ...given, order }), (finding) => findings.push(finding));
  expect(findings.map(({ rule }) => RULES[rule].code)).toEqual(expected);
});
