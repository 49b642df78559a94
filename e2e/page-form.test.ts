/** Tests that form and text are two views of one configuration. */
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

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  page.setDefaultTimeout(MINUTE);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(service.address());
  await page.locator('#plan', { hasText: 'plan ' }).waitFor();
  return page;
}

const write = (page: Page, text: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Configuration' }).fill(text);
const textOf = (page: Page): Promise<string> => page.locator('#text').inputValue();
const openSection = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

describe('the form of a configuration', () => {
  it('changes only the edited values of the text, and keeps layout and remarks', async () => {
    const page = await openPage();
    const before = (await textOf(page)).replace('"kernels":', '"x-why":   "old machine",\n  "kernels":');
    await write(page, before);
    await openSection(page, 'Disk and boot');
    await page.getByRole('radio', { name: 'GRUB' }).check();
    await openSection(page, 'System');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('new york');
    await zone.press('Enter');
    await openSection(page, 'Software');
    await page.getByRole('textbox', { name: 'Add to: Further packages' }).fill('git vim');
    await page.keyboard.press('Enter');
    const after = before
      .replace('systemd-bootctl', 'grub-install')
      .replace('Europe/Berlin', 'America/New_York')
      .replace('["openssh"]', '["openssh", "git", "vim"]');
    expect(await textOf(page)).toBe(after);
    // The user can undo a change of the form in the text.
    await page.getByRole('textbox', { name: 'Configuration' }).press('Control+z');
    await page.waitForFunction(() => !document.querySelector('textarea')?.value.includes('"vim"'));
    await page.close();
  });

  it('shows the values of the text, and its last state while the text is malformed', async () => {
    const page = await openPage();
    await write(page, (await textOf(page)).replace('"demonstration"', '"from-the-text"'));
    const name = page.getByLabel('Name of the machine');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#field-hostname')?.value === 'from-the-text',
    );
    await write(page, '{ "hostname": ');
    await page.getByText('The text has syntax errors').waitFor();
    expect(await name.inputValue()).toBe('from-the-text');
    expect(await name.isDisabled()).toBe(true);
    await page.close();
  });

  it('shows findings at their fields, and applies the corrections that they name', async () => {
    const page = await openPage();
    const valid = await textOf(page);
    const wrong = valid.replace('systemd-bootctl', 'systemd-botctl').replace('Berlin', 'Berln');
    await write(page, wrong);
    await openSection(page, 'System 1 findings');
    const form = page.getByRole('tabpanel');
    await form.getByText('is not a time zone').waitFor();
    await form.getByRole('button', { name: 'Use "Europe/Berlin"' }).click();
    await page.locator('#summary', { hasText: '1 error' }).waitFor();
    expect(await textOf(page)).toBe(wrong.replace('Berln', 'Berlin'));

    await write(page, wrong);
    await page.getByRole('button', { name: 'Apply all 2 corrections' }).click();
    await page.locator('#summary', { hasText: 'No findings' }).waitFor();
    expect(await textOf(page)).toBe(valid);
    await page.close();
  });

  it('can be used with the keyboard alone, and shows form, text or both', async () => {
    const page = await openPage();
    await page.getByRole('tab', { name: 'System' }).focus();
    for (const section of ['Disk and boot', 'Software', 'Network', 'Accounts', 'Commands', 'System']) {
      await page.keyboard.press('ArrowRight');
      expect(await page.locator(':focus').innerText()).toContain(section);
    }
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('role')).toBe('combobox');
    await page.getByRole('button', { name: 'Text', exact: true }).press('Enter');
    expect(await page.getByRole('tabpanel').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Form', exact: true }).press('Enter');
    expect(await page.locator('.sheet').isVisible()).toBe(false);
    expect(await page.getByRole('tabpanel').isVisible()).toBe(true);
    await page.close();
  });
});
