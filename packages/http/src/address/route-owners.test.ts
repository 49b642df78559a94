import { expect, it } from 'vitest';
import { prefixesOf, recordOwner } from './route-owners.ts';

it('prefixesOf returns the prefixes of each router that contains a route, in registration order', () => {
  const route = {};
  const admin = { prefixes: ['/admin', '/old'] };
  const outermost = { prefixes: [''] };
  expect(prefixesOf(route)).toEqual([]);
  recordOwner(route, admin);
  recordOwner(route, admin);
  expect(prefixesOf(route)).toEqual(['/admin', '/old']);
  recordOwner(route, outermost);
  recordOwner(route, admin);
  expect(prefixesOf(route)).toEqual(['/admin', '/old', '']);
});
