import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveOutput, type OutputService } from './page-output.ts';

const MINUTE = 60_000;
const lines = 12_000;

let service: OutputService;
let browser: Browser;
let id: number;

beforeAll(async () => {
  service = await serveOutput(lines);
  id = await service.start('much.img');
  await service.ended(id);
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
}, 5 * MINUTE);

afterAll(async () => {
  await browser?.close();
  await service?.close();
});

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  page.setDefaultTimeout(MINUTE);
  await page.goto(service.address());
  await page.getByRole('link', { name: 'Installations', exact: true }).click();
  await showLink(page).waitFor();
  return page;
}

const showLink = (page: Page): Locator => page.getByRole('link', { name: `installation ${id}` });

const replay = async (page: Page): Promise<void> => {
  await showLink(page).click();
  await page.locator('#watch-state', { hasText: 'done' }).waitFor();
  await page.locator('#log-lines', { hasText: `line ${lines} of` }).waitFor();
};

const shown = (page: Page): Promise<number> => page.locator('#log-lines > span').count();

describe('the output of an installation on the page', () => {
  it('is rendered only where it is visible, and any line can be scrolled to', async () => {
    const page = await openPage();
    await replay(page);
    expect(await shown(page)).toBeLessThan(150);
    const log = page.locator('#log');
    await log.evaluate((element) => element.scrollTo(0, 0));
    await page.locator('#log-lines', { hasText: `line 1 of ${lines}` }).waitFor();
    expect(await shown(page)).toBeLessThan(150);
    await log.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await page.locator('#log-lines', { hasText: `line ${lines / 2} of` }).waitFor();
    await log.focus();
    await page.keyboard.press('End');
    await page.locator('#log-lines', { hasText: `line ${lines} of` }).waitFor();
    // The height of the log includes all of its lines.
    const { all, one } = await log.evaluate((element) => ({
      all: element.firstElementChild!.getBoundingClientRect().height,
      one: element.querySelector('span')!.getBoundingClientRect().height,
    }));
    expect(all / one).toBeGreaterThanOrEqual(lines);
    await page.close();
  });

  it('is rendered once per frame, not once per line', async () => {
    const page = await openPage();
    await page.evaluate(() => {
      const counts = { batches: 0, frames: 0 };
      Object.assign(globalThis, { counts });
      const frame = (): void => {
        counts.frames += 1;
        requestAnimationFrame(frame);
      };
      frame();
      const isLog = ({ target }: MutationRecord): boolean => (target as Element).id === 'log-lines';
      new MutationObserver((records) => {
        if (records.some(isLog)) counts.batches += 1;
      }).observe(document, { childList: true, subtree: true });
    });
    await replay(page);
    const { batches, frames } = await page.evaluate(
      () => (globalThis as unknown as { counts: { batches: number; frames: number } }).counts,
    );
    expect(batches).toBeGreaterThan(0);
    expect(batches).toBeLessThanOrEqual(frames + 1);
    await page.close();
  });

  it('appears when its details are opened', async () => {
    const page = await openPage();
    await showLink(page).click();
    await page.locator('#output').evaluate((box) => box.removeAttribute('open'));
    await page.locator('#watch-state', { hasText: 'done' }).waitFor();
    expect(await shown(page)).toBeLessThan(150);
    await page.locator('#output > summary').click();
    await page.locator('#log-lines', { hasText: `line ${lines} of` }).waitFor();
    await page.close();
  });
});
