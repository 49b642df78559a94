/**
 * Tests every view of the page at three widths, in light and dark mode: axe finds no violation, and nothing is wider
 * than the window. With WRIT_SCREENSHOTS, saves a picture of each in that folder.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveOutput, type OutputService } from './page-output.ts';

const MINUTE = 60_000;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const looks = widths.flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);
const failure = {
  id: 'command-1',
  message: 'custom command 1 ended with exit status 7',
  command: ['sh', '-c', 'exit 7'],
  exitStatus: 7,
  tail: ['sh: line 1: /opt/missing: No such file or directory'],
  next: 'Look at the output of the command',
};

let service: OutputService;
let failing: OutputService;
let browser: Browser;

beforeAll(async () => {
  service = await serveOutput(400);
  failing = await serveOutput(60, failure);
  await service.ended(await service.start('server.img'));
  await failing.ended(await failing.start('failed.img'));
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
}, 5 * MINUTE);

afterAll(async () => {
  await browser?.close();
  await service?.close();
  await failing?.close();
});

/** Opens a page in a language, runs the steps, and inspects the page with each look after each step. */
async function inspectLooks(
  locale: string,
  steps: (page: Page, inspect: (view: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  page.setDefaultTimeout(MINUTE);
  page.on('console', (message) => {
    // The browser reports that it requested an installation that does not exist.
    if (message.type() === 'error' && !message.text().includes('404')) faults.push(message.text());
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await steps(page, async (view) => {
    await page.evaluate(() => document.fonts.ready);
    for (const { viewport, colorScheme } of looks) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const name = `${view}-${viewport.width}-${colorScheme}`;
      faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
      await savePicture(page, name);
    }
  });
  await context.close();
  expect(faults).toEqual([]);
}

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`),
    ...(excess > 0 ? [`wider than the window by ${excess} px`] : []),
  ];
}

async function savePicture(page: Page, name: string): Promise<void> {
  const to = process.env['WRIT_SCREENSHOTS'];
  if (to === undefined) return;
  mkdirSync(to, { recursive: true });
  await page.screenshot({ path: join(to, `${name}.png`), fullPage: true });
}

describe('every view of the page', () => {
  it('is accessible and fits the window at each width, in light and dark mode', async () => {
    await inspectLooks('en-GB', async (page, inspect) => {
      await page.goto(service.address());
      await page.locator('#plan', { hasText: 'plan ' }).waitFor();
      await inspect('plan');
      for (const section of ['Disk and boot', 'Software', 'Accounts']) {
        await page.getByRole('tab', { name: section }).click();
        await inspect(`form-${section.toLowerCase().replaceAll(' ', '-')}`);
      }
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      const text = await page.locator('#text').inputValue();
      const wrong = text.replace('systemd-bootctl', 'systemd-botctl').replace('"hostname"', '"hostnam"');
      await page.getByRole('textbox', { name: 'Configuration' }).fill(wrong);
      await page.locator('#findings button').first().waitFor();
      await inspect('findings');
      await page.getByRole('link', { name: 'Installations', exact: true }).click();
      await page.getByRole('link', { name: 'installation 1' }).waitFor();
      await inspect('installations');
      await page.getByRole('link', { name: 'installation 1' }).click();
      await page.locator('#log-lines', { hasText: 'line 400 of' }).waitFor();
      await inspect('done');
      await page.goto(new URL('/installs/99', page.url()).href);
      await page.getByText('Installation 99 does not exist').waitFor();
      await inspect('absent');
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(new URL('/', page.url()).href);
      await page.getByLabel('Token').waitFor();
      await inspect('token');
    });
  });

  it('is accessible when an installation has failed', async () => {
    await inspectLooks('en-GB', async (page, inspect) => {
      await page.goto(failing.address());
      await page.getByRole('link', { name: 'Installations', exact: true }).click();
      await page.getByRole('link', { name: 'installation 1' }).click();
      await page.locator('#failure', { hasText: failure.message }).waitFor();
      await page.locator('#log-lines', { hasText: 'line 60 of' }).waitFor();
      await inspect('failed');
    });
  });

  it('is accessible in German, the language of the browser', async () => {
    await inspectLooks('de-AT', async (page, inspect) => {
      await page.goto(service.address());
      await page.locator('#plan', { hasText: 'plan ' }).waitFor();
      await page.getByRole('heading', { name: 'Befunde' }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      await inspect('german');
      await page.getByLabel('Sprache').selectOption('en');
      await page.getByRole('heading', { name: 'Findings' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Findings' }).waitFor();
    });
  });
});
