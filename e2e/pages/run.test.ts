/** Tests, in a real browser, the actions for an installation that has ended. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventually,
  MINUTE,
  openConfiguration,
  openInstallations,
  openTab,
  shareBrowser,
  textOf,
} from '../browser.ts';
import {
  commandFailure as failure,
  holdInstallation,
  IMAGE_SIZE,
  serveEnded,
  serveOutput,
  type OutputService,
} from './output-service.ts';

let service: OutputService;
let failing: OutputService;

beforeAll(async () => {
  // A browser on a busy machine may need long to read the console.
  ({ service, failing } = await serveEnded(10, { machine: { unwatched: 5 * MINUTE } }));
}, 5 * MINUTE);

afterAll(async () => {
  await service?.close();
  await failing?.close();
});
const shared = shareBrowser();

async function openRun(of: OutputService): Promise<Page> {
  const page = await openConfiguration(shared.browser, of.address());
  await openInstallations(page);
  await page.getByRole('link', { name: 'installation 1' }).click();
  return page;
}

/** Milliseconds for the firmware of an emulated machine to start, which takes long on a busy machine. */
const BOOT_LIMIT = 10 * MINUTE;

/** Waits for text on the console; a failure shows what the page contains instead. */
async function waitForConsole(page: Page, text: RegExp): Promise<void> {
  const card = page.locator('.console-card');
  const readState = async (): Promise<string> =>
    [await card.locator('#machine-state').innerText(), await card.locator('.xterm-rows').innerText()].join(
      '\n',
    );
  await expect.poll(readState, { timeout: BOOT_LIMIT }).toMatch(text);
}

describe('the page of a running installation', () => {
  it('shows all stages of the plan from the start, with their shares of the work and what happens in the current one', async () => {
    const held = holdInstallation();
    const running = await serveOutput(10, undefined, { install: held.install });
    const id = await running.start('stages.img');
    // A new address before the page has its session would be opened without one.
    const page = await openConfiguration(shared.browser, running.address());
    await page.goto(new URL(`/installs/${id}`, page.url()).href);
    const stages = page.locator('#stages li');
    await stages.filter({ hasText: /^Disk\s*running$/ }).waitFor();
    for (const name of ['Check', 'Download', 'Packages', 'Image file']) {
      await stages.filter({ hasText: new RegExp(`^${name}\\s*<?\\d+%\\s*not started$`) }).waitFor();
    }
    await page.locator('#stage-meaning', { hasText: 'Creates the partitions' }).waitFor();
    held.end();
    await page.locator('#watch-state', { hasText: 'done' }).waitFor();
    await eventually(() => page.locator('#stages li:not(.good)').count()).toBe(0);
    await page.close();
    await running.close();
  });

  it('shows its percentage and its end in the title, and notifies the user only after a click', async () => {
    const held = holdInstallation();
    const running = await serveOutput(10, undefined, { install: held.install });
    const page = await openTab(shared.browser, { locale: 'de-DE' });
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

  it('starts the image, shows its serial console, and stops and starts it again', async () => {
    const page = await openRun(service);
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.getByRole('button', { name: 'Start it' }).click();
    await page.locator('#machine-state', { hasText: 'Running.' }).waitFor();
    // The firmware finds no boot loader on an empty disk, and starts its shell.
    await waitForConsole(page, /Shell>/);
    await page.keyboard.type('echo typed-in-the-page');
    await page.keyboard.press('Enter');
    await waitForConsole(page, /echo typed-in-the-page.*typed-in-the-page/s);
    // The console is visible at once, and the keyboard can leave it.
    const bottom = await page
      .locator('.xterm-screen')
      .evaluate((each) => each.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(page.viewportSize()!.height);
    await page.keyboard.press('Shift+Tab');
    await page.locator('button:focus', { hasText: 'Stop the virtual machine' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('echo Kernel panic');
    await page.keyboard.press('Enter');
    await page
      .locator('#machine-state', { hasText: 'the system in the image has crashed' })
      .waitFor({ timeout: BOOT_LIMIT });
    await page.getByRole('button', { name: 'Start it again' }).click();
    await page.locator('#machine-state', { hasText: 'Running.' }).waitFor();
    await page.getByRole('button', { name: 'Stop the virtual machine' }).click();
    await page.locator('#machine-state', { hasText: 'has stopped' }).waitFor();
    await page.getByRole('button', { name: 'Start it again' }).click();
    await page.locator('#machine-state', { hasText: 'Running.' }).waitFor();
    // The page has asked whether there is a machine.
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    await page.close();
  });

  it('offers to start the image first, or to save it if the service lacks a program to start it', async () => {
    const page = await openRun(service);
    const primary = page.locator('.done-card .primary');
    await primary.filter({ hasText: 'Start it' }).waitFor();
    expect(await primary.count()).toBe(1);
    await page.close();
    const without = await serveOutput(1, undefined, { machine: { qemu: '/none/qemu' } });
    await without.ended(await without.start('done.img'));
    const other = await openRun(without);
    await other.locator('.done-card .primary', { hasText: 'Save the image' }).waitFor();
    await other.getByText(/^To start the image here, install qemu-system-x86_64/).waitFor();
    await other.close();
    await without.close();
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
  it('opens the configuration as it was left, and asks for passwords again only after a reload', async () => {
    const page = await openConfiguration(shared.browser, failing.address());
    await page.getByLabel('Image', { exact: true }).fill('again');
    await page.locator('#plan', { hasText: 'again.img' }).waitFor();
    const text = await textOf(page);
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('button', { name: 'Edit the configuration' }).click();
    await eventually(() => page.getByLabel('Image', { exact: true }).inputValue()).toBe('again.img');
    expect(text).toContain('demo-ada');
    await eventually(() => textOf(page)).toBe(text);

    await page.goBack();
    await page.reload();
    await page.getByRole('button', { name: 'Edit the configuration' }).click();
    const field = page.getByLabel('Password', { exact: true });
    await page.locator('input:focus').and(field).waitFor();
    await page.getByText('Enter the password again, because passwords are not stored.').first().waitFor();
    // Only the passwords differ from the text that the user has written.
    const layout = (edited: string): string =>
      edited.replaceAll(/"!(root-)?password": ("[^"]*"|\{[^}]*\})/g, '');
    await eventually(async () => layout(await textOf(page))).toBe(layout(text));
    expect(await textOf(page)).not.toContain('demo-ada');
    await page.keyboard.type('another horse 8 battery');
    await eventually(async () => JSON.parse(await textOf(page))['!users']).toMatchObject({
      '!password': 'another horse 8 battery',
    });
    await page.close();
  });

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
