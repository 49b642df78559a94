/** Tests that every view of the page is accessible and fits the window. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleConfiguration } from '@writ/service';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually, MINUTE, openInstallations, shareBrowser, textOf } from '../browser.ts';
import { offerPackages } from '../package-database.ts';
import { inspectLooks } from './looks.ts';
import { commandFailure, serveEnded, type OutputService } from './output-service.ts';

/** Replaces QEMU: prints the end of a boot, and then what is typed. */
const machine = `#!/bin/sh
case "$*" in *isa-debugcon*) exec sleep 60 ;; esac
for unit in Network Manager; do printf '[\\033[32m  OK  \\033[0m] Started %s.\\r\\n' "$unit"; done
printf '\\r\\ndemonstration login: '
exec cat
`;

let folder: string;
let service: OutputService;
let failing: OutputService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'writ-page-look-'));
  const options = offerPackages(folder, [
    { name: 'git', description: 'the fast distributed version control system' },
    ...Array.from({ length: 40 }, (_, index) => ({
      name: `git-plugin-${index}`,
      description: 'One of many plug-ins with a description that is longer than the list is wide',
    })),
  ]);
  // The machine's user reads the program.
  chmodSync(folder, 0o755);
  const qemu = join(folder, 'qemu');
  writeFileSync(qemu, machine, { mode: 0o755 });
  ({ service, failing } = await serveEnded(400, { ...options, machine: { qemu } }));
  const other = exampleConfiguration().replace('["openssh"]', '["openssh", "git"]');
  await service.ended(await service.start('another.img', other));
}, 5 * MINUTE);

afterAll(async () => {
  await service?.close();
  await failing?.close();
  rmSync(folder, { recursive: true, force: true });
});
const shared = shareBrowser();

describe('every view of the page', () => {
  it('is accessible and fits the window at each width, in light and dark mode', async () => {
    await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
      await page.goto(service.address());
      await page.locator('#plan', { hasText: 'plan ' }).waitFor();
      await inspect('plan');
      for (const section of ['Disk and boot', 'Software', 'Accounts']) {
        await page.getByRole('tab', { name: section }).click();
        await inspect(`form-${section.toLowerCase().replaceAll(' ', '-')}`);
      }
      await page.getByRole('tab', { name: 'Software' }).click();
      await page.getByText(/^41 packages from /).waitFor();
      const search = page.getByRole('combobox', { name: 'Search packages' });
      await search.fill('git');
      await page.getByRole('option', { name: /^git / }).waitFor();
      await search.press('ArrowDown');
      await inspect('packages');
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      const text = await textOf(page);
      const wrong = text.replace('systemd-bootctl', 'systemd-botctl').replace('"hostname"', '"hostnam"');
      await page.getByRole('textbox', { name: 'Configuration' }).fill(wrong);
      await page.locator('#findings button').first().waitFor();
      await inspect('findings');
      await openInstallations(page);
      await page.getByRole('link', { name: 'installation 1' }).waitFor();
      await page.getByRole('checkbox', { name: 'installation 1' }).check();
      await page.getByRole('checkbox', { name: 'installation 2' }).check();
      await inspect('installations');
      await page.getByRole('link', { name: 'Compare 1 and 2' }).click();
      await page.getByRole('table', { name: 'Packages' }).waitFor();
      await page.getByRole('button', { name: 'disk' }).click();
      await inspect('comparison');
      await page.goto(new URL('/installs/compare/1/99', page.url()).href);
      await page.getByText('One of these installations does not exist').waitFor();
      await inspect('comparison-absent');
      await page.goto(new URL('/installs', page.url()).href);
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

  it('is accessible after an installation has failed', async () => {
    await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
      await page.goto(failing.address());
      await openInstallations(page);
      await page.getByRole('link', { name: 'installation 1' }).click();
      await page.locator('#failure', { hasText: commandFailure.message }).waitFor();
      await page.locator('#log-lines', { hasText: 'line 400 of' }).waitFor();
      await inspect('failed');
    });
  });

  it('is accessible while a machine runs, and after its end', async () => {
    await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
      await page.goto(service.address());
      await openInstallations(page);
      await page.getByRole('link', { name: 'installation 1' }).click();
      await page.getByRole('button', { name: 'Start it' }).click();
      await page.locator('#machine-state', { hasText: 'Running.' }).waitFor();
      await page.locator('.xterm-rows', { hasText: 'demonstration login:' }).waitFor();
      await inspect('console');
      await page.getByRole('button', { name: 'Stop the virtual machine' }).click();
      await page.locator('#machine-state', { hasText: 'has stopped' }).waitFor();
      await inspect('console-ended');
    });
  });

  it('is accessible in German if that is the language of the browser', async () => {
    await inspectLooks(shared.browser, 'de-AT', async (page, inspect) => {
      await page.goto(service.address());
      await page.locator('#plan', { hasText: 'plan ' }).waitFor();
      await page.getByRole('heading', { name: 'Befunde' }).waitFor();
      await eventually(() => page.locator('html').getAttribute('lang')).toBe('de');
      await inspect('german');
      for (const section of ['Datenträger und Start', 'Software', 'Netzwerk', 'Konten', 'Befehle']) {
        await page.getByRole('tab', { name: section }).click();
        await inspect(`german-${section.toLowerCase().replaceAll(' ', '-')}`);
      }
      const text = await textOf(page);
      const wrong = text.replace('systemd-bootctl', 'systemd-botctl').replace('Berlin', 'Berlinn');
      await page.getByRole('textbox', { name: 'Konfiguration' }).fill(wrong);
      const title = 'Ein Wert muss einer der Werte sein, die sein Schlüssel erlaubt.';
      await page.locator('#findings').getByText(title).waitFor();
      await page.getByRole('tab', { name: 'Datenträger und Start' }).click();
      await page.getByRole('tabpanel').getByText(title).waitFor();
      await inspect('german-findings');
      await page.getByRole('textbox', { name: 'Konfiguration' }).fill(text);
      await page.getByLabel('Sprache').selectOption('en');
      await page.getByRole('heading', { name: 'Findings' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Findings' }).waitFor();
    });
  });
});
