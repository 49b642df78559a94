/** Tests the machines in the browser: the list, a machine with all actions on it, roles, languages and widths. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { exampleConfiguration } from '@writ/service';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCertificate } from '../../scripts/certificates.ts';
import { describeUnread, unreadContents } from '../../packages/installer/src/facts/unread-parts.ts';
import { DISK_SERIAL, machineFacts, registerAgent } from '../../packages/service/src/testing/agents.ts';
import { temporaryFolder } from '../../packages/service/src/testing/fakes.ts';
import { simulateController } from '../../packages/service/src/testing/management-controller.ts';
import { setUpPeople, userPassword, type PeopleSetUp } from '../../packages/service/src/testing/people.ts';
import { eventually, openTab, shareBrowser } from '../browser.ts';
import { inspectLooks } from './looks.ts';

const NODES = 500;
const controllerPassword = 'canary-controller-7c';

const shared = shareBrowser();

interface ServedPeople extends PeopleSetUp {
  readonly url: string;
}

/** Serves a service with a user of each role, whose name is the role, until the test ends. */
async function serve(): Promise<ServedPeople> {
  const sealKeyFile = join(temporaryFolder(), 'seal.key');
  writeFileSync(sealKeyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  const set = await setUpPeople({ sealKeyFile, wakeAddress: { host: '127.0.0.1', port: 9 } });
  const server = set.service.toolkit.createServer(set.service.router);
  const { url } = await server.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    await server.close({ timeout: 100 });
  });
  return { ...set, url };
}

async function logIn(page: Page, { url }: ServedPeople, user: string, path = ''): Promise<void> {
  await page.goto(`${url}${path}`);
  await page.locator('#login-user').fill(user);
  await page.locator('#login-password').fill(userPassword);
  await page.locator('#login button').click();
}

const focusedName = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

describe('the machines on the page', () => {
  it('are shown at a glance, and can be found, filtered and added', async () => {
    const set = await serve();
    const add = async (index: number): Promise<void> => {
      const mac = `52:54:00:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`;
      const labels = { rack: String(index % 20) };
      const json = { name: `web-${String(index).padStart(3, '0')}`, macs: [mac], labels };
      expect((await set.send({ method: 'POST', url: '/api/nodes', json })).status).toBe(201);
    };
    for (let index = 1; index < NODES; index += 1) await add(index);
    await registerAgent(set, { labels: { rack: '3' }, serial: 'CHASSIS-1' });

    await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
      await logIn(page, set, 'administer');
      await page.getByRole('link', { name: 'Machines', exact: true }).click();
      const cells = page.getByRole('list', { name: 'Machines', exact: true }).getByRole('button');
      await eventually(() => cells.count()).toBe(NODES);
      await cells.first().focus();
      await page.keyboard.press('End');
      await eventually(() => focusedName(page)).toBe(`Machine ${NODES}: waits for approval`);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `Machine ${NODES}` }).waitFor();

      await page.getByLabel('State', { exact: true }).selectOption('pending');
      await eventually(() => cells.count()).toBe(1);
      await page.getByLabel('State', { exact: true }).selectOption('');
      await page.getByLabel('Label', { exact: true }).selectOption('rack=3');
      await eventually(() => cells.count()).toBe(26);
      await page.getByText('26 of 500 machines').waitFor();
      // A part of the cells has the same look as all of them, and is inspected in less time.
      await inspect('machines');
      await page.getByRole('button', { name: 'List', exact: true }).click();
      const entries = page.getByRole('list', { name: 'Machines', exact: true }).getByRole('listitem');
      await eventually(() => entries.count()).toBe(26);
      await page.getByRole('searchbox').fill('chassis');
      await eventually(() => entries.count()).toBe(1);
      await eventually(() => entries.first().textContent()).toContain('1 disk, 17.2 GB');

      await page.getByLabel('Name', { exact: true }).fill('new machine');
      await page.getByLabel('Hardware address of a network card').fill('525400ffffff');
      await page.getByRole('button', { name: 'Add the machine' }).click();
      await page.getByText('1 of 501 machines').waitFor();
      await page.getByRole('button', { name: 'Create a token' }).click();
      const token = await page.locator('#agent-token').textContent();
      expect(token).toMatch(/^[\w-]{32,}$/);
      const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
      expect(stored).not.toContain(token);
      await inspect('machines-list');
      await page.getByRole('link', { name: 'Batches', exact: true }).click();
      await page.getByRole('link', { name: 'Machines', exact: true }).click();
      await page.getByRole('button', { name: 'Create a token' }).waitFor();
      expect(await page.locator('#agent-token').count()).toBe(0);
    });
  });

  it('show why there is no plan, and which contents are unknown', async () => {
    const set = await serve();
    const machine = machineFacts();
    const unread = machine.disks.map(({ path }) => unreadContents(path));
    const facts = JSON.stringify({ ...machine, unseen: unread.map(describeUnread), unread });
    const agent = await registerAgent(set, { facts });
    const assign = async (drives: readonly string[]): Promise<void> => {
      const example = JSON.parse(exampleConfiguration()) as object;
      const configuration = JSON.stringify({ ...example, harddrives: drives });
      const json = { selector: { mac: '52:54:00:12:34:56' }, configuration };
      const url = '/api/node-configurations';
      expect((await set.send({ method: 'POST', url, json })).status).toBe(201);
    };
    await assign(['serial=ABSENT']);
    await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
      await logIn(page, set, 'administer', `/nodes/${agent.id}`);
      await page.getByText('unknown', { exact: true }).waitFor();
      await page
        .getByText('The agent could not read: the content of /dev/vda, which cannot be read')
        .waitFor();
      await page.getByRole('button', { name: 'Plan the installation' }).click();
      const findings = page.getByRole('list', { name: 'Findings' });
      await findings.locator('.message', { hasText: 'ABSENT' }).waitFor();
      const more = findings.locator('.more');
      await eventually(() => more.allTextContents()).toEqual([
        expect.stringContaining(`/dev/vda (serial ${DISK_SERIAL}`),
      ]);
      await inspect('machine-plan-refused');
      await assign([]);
      await page.getByRole('button', { name: 'Plan the installation' }).click();
      await eventually(() => more.allTextContents()).toEqual(['name a disk of the node in harddrives']);
    });
  });

  it('are planned and installed together', async () => {
    const set = await serve();
    const labels = { rack: '3' };
    const configuration = JSON.stringify({
      ...(JSON.parse(exampleConfiguration()) as object),
      harddrives: [`serial=${DISK_SERIAL}`],
    });
    const json = { selector: { labels }, configuration };
    expect((await set.send({ method: 'POST', url: '/api/node-configurations', json })).status).toBe(201);
    const facts = JSON.stringify(machineFacts({ signatures: [{ type: 'ext4', label: 'old' }] }));
    const agents = [];
    for (const last of ['01', '02', '03'])
      agents.push(await registerAgent(set, { macs: [`52:54:00:00:00:${last}`], labels, facts }));
    for (const { id, code } of agents.slice(0, 2))
      await set.send({ method: 'POST', url: `/api/nodes/${id}/approve`, json: { code } });
    await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
      await logIn(page, set, 'run', '/nodes');
      await page.getByRole('button', { name: 'Plan 3 machines' }).click();
      await page.getByText('2 of 3 machines can be installed').waitFor();
      const refused = page.getByRole('list', { name: 'Machines that cannot be installed' });
      expect(await refused.textContent()).toBe('Machine 3Node 3 has not been approved');
      await inspect('machines-planned');
      await page.getByLabel('Afterwards').selectOption('wait');
      await page.getByRole('button', { name: 'Install 2 machines' }).click();
      const dialog = page.getByRole('dialog', { name: 'This will be lost' });
      await dialog.getByText('Machine 2: /dev/vda').waitFor();
      await dialog.getByRole('button', { name: 'Install', exact: true }).click();
      await page.getByText('The installation of 2 machines was requested').waitFor();
    });
    for (const agent of agents.slice(0, 2))
      expect((await agent.send('/claim', { run: 1, nonce: 'n' })).json()).toMatchObject({ ending: 'wait' });
  });

  it('are approved, installed, erased, switched and released after questions', async () => {
    const set = await serve();
    const facts = JSON.stringify(
      machineFacts({ model: 'Fast', signatures: [{ type: 'ext4', label: 'old' }] }),
    );
    const agent = await registerAgent(set, { facts, labels: { rack: '3' } });
    const simulated = await simulateController({ ...createCertificate(), password: controllerPassword });

    await inspectLooks(shared.browser, 'en-GB', async (page, inspect) => {
      const ask = async (name: string, title: string, answer: string): Promise<void> => {
        await page.getByRole('button', { name, exact: true }).click();
        const dialog = page.getByRole('dialog', { name: title });
        await dialog.waitFor();
        // The focus is on the answer that changes nothing.
        await eventually(() =>
          dialog
            .getByRole('button')
            .first()
            .evaluate((button) => button === document.activeElement),
        ).toBe(true);
        await dialog.getByRole('button', { name: answer, exact: true }).click();
        await dialog.waitFor({ state: 'hidden' });
      };
      const waitForState = (state: string) =>
        page
          .locator('.badge', { hasText: new RegExp(`^${state}$`) })
          .first()
          .waitFor();
      await logIn(page, set, 'administer', `/nodes/${agent.id}`);
      await page.locator('.needs', { hasText: agent.code }).waitFor();
      await inspect('machine-pending');
      await ask('Approve…', 'Approve this agent?', 'Not yet');
      await waitForState('waits for approval');
      await ask('Approve…', 'Approve this agent?', 'The codes match: approve');
      await waitForState('approved');

      await page.getByLabel('Labels', { exact: true }).fill('rack=4 disk=ssd');
      await page.getByRole('button', { name: 'Change the labels' }).click();
      await eventually(() => page.getByLabel('Applies to').textContent()).toContain('rack=4');

      await page.getByRole('button', { name: 'Assign', exact: true }).click();
      await page.getByText('Configuration 1, for 52:54:00:12:34:56').waitFor();
      await page.getByRole('button', { name: 'Show the text' }).click();
      await eventually(() =>
        page.getByRole('region', { name: 'Text of the configuration' }).textContent(),
      ).toContain(`serial=${DISK_SERIAL}`);
      await page.getByRole('button', { name: 'Plan the installation' }).click();
      await page.getByText(/^plan [0-9a-f]{12}, configuration 1$/).waitFor();
      await inspect('machine-plan');
      await page.getByLabel('Afterwards').selectOption('wait');
      await ask('Install', 'This will be lost', 'Keep it');
      await ask('Install', 'This will be lost', 'Install');
      await page.getByText('installation requested', { exact: true }).first().waitFor();
      expect((await agent.send('')).json().work).toMatchObject({ run: 1, kind: 'install' });
      expect((await agent.send('/claim', { run: 1, nonce: 'n' })).json()).toMatchObject({ ending: 'wait' });
      await agent.send('/claim/confirmation', { run: 1, nonce: 'n' });
      await waitForState('installing');
      const events = [
        { type: 'start', id: 'disk', title: 'Partition /dev/vda', stage: 'disk', weight: 1 },
        { type: 'log', id: 'disk', source: 'stdout', text: 'a line of the agent' },
        { type: 'progress', id: 'disk', fraction: 0.5, total: 0.42 },
      ].map((data, index) => ({ number: index + 1, type: data.type, data: JSON.stringify(data) }));
      await agent.send('/events', { run: 1, events });
      await page.getByRole('log').getByText('a line of the agent').waitFor();
      await page.getByText('42%').waitFor();
      await page.getByText('Partition /dev/vda').waitFor();
      await inspect('machine-installing');
      await agent.send('/report', { run: 1, failure: { message: 'No room', next: 'Make room' } });
      await waitForState('failed');
      await page.getByRole('alert').getByText('No room').waitFor();

      await page.getByRole('checkbox', { name: `/dev/vda, Fast, ${DISK_SERIAL}` }).check();
      await page.getByLabel('Method').selectOption('zero');
      await page.getByRole('button', { name: 'Erase…', exact: true }).click();
      await page.getByRole('dialog', { name: 'Erase 1 disk?' }).getByText('ext4').waitFor();
      await inspect('machine-erase');
      await page.getByRole('button', { name: 'Erase', exact: true }).click();
      await page.getByText('erasure requested', { exact: true }).first().waitFor();
      const work = (await agent.send('/claim', { run: 2, nonce: 'n' })).json();
      expect(work).toMatchObject({ kind: 'erase', disks: [DISK_SERIAL], method: 'zero' });
      await ask('Cancel the work…', 'Cancel the work of this machine?', 'Cancel the work');
      await page.getByText('cancellation requested').waitFor();
      await agent.send('/report', { run: 2 });
      await waitForState('erased');

      await page.getByText('Management controller (Redfish)').click();
      await page.getByLabel('Address').fill(simulated.address);
      await page.getByLabel('User', { exact: true }).fill('admin');
      await page.getByLabel('Password').fill(controllerPassword);
      await page.getByLabel('SHA-256 of its certificate').fill(simulated.certificateSha256);
      await page.getByRole('button', { name: 'Store the controller' }).click();
      await page.getByRole('button', { name: 'Read the state' }).click();
      await page.getByText('State: Off').waitFor();
      await page.getByRole('checkbox', { name: 'Boot from the network next time' }).check();
      await page.getByRole('button', { name: 'Switch on', exact: true }).click();
      await page.getByText('State: On').waitFor();
      await ask('Switch off…', 'Switch off?', 'Let it run');
      expect(simulated.power).toBe('On');
      await ask('Switch off…', 'Switch off?', 'Interrupt it');
      await page.getByText('State: Off').waitFor();
      await page.getByRole('button', { name: 'Wake (wake-on-LAN)' }).click();
      expect(await page.content()).not.toContain(controllerPassword);
      await page.getByRole('button', { name: 'Start the medium at the next network boot' }).click();
      await page.getByText('starts the installation medium, once').waitFor();
      await inspect('machine-power');

      await ask('Release…', `Release Machine ${agent.id}?`, 'Release');
      await page.getByText('No machines yet').waitFor();
      expect((await set.send(`/api/nodes/${agent.id}`)).status).toBe(404);
      await page.goto(`${set.url}/nodes/${agent.id}`);
      await page.getByText(`Machine ${agent.id} does not exist`).waitFor();
    });
  });

  it('are shown in German, and cannot be changed by users who may only view', async () => {
    const set = await serve();
    const { id } = await registerAgent(set);
    await inspectLooks(shared.browser, 'de-DE', async (page, inspect) => {
      await logIn(page, set, 'view', '/nodes');
      await page.getByRole('button', { name: `Rechner ${id}: wartet auf Freigabe` }).click();
      expect(await page.getByRole('heading', { name: 'Rechner hinzufügen' }).count()).toBe(0);
      await inspect('machines-german');
      await page.getByRole('link', { name: `Rechner ${id} öffnen` }).click();
      await page.getByText('Ihre Rolle erlaubt Ihnen, Rechner zu sehen').waitFor();
      await page.getByRole('heading', { name: 'Datenträger löschen' }).waitFor();
      for (const name of ['Freigeben …', 'Entlassen …', 'Zuweisen', 'Wecken (Wake-on-LAN)', 'Löschen …'])
        await eventually(async () => [
          name,
          await page.getByRole('button', { name, exact: true }).isDisabled(),
        ]).toEqual([name, true]);
      await inspect('machine-german');
    });
    const page = await openTab(shared.browser);
    await logIn(page, set, 'run', `/nodes/${id}`);
    await page.getByText('Only administrators approve and release machines').waitFor();
    await eventually(() => page.getByRole('button', { name: 'Approve…' }).isDisabled()).toBe(true);
    await eventually(() => page.getByRole('button', { name: 'Assign', exact: true }).isEnabled()).toBe(true);
    await page.close();
  });
});
