import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, openInstallations, openTab } from '../browser.ts';
import { ERROR_DISTANCE, serveOutput, servePage } from './output-service.ts';

const lines = 12_000;

let id: number;
const tested = servePage(async () => {
  const service = await serveOutput(lines);
  id = await service.start('much.img');
  await service.ended(id);
  return service;
});

async function openPage(): Promise<Page> {
  const page = await openTab(tested.browser);
  await page.goto(tested.service.address());
  await openInstallations(page);
  await showLink(page).waitFor();
  return page;
}

const showLink = (page: Page): Locator => page.getByRole('link', { name: `installation ${id}` });

const showOutput = async (page: Page): Promise<void> => {
  await showLink(page).click();
  await page.locator('#watch-state', { hasText: 'done' }).waitFor();
  await page.locator('#log-lines', { hasText: `line ${lines} of` }).waitFor();
};

const shown = (page: Page): Promise<number> => page.locator('#log-lines > .line').count();
const countOf = (page: Page): Locator => page.locator('#log-count');
/** Number of lines in the log: the output, and the lines of the steps and of the end. */
const all = lines + 6;

/** Scrolls to a fraction of the log's height. */
const scrollTo = (page: Page, fraction: number): Promise<void> =>
  page.locator('#log').evaluate((log, part) => log.scrollTo(0, log.scrollHeight * part), fraction);

describe('the output of an installation on the page', () => {
  it('is loaded and rendered only where it is visible, and can be scrolled to any line', async () => {
    const page = await openPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await showOutput(page);
    await eventually(() => shown(page)).toBeLessThan(60);
    // The events of an ended installation are not sent again.
    expect(requests).not.toContain(`/api/installs/${id}/events`);
    expect(requests.filter((path) => path.endsWith('/log')).length).toBeLessThan(5);
    await scrollTo(page, 0);
    await page.locator('#log-lines', { hasText: `line 1 of ${lines}` }).waitFor();
    await eventually(() => shown(page)).toBeLessThan(60);
    await scrollTo(page, 0.5);
    await page.locator('#log-lines', { hasText: `line ${lines / 2 + 3} of` }).waitFor();
    await page.locator('#log').focus();
    await page.keyboard.press('End');
    await page.locator('#log-lines', { hasText: `line ${lines} of` }).waitFor();
    await page.close();
  });

  it('can have a million lines', async () => {
    const page = await openPage();
    const total = 1_000_000;
    let requests = 0;
    await page.route('**/log?*', (route) => {
      requests += 1;
      const query = new URL(route.request().url()).searchParams;
      const [from, count] = [Number(query.get('from')), Number(query.get('count'))];
      const numbers = Array.from({ length: Math.min(count, total - from + 1) }, (_, index) => from + index);
      const found = numbers.map((line) => ({ line, kind: 'output', text: `row ${line};`, isError: false }));
      return route.fulfill({ json: { total, lines: found } });
    });
    await showLink(page).click();
    const log = page.locator('#log-lines');
    await log.filter({ hasText: `row ${total};` }).waitFor();
    await eventually(() => countOf(page).innerText()).toBe('1,000,000 lines');
    await scrollTo(page, 0.5);
    await log.filter({ hasText: /row 500\d\d\d;/ }).waitFor();
    await scrollTo(page, 0);
    await log.filter({ hasText: 'row 1;' }).waitFor();
    await page.locator('#log').focus();
    await page.keyboard.press('End');
    await log.filter({ hasText: `row ${total};` }).waitFor();
    await eventually(() => shown(page)).toBeLessThan(60);
    expect(requests).toBeLessThan(15);
    await page.close();
  });

  it('can be searched and filtered by errors, and then shows the lines around a match', async () => {
    const page = await openPage();
    await showOutput(page);
    await eventually(() => countOf(page).innerText()).toBe(`${all.toLocaleString('en')} lines`);
    await page.getByLabel('Search').fill('LINE 4321 OF');
    await countOf(page)
      .filter({ hasText: /^1 of / })
      .waitFor();
    // The matches are counted before their lines are loaded.
    await page.locator('#log-lines', { hasText: 'line 4321 of' }).waitFor();
    await eventually(() => shown(page)).toBe(1);
    await page.getByLabel('Search').fill('');
    await page.locator('#log-lines', { hasText: 'line 4322 of' }).waitFor();
    await page.getByLabel('Errors only').check();
    const errors = lines / ERROR_DISTANCE;
    await countOf(page)
      .filter({ hasText: `${errors} of` })
      .waitFor();
    await page.locator('#log-lines', { hasText: 'error: line 12000' }).waitFor();
    await eventually(() => shown(page)).toBe(errors);
    await page.close();
  });

  it('can be wrapped and copied, and appears when its details are expanded', async () => {
    const page = await openPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('#installs').waitFor();
    await showLink(page).click();
    await page.locator('#output').evaluate((box) => box.removeAttribute('open'));
    await page.locator('#watch-state', { hasText: 'done' }).waitFor();
    await page.locator('#output > summary').click();
    await page.locator('#log-lines', { hasText: `line ${lines} of` }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    const isTooWide = (): Promise<boolean> =>
      page.locator('#log').evaluate((log) => log.scrollWidth > log.clientWidth);
    await eventually(isTooWide).toBe(true);
    await page.getByLabel('Wrap lines').check();
    await eventually(isTooWide).toBe(false);
    await page.locator('#log-lines', { hasText: `line ${lines} of` }).waitFor();
    await page.getByLabel('Search').fill('line 777 of');
    await countOf(page)
      .filter({ hasText: /^1 of / })
      .waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `line 777 of ${lines}, as a program prints it`,
    );
    await page.close();
  });
});
