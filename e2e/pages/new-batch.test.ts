/** Tests how a batch is composed in the browser: findings, the review of all rows, and the start or the assignment. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { exampleConfiguration } from '@writ/service';
import { expect, it, onTestFinished } from 'vitest';
import { registerAgent } from '../../packages/service/src/testing/agents.ts';
import { temporaryFolder, writeWritImage } from '../../packages/service/src/testing/fakes.ts';
import { setUp, type SetUp } from '../../packages/service/src/testing/service.ts';
import { eventually, shareBrowser } from '../browser.ts';
import { inspectLooks } from './looks.ts';

const secret = 'canary-of-web-01-9a';

const shared = shareBrowser();

const template = JSON.stringify(
  {
    variables: {
      hostname: { type: 'hostname' },
      kernel: { type: 'enum', values: ['linux', 'linux-lts'] },
      '!password': { type: 'text', 'min-length': 12 },
    },
    configuration: {
      ...(JSON.parse(exampleConfiguration()) as object),
      hostname: '{{hostname}}',
      kernels: ['{{kernel}}'],
      '!root-password': '{{!password}}',
    },
  },
  undefined,
  2,
);

const rows = [
  `web-01,linux,${secret}`,
  'web_02,linux,correct-horse-2',
  'web-03,linux,correct-horse-3',
  'web-04,linux,correct-horse-4',
  'web-05,linux-lts,correct-horse-5',
];
const table = `hostname,kernel,!password\n${rows.join('\n')}\n`;

async function serve(): Promise<SetUp & { readonly url: string }> {
  const set = await setUp();
  const server = set.service.toolkit.createServer(set.service.router);
  const { url } = await server.listen(0, '127.0.0.1');
  set.service.begin();
  onTestFinished(async () => {
    await server.close({ timeout: 100 });
  });
  return { ...set, url };
}

async function openForm(page: Page, { url, service }: Awaited<ReturnType<typeof serve>>): Promise<void> {
  await page.goto(`${url}/batches/new#code=${service.issueCode()}`);
  await page.locator('#table').waitFor();
}

/** Everything that the page could retain outside of its fields. */
const storedBy = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([sessionStorage, localStorage, history.state, location.href]));

it('a batch is composed from files, reviewed and started', async () => {
  const set = await serve();
  writeWritImage(`${set.service.images}/web-04.img`);
  const folder = temporaryFolder();
  const files = { template: join(folder, 'web.json'), table: join(folder, 'hosts.csv') };
  writeFileSync(files.template, template);
  writeFileSync(files.table, table);
  await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
    const pick = async (button: string, file: string): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: button }).click();
      await (await chooser).setFiles(file);
    };
    await page.goto(`${set.url}/batches#code=${set.service.issueCode()}`);
    await page.getByRole('link', { name: 'New batch' }).click();
    const review = page.getByRole('button', { name: 'Review all rows' });
    await eventually(() => review.isDisabled()).toBe(true);
    await pick('Template: Open a file…', files.template);
    await pick('Table: Open a file…', files.table);
    await eventually(() => page.locator('#table').inputValue()).toBe(table);
    await review.click();

    const finding = page.getByRole('button', { name: /"web_02" is not a valid host name/ });
    await finding.click();
    const selected = (): Promise<string> =>
      page.locator('#table').evaluate((area: HTMLTextAreaElement) => {
        const lines = area.value.slice(0, area.selectionStart).split('\n').length;
        return `${document.activeElement === area ? 'focused' : ''} line ${lines}`;
      });
    await eventually(selected).toBe('focused line 3');
    const start = page.getByRole('button', { name: 'Start the batch of 5 rows' });
    await eventually(() => start.isDisabled()).toBe(true);
    await page.getByText('4 of 5 rows are valid.').waitFor();
    await inspect('new-batch-findings');

    await page.locator('#table').fill(table.replace('web_02', 'web-02'));
    await page.getByText('has changed since the review').waitFor();
    await page.getByLabel('At the same time').fill('2');
    await page.getByLabel('Canaries').fill('2');
    await page.getByLabel('Stop after').fill('3');
    await page.getByLabel('Target of each row').press('Enter');
    await page.getByText('All 5 rows can be installed.').waitFor();
    await page.getByRole('list', { name: 'Outliers' }).getByText('"linux-lts"').waitFor();
    await page.getByText('secret, from !password').waitFor();
    await page.getByText(/^The same operations in rows 1–4: /).waitFor();
    await page.getByText('Data would be lost in 1 place').waitFor();
    expect(await page.locator('.review').innerHTML()).not.toContain(secret);
    await inspect('new-batch-review');

    await start.click();
    const dialog = page.getByRole('dialog', { name: 'This will be lost' });
    await dialog.getByText('web-04.img').first().waitFor();
    await dialog.getByRole('button', { name: 'Install' }).click();
    await page.getByRole('heading', { name: 'Batch 1' }).waitFor();
    await page.getByText('at most 2 at a time, 2 rows first, stops after 3 failures').waitFor();
    await eventually(() =>
      page.getByRole('list', { name: 'Rows', exact: true }).getByRole('button').count(),
    ).toBe(5);

    expect(await storedBy(page)).not.toContain(secret);
    await page.goBack();
    await eventually(() => page.locator('#table').inputValue()).toBe('');
    expect(await page.content()).not.toContain(secret);
  });
  expect(set.logged.join()).not.toContain(secret);
  expect(readFileSync(`${set.folder}/state/service.db`).includes(secret)).toBe(false);
});

it('a batch is composed from the configuration in the editor with the keyboard, in German', async () => {
  const set = await serve();
  await inspectLooks(shared.browser, 'de-DE', async (page, inspect) => {
    await openForm(page, set);
    await page.getByRole('button', { name: 'Aus der Konfiguration im Editor' }).press('Enter');
    await eventually(() => page.locator('#template').inputValue()).toContain('"hostname": "{{hostname}}"');
    await page.locator('#table').focus();
    await page.keyboard.type('hostname\ndb-01\n');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Die Zeile kann installiert werden.').waitFor();
    await inspect('new-batch-german');
    await page.getByRole('button', { name: 'Stapel mit 1 Zeile starten' }).press('Enter');
    await page.getByRole('heading', { name: 'Stapel 1' }).waitFor();
    await page.getByRole('button', { name: 'Zeile 1, db-01.img: läuft' }).waitFor();
  });
});

it('no card covers the table in a wide window', async () => {
  const set = await serve();
  await inspectLooks(shared.browser, 'en-GB', async (page) => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await openForm(page, set);
    const tableArea = page.locator('#table');
    await tableArea.scrollIntoViewIfNeeded();
    const isCovered = await tableArea.evaluate((area) => {
      const { left, top, bottom, width } = area.getBoundingClientRect();
      const heights = [top + 2, (top + bottom) / 2, bottom - 2];
      return heights.map((height) => document.elementFromPoint(left + width / 2, height) !== area);
    });
    expect(isCovered).toEqual([false, false, false]);
    const sheet = await page.locator('.template-sheet').boundingBox();
    expect(sheet?.height).toBe(352);
  });
});

it('the rows of a table are assigned to machines with agents', async () => {
  const set = await serve();
  const agent = await registerAgent(set, { serial: 'CHASSIS-1' });
  await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
    await openForm(page, set);
    await page.getByRole('button', { name: 'From the configuration in the editor' }).click();
    await page.locator('#table').fill('hostname,chassis\nweb-01,CHASSIS-1\nweb-02,CHASSIS-2\n');
    await page.getByLabel('Kind of target').selectOption('serial');
    await page.getByLabel('Canaries').waitFor({ state: 'detached' });
    const target = page.getByLabel('Target of each row');
    await eventually(() => target.inputValue()).toBe('{{serial}}');
    await target.fill('{{chassis}}');
    await target.press('Enter');
    await page
      .getByRole('list', { name: 'Findings' })
      .getByText(/chassis/)
      .first()
      .waitFor();
    const undeclared = await page.locator('#template').inputValue();
    const declared = undeclared.replace(
      '"hostname": { "type": "hostname" }',
      '"hostname": { "type": "hostname" },\n    "chassis": { "type": "text" }',
    );
    await page.getByRole('textbox', { name: 'Template' }).fill(declared);
    await page.getByRole('button', { name: 'Review all rows' }).click();
    await page.getByText(/^All 2 rows are valid; .* 1 row selects a known machine\.$/).waitFor();
    await inspect('new-batch-machines');
    await page.getByRole('button', { name: 'Assign 2 configurations to machines' }).click();
    await page.getByRole('button', { name: `Machine ${agent.id}: waits for approval` }).waitFor();
    const assigned = await set.send(`/api/nodes/${agent.id}/configuration`);
    expect(assigned.json()).toMatchObject({ configuration: { selector: { serial: 'CHASSIS-1' } } });
  });
});
