/** Tests how users log in to the page, what their roles allow, and how the page shows users and the audit log. */
import type { Page } from 'playwright-core';
import { exampleConfiguration } from '@writ/service';
import { describe, expect, it } from 'vitest';
import { addUser, cheapCost, userPassword } from '../../packages/service/src/testing/people.ts';
import { serveRefusing, type RefusingService } from '../../packages/service/src/testing/refusing-service.ts';
import { eventually, openInstallations, openTab, shareBrowser } from '../browser.ts';
import { inspectLooks } from './looks.ts';

const shared = shareBrowser();

/** Serves a service with a user of each role, whose name is the role. */
async function serve(): Promise<RefusingService> {
  const served = await serveRefusing({
    passwordCost: cheapCost,
    environment: () => ({ example: exampleConfiguration(), mirrors: [], notices: [] }),
  });
  for (const role of ['administer', 'run', 'view'] as const) await addUser(served.service, role, role);
  return served;
}

async function logIn(page: Page, user: string, password = userPassword): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(user);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

describe('the page of a service with users', () => {
  it('lets users log in and out, and disables what their role does not allow', async () => {
    const { url } = await serve();
    const page = await openTab(shared.browser);
    await page.goto(url);
    await logIn(page, 'view', 'wrong password');
    await page.getByText('The name or the password is wrong.').waitFor();
    await logIn(page, 'view');
    await page.getByText('Your role allows you to view, but not to install.').waitFor();
    await eventually(() => page.locator('#install').isDisabled()).toBe(true);
    await page.reload();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await logIn(page, 'run');
    await openInstallations(page);
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    expect(await page.getByText('Your role allows').count()).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
    await page.close();
  });

  it('has an accessible login form, account, list of users and audit log at each width, in light and dark mode', async () => {
    const { url } = await serve();
    await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
      await page.goto(url);
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      await inspect('login');
      await logIn(page, 'administer');
      await page.getByRole('link', { name: 'administer' }).click();
      await page.getByLabel('Purpose').fill('backup');
      await page.getByRole('button', { name: 'Create a token' }).click();
      await page.locator('#created-token', { hasText: 'writ_' }).waitFor();
      await page.getByRole('button', { name: 'Verify the log' }).click();
      await eventually(() => page.locator('#verification').textContent()).toContain('unchanged');
      await inspect('account');
      await page.getByRole('button', { name: 'Revoke the token backup' }).click();
      await page.getByText('No tokens yet').waitFor();
      await page.getByRole('button', { name: 'Remove the user view' }).click();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByLabel('Role of view').waitFor({ state: 'detached' });
    });
  });
});
