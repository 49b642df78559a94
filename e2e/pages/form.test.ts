/** Tests that form and text are two views of one configuration. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, fillText, openConfiguration, textOf } from '../browser.ts';
import { serveOutput, servePage } from './output-service.ts';

const tested = servePage(() => serveOutput(10));

const openPage = (): Promise<Page> => openConfiguration(tested.browser, tested.service.address());
const openSection = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

describe('the form of a configuration', () => {
  it('changes only the edited values in the text, and preserves layout and remarks', async () => {
    const page = await openPage();
    const before = (await textOf(page)).replace('"kernels":', '"x-why":   "old machine",\n  "kernels":');
    await fillText(page, before);
    await openSection(page, 'Disk and boot');
    await page.getByRole('radio', { name: 'GRUB' }).check();
    await openSection(page, 'System');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    // Part of a name is not a value yet: it is written, and reported, when the field loses the focus.
    await zone.fill('new york');
    await page.getByRole('option', { name: 'America/New_York' }).waitFor();
    await eventually(() => textOf(page)).toBe(before.replace('systemd-bootctl', 'grub-install'));
    await zone.blur();
    await page.getByRole('tabpanel').getByText('"new york" is not').waitFor();
    await zone.fill('new york');
    await zone.press('Enter');
    await openSection(page, 'Software');
    await page.getByRole('combobox', { name: 'Search packages' }).fill('git vim');
    await page.keyboard.press('Enter');
    const after = before
      .replace('systemd-bootctl', 'grub-install')
      .replace('Europe/Berlin', 'America/New_York')
      .replace('["openssh"]', '["openssh", "git", "vim"]');
    await eventually(() => textOf(page)).toBe(after);
    // The user can undo a change of the form in the text.
    await page.getByRole('textbox', { name: 'Configuration' }).press('Control+z');
    await page.waitForFunction(() => !document.querySelector('textarea')?.value.includes('"vim"'));
    await page.close();
  });

  it('offers kernels, and drivers and login screens only for graphical purposes', async () => {
    const page = await openPage();
    const valueOf = async (key: string): Promise<unknown> => JSON.parse(await textOf(page))[key];
    await openSection(page, 'Disk and boot');
    await page.getByRole('checkbox', { name: 'linux-lts' }).check();
    await eventually(() => valueOf('kernels')).toEqual(['linux', 'linux-lts']);
    const lts = page.locator('.choice', { hasText: 'linux-lts' });
    await lts.getByRole('button', { name: 'Starts by default', pressed: false }).click();
    await lts.getByRole('button', { name: 'Starts by default', pressed: true }).waitFor();
    await eventually(() => valueOf('kernels')).toEqual(['linux-lts', 'linux']);

    await openSection(page, 'Software');
    const driver = page.getByLabel('Graphics driver', { exact: true });
    const greeter = page.getByLabel('Login screen', { exact: true });
    const purpose = (name: RegExp): Promise<void> => page.getByRole('radio', { name }).check();
    expect([await driver.count(), await greeter.count()]).toEqual([0, 0]);
    await purpose(/^Desktop/);
    await page.getByLabel('Desktop environment').selectOption('gnome');
    await driver.selectOption('Intel (open-source)');
    await greeter.selectOption('sddm');
    const profile = {
      main: 'desktop',
      details: 'gnome',
      gfx_driver: 'Intel (open-source)',
      greeter_type: 'sddm',
    };
    await eventually(() => valueOf('profile')).toEqual(profile);
    await greeter.selectOption('the desktop’s default');
    const { greeter_type: _, ...rest } = profile;
    await eventually(() => valueOf('profile')).toEqual(rest);
    await purpose(/^Graphics only/);
    await eventually(() => valueOf('profile')).toEqual({ main: 'xorg' });
    await driver.waitFor({ state: 'detached' });
    await greeter.waitFor({ state: 'detached' });
    await purpose(/^Server/);
    await page.getByLabel('Server software').selectOption('nginx');
    await eventually(() => valueOf('profile')).toEqual({ main: 'server', details: 'nginx' });
    await page.close();
  });

  it('shows the values in the text, and keeps showing the last ones while the text is malformed', async () => {
    const page = await openPage();
    await fillText(page, (await textOf(page)).replace('"demonstration"', '"from-the-text"'));
    const name = page.getByLabel('Name of the machine');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#field-hostname')?.value === 'from-the-text',
    );
    await fillText(page, '{ "hostname": ');
    await page.getByText('The text has syntax errors').waitFor();
    await eventually(() => name.isDisabled()).toBe(true);
    expect(await name.inputValue()).toBe('from-the-text');
    await page.close();
  });

  it('shows findings next to their fields, and applies the corrections that they suggest', async () => {
    const page = await openPage();
    const valid = await textOf(page);
    const wrong = valid.replace('systemd-bootctl', 'systemd-botctl').replace('Berlin', 'Berln');
    await fillText(page, wrong);
    await openSection(page, 'System 1 finding');
    const form = page.getByRole('tabpanel');
    await form.getByText('is not a time zone').waitFor();
    await form.getByRole('button', { name: 'Use "Europe/Berlin"' }).click();
    await page.locator('#summary', { hasText: '1 error' }).waitFor();
    await eventually(() => textOf(page)).toBe(wrong.replace('Berln', 'Berlin'));

    await fillText(page, wrong);
    await page.getByRole('button', { name: 'Apply all 2 corrections' }).click();
    await page.locator('#summary', { hasText: 'No findings' }).waitFor();
    await eventually(() => textOf(page)).toBe(valid);

    const kernels = '  "kernels": ["linux"],\n';
    await fillText(page, wrong.replace(kernels, '').replace('"services"', '"servces"'));
    await page.getByRole('button', { name: 'Apply all 4 corrections' }).click();
    await page.locator('#summary', { hasText: 'No findings' }).waitFor();
    await eventually(async () => JSON.parse(await textOf(page))).toEqual(JSON.parse(valid));
    await page.close();
  });

  it('names the fields of accounts in findings instead of their keys', async () => {
    const page = await openPage();
    await openSection(page, 'Accounts');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByLabel('Root password', { exact: true }).fill('');
    await page.getByLabel('Password', { exact: true }).fill('');
    const text = /^Neither root nor an account has a password/;
    await page.getByRole('tabpanel').getByText(text).waitFor();
    const findings = page.locator('#findings');
    await findings.getByText(text).waitFor();
    expect(await findings.innerText()).not.toMatch(/!users|!password|!root-password/);
    await page.close();
  });

  it('reports what a new account lacks only after the user has left the field or the account', async () => {
    const page = await openPage();
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await openSection(page, 'Accounts');
    await page.getByRole('button', { name: 'Add an account' }).click();
    const name = page.getByLabel('Login name').last();
    await page.locator('input:focus').and(name).waitFor();
    await page.locator('#summary', { hasText: 'A new entry is not complete yet' }).waitFor();
    const errors = page.getByRole('tabpanel').locator('.error');
    expect([await errors.count(), await page.locator('#findings li').count()]).toEqual([0, 0]);
    await page.getByLabel('Password', { exact: true }).last().focus();
    await errors.first().waitFor();
    const finding = page.locator('#findings button').first();
    // The form has no line numbers.
    await finding.locator('.place').filter({ hasText: 'Login name' }).waitFor();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await finding
      .locator('.place')
      .filter({ hasText: /^\d+:\d+$/ })
      .waitFor();
    await page.close();
  });

  it('has the same number of tabs in each row', async () => {
    for (const [locale, width] of [
      ['en-GB', 1440],
      ['de-DE', 1440],
      ['de-DE', 1024],
      ['de-DE', 390],
    ] as const) {
      const page = await openConfiguration(tested.browser, tested.service.address(), {
        locale,
        viewport: { width, height: 900 },
      });
      for (const layout of ['form', 'split']) {
        if (width === 390 && layout === 'split') continue;
        await page.locator(`.segments .${layout}`).click();
        const tops = await page
          .getByRole('tab')
          .evaluateAll((tabs) => tabs.map((tab) => Math.round(tab.getBoundingClientRect().top)));
        const rows = [...Map.groupBy(tops, (top) => top).values()].map((row) => row.length);
        expect(new Set(rows).size, `${locale} ${width} ${layout}: ${rows.join(', ')}`).toBe(1);
      }
      await page.close();
    }
  });

  it('replaces a password with its hash when the field loses focus, and can reveal the password only until then', async () => {
    const page = await openPage();
    const before = await textOf(page);
    await openSection(page, 'Accounts');
    const field = page.getByLabel('Password', { exact: true });
    const reveal = page.getByRole('button', { name: 'Reveal: Password', exact: true });
    await field.fill('abc');
    await page.getByText('Easy to guess').waitFor();
    await field.fill('correct horse 7 battery');
    await page.getByText('Strong').waitFor();
    await reveal.click();
    await page.locator('input[type=text]').and(field).waitFor();
    await eventually(() => textOf(page)).toBe(before.replace('demo-ada', 'correct horse 7 battery'));
    await page.getByLabel('Login name').focus();
    await page.getByText('Stored as a hash').waitFor();
    await page.locator('input[type=password]').and(field).waitFor();
    await page.locator(':disabled').and(reveal).waitFor();
    await eventually(() => field.inputValue()).toBe('');
    const hashed = /"!password": "(\$6\$[^$]+\$[./A-Za-z0-9]{86})"/;
    await eventually(() => textOf(page)).toMatch(hashed);
    const hash = hashed.exec(await textOf(page))?.[1];
    expect(await textOf(page)).toBe(before.replace('demo-ada', hash!));
    // Another password replaces the hash; a field that is not edited keeps it.
    await field.focus();
    await page.getByLabel('Login name').focus();
    expect(await textOf(page)).toContain(hash);
    await field.pressSequentially('x');
    await eventually(() => textOf(page)).toBe(before.replace('demo-ada', 'x'));
    await page.close();
  });

  it('sets the language, the file system, encryption and swap space, with their findings at the fields', async () => {
    const page = await openPage();
    const before = await textOf(page);
    const settings = async (): Promise<unknown> => JSON.parse(await textOf(page))['x-writ'];
    await openSection(page, 'System');
    const language = page.getByRole('tabpanel').getByRole('combobox', { name: 'Language' });
    await language.fill('xx_XX');
    await page.getByRole('tabpanel').getByText('is not a supported language').waitFor();
    await language.fill('');
    await eventually(() => textOf(page)).toBe(before);

    await openSection(page, 'Disk and boot');
    await page.getByRole('radio', { name: /^btrfs/ }).check();
    await page.getByRole('radio', { name: /^File/ }).check();
    await page.getByLabel('Size of the swap space').fill('');
    await page.getByRole('group', { name: 'Swap space' }).getByText('the swap file has no size').waitFor();
    await page.getByLabel('Size of the swap space').fill('2GiB');
    await page.getByRole('checkbox', { name: 'Encrypt the disk' }).check();
    const passphrase = page.getByLabel('Passphrase of the disk', { exact: true });
    await passphrase.fill('short');
    await page.getByLabel('Size of the swap space').focus();
    const encryption = page.getByRole('group', { name: 'Encryption' });
    await encryption.getByText('the passphrase has fewer than 8 characters').waitFor();
    await passphrase.fill('correct horse battery');
    await page.getByLabel('Size of the swap space').focus();
    await encryption.getByText('Kept by this page').waitFor();
    await eventually(settings).toEqual({
      disk: { 'file-system': 'btrfs', luks: { '!passphrase': { $secret: 'disk-passphrase' } } },
      swap: { kind: 'file', size: '2GiB' },
    });
    await page.getByRole('checkbox', { name: 'Encrypt the disk' }).uncheck();
    await page.getByRole('radio', { name: /^ext4/ }).check();
    await page.getByRole('radio', { name: /^None/ }).check();
    await eventually(settings).toBeUndefined();
    await page.close();
  });

  it('says that only the text shows listed partitions, and preserves them', async () => {
    const page = await openPage();
    const partitions = [
      { kind: 'efi', size: '1GiB' },
      { kind: 'root', size: 'rest' },
    ];
    const config = JSON.parse(await textOf(page)) as object;
    await fillText(
      page,
      JSON.stringify({ ...config, 'x-writ': { disk: { layout: 'partitions', partitions } } }),
    );
    await openSection(page, 'Disk and boot');
    await page.getByText('The configuration lists its partitions, which only the text shows.').waitFor();
    await page.getByRole('radio', { name: 'xfs' }).check();
    await eventually(async () => JSON.parse(await textOf(page))['x-writ']).toEqual({
      disk: { layout: 'partitions', partitions, 'file-system': 'xfs' },
    });
    await page.close();
  });

  it('can be used with the keyboard alone, which also shows and hides the form and the text', async () => {
    const page = await openPage();
    await page.getByRole('tab', { name: 'System' }).focus();
    for (const section of ['Disk and boot', 'Software', 'Network', 'Accounts', 'Commands', 'System']) {
      await page.keyboard.press('ArrowRight');
      await page.locator(':focus', { hasText: section }).waitFor();
    }
    await page.keyboard.press('Tab');
    await page.locator(':focus[role=combobox]').waitFor();
    await page.getByRole('button', { name: 'Text', exact: true }).press('Enter');
    await page.getByRole('tabpanel').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Form', exact: true }).press('Enter');
    await page.locator('.sheet').waitFor({ state: 'hidden' });
    await page.getByRole('tabpanel').waitFor();
    await page.close();
  });
});

describe('the plan of a configuration', () => {
  it('shows the disk to scale, the operations grouped by stage, and the effect of an edit', async () => {
    const page = await openPage();
    const parts = page.getByRole('list', { name: 'After' }).getByRole('listitem');
    await eventually(() => parts.allInnerTexts()).toEqual([
      expect.stringMatching(/^\/boot\s+vfat/),
      expect.stringMatching(/^\/\s+ext4/),
    ]);
    const ratioOfWidths = async (): Promise<number> => {
      const [boot, root] = await Promise.all([parts.first().boundingBox(), parts.last().boundingBox()]);
      return root!.width / boot!.width;
    };
    await eventually(ratioOfWidths).toBeGreaterThan(2);
    const facts = page.locator('.plan-facts');
    await eventually(() => facts.innerText()).toMatch(/5 explicit packages\s+ada\s+27 operations/);
    // Nothing is known about the duration before the first installation.
    expect(await facts.innerText()).not.toContain('about');

    await page.getByText('Operations by stage').click();
    const operation = page.locator('.operations li').first();
    await operation.locator('summary').click();
    await operation.locator('code').first().waitFor();

    const text = await textOf(page);
    const effect = page.locator('.edit-effect');
    expect(await effect.count(), 'nothing was edited yet').toBe(0);
    await fillText(page, text.replace('["openssh"]', '["openssh", "git"]'));
    await effect.filter({ hasText: /operations? \d.*; 1 package added/ }).waitFor();
    await fillText(page, text);
    await effect.filter({ hasText: '1 package removed' }).waitFor();
    await page.close();
  });
});
