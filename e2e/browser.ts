/** The browser for the tests of the page and of the documentation site, and the actions that they share. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

/** Time limit of an action in the browser, in milliseconds. */
export const MINUTE = 60_000;

/**
 * Starts Debian's browser, which cannot use its sandbox as root. Without a graphics card, its GPU process only takes
 * processor time, and several threads for drawing take more of it than one.
 */
const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--num-raster-threads=1'],
  });

/**
 * Starts a browser before the tests of the file or `describe` block, and closes it afterwards, before the services
 * whose hooks were declared earlier.
 */
export function shareBrowser(): { readonly browser: Browser } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  }, MINUTE);
  afterAll(async () => {
    await browser?.close();
  });
  return {
    get browser() {
      return browser!;
    },
  };
}

/** Opens a tab in a separate context, by default in English and with the width of a desktop screen. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({
    locale: 'en-GB',
    viewport: { width: 1440, height: 1000 },
    ...options,
  });
  page.setDefaultTimeout(MINUTE);
  page.on('dialog', (dialog) => void dialog.accept());
  return page;
}

/** Opens the configuration and waits for its plan. */
export async function openConfiguration(
  browser: Browser,
  address: string,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await openTab(browser, options);
  await page.goto(address);
  await page.locator('#plan', { hasText: 'plan ' }).waitFor();
  return page;
}

/** Opens the list of installations. */
export const openInstallations = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'Installations', exact: true }).click();

/**
 * Reads a value until it is as expected, because the page may render it later than the element that the test waited
 * for.
 */
export const eventually = <Value>(read: () => Promise<Value>): ReturnType<typeof expect.poll<Value>> =>
  expect.poll(read, { timeout: MINUTE });

/** Replaces the text of the configuration. */
export const fillText = (page: Page, text: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Configuration' }).fill(text);

/** The text of the configuration. */
export const textOf = (page: Page): Promise<string> => page.locator('#text').inputValue();
