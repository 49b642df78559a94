/** Tests, in a real browser, that the page can be used with the keyboard alone, from its start to a complete image. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distributionMirror, exampleConfiguration } from '@writ/service';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { writeWritImage } from '../../packages/service/src/testing/fakes.ts';
import { eventually, openTab, textOf } from '../browser.ts';
import { serveOutput, servePage } from './output-service.ts';

const images = mkdtempSync(join(tmpdir(), 'writ-keyboard-'));
afterAll(() => rmSync(images, { recursive: true, force: true }));

const tested = servePage(() =>
  serveOutput(10, undefined, {
    images,
    fetchDatabases: () => Promise.resolve({ problem: 'the mirror does not respond' }),
    environment: () => ({ example: exampleConfiguration(), mirrors: [distributionMirror], notices: [] }),
  }),
);

/** The number of presses of a key that are enough to pass every control of the page. */
const PRESSES = 120;

/** Presses a key until a control has the focus, which must be visible in the window. */
async function reach(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await control.first().waitFor();
  for (let presses = 0; presses < PRESSES; presses += 1) {
    if (await control.first().evaluate((element) => element === document.activeElement)) {
      expect(await control.first().isVisible()).toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${String(control)} cannot be reached with ${key}`);
}

describe('the page at a width of 1440 pixels', () => {
  it('takes the keyboard alone from the start through the form, the plan and the consent to the image', async () => {
    writeWritImage(join(images, 'keyboard.img'));
    const page = await openTab(tested.browser, { viewport: { width: 1440, height: 900 } });
    await page.goto(tested.service.address());
    const { keyboard } = page;
    const tabOf = (name: string): Locator => page.getByRole('tab', { name, selected: true });
    const next = async (name: string): Promise<void> => {
      await reach(page, page.getByRole('button', { name: `Next: ${name}` }));
      await keyboard.press('Enter');
    };

    await reach(page, page.getByRole('button', { name: 'Begin', exact: true }));
    await keyboard.press('Enter');
    await tabOf('System').waitFor();
    await reach(page, page.getByRole('combobox', { name: 'Language' }).and(page.locator('input')));
    await keyboard.type('german (ger');
    await keyboard.press('Enter');
    await reach(page, page.getByLabel('Name of the machine'));
    await keyboard.type('keyboard');
    await next('Disk and boot');
    await page.locator(':focus').and(tabOf('Disk and boot')).waitFor();
    await reach(page, page.getByRole('checkbox', { name: 'Encrypt the disk' }));
    await keyboard.press('Space');
    await page
      .locator(':focus')
      .and(page.getByLabel('Passphrase of the disk', { exact: true }))
      .waitFor();
    await keyboard.type('correct horse battery');
    await reach(page, page.getByRole('radio', { name: 'None' }));
    await keyboard.press('ArrowDown');
    await page
      .locator(':focus')
      .and(page.getByRole('radio', { name: 'Compressed memory' }))
      .waitFor();
    await next('Software');
    await reach(page, page.getByRole('checkbox', { name: 'Bluetooth' }));
    await keyboard.press('Space');
    await next('Network');
    await next('Accounts');
    await reach(page, page.getByRole('button', { name: 'Add an account' }));
    await keyboard.press('Enter');
    await page.locator(':focus').and(page.getByLabel('Login name')).waitFor();
    await keyboard.type('ada');
    await reach(page, page.getByLabel('Password', { exact: true }));
    await keyboard.type('horse battery 7 staple');
    await reach(page, page.getByRole('textbox', { name: 'Add to: SSH keys' }));
    await keyboard.type(
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh ada@laptop',
    );
    await keyboard.press('Enter');
    await next('Commands');
    await next('Plan');
    await page.locator('#plan-title:focus').waitFor();

    await eventually(async () => JSON.parse(await textOf(page))).toMatchObject({
      'sys-language': 'de_DE',
      hostname: 'keyboard',
      '!users': [{ username: 'ada', '!password': expect.stringMatching(/^\$6\$/), sudo: true }],
      'x-writ': {
        disk: { luks: { '!passphrase': { $secret: 'disk-passphrase' } } },
        swap: { kind: 'zram' },
        features: { bluetooth: true },
        accounts: {
          ada: {
            'authorized-keys': [
              'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh ada@laptop',
            ],
          },
        },
      },
    });
    const install = page.getByRole('button', { name: 'Install', exact: true });
    await page.locator('#install:enabled').waitFor();
    await reach(page, install);
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'This will be lost' });
    await dialog.waitFor();
    await dialog.getByText('1 kB').and(dialog.getByTitle('1,024 bytes')).waitFor();
    // The answer that preserves the data has the focus first.
    await page
      .locator(':focus')
      .and(dialog.getByRole('button', { name: 'Keep it' }))
      .waitFor();
    await reach(page, dialog.getByRole('button', { name: 'Install' }));
    await keyboard.press('Enter');
    await page.getByText(/^Complete: .*keyboard\.img$/).waitFor();
    expect(existsSync(join(images, 'keyboard.img'))).toBe(true);
    await reach(page, page.getByRole('button', { name: 'Save the image' }));
    await page.close();
  });
});
