/** Tests in a real browser that installations can be searched, deleted after a confirmation, and compared. */
import type { Locator } from 'playwright-core';
import { exampleConfiguration } from '@writ/service';
import { it } from 'vitest';
import { eventually, openInstallations, openTab } from '../browser.ts';
import { serveOutput, servePage } from './output-service.ts';

const tested = servePage(async () => {
  const service = await serveOutput(10);
  await service.ended(await service.start('one.img'));
  const other = exampleConfiguration().replace('["openssh"]', '["openssh", "git"]');
  await service.ended(await service.start('two.img', other));
  return service;
});

it('two installations can be selected and compared with the keyboard', async () => {
  const page = await openTab(tested.browser);
  await page.goto(tested.service.address());
  await openInstallations(page);
  const boxOf = (name: string): Locator => page.getByRole('checkbox', { name });
  await boxOf('Compare installation 2: two.img').press('Space');
  await page.getByText('Installation 2 is selected.').waitFor();
  await boxOf('Compare installation 1: one.img').press('Space');
  await page.getByRole('link', { name: 'Compare 1 and 2' }).press('Enter');

  await page.getByRole('heading', { name: 'Installations 1 and 2 compared' }).waitFor();
  await page.waitForURL((url) => url.pathname === '/installs/compare/1/2');
  const change = page.getByRole('list', { name: 'Configuration' }).getByRole('listitem');
  await change.filter({ hasText: 'added: "git"' }).waitFor();
  await eventually(() => change.count()).toBe(1);
  const packages = page.getByRole('table', { name: 'Packages' });
  await packages.getByRole('row', { name: 'different version linux 6.10.1 6.10.2' }).waitFor();
  await packages.getByRole('row', { name: 'added only-in-2 none 1' }).waitFor();
  await packages.getByRole('row', { name: 'removed only-in-1 1 none' }).waitFor();
  const durations = page.getByRole('table', { name: 'Durations' });
  await durations.getByRole('row', { name: /^Disk \d.* secs?$/ }).waitFor();
  await durations.getByRole('button', { name: 'disk' }).press('Enter');
  await durations.getByRole('row', { name: /^Step disk \d.* secs?$/ }).waitFor();

  await page.getByRole('link', { name: 'Swap' }).click();
  await packages.getByRole('row', { name: 'removed only-in-2 1 none' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Installations 1 and 2 compared' }).waitFor();
  await page.reload();
  await packages.getByRole('row', { name: 'added only-in-2 none 1' }).waitFor();
  await page.close();
});

it('a comparison reports that an installation does not exist, and offers a retry after a failure', async () => {
  const page = await openTab(tested.browser);
  await page.goto(tested.service.address());
  await page.locator('#plan', { hasText: 'plan ' }).waitFor();
  await page.goto(new URL('/installs/compare/1/99', page.url()).href);
  await page.getByText('One of these installations does not exist').waitFor();
  await page.route('**/api/installs/compare?*', (route) => route.abort());
  await page.goto(new URL('/installs/compare/1/2', page.url()).href);
  await page.getByText('The comparison could not be loaded').waitFor();
  await page.unroute('**/api/installs/compare?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Packages' }).waitFor();
  await page.close();
});

it('the list of installations can be searched, and an installation is deleted after a confirmation', async () => {
  const page = await openTab(tested.browser);
  await page.goto(tested.service.address());
  await openInstallations(page);
  const rows = page.locator('#installs tbody tr');
  await rows.nth(1).waitFor();

  await page.getByLabel('Search').fill('two');
  await rows.nth(1).waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'two.img' }).waitFor();
  await page.getByLabel('Search').fill('three');
  await page.getByText('No installation matches').waitFor();
  await page.getByLabel('Search').fill('');
  await rows.nth(1).waitFor();

  const remove = page.getByRole('button', { name: 'Delete installation 1: one.img' });
  const dialog = page.getByRole('dialog', { name: 'Delete installation 1: one.img' });
  await remove.click();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await eventually(() => rows.count()).toBe(2);
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await rows.nth(1).waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'two.img' }).waitFor();
  await page.close();
});
