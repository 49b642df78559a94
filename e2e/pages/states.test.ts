/** Tests that the page is accessible and fits the window in every state of an installation, and after failures. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { demonstrationAddress, demonstrationMirror, exampleConfiguration } from '@writ/service';
import { describe, it } from 'vitest';
import { eventually, openInstallations } from '../browser.ts';
import { installByName } from './ends.ts';
import { inspectLooks } from './looks.ts';
import { serveOutput, servePage } from './output-service.ts';

const fixtures = new URL('../../packages/convert/src/fixtures/', import.meta.url);

let ids: Readonly<Record<'done' | 'refused' | 'interrupted' | 'running' | 'queued' | 'needs', number>>;

const tested = servePage(async () => {
  const service = await serveOutput(1, undefined, {
    install: installByName,
    fetchDatabases: () => Promise.resolve({ problem: 'the mirror does not respond' }),
    environment: () => ({
      example: exampleConfiguration(),
      mirrors: [demonstrationMirror(demonstrationAddress)],
      notices: [],
    }),
  });
  const secretive = exampleConfiguration()
    .replace('"demo-ada"', '{ "$secret": "password of ada" }')
    .replace('"demo-root"', '{ "$secret": "password of root" }');
  const end = async (image: string): Promise<number> => {
    const id = await service.start(image);
    await service.ended(id);
    return id;
  };
  ids = {
    done: await end('done.img'),
    refused: await end('refused.img'),
    interrupted: await end('interrupted.img'),
    running: await service.start('running.img'),
    queued: await service.start('other.img'),
    needs: await service.start('needs.img', secretive),
  };
  return service;
});

const openRun = (page: Page, state: keyof typeof ids): Promise<void> =>
  page.getByRole('link', { name: `installation ${ids[state]}` }).click();

const waitForState = (page: Page, state: string): Promise<void> =>
  page.locator('#watch-state', { hasText: state }).waitFor();

describe('the page', () => {
  it('is accessible and fits the window in every state of an installation', async () => {
    await inspectLooks(tested.browser, 'en-GB', async (page, inspect) => {
      await page.goto(tested.service.address());
      await openInstallations(page);
      await page.getByRole('link', { name: `installation ${ids.running}` }).waitFor();
      await inspect('states');
      const states = [
        ['queued', 'waiting'],
        ['needs', 'waiting for secrets'],
        ['refused', 'refused'],
        ['interrupted', 'interrupted'],
        ['running', 'running'],
      ] as const;
      for (const [state, shown] of states) {
        await openRun(page, state);
        await waitForState(page, shown);
        if (state === 'running') await page.locator('#log-lines', { hasText: '(59/60)' }).waitFor();
        await inspect(state);
        if (state !== 'running') await openInstallations(page);
      }
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await waitForState(page, 'cancelled');
      await inspect('cancelled');

      await openInstallations(page);
      await openRun(page, 'done');
      // The lines of the installation before it are shown until its own arrive.
      await waitForState(page, 'done');
      await page.locator('#log-lines', { hasText: '(59/60)' }).waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('no line contains this');
      await page.getByText('0 of ').waitFor();
      await inspect('search-without-results');

      await openInstallations(page);
      await page.getByRole('button', { name: `Delete installation ${ids.done}` }).click();
      await page.getByRole('dialog', { name: `Delete installation ${ids.done}` }).waitFor();
      await inspect('delete');
    });
  });

  it('is accessible and fits the window while it shows differences, and asks for consent', async () => {
    await inspectLooks(tested.browser, 'en-GB', async (page, inspect) => {
      await page.goto(tested.service.address());
      await page.getByRole('button', { name: 'Server', exact: true }).click();
      await page.getByRole('heading', { name: 'Server, for the demonstration mirror' }).waitFor();
      await inspect('variant');
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.locator('input[type=file]').setInputFiles(
        ['3.0.5-or-newer.json', '3.0.5-or-newer.creds.json'].map((name) => ({
          name,
          mimeType: 'application/json',
          buffer: readFileSync(new URL(name, fixtures)),
        })),
      );
      await page.getByRole('button', { name: /^Convert without/ }).waitFor();
      await inspect('conversion-with-losses');
      await page.getByRole('button', { name: /^Convert without/ }).click();
      await page.getByRole('button', { name: 'Use the converted configuration' }).waitFor();
      await page.getByText(/^\d+ notes$/).click();
      await page.getByText(/^Effect on \d+ keys$/).click();
      await inspect('conversion');
      await page.getByRole('button', { name: 'Keep the current text' }).click();

      await page.getByLabel('Image', { exact: true }).fill('done.img');
      await page.locator('#plan', { hasText: '/done.img' }).waitFor();
      await page.getByRole('button', { name: 'Install', exact: true }).click();
      await page.getByRole('dialog', { name: 'This will be lost' }).waitFor();
      await inspect('consent');
    });
  });

  it('is accessible and fits the window without installations, and offers a retry after a request has failed', async () => {
    await inspectLooks(tested.browser, 'en-GB', async (page, inspect) => {
      const retry = page.getByRole('button', { name: 'Try again' });
      await page.route('**/api/service', (route) => route.abort());
      await page.goto(tested.service.address());
      await page.getByText('The page could not be opened').waitFor();
      await inspect('opening-failed');
      await page.unroute('**/api/service');
      await retry.click();
      await page.locator('#plan', { hasText: 'plan ' }).waitFor();

      await page.route('**/api/installs', (route) => route.abort());
      await openInstallations(page);
      await page.getByText('The installations could not be loaded').waitFor();
      await inspect('installations-failed');
      await page.unroute('**/api/installs');
      const none = { json: [], headers: { 'x-total-count': '0' } };
      await page.route('**/api/installs', (route) => route.fulfill(none));
      await retry.click();
      await page.getByText('No installations yet').waitFor();
      await inspect('installations-empty');
      await page.unroute('**/api/installs');

      await page.route(`**/api/installs/${ids.done}`, (route) => route.abort());
      await page.goto(new URL(`/installs/${ids.done}`, page.url()).href);
      await page.getByText('The installation could not be loaded').waitFor();
      await inspect('installation-failed');
      await page.unroute(`**/api/installs/${ids.done}`);
      await retry.click();
      await waitForState(page, 'done');
    });
  });
});

describe('the reference page of the API', () => {
  it('has a title, and is accessible and fits the window', async () => {
    await inspectLooks(tested.browser, 'en-GB', async (page, inspect) => {
      await page.goto(new URL('/reference', tested.service.address()).href);
      await eventually(() => page.title()).toBe('Writ install service');
      // The page's own typeface, which the content security policy must allow.
      await page.waitForFunction(() =>
        [...document.fonts].some(
          ({ family, status }) => family.includes('IBM Plex Sans') && status === 'loaded',
        ),
      );
      await inspect('reference');
      const operation = page
        .locator('details', { hasText: '/api/installs' })
        .filter({ hasText: 'POST' })
        .first();
      await operation.locator('summary').click();
      await page.locator('details[id^=schema-] summary').first().click();
      await inspect('reference-open');
    });
  });
});
