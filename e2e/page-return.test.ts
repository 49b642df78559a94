import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveOutput, type OutputService } from './page-output.ts';

const MINUTE = 60_000;

let service: OutputService;
let browser: Browser;

beforeAll(async () => {
  service = await serveOutput(10);
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
}, 5 * MINUTE);

afterAll(async () => {
  await browser?.close();
  await service?.close();
});

async function openPage(viewport = { width: 1440, height: 1000 }): Promise<Page> {
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(MINUTE);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(service.address());
  await page.locator('#plan', { hasText: 'plan ' }).waitFor();
  return page;
}

const fill = (page: Page, text: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Configuration' }).fill(text);
const textOf = (page: Page): Promise<string> => page.locator('#text').inputValue();

describe('the page after a reload', () => {
  it('restores the configuration without secrets, and the image name', async () => {
    const page = await openPage();
    const planted = ['canary-root-7', 'canary-ada-8', 'canary-key-9'];
    const text = (await textOf(page))
      .replace('demo-root', planted[0]!)
      .replace('demo-ada', planted[1]!)
      .replace('"hostname": "demonstration"', `"hostname": "remembered", "!api-key": "${planted[2]}"`);
    for (const secret of planted) expect(text).toContain(secret);
    await fill(page, text);
    await page.getByLabel('Image', { exact: true }).fill('remembered.img');
    await page.waitForFunction(() => sessionStorage.getItem('writ-text')?.includes('remembered'));
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    for (const secret of planted) expect(stored).not.toContain(secret);

    await page.reload();
    await page.locator('#findings button').first().waitFor();
    expect(await textOf(page)).toContain('"hostname": "remembered"');
    for (const secret of planted) expect(await textOf(page)).not.toContain(secret);
    expect(await page.getByLabel('Image', { exact: true }).inputValue()).toBe('remembered.img');
    await page.close();
  });
});

describe('the page of a stopped service', () => {
  it('reports that the configuration is not checked, and checks it when the service is back', async () => {
    const page = await openPage();
    await page.route('**/api/check', (route) => route.abort());
    await fill(page, '{ "bootloader": 1 }');
    await page.locator('#summary', { hasText: 'Not checked' }).waitFor();
    expect(await page.getByRole('button', { name: 'Install', exact: true }).isEnabled()).toBe(false);
    await page.unroute('**/api/check');
    await page.locator('#summary', { hasText: 'error' }).waitFor();
    await page.locator('#page-message').waitFor({ state: 'hidden' });
    await page.close();
  });

  it('displays the token form above its message, and then checks the configuration', async () => {
    const page = await openPage({ width: 400, height: 320 });
    const token = await page.evaluate(() => sessionStorage.getItem('writ-token')!);
    await page.evaluate(() => sessionStorage.setItem('writ-token', 'of-an-earlier-service'));
    // A narrow window shows either the form or the text.
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await fill(page, '{ "bootloader": 1 }');
    const field = page.getByLabel('Token');
    await field.fill('wrong');
    await page.getByRole('button', { name: 'Enter' }).click();
    const message = page.locator('#page-message');
    await message.waitFor();
    const [formBox, messageBox] = [await page.locator('#entry').boundingBox(), await message.boundingBox()];
    expect(messageBox!.y).toBeGreaterThanOrEqual(formBox!.y + formBox!.height);
    await field.fill(token);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.locator('#summary', { hasText: 'error' }).waitFor();
    await page.close();
  });
});

describe('findings outside the visible area', () => {
  it('are counted, and can be reached with the keyboard', async () => {
    const page = await openPage();
    const unknown = Array.from({ length: 12 }, (_, index) => `"unknown-${index}": 1`);
    await fill(page, `{ ${unknown.join(', ')} }`);
    await page.locator('#findings button').nth(11).waitFor();
    const more = page.locator('#more');
    await more.waitFor();
    const count = async (): Promise<number> => Number.parseInt(await more.innerText(), 10);
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await more.focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.closest('#findings') !== null)).toBe(true);
    await page.waitForFunction(
      (many) => !document.querySelector('#more')!.textContent.startsWith(`${many} `),
      before,
    );
    expect((await more.isVisible()) ? await count() : 0).toBeLessThan(before);
    await page.close();
  });
});
