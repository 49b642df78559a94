/** Tests, in a real browser, the actions for an installation that has ended. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventually,
  launchBrowser,
  MINUTE,
  openConfiguration,
  openInstallations,
  openTab,
  textOf,
} from './browser.ts';
import {
  commandFailure as failure,
  holdInstallation,
  IMAGE_SIZE,
  serveEnded,
  serveOutput,
  type OutputService,
} from './page-output.ts';

let service: OutputService;
let failing: OutputService;
let browser: Browser;

beforeAll(async () => {
  ({ service, failing } = await serveEnded(10));
  browser = await launchBrowser();
}, 5 * MINUTE);

afterAll(async () => {
  await browser?.close();
  await service?.close();
  await failing?.close();
});

async function openRun(of: OutputService): Promise<Page> {
  const page = await openConfiguration(browser, of.address());
  await openInstallations(page);
  await page.getByRole('link', { name: 'installation 1' }).click();
  return page;
}

describe('the page of a running installation', () => {
  it('shows its percentage and its end in the title, and notifies the user only after a click', async () => {
    const held = holdInstallation();
    const running = await serveOutput(10, undefined, { install: held.install });
    const page = await openTab(browser, { locale: 'de-DE' });
    await page.addInitScript(() => {
      const calls: string[] = [];
      class FakeNotification extends EventTarget {
        static permission = 'default';
        constructor(_title: string, { body }: { readonly body: string }) {
          super();
          calls.push(`shown: ${body}`);
        }
        static requestPermission(): Promise<void> {
          calls.push('requested');
          FakeNotification.permission = 'granted';
          return Promise.resolve();
        }
      }
      Object.assign(globalThis, { Notification: FakeNotification, calls });
      // The browser of the tests does not hide tabs.
      Object.defineProperty(document, 'hidden', { value: true });
    });
    const callsOf = (): Promise<string[]> =>
      page.evaluate(() => (globalThis as unknown as { readonly calls: string[] }).calls);
    await page.goto(running.address());
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    const id = await running.start('titled.img');
    await page.goto(new URL(`/installs/${id}`, page.url()).href);
    await page.locator('#step', { hasText: 'Wait' }).waitFor();
    held.report(0.42);
    await eventually(() => page.title()).toBe('42\u00A0% · titled.img · Writ');
    expect(await callsOf()).toEqual([]);
    await page.getByRole('button', { name: 'Benachrichtigen, wenn sie endet' }).click();
    await page
      .getByRole('button', { name: 'Benachrichtigen, wenn sie endet' })
      .waitFor({ state: 'detached' });
    held.end();
    await eventually(() => page.title()).toBe('fertig · titled.img · Writ');
    await eventually(callsOf).toEqual(['requested', 'shown: titled.img: fertig']);
    await page.close();
    await running.close();
  });
});

describe('the page of a complete installation', () => {
  it('shows the image with its digest and the command that starts it, and saves the files of the installation', async () => {
    const page = await openRun(service);
    const card = page.getByRole('region', { name: /^Complete: .*done\.img$/ });
    await card.waitFor();
    const digest = createHash('sha256').update(Buffer.alloc(IMAGE_SIZE)).digest('hex');
    await card.getByText(digest).waitFor();
    await card.getByText('67.1 MB').waitFor();
    await eventually(() => page.locator('#qemu-command').innerText()).toMatch(
      /^qemu-system-x86_64 .*if=pflash,.* -drive if=virtio,format=raw,snapshot=on,file=\/.*\/done\.img$/,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card.getByRole('button', { name: 'Copy the digest' }).click();
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(digest);

    const [lock] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'Save the package lock' }).click(),
    ]);
    expect(JSON.parse(readFileSync(await lock.path(), 'utf8'))).toMatchObject({
      packages: [{ name: 'linux' }, { name: 'only-in-1' }],
    });
    await page.close();
  });

  it('starts the image and shows its serial console until the user leaves the page', async () => {
    const page = await openRun(service);
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.getByRole('button', { name: 'Start it' }).click();
    await page.locator('#machine-state', { hasText: 'Running.' }).waitFor();
    // The firmware finds no boot loader on an empty disk, and starts its shell.
    const screen = page.locator('.xterm-rows');
    await screen.filter({ hasText: 'Shell>' }).waitFor();
    await page.keyboard.type('echo typed-in-the-page');
    await page.keyboard.press('Enter');
    await screen.filter({ hasText: /echo typed-in-the-page.*typed-in-the-page/s }).waitFor();
    await page.getByRole('button', { name: 'Stop the virtual machine' }).click();
    await page.locator('#machine-state', { hasText: 'has stopped' }).waitFor();
    await page.getByRole('button', { name: 'Start it again' }).click();
    await page.locator('#machine-state', { hasText: 'Running.' }).waitFor();
    await screen.filter({ hasText: 'Shell>' }).waitFor();
    await page.keyboard.type('echo Kernel panic');
    await page.keyboard.press('Enter');
    await page.locator('#machine-state', { hasText: 'the system in the image has crashed' }).waitFor();
    await page.getByRole('button', { name: 'Start it again' }).click();
    await page.locator('#machine-state', { hasText: 'Running.' }).waitFor();
    // The page has asked whether there is a machine.
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    await page.close();
  });

  it('opens its configuration again, without secrets', async () => {
    const page = await openRun(service);
    await page.getByRole('button', { name: 'Install again with changes' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await eventually(async () => JSON.parse(await textOf(page))).toMatchObject({ hostname: 'demonstration' });
    expect(await textOf(page)).not.toContain('demo-root');
    await eventually(() => page.getByLabel('Image', { exact: true }).inputValue()).toBe('done.img');
    await page.close();
  });
});

describe('the page of a failed installation', () => {
  it('shows the cause and the last lines, and opens the configuration', async () => {
    const page = await openRun(failing);
    const alert = page.getByRole('alert').filter({ hasText: failure.message });
    await alert.waitFor();
    for (const part of [failure.next, 'sh -c exit 7', 'exit status 7', failure.tail![0]!]) {
      await alert.filter({ hasText: part }).waitFor();
    }
    await page.getByRole('button', { name: 'Edit the configuration' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await eventually(async () => JSON.parse(await textOf(page))).toMatchObject({ hostname: 'demonstration' });
    await page.close();
  });
});
