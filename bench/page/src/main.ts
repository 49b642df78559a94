/**
 * Measures, in Debian's Chromium, how long the page takes to replay the output of a finished installation, from the
 * click on its link until the last line is painted. Also measures the longest task, during which the page does not
 * respond.
 *
 *     npm run bench:page -- [LINES [RUNS]] [--json FILE]
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { serveOutput } from '../../../e2e/page-output.ts';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport } from '../../shared/report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' } },
});
const lines = count(positionals[0] ?? '20000', 'LINES');
const runs = count(positionals[1] ?? '5', 'RUNS');

const service = await serveOutput(lines);
// The sandbox is disabled, because it does not work as root.
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const id = await service.start('bench.img');
  await service.ended(id);
  const rows: [number, number, number][] = [];
  for (let run = 1; run <= runs; run += 1) {
    const page = await browser.newPage();
    await page.goto(service.address());
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    await page.getByRole('link', { name: 'Installations', exact: true }).click();
    await page.getByRole('link', { name: `installation ${id}` }).waitFor();
    const { all, longest } = await replay(page, id);
    rows.push([run, all, longest]);
    await page.close();
  }
  publishReport(
    {
      benchmark: 'page',
      method: `Replay of ${lines} lines, Chromium ${browser.version()}`,
      conditions: readConditions([], import.meta.url),
      tables: [
        {
          title: 'Replay of the output',
          columns: [{ title: 'Run' }, { title: 'Time, ms' }, { title: 'Longest task, ms' }],
          rows,
        },
      ],
    },
    values.json,
  );
} finally {
  await browser.close();
  await service.close();
}

function replay(page: Page, id: number): Promise<{ all: number; longest: number }> {
  return page.evaluate(
    async ({ link, last }) => {
      let longest = 0;
      const tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      tasks.observe({ entryTypes: ['longtask'] });
      const isPainted = (): boolean => document.querySelector('#log')?.textContent.includes(last) === true;
      const start = performance.now();
      document.querySelector<HTMLAnchorElement>(link)!.click();
      while (!isPainted()) await new Promise((resolve) => requestAnimationFrame(resolve));
      const all = performance.now() - start;
      // Long tasks are only reported after they have ended.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return { all, longest };
    },
    { link: `[href="/installs/${id}"]`, last: `line ${lines} of ${lines}` },
  );
}

function count(text: string, name: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`${name} must be an integer of at least 1`);
  return number;
}
