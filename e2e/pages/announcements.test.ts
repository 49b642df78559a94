/** Tests that only changes are announced to screen readers, and that the focus follows the view. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, fillText, openInstallations, openTab } from '../browser.ts';
import { commandFailure, serveOutput, servePage } from './output-service.ts';

let id: number;
const tested = servePage(async () => {
  const service = await serveOutput(400, commandFailure);
  id = await service.start('failed.img');
  await service.ended(id);
  return service;
});

/** Observations that {@link openPage} records. */
interface Seen {
  /** Announced texts of each live region by ID, in order. */
  readonly announced: Record<string, string[]>;
}

/** Opens the page with a clock that tests can stop, independent of the machine's speed. */
async function openPage(options?: BrowserContextOptions): Promise<Page> {
  const page = await openTab(tested.browser, options);
  await page.addInitScript(() => {
    const seen: Seen = { announced: {} };
    Object.assign(globalThis, { seen });
    const live = '[role=status], [role=alert], [aria-live], output';
    const regionOf = (node: Node): Element | null =>
      (node instanceof Element ? node : node.parentElement)?.closest(live) ?? null;
    // Consecutive changes without a different text between them count as one announcement of the final text.
    new MutationObserver((records) => {
      const regions = new Set(records.map(({ target }) => regionOf(target)));
      for (const region of regions) {
        if (region === null || region.textContent === '') continue;
        (seen.announced[region.id] ??= []).push(region.textContent);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await page.clock.install();
  await page.goto(tested.service.address());
  await page.locator('#plan', { hasText: 'plan ' }).waitFor();
  // The findings arrive separately from the plan.
  await page.locator('#summary', { hasText: 'No findings' }).waitFor();
  return page;
}

const showInstallation = async (page: Page): Promise<void> => {
  await openInstallations(page);
  await page.getByRole('link', { name: `installation ${id}` }).click();
};

const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** The announced results of checks. The first check is announced as well if it takes long. */
const summariesIn = ({ announced }: Seen): readonly string[] | undefined =>
  announced['summary']?.filter((text) => text !== 'Checking…');

const checked = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) => response.url().endsWith('/api/check'));

/** Stops the clock. Time then passes only through `page.clock.runFor`. */
const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);

describe('live regions of the page', () => {
  it('announce nothing if a check has the same findings as the previous check', async () => {
    const page = await openPage();
    await stopClock(page);
    const text = await page.locator('#text').inputValue();
    const before = await seenBy(page);
    expect(summariesIn(before)).toEqual(['No findings']);
    for (const more of ['\n', '\n\n', '\n\n\n']) {
      await fillText(page, text + more);
      const [planned] = await Promise.all([
        page.waitForResponse((response) => response.url().includes('/api/plan')),
        checked(page),
        page.clock.runFor(300),
      ]);
      await planned.finished();
      await page.locator('#install:enabled').waitFor();
    }
    expect(await seenBy(page)).toEqual(before);
    await fillText(page, text.replace('systemd-bootctl', 'systemd-botctl'));
    await Promise.all([checked(page), page.clock.runFor(300)]);
    await page.locator('#summary', { hasText: '1 error' }).waitFor();
    await eventually(async () => summariesIn(await seenBy(page))).toEqual([
      'No findings',
      expect.stringContaining('1 error'),
    ]);
    await page.close();
  });

  it('announce once that the service does not respond, regardless of retries', async () => {
    const page = await openPage();
    await stopClock(page);
    let tries = 0;
    await page.route('**/api/check', (route) => {
      tries += 1;
      return route.abort();
    });
    await fillText(page, '{ "bootloader": 1 }');
    for (let wanted = 1; wanted <= 4; wanted += 1) {
      const pause = wanted === 1 ? 300 : 2_000;
      await Promise.all([page.waitForEvent('requestfailed'), page.clock.runFor(pause)]);
      await page.locator('#page-message', { hasText: 'does not respond' }).waitFor();
      expect(tries).toBe(wanted);
    }
    await page.locator('#summary', { hasText: 'Not checked' }).waitFor();
    const seen = await seenBy(page);
    expect(seen.announced['page-message']).toEqual([expect.stringContaining('does not respond')]);
    expect(summariesIn(seen)).toEqual(['No findings', 'Not checked']);
    await page.close();
  });

  it('announce the failure of an installation exactly once', async () => {
    const page = await openPage();
    await showInstallation(page);
    await page.locator('#watch-state', { hasText: 'failed' }).waitFor();
    await page.locator('#log-lines', { hasText: 'line 400 of' }).waitFor();
    const { announced } = await seenBy(page);
    expect(announced['failure']).toEqual([expect.stringContaining(commandFailure.message)]);
    expect(announced['watch-state']).toEqual(['failed']);
    for (const [region, texts] of Object.entries(announced)) {
      const changes = texts.filter((text, index) => text !== texts[index - 1]);
      expect([region, texts]).toEqual([region, changes]);
    }
    await page.close();
  });
});

describe('the view of an installation', () => {
  it('moves the focus to its heading, which is visible', async () => {
    const page = await openPage({ viewport: { width: 1000, height: 400 } });
    await showInstallation(page);
    await page.locator('#watch-title:focus').waitFor();
    const isVisible = async (): Promise<boolean> => {
      const box = (await page.locator('#watch-title').boundingBox())!;
      return box.y >= 0 && box.y + box.height <= 400;
    };
    await eventually(isVisible).toBe(true);
    await page.close();
  });

  it('can be left and reopened with the back and forward buttons of the browser', async () => {
    const page = await openPage();
    await showInstallation(page);
    await page.locator('#watch-state', { hasText: 'failed' }).waitFor();
    await page.goBack();
    await page.locator('#installs').waitFor();
    await page.goBack();
    await page.locator('#plan').waitFor();
    await page.goForward();
    await page.goForward();
    await page.locator('#watch-state', { hasText: 'failed' }).waitFor();
    await page.close();
  });
});
