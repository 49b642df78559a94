import { expect, it } from 'vitest';
import { startCounting, countWork } from '../../../../scripts/work.ts';

startCounting();
const { route } = await import('../contract/route.ts');
const { readPath } = await import('../protocol/request-path.ts');
const { lintRoutes: lint } = await import('./lint-routes.ts');
const { PatternTable, toEntry } = await import('./pattern-table.ts');

function checkRoutes(pairs: number): readonly object[] {
  const paths = Array.from({ length: pairs }, (_, index) => [
    `/api/thing${index}/{id}`,
    `/api/{kind:[a-z]+}/{id}/part${index}`,
  ]).flat();
  return lint(
    new PatternTable(paths.map((path) => toEntry(route({ method: 'GET', path, handler: () => 1 })))),
  );
}

it('the check of a table with 2,000 routes reports no findings', () => {
  expect(checkRoutes(1000)).toEqual([]);
});

it('a table of 400 routes is built and checked in fewer than two million code blocks', async () => {
  const work = await countWork(() => checkRoutes(200));
  expect(work).toBeGreaterThan(100_000);
  expect(work).toBeLessThan(2_000_000);
});

it('a lookup among a thousand routes costs about as much as among ten', async () => {
  const countLookups = (count: number): Promise<number> => {
    const paths = Array.from({ length: count }, (_, index) => `/api/thing${index}/{id}`);
    const table = new PatternTable(
      paths.map((path) => toEntry(route({ method: 'GET', path, handler: () => 1 }))),
    );
    const asked = Array.from({ length: 200 }, (_, index) => readPath(`/api/thing${index % count}/${index}`));
    return countWork(() => asked.map((path) => table.match('GET', path)));
  };
  const ten = await countLookups(10);
  expect(ten).toBeGreaterThan(200);
  expect(await countLookups(1000)).toBeLessThan(2 * ten);
});
