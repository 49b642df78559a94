/** Tests that screen reader announcements happen only on changes, and that the focus follows the view. */
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveOutput, type OutputService } from './page-output.ts';

const MINUTE = 60_000;
const failure = {
  id: 'packages',
  message: 'pacman cannot install linux',
  command: ['pacman', '-S', 'linux'],
  exitStatus: 1,
  tail: ['error: failed to commit transaction'],
  next: 'Look at the output',
};

let service: OutputService;
let browser: Browser;
let id: number;

beforeAll(async () => {
  service = await serveOutput(400, failure);
  id = await service.start('failed.img');
  await service.ended(id);
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
}, 5 * MINUTE);

afterAll(async () => {
  await browser?.close();
  await service?.close();
});

/** Observations that {@link openPage} records. */
interface Seen {
  /** Announced texts of each live region by ID, in order. */
  readonly announced: Record<string, string[]>;
}

/** Opens the page with a clock that tests can stop, independent of the machine's speed. */
async function openPage(viewport = { width: 1440, height: 1000 }): Promise<Page> {
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(MINUTE);
  page.on('dialog', (dialog) => void dialog.accept());
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
  await page.goto(service.address());
  await page.locator('#plan', { hasText: 'plan ' }).waitFor();
  return page;
}

const showInstallation = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Installations', exact: true }).click();
  await page.getByRole('link', { name: `installation ${id}` }).click();
};

const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

const checked = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) => response.url().endsWith('/api/check'));

/** Stops the clock. Time then passes only through `page.clock.runFor`. */
const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);

const write = (page: Page, text: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Configuration' }).fill(text);

describe('live regions of the page', () => {
  it('announce nothing if a check has the same findings as the previous check', async () => {
    const page = await openPage();
    await stopClock(page);
    const text = await page.locator('#text').inputValue();
    const { announced: before } = await seenBy(page);
    expect(before['summary']).toEqual(['No findings']);
    for (const more of ['\n', '\n\n', '\n\n\n']) {
      await write(page, text + more);
      const [planned] = await Promise.all([
        page.waitForResponse((response) => response.url().includes('/api/plan')),
        checked(page),
        page.clock.runFor(300),
      ]);
      await planned.finished();
      await page.locator('#install:enabled').waitFor();
    }
    expect((await seenBy(page)).announced).toEqual(before);
    await write(page, text.replace('systemd-bootctl', 'systemd-botctl'));
    await Promise.all([checked(page), page.clock.runFor(300)]);
    await page.locator('#summary', { hasText: '1 error' }).waitFor();
    expect((await seenBy(page)).announced['summary']).toEqual([
      'No findings',
      expect.stringContaining('1 error'),
    ]);
    await page.close();
  });

  it('announce once that the service does not respond, independent of retries', async () => {
    const page = await openPage();
    await stopClock(page);
    let tries = 0;
    await page.route('**/api/check', (route) => {
      tries += 1;
      return route.abort();
    });
    await write(page, '{ "bootloader": 1 }');
    for (let wanted = 1; wanted <= 4; wanted += 1) {
      const pause = wanted === 1 ? 300 : 2_000;
      await Promise.all([page.waitForEvent('requestfailed'), page.clock.runFor(pause)]);
      await page.locator('#page-message', { hasText: 'does not respond' }).waitFor();
      expect(tries).toBe(wanted);
    }
    const { announced } = await seenBy(page);
    expect(announced['page-message']).toEqual([expect.stringContaining('does not respond')]);
    expect(announced['summary']).toEqual(['No findings', 'Not checked']);
    await page.close();
  });

  it('announce the failure of an installation once, without repetitions', async () => {
    const page = await openPage();
    await showInstallation(page);
    await page.locator('#watch-state', { hasText: 'failed' }).waitFor();
    await page.locator('#log-lines', { hasText: 'line 400 of' }).waitFor();
    const { announced } = await seenBy(page);
    expect(announced['failure']).toEqual([expect.stringContaining(failure.message)]);
    expect(announced['watch-state']).toEqual(['failed']);
    for (const [region, texts] of Object.entries(announced)) {
      const changes = texts.filter((text, index) => text !== texts[index - 1]);
      expect([region, texts]).toEqual([region, changes]);
    }
    await page.close();
  });
});

describe('the view of an installation', () => {
  it('receives the focus at its heading, which is visible', async () => {
    const page = await openPage({ width: 1000, height: 400 });
    await showInstallation(page);
    await page.locator('#watch-title:focus').waitFor();
    const box = (await page.locator('#watch-title').boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(400);
    await page.close();
  });

  it('can be left and entered with the buttons of the browser', async () => {
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
