import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { route, type Route } from '../contract/route.ts';
import type { Match, NoMatch } from '../contract/matcher.ts';
import { interpret, PatternTable, toEntry } from './pattern-table.ts';
import { readPath } from '../protocol/request-path.ts';

function tableOf(...lines: readonly string[]): PatternTable {
  return new PatternTable(lines.map((line) => toEntry(routeOf(line))));
}

/** Creates a route from a line such as `GET /a`, or `GET /a 5` for a route with an order. */
function routeOf(line: string): Route {
  const [method = '', path = '', order] = line.split(' ');
  return route({ method, path, ...(order !== undefined && { order: Number(order) }), handler: () => line });
}

function matchTarget(table: PatternTable, method: string, target: string): unknown {
  return show(table.match(method, readPath(target)));
}

function show(found: Match | NoMatch): unknown {
  return found.route === undefined
    ? { allow: found.allow.toSorted() }
    : { line: `${found.route.method} ${found.route.path}`, values: found.values };
}

describe('the pattern table', () => {
  const table = tableOf(
    'GET /a/{x}',
    'GET /a/b',
    'GET /c/d',
    'GET /c/{x}',
    'POST /a/b',
    'ANY /any',
    'GET /late 1',
    'GET /{x} 2',
    'GET /z -1',
  );

  it.each([
    ['GET', '/a/b', { line: 'GET /a/{x}', values: ['b'] }],
    ['GET', '/c/d', { line: 'GET /c/d', values: [] }],
    ['GET', '/c//d/', { line: 'GET /c/d', values: [] }],
    ['GET', '/c/e', { line: 'GET /c/{x}', values: ['e'] }],
    ['POST', '/a/b', { line: 'POST /a/b', values: [] }],
    ['PATCH', '/any', { line: 'ANY /any', values: [] }],
    ['GET', '/late', { line: 'GET /late', values: [] }],
    ['GET', '/other', { line: 'GET /{x}', values: ['other'] }],
    ['DELETE', '/a/b', { allow: ['GET', 'POST'] }],
    ['POST', '/a/x', { allow: ['GET'] }],
    ['GET', '/a/b/c', { allow: [] }],
  ])('returns the first matching entry for %s %s', (method, target, expected) => {
    expect(matchTarget(table, method, target)).toEqual(expected);
  });

  it('entries are sorted by order, then by registration', () => {
    expect(table.routes.map(({ path }) => path).at(0)).toBe('/z');
    expect(table.routes.map(({ path }) => path).slice(-2)).toEqual(['/late', '/{x}']);
  });
});

it.each([
  ['/t/{v:.*}', '/t/%F0%90%80%80/%F4%8F%BF%BF', '\u{10000}/\u{10ffff}'],
  ['/t/{v:.*}', '/t/a%2F%F0%90%80%80', 'a/\u{10000}'],
  ['/t/{v}', '/t/%F0%90%80%80', '\u{10000}'],
  ['/t/{v}', '/t/a%2F%F0%90%80%80', 'a/\u{10000}'],
  ['/t/{v}/b', '/t/%F0%90%80%80/b', '\u{10000}'],
])('%s matches %s', (path, target, value) => {
  expect(matchTarget(tableOf(`GET ${path}`), 'GET', target)).toEqual({
    line: `GET ${path}`,
    values: [value],
  });
});

it('a literal that is half of a pair matches nothing', () => {
  const table = new PatternTable([toEntry(route({ method: 'GET', path: '/\ud800', handler: () => 1 }))]);
  for (const target of ['/%2F', '/%F0%90%80%80'])
    expect(matchTarget(table, 'GET', target)).toEqual({ allow: [] });
});

it('the table returns the same matches as its specification', { timeout: 120_000 }, () => {
  // More literals than the nodes of the look-up have in a list, and one with an escaped slash.
  const names = [...'cdefghijklmnop'];
  const segment = fc.oneof(
    fc.constantFrom('a', 'b', 'ab', '{v}', '{v:\\d+}', 'a{v}', '{v:.*}', '12', String.raw`x\/y`),
    fc.constantFrom(...names),
  );
  const pattern = fc
    .array(segment, { maxLength: 3 })
    .map((parts) => `/${parts.map((part, index) => part.replace('{v', `{v${index}`)).join('/')}`);
  const routes = fc.array(
    fc.tuple(fc.constantFrom('GET', 'POST', 'HEAD', 'ANY'), pattern, fc.integer({ min: -1, max: 1 })),
    {
      maxLength: 40,
    },
  );
  const target = fc
    .array(fc.constantFrom('a', 'b', 'ab', '12', '', 'x%2Fy', '..', 'a;m=1', ...names), { maxLength: 4 })
    .map((parts) => `/${parts.join('/')}`);
  fc.assert(
    fc.property(routes, fc.array(target, { minLength: 1, maxLength: 8 }), (lines, targets) => {
      const table = tableOf(...lines.map((line) => line.join(' ')));
      for (const each of targets) {
        for (const method of ['GET', 'POST', 'PUT', 'HEAD']) {
          const path = readPath(each);
          const found = table.match(method, path);
          expect(show(found)).toEqual(show(interpret(table.entries, method, path)));
          // A request that is passed on by each route reaches every matching entry once, in order.
          const passed: unknown[] = [];
          for (let next: Match | NoMatch | undefined = found; next?.route !== undefined;) {
            passed.push(next.route);
            next = table.after(next.route, method, path);
          }
          const left: Route[] = [];
          let entries = table.entries;
          for (;;) {
            const next = interpret(entries, method, path);
            if (next.route === undefined) break;
            left.push(next.route);
            entries = entries.filter((entry) => entry.route !== next.route);
          }
          expect(passed).toEqual(left);
        }
      }
    }),
    { numRuns: 500 },
  );
});
