/**
 * Inspects views of the page at the widths of a tablet and of a phone, in light and dark mode: axe finds no violation,
 * nothing is wider than the window, the console reports no error, and no other host receives a request. If WRIT_SCREENSHOTS names a folder, saves screenshots there.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { COLOUR_RULES, violationsOn } from '../axe.ts';
import { openTab } from '../browser.ts';

const viewports = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** Inspects the displayed view; the name identifies it in faults and screenshots. */
export type Inspect = (view: string) => Promise<void>;

/** Opens a tab in a language, runs the steps, and expects that the views that they inspect have no faults. */
export async function inspectLooks(
  browser: Browser,
  locale: string,
  steps: (page: Page, inspect: Inspect) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  const page = await openTab(browser, { locale, reducedMotion: 'reduce' });
  const wide = page.viewportSize()!;
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // The browser reports requests that the tests let fail.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    // The services of the tests listen on this address.
    if (hostname !== '127.0.0.1') faults.push(`requested ${request.url()}`);
  });
  await steps(page, async (view) => {
    await page.evaluate(() => document.fonts.ready);
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const name = `${view}-${viewport.width}-${colorScheme}`;
        const found = await faultsOf(page, colorScheme === 'dark' ? { runOnly: COLOUR_RULES } : {});
        faults.push(...found.map((fault) => `${name}: ${fault}`));
        await savePicture(page, name);
      }
    }
    await page.setViewportSize(wide);
    await page.emulateMedia({ colorScheme: 'light' });
  });
  await page.close();
  expect(faults).toEqual([]);
}

async function faultsOf(page: Page, options: RunOptions): Promise<string[]> {
  const violations = await violationsOn(page, options);
  const { excess, hidden } = await page.evaluate(() => ({
    excess: document.documentElement.scrollWidth - innerWidth,
    // A part that scrolls hides content, such as the buttons of a row.
    hidden: [...document.querySelectorAll('.scroll')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  }));
  return [
    ...violations,
    ...hidden.map((pixels) => `a table is cut off by ${pixels} px`),
    ...(excess > 0 ? [`wider than the window by ${excess} px`] : []),
  ];
}

async function savePicture(page: Page, name: string): Promise<void> {
  const to = process.env['WRIT_SCREENSHOTS'];
  if (to === undefined) return;
  mkdirSync(to, { recursive: true });
  await page.screenshot({ path: join(to, `${name}.png`), fullPage: true });
}
