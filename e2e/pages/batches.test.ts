/** Tests the progress of a batch in the browser: all rows at a glance, filters, changes, languages and widths. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createService, exampleConfiguration, type Service } from '@writ/service';
import type { InstallResult } from '@writ/installer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeHash } from '../../packages/service/src/testing/fakes.ts';
import { eventually, shareBrowser } from '../browser.ts';
import { inspectLooks } from './looks.ts';

const ROWS = 500;
const FAILED = 40;

let service: Service;
let origin: string;
let close: () => Promise<unknown>;
/** Ends the installation that runs. */
let endRun: ((result: InstallResult) => void) | undefined;
const folder = mkdtempSync(join(tmpdir(), 'writ-page-batches-'));
const token = 'test-token-with-enough-characters';

const result = (outcome: 'done' | 'failed'): InstallResult => ({
  outcome,
  findings: [],
  sources: [],
  resumable: false,
  milliseconds: 1,
});

beforeAll(async () => {
  let runs = 0;
  service = await createService({
    state: join(folder, 'state'),
    images: join(folder, 'images'),
    token,
    environment: () => ({ example: exampleConfiguration(), mirrors: [], notices: [] }),
    install: () =>
      new Promise((resolve) => {
        runs += 1;
        if (runs < 3) resolve(result(runs === 2 ? 'failed' : 'done'));
        else endRun = resolve;
      }),
    hash: fakeHash,
    hashFile: () => Promise.resolve('0'.repeat(64)),
    fetchDatabases: () => Promise.resolve({ problem: 'no mirror in this test' }),
  });
  const server = service.toolkit.createServer(service.router);
  origin = (await server.listen(0, '127.0.0.1')).url;
  close = () => server.close({ timeout: 100 });
  service.begin();
  const names = Array.from({ length: ROWS }, (_, index) => `web-${String(index + 1).padStart(3, '0')}`);
  const body = {
    template: JSON.stringify({
      variables: { hostname: { type: 'hostname' } },
      configuration: { ...(JSON.parse(exampleConfiguration()) as object), hostname: '{{hostname}}' },
    }),
    table: `hostname\n${names.join('\n')}\n`,
    image: '{{hostname}}.img',
    concurrency: 1,
    stopAfter: FAILED,
  };
  const post = async (path: string, json: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
    const text = await response.text();
    expect(response.ok, text).toBe(true);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const { digest } = await post('/api/batches/plan', body);
  await post('/api/batches', { ...body, planSha256: digest });
});
afterAll(async () => {
  await close?.();
  endRun?.(result('done'));
  await service?.stop(5_000);
  await service?.release();
  rmSync(folder, { recursive: true, force: true });
});
const shared = shareBrowser();

const open = async (page: Page): Promise<void> => {
  await page.goto(`${origin}/#code=${service.issueCode()}`);
};

it('shows all rows of a batch, filters them, and follows their changes', async () => {
  await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
    await open(page);
    await page.getByRole('link', { name: 'Batches', exact: true }).click();
    await page.getByRole('link', { name: 'Batch 1' }).waitFor();
    await inspect('batches');
    await page.getByRole('link', { name: 'Batch 1' }).click();
    const cells = page.getByRole('list', { name: 'Rows', exact: true }).getByRole('button');
    await eventually(() => cells.count()).toBe(ROWS);
    await page.getByRole('button', { name: 'Row 3, web-003.img: running' }).waitFor();
    await page.getByRole('button', { name: 'Row 2, web-002.img: failed' }).click();
    await page.getByRole('heading', { name: 'Row 2: web-002.img' }).waitFor();
    await page.getByRole('link', { name: 'Open installation 2' }).waitFor();

    await page.keyboard.press('ArrowRight');
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Row 3, web-003.img: running',
    );
    await page.keyboard.press('End');
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      `Row ${ROWS}, web-${ROWS}.img: not started`,
    );
    await inspect('batch');

    await page.getByLabel('State', { exact: true }).selectOption('failed');
    await eventually(() => cells.count()).toBe(1);
    await page.getByLabel('State', { exact: true }).selectOption('');
    await page.getByRole('searchbox', { name: 'Search' }).fill('web-12');
    await eventually(() => cells.count()).toBe(10);
    await page.getByRole('searchbox', { name: 'Search' }).fill('none');
    await page.getByText('No row matches').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');

    endRun?.(result('done'));
    await page.getByRole('button', { name: 'Row 3, web-003.img: done' }).waitFor();
    await page.getByRole('button', { name: 'Row 4, web-004.img: running' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('dialog', { name: 'Cancel batch 1' }).waitFor();
    await inspect('cancel');
    await page.getByRole('button', { name: 'Let it run' }).click();
  });
});

it('shows a batch in German', async () => {
  await inspectLooks(shared.browser, 'de-DE', async (page, inspect) => {
    await open(page);
    await page.getByRole('link', { name: 'Stapel', exact: true }).click();
    await page.getByRole('link', { name: 'Stapel 1' }).click();
    await page.getByRole('button', { name: 'Zeile 1, web-001.img: fertig' }).waitFor();
    await inspect('german');
    await page.goto(`${origin}/batches/99`);
    await page.getByText('Stapel 99 gibt es nicht').waitFor();
  });
});
