import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { route } from '../contract/route.ts';
import { RULES } from '../report/finding-codes.ts';
import { lintRoutes } from './lint-routes.ts';
import { interpret, PatternTable, toEntry } from './pattern-table.ts';
import { readPath } from '../protocol/request-path.ts';

/** Creates a table of routes from lines such as `GET /a`. The name of each route is its line number. */
function tableOf(lines: readonly string[]): PatternTable {
  return new PatternTable(
    lines.map((line, index) => {
      const [method = '', path = '', order] = line.split(' ');
      const origin = { method: String(index), file: '/t.ts', line: index + 1 };
      return toEntry(
        route({ method, path, origin, ...(order && { order: Number(order) }), handler: () => 1 }),
      );
    }),
  );
}

/** Returns findings in a form such as `W2004 1 by 0`, which means that route 1 is unreachable because of route 0. */
function findingsOf(...lines: readonly string[]): string[] {
  return lintRoutes(tableOf(lines)).map(
    ({ rule, origin, related }) => `${RULES[rule].code} ${origin?.method} by ${related?.origin.method}`,
  );
}

describe('unreachable routes', () => {
  it.each([
    [['GET /a/{x}', 'GET /a/b'], 'W2004 1 by 0'],
    [['GET /a/{x}', 'GET /a/{y:\\d+}'], 'W2004 1 by 0'],
    [['GET /a/{x}', 'GET /a/file-{y}.txt'], 'W2004 1 by 0'],
    [['GET /{x}/b', 'GET /a/b'], 'W2004 1 by 0'],
    [['GET /{x:\\d+}', 'GET /12'], 'W2004 1 by 0'],
    [['GET /{all:.*}', 'GET /'], 'W2004 1 by 0'],
    [['GET /{all:.*}', 'GET /a/{x}/c'], 'W2004 1 by 0'],
    [['GET /a/{all:.*}', 'GET /a/{x:.+}'], 'W2004 1 by 0'],
    [['GET /a/{all:.+}', 'GET /a/b/{x}'], 'W2004 1 by 0'],
    [['ANY /a/{x}', 'GET /a/b'], 'W2004 1 by 0'],
    [['ANY /a/{x}', 'HEAD /a/{y:\\d}'], 'W2004 1 by 0'],
    [['GET /a/b 2', 'GET /a/{x} 1'], 'W2004 0 by 1'],
    [['GET /a/{x}', 'GET /a/{y}'], 'W2003 1 by 0'],
  ])('are reported: %j', (lines, expected) => {
    expect(findingsOf(...lines)).toEqual([expected]);
  });

  it.each([
    [['GET /a/{x:\\d+}', 'GET /a/b']],
    [['GET /a/{x:\\d+}', 'GET /a/{y}']],
    [['GET /a/{x:\\d+}', 'GET /a/{y:\\d\\d}']],
    [['GET /a/{all:.+}', 'GET /a']],
    [['GET /a/{x}', 'GET /a/{y:.*}']],
    [['GET /{x}', 'GET /a/b']],
    [['GET /a/b', 'GET /a/{x}']],
    [['GET /a/{x}', 'POST /a/b']],
    [['GET /a/{x}', 'ANY /a/b']],
    [['GET /a/{x}', 'HEAD /a/b']],
    [['HEAD /a/{x}', 'GET /a/b']],
    [['GET /{all:.*}/z', 'GET /a/b']],
  ])('are not reported: %j', (lines) => {
    expect(findingsOf(...lines)).toEqual([]);
  });

  it('are never matched by the interpreter', () => {
    const part = fc.constantFrom('a', 'b', '1', '{v}', '{v:\\d+}', 'a{v}', '{v:.*}', '{v:.+}', '{v:a/b}');
    const pattern = fc
      .array(part, { maxLength: 3 })
      .map((parts) => `/${parts.map((each, index) => each.replace('{v', `{v${index}`)).join('/')}`);
    const line = fc
      .tuple(fc.constantFrom('GET', 'HEAD', 'ANY'), pattern, fc.integer({ min: -1, max: 1 }))
      .map((words) => words.join(' '));
    const target = fc
      .array(fc.constantFrom('a', 'b', '1', 'ab', 'a%2Fb', ''), { maxLength: 4 })
      .map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 10 }),
        fc.array(target, { maxLength: 12 }),
        (lines, targets) => {
          const table = tableOf(lines);
          const reported = new Set(lintRoutes(table).map(({ origin }) => origin?.method));
          for (const each of targets) {
            for (const method of ['GET', 'HEAD', 'PUT']) {
              const found = interpret(table.entries, method, readPath(each));
              if (found.route !== undefined) expect(reported).not.toContain(found.route.origin?.method);
            }
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
