import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, fillText, openConfiguration, openInstallations, openTab, textOf } from '../browser.ts';
import { installByName } from './ends.ts';
import { holdInstallation, serveOutput, servePage } from './output-service.ts';
import { createSilentNetwork } from '../silent-network.ts';

const tested = servePage(() => serveOutput(10, undefined, { install: installByName }));

const openPage = (options?: BrowserContextOptions): Promise<Page> =>
  openConfiguration(tested.browser, tested.service.address(), options);

describe('the page after a reload', () => {
  it('restores the configuration without secrets but with their names, and the image name', async () => {
    const page = await openPage();
    const planted = ['canary-root-7', 'canary-ada-8', 'canary-key-9'];
    const reference = '{ "!passphrase": { "$secret": "disk-passphrase" } }';
    const text = (await textOf(page))
      .replace('demo-root', planted[0]!)
      .replace('demo-ada', planted[1]!)
      .replace('"hostname": "demonstration"', `"hostname": "remembered", "!api-key": "${planted[2]}"`)
      .replace('"kernels"', `"x-writ": { "disk": { "luks": ${reference} } },\n  "kernels"`);
    for (const secret of planted) expect(text).toContain(secret);
    await fillText(page, text);
    await page.getByLabel('Image', { exact: true }).fill('remembered.img');
    await page.waitForFunction(() => sessionStorage.getItem('writ-text')?.includes('remembered'));
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    for (const secret of planted) expect(stored).not.toContain(secret);

    await page.reload();
    await page.locator('#findings button').first().waitFor();
    await eventually(() => textOf(page)).toContain('"hostname": "remembered"');
    for (const secret of planted) expect(await textOf(page)).not.toContain(secret);
    expect(await textOf(page)).toContain('"username": "ada"');
    await page.getByRole('tab', { name: 'Disk and boot' }).click();
    await page.getByText('the installation asks for “disk-passphrase” before it starts').waitFor();
    await eventually(() => page.getByLabel('Image', { exact: true }).inputValue()).toBe('remembered.img');
    await page.close();
  });
});

describe('the page of a service that prepares its demonstration mirror', () => {
  it('follows the preparation, even after a request fails', async () => {
    const page = await openTab(tested.browser);
    let requests = 0;
    await page.route('**/api/service', async (route) => {
      requests += 1;
      if (requests === 2) return route.abort();
      const response = await route.fetch();
      if (requests > 3) return route.fulfill({ response });
      const info = (await response.json()) as object;
      return route.fulfill({ response, json: { ...info, preparing: `step ${requests}` } });
    });
    await page.goto(tested.service.address());
    for (const step of ['step 1', 'step 3']) await page.locator('.notices', { hasText: step }).waitFor();
    await page.locator('.notices', { hasText: 'step' }).waitFor({ state: 'hidden' });
    await page.locator('#page-message').waitFor({ state: 'hidden' });
    expect(requests).toBe(4);
    await page.close();
  });
});

describe('the page of a stopped service', () => {
  it('reports that the configuration is not checked, and checks it once the service is running again', async () => {
    const page = await openPage();
    await page.route('**/api/check', (route) => route.abort());
    await fillText(page, '{ "bootloader": 1 }');
    await page.locator('#summary', { hasText: 'Not checked' }).waitFor();
    await page.locator('#install:disabled').waitFor();
    await page.unroute('**/api/check');
    await page.locator('#summary', { hasText: 'error' }).waitFor();
    await page.locator('#page-message').waitFor({ state: 'hidden' });
    await page.close();
  });

  it('displays the form for a token above its message, and checks the configuration once the token is accepted', async () => {
    const page = await openPage({ viewport: { width: 400, height: 320 } });
    // Only the check of the configuration sends the token that is not valid.
    const json = { total: 0, packages: [], mirrors: [] };
    await page.route('**/api/packages?*', (route) => route.fulfill({ json }));
    const token = await page.evaluate(() => sessionStorage.getItem('writ-token')!);
    await page.evaluate(() => sessionStorage.setItem('writ-token', 'of-an-earlier-service'));
    // A narrow window shows either the form or the text.
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await fillText(page, '{ "bootloader": 1 }');
    const field = page.getByLabel('Token');
    await field.fill('wrong');
    await page.getByRole('button', { name: 'Enter' }).click();
    const message = page.locator('#page-message');
    await message.waitFor();
    const isBelowForm = async (): Promise<boolean> => {
      const [form, box] = [await page.locator('#entry').boundingBox(), await message.boundingBox()];
      return box!.y >= form!.y + form!.height;
    };
    await eventually(isBelowForm).toBe(true);
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
    await fillText(page, `{ ${unknown.join(', ')} }`);
    await page.locator('#findings button').nth(11).waitFor();
    const more = page.locator('#more');
    await more.waitFor();
    // The button is hidden and contains no number when the last finding is visible.
    const count = (): Promise<number> =>
      more.evaluate((button) => Number.parseInt(button.textContent, 10) || 0);
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await more.focus();
    await page.keyboard.press('Enter');
    await page.locator('#findings :focus').waitFor();
    await eventually(count).toBeLessThan(before);
    await page.close();
  });
});

describe('the page after the machine has slept', () => {
  it('shows the current state, although its connection has fallen silent', async () => {
    const held = holdInstallation();
    const running = await serveOutput(10, undefined, { install: held.install });
    const network = await createSilentNetwork(running.address());
    const page = await openTab(tested.browser);
    await page.clock.install();
    const beginSleep = async (): Promise<void> =>
      page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const endSleep = async (): Promise<void> => {
      await page.clock.fastForward('08:00:00');
      await page.clock.resume();
    };
    await page.goto(network.addressOf(running.address()));
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    const id = await running.start('slept.img');
    await openInstallations(page);
    await page.getByRole('link', { name: `installation ${id}` }).click();
    await page.locator('#step', { hasText: 'Wait' }).waitFor();
    held.report(0.25);
    await page.locator('#percent', { hasText: '25' }).waitFor();
    await beginSleep();
    network.silence();
    held.end();
    await running.ended(id);
    await page.locator('#watch-state', { hasText: 'running' }).waitFor();
    await endSleep();
    await page.locator('#watch-state', { hasText: 'done' }).waitFor();
    await page.locator('#percent', { hasText: '100' }).waitFor();

    const next = await running.start('slept-too.img');
    await openInstallations(page);
    const row = page.locator('#installs tbody tr').first();
    await row.filter({ hasText: 'running' }).waitFor();
    await beginSleep();
    held.end();
    await running.ended(next);
    await endSleep();
    await row.filter({ hasText: 'done' }).waitFor();
    await page.close();
    await network.close();
    await running.close();
  });
});

describe('two tabs with the same configuration', () => {
  it('are edited independently, and only one of them installs an image without consent', async () => {
    const first = await openPage();
    const [second] = await Promise.all([
      first.context().waitForEvent('page'),
      first.evaluate(() => void open(location.href)),
    ]);
    second.on('dialog', (dialog) => void dialog.accept());
    const original = await textOf(first);
    await eventually(() => textOf(second)).toBe(original);
    for (const [page, name] of [
      [first, 'first'],
      [second, 'second'],
    ] as const) {
      await fillText(page, original.replace('"hostname": "demonstration"', `"hostname": "${name}"`));
      await page.getByLabel('Image', { exact: true }).fill('done.img');
      await page.locator('#plan', { hasText: '/done.img' }).waitFor();
    }
    expect(await textOf(first)).toContain('"first"');
    await first.getByRole('button', { name: 'Install', exact: true }).click();
    await first.locator('#watch-state', { hasText: 'done' }).waitFor();
    // The plan of the second tab was made before the image existed.
    await second.getByRole('button', { name: 'Install', exact: true }).click();
    const question = second.getByRole('dialog', { name: 'This will be lost' });
    await question.filter({ hasText: '/done.img' }).waitFor();
    await second.getByRole('button', { name: 'Keep it' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await textOf(second)).toContain('"second"');

    await second.reload();
    await eventually(() => textOf(second)).toContain('"second"');
    await first.goto(new URL('/', first.url()).href);
    await eventually(() => textOf(first)).toContain('"first"');
    await first.context().close();
  });
});
