import type { Browser, Page } from 'playwright-core';

/** The time from the click on an installation until its last line is painted, and the longest task, in milliseconds. */
export interface Replay {
  readonly all: number;
  readonly longest: number;
}

/** Displays the output of an installation in a new tab. */
export async function measureReplay(
  browser: Browser,
  address: string,
  id: number,
  lines: number,
): Promise<Replay> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.locator('#plan', { hasText: 'plan ' }).waitFor();
  await page.getByRole('link', { name: 'Installations', exact: true }).click();
  await page.getByRole('link', { name: `installation ${id}` }).waitFor();
  const times = await replay(page, id, lines);
  await page.close();
  return times;
}

function replay(page: Page, id: number, lines: number): Promise<Replay> {
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
