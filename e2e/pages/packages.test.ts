/** Tests in a real browser that packages in a mirror's databases can be searched, added and removed in the form. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually, fillText, openConfiguration, openTab, textOf } from '../browser.ts';
import { offerMirror, offerPackages } from '../package-database.ts';
import { serveOutput, servePage } from './output-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-page-packages-'));
const packages = [
  { name: 'openssh', description: 'SSH protocol implementation for remote login' },
  { name: 'git', description: 'the fast distributed version control system', size: 6_500_000 },
  { name: 'lazygit', description: 'Terminal UI for git commands' },
  { name: 'tig', description: 'Text-mode interface for Git' },
  { name: 'zlib', description: 'Compression library' },
  { name: 'linux', description: 'The Linux kernel and modules' },
  ...Array.from({ length: 40 }, (_, index) => ({
    name: `plugin-${index}`,
    description: 'One of many plug-ins with a description that is longer than the list is wide',
  })),
];
const offered = offerPackages(folder, packages, [
  { name: 'lib32-gcc-libs', description: 'Libraries of the compiler for 32-bit programs' },
]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const tested = servePage(() => serveOutput(10, undefined, offered));

const searchIn = (page: Page): Locator => page.getByRole('combobox', { name: 'Search packages' });

async function openSoftware(address: string, locale = 'en-GB'): Promise<Page> {
  const page = await openConfiguration(tested.browser, address, { locale });
  await page.getByRole('tab', { name: 'Software' }).click();
  return page;
}

describe('the search for packages', () => {
  it('adds and removes packages with the keyboard, and changes only their value', async () => {
    const page = await openSoftware(tested.service.address());
    const text = (await textOf(page)).replace('"packages":', '"x-why":   "a reason",\n  "packages":');
    await fillText(page, text);
    await page.getByText(/^46 packages from “.*”, refreshed (this minute|\d+ minutes? ago)$/).waitFor();
    const search = searchIn(page);
    await search.pressSequentially('git');
    await page.getByRole('status').filter({ hasText: '3 packages found' }).waitFor();
    const list = page.getByRole('listbox', { name: 'Search packages' });
    const options = list.getByRole('option');
    await eventually(() => options.allInnerTexts()).toEqual([
      expect.stringMatching(/^git 1\.0-1\s+6\.5 MB\s+the fast distributed version control system$/),
      expect.stringMatching(/^lazygit /),
      expect.stringMatching(/^tig /),
    ]);
    await search.press('ArrowDown');
    await search.press('ArrowDown');
    await search.press('Enter');
    await page.getByRole('option', { name: /^lazygit/, selected: true }).waitFor();
    await search.press('ArrowUp');
    await search.press('Enter');
    await page.getByRole('status').filter({ hasText: 'git added' }).waitFor();
    await eventually(() => textOf(page)).toBe(text.replace('["openssh"]', '["openssh", "lazygit", "git"]'));
    await search.press('ArrowDown');
    await search.press('Enter');
    await page.getByRole('status').filter({ hasText: 'lazygit removed' }).waitFor();
    await eventually(() => textOf(page)).toBe(text.replace('["openssh"]', '["openssh", "git"]'));

    await search.press('Escape');
    await options.first().waitFor({ state: 'hidden' });
    expect(await search.inputValue()).toBe('git');
    await search.press('Escape');
    await eventually(() => search.inputValue()).toBe('');
    await page.close();
  });

  it('shows which packages are chosen, planned or required, which names are unknown, and how many more packages match', async () => {
    const page = await openSoftware(tested.service.address());
    const search = searchIn(page);
    await search.fill('openssh');
    await page.getByRole('option', { name: /^openssh .*selected/, selected: true }).waitFor();
    await search.fill('linux');
    await page.getByRole('option', { name: /^linux .*in the plan/, selected: false }).waitFor();
    const resolved =
      /^With dependencies, the plan installs \d packages: \d\.0 MB to download, \d+\.0 MB on the disk\.$/;
    await page.getByText(resolved).waitFor();
    await search.fill('zlib');
    await page.getByRole('option', { name: /^zlib .*required by other packages/, selected: false }).waitFor();
    await search.fill('plugin');
    await page.getByText('10 more: type to search').waitFor();
    await page.getByRole('option', { name: /^plugin-0 / }).click();
    await page.getByRole('button', { name: 'Remove plugin-0' }).waitFor();
    await search.fill('no such package');
    await page.getByRole('status').filter({ hasText: 'No package matches' }).waitFor();
    await page.close();
  });

  it('includes the packages of the repository that the configuration enables', async () => {
    const page = await openSoftware(tested.service.address());
    const search = searchIn(page);
    await page.getByText(/^46 packages from /).waitFor();
    await page.locator('#mirror-in-form').selectOption('distribution');
    await search.fill('lib32-gcc-libs');
    await page.getByRole('status').filter({ hasText: 'No package matches' }).waitFor();
    await search.press('Enter');
    const problem = page.getByText('there is no package lib32-gcc-libs');
    await problem.first().waitFor();
    await page.getByLabel('Additional repositories').selectOption('multilib');
    await page.getByText(/^47 packages from /).waitFor();
    await eventually(() => problem.count()).toBe(0);
    await search.fill('lib32');
    await page.getByRole('option', { name: /^lib32-gcc-libs .*selected/ }).waitFor();
    await page.close();
  });

  it('suggests what was intended by unknown names, and the packages of services', async () => {
    const page = await openSoftware(tested.service.address());
    await page.locator('#mirror-in-form').selectOption('distribution');
    await page.getByRole('button', { name: 'Remove openssh' }).click();
    const sections = page.getByRole('tabpanel');
    await sections.getByText('The service sshd belongs to the package openssh').waitFor();
    await searchIn(page).fill('ssh');
    await searchIn(page).press('Enter');
    await sections.getByText('there is no package ssh').waitFor();
    await sections.getByRole('button', { name: 'Use openssh' }).click();
    await eventually(async () => JSON.parse(await textOf(page)).packages).toEqual(['openssh']);
    await eventually(() => sections.getByText('belongs to the package').count()).toBe(0);

    const services = page.getByRole('textbox', { name: 'Add to: Services' });
    await services.fill('networkmanager');
    await services.press('Enter');
    await sections.getByRole('button', { name: 'Use NetworkManager' }).click();
    await sections.getByRole('button', { name: 'Add the package networkmanager' }).click();
    await eventually(async () => JSON.parse(await textOf(page))).toMatchObject({
      packages: ['openssh', 'networkmanager'],
      services: ['sshd', 'NetworkManager'],
    });
    await page.close();
  });

  it('accepts names if there are no databases, and shows why there are none', async () => {
    const problem = 'the mirror does not respond';
    const without = await serveOutput(10, undefined, offerMirror({ problem }));
    const page = await openSoftware(without.address(), 'de-DE');
    await page.locator('#package-state').locator('..').getByText(problem).waitFor();
    await page.getByText('Die Paketlisten des Spiegelservers sind noch nicht geladen.').waitFor();
    const search = page.getByRole('combobox', { name: 'Pakete suchen' });
    await search.fill('git, vim');
    await search.press('Enter');
    await page.getByRole('button', { name: 'vim entfernen' }).waitFor();
    await eventually(() => textOf(page)).toContain('"packages": ["openssh", "git", "vim"]');
    await page.close();
    await without.close();
  });
});

describe('the plan', () => {
  it('shows the sizes of its packages, and those that an edit adds and removes', async () => {
    const page = await openSoftware(tested.service.address());
    const facts = page.locator('.plan-facts');
    for (const fact of ['3 packages', '3.0 MB to download', '9.0 MB on the disk']) {
      await facts.getByText(fact, { exact: true }).waitFor();
    }
    await page.getByText('according to the package lists of “Arch Linux (worldwide)”').waitFor();
    const search = searchIn(page);
    await search.fill('git tig');
    await search.press('Enter');
    const effect = page.locator('.edit-effect');
    await effect.filter({ hasText: '+ 2 packages, 2.0 MB' }).waitFor();
    await facts.getByText('5.0 MB to download').waitFor();
    await page.getByRole('button', { name: 'Remove git' }).click();
    await effect.filter({ hasText: '− 1 package, 1.0 MB' }).waitFor();
    await page.locator('#mirror-in-form').selectOption('distribution');
    await page.getByText('according to the package lists of').waitFor({ state: 'detached' });
    await page.close();
  });

  it('can be created without package lists, shows why there are no sizes, and shows them once there are lists', async () => {
    let isReachable = false;
    const without = await serveOutput(10, undefined, offerMirror({ problem: 'the mirror does not respond' }));
    const page = await openTab(tested.browser);
    const refreshed = new Date().toISOString();
    const total = { count: 1, download: 2_000_000, installed: 6_000_000, problems: [] };
    await page.route('**/api/packages?**', async (route) =>
      isReachable
        ? route.fulfill({
            json: {
              total: 1,
              packages: [],
              mirror: 'distribution',
              mirrors: [{ mirror: 'distribution', count: 1, refreshed }],
            },
          })
        : route.fallback(),
    );
    await page.route('**/api/resolve', (route) =>
      route.fulfill({
        json: { ...total, mirror: 'distribution', packages: [{ name: 'linux', size: 2_000_000 }] },
      }),
    );
    await page.goto(without.address());
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    const note = page.locator('#size-note');
    await note.filter({ hasText: /could not be loaded: the mirror does not respond$/ }).waitFor();
    await page.locator('#install:enabled').waitFor();
    await eventually(() => page.locator('.plan-facts').innerText()).toMatch(/\d+ explicit packages/);
    isReachable = true;
    await page.locator('.plan-facts').getByText('2.0 MB to download').waitFor();
    await page.close();
    await without.close();
  });
});
