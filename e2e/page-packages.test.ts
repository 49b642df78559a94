/** Tests in a real browser that packages in a mirror's databases can be searched, added and removed in the form. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillText, launchBrowser, MINUTE, openConfiguration, textOf } from './browser.ts';
import { offerMirror, offerPackages } from './package-database.ts';
import { serveOutput, type OutputService } from './page-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-page-packages-'));
const offered = offerPackages(folder, [
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
]);
let service: OutputService;
let browser: Browser;

beforeAll(async () => {
  service = await serveOutput(10, undefined, offered);
  browser = await launchBrowser();
}, MINUTE);

afterAll(async () => {
  await browser?.close();
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

const searchIn = (page: Page): Locator => page.getByRole('combobox', { name: 'Search packages' });

async function openSoftware(address: string, locale = 'en-GB'): Promise<Page> {
  const page = await openConfiguration(browser, address, { locale });
  await page.getByRole('tab', { name: 'Software' }).click();
  return page;
}

describe('the search for packages', () => {
  it('adds and removes packages with the keyboard, and changes only their value', async () => {
    const page = await openSoftware(service.address());
    const text = (await textOf(page)).replace('"packages":', '"x-why":   "a reason",\n  "packages":');
    await fillText(page, text);
    await page.getByText(/^46 packages of “.*”, refreshed (this minute|\d+ minutes? ago)$/).waitFor();
    const search = searchIn(page);
    await search.pressSequentially('git');
    await page.getByRole('status').filter({ hasText: '3 packages found' }).waitFor();
    const list = page.getByRole('listbox', { name: 'Search packages' });
    const options = list.getByRole('option');
    expect(await options.allInnerTexts()).toEqual([
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
    expect(await textOf(page)).toBe(text.replace('["openssh"]', '["openssh", "lazygit", "git"]'));
    await search.press('ArrowDown');
    await search.press('Enter');
    await page.getByRole('status').filter({ hasText: 'lazygit removed' }).waitFor();
    expect(await textOf(page)).toBe(text.replace('["openssh"]', '["openssh", "git"]'));

    await search.press('Escape');
    await options.first().waitFor({ state: 'hidden' });
    expect(await search.inputValue()).toBe('git');
    await search.press('Escape');
    expect(await search.inputValue()).toBe('');
    await page.close();
  });

  it('shows which packages are chosen, planned or required, which names are unknown, and how many more packages match', async () => {
    const page = await openSoftware(service.address());
    const search = searchIn(page);
    await search.fill('openssh');
    await page.getByRole('option', { name: /^openssh .*chosen/, selected: true }).waitFor();
    await search.fill('linux');
    await page.getByRole('option', { name: /^linux .*in the plan/, selected: false }).waitFor();
    const resolved =
      /^The plan installs \d packages with dependencies: \d\.0 MB to download, \d+\.0 MB on the disk\.$/;
    await page.getByText(resolved).waitFor();
    await search.fill('zlib');
    await page.getByRole('option', { name: /^zlib .*required by others/, selected: false }).waitFor();
    await search.fill('plugin');
    await page.getByText('10 more: type to search').waitFor();
    await page.getByRole('option', { name: /^plugin-0 / }).click();
    await page.getByRole('button', { name: 'Remove plugin-0' }).waitFor();
    await search.fill('no such package');
    await page.getByRole('status').filter({ hasText: 'No package matches' }).waitFor();
    await search.fill('unknown');
    await search.press('Enter');
    await page.getByRole('button', { name: 'Remove unknown' }).waitFor();
    await page.locator('#mirror-in-form').selectOption('distribution');
    await page.getByText('there is no package unknown').waitFor();
    await page.getByLabel('Further repositories').selectOption('multilib');
    await page.getByText('there is no package unknown').waitFor({ state: 'detached' });
    await page.close();
  });

  it('accepts names if there are no databases, and shows why there are none', async () => {
    const problem = 'the mirror does not respond';
    const without = await serveOutput(10, undefined, offerMirror({ problem }));
    const page = await openSoftware(without.address(), 'de-DE');
    await page.getByText(problem).waitFor();
    await page.getByText('Die Paketlisten des Spiegelservers sind noch nicht geladen.').waitFor();
    const search = page.getByRole('combobox', { name: 'Pakete suchen' });
    await search.fill('git, vim');
    await search.press('Enter');
    await page.getByRole('button', { name: 'vim entfernen' }).waitFor();
    expect(await textOf(page)).toContain('"packages": ["openssh", "git", "vim"]');
    await page.close();
    await without.close();
  });
});
