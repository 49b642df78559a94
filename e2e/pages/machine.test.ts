/** Tests in a real browser that the form offers the disks and network cards of the service's machine. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, fillText, openTab, textOf } from '../browser.ts';
import { serveOutput, servePage } from './output-service.ts';

const machine = {
  firmware: 'uefi',
  architecture: 'x86_64',
  memory: 8 * 1024 ** 3,
  unseen: [],
  unread: [],
  liveMedium: true,
  disks: [
    {
      path: '/dev/vdx',
      size: 64_000_000_000,
      model: 'SSD 870',
      serial: 'S5Y1',
      removable: false,
      readOnly: false,
      inUse: false,
      contents: [],
    },
    {
      path: '/dev/vdy',
      size: 2_000_000_000_000,
      removable: false,
      readOnly: false,
      inUse: true,
      contents: ['/dev/vdy1: ext4 “data”'],
    },
  ],
  networkCards: [
    { name: 'enp3s0', address: '52:54:00:00:00:03', wireless: false, connected: false },
    { name: 'enp4s0', address: '52:54:00:00:00:04', wireless: false, connected: true },
    { name: 'wlan0', address: '52:54:00:00:00:05', wireless: true },
  ],
};

const tested = servePage(() => serveOutput(10, undefined, { devices: true }));

/** Opens the form on a machine with two disks and three network cards. */
async function openPage(): Promise<Page> {
  const page = await openTab(tested.browser);
  await page.route('**/api/machine', (route) => route.fulfill({ json: machine }));
  await page.goto(tested.service.address());
  await page.locator('#plan', { hasText: 'plan ' }).waitFor();
  return page;
}

const openSection = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

describe('the form for a disk of the machine', () => {
  it('offers the disks that are not in use, and shows the plan for the selected one', async () => {
    const page = await openPage();
    await openSection(page, 'Disk and boot');
    const target = page.getByRole('group', { name: 'Install onto' });
    await target.getByText('SSD 870').waitFor();
    for (const fact of ['64.0 GB', 'serial number S5Y1', 'empty']) await target.getByText(fact).waitFor();
    await target
      .getByRole('radio', { name: /vdy.*in use/ })
      .and(page.locator(':disabled'))
      .waitFor();
    const [planned] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/api/plan?')),
      target.getByRole('radio', { name: /vdx/ }).check(),
    ]);
    expect(new URL(planned.url()).search).toBe('?device=%2Fdev%2Fvdx');
    await page.locator('#device', { hasText: '/dev/vdx' }).waitFor();
    await page.getByLabel('Image', { exact: true }).waitFor({ state: 'detached' });
    await target.getByRole('radio', { name: /An image/ }).check();
    await page.getByLabel('Image', { exact: true }).waitFor();
    await page.locator('#plan', { hasText: 'demonstration.img' }).waitFor();
    await page.close();
  });

  it('offers the network cards, checks an address while it is typed, and changes only these values in the text', async () => {
    const page = await openPage();
    const remark = '"network_config": { "x-why":   "the rack",\n    "type": "nm" }';
    const before = (await textOf(page)).replace('"hostname":', `${remark},\n  "hostname":`);
    await fillText(page, before);
    await openSection(page, 'Disk and boot');
    await page.getByRole('radio', { name: /vdx/ }).check();
    await openSection(page, 'Network');
    await page.getByRole('radio', { name: 'As on this machine' }).waitFor();
    await page.getByRole('radio', { name: 'Manual configuration' }).check();
    const cards = page.getByRole('group', { name: 'Network card' });
    const connected = cards.getByRole('radio', { name: /enp4s0.*wired.*52:54:00:00:00:04.*connected/ });
    await eventually(() => connected.isChecked()).toBe(true);
    await cards.getByRole('radio', { name: /enp3s0.*not connected/ }).check();

    await page.getByRole('radio', { name: 'Fixed address', exact: true }).check();
    const address = page.getByLabel('Address with prefix length');
    await address.fill('10.1.2.300/24');
    await page.getByRole('tabpanel').getByText('is not an address with a prefix length').waitFor();
    await address.fill('10.1.2.3');
    await page.getByRole('tabpanel').getByText('has no prefix length').waitFor();
    await page.getByRole('button', { name: 'Use 10.1.2.3/24' }).click();
    await eventually(() => address.inputValue()).toBe('10.1.2.3/24');
    await page.getByText('Network 10.1.2.0/24, 254 addresses').waitFor();
    await page.getByLabel('Router').fill('10.9.9.9');
    await page.getByRole('tabpanel').getByText('is not in the subnet').waitFor();
    await page.getByLabel('Router').fill('10.1.2.1');
    await page.locator('#summary', { hasText: 'No findings' }).waitFor();
    const nics = (entry: object): unknown => ({
      ...JSON.parse(before),
      network_config: { 'x-why': 'the rack', type: 'manual', nics: [entry] },
    });
    const fixed = { iface: 'enp3s0', ip: '10.1.2.3/24', gateway: '10.1.2.1' };
    await eventually(async () => JSON.parse(await textOf(page))).toEqual(nics(fixed));
    // Layout and remarks remain.
    const kept = before.split('"type": "nm"')[0]!;
    expect((await textOf(page)).startsWith(`${kept}"type": "manual"`)).toBe(true);

    await page.getByRole('radio', { name: 'Automatic (DHCP)' }).check();
    await cards.getByRole('radio', { name: 'Another name' }).check();
    await page.getByLabel('Name of the interface').fill('en*');
    await eventually(async () => JSON.parse(await textOf(page))).toEqual(nics({ iface: 'en*', dhcp: true }));
    await page.getByRole('radio', { name: 'NetworkManager' }).check();
    await eventually(() => textOf(page)).toBe(before);
    await page.close();
  });

  it('remains the form for an image until a disk is selected', async () => {
    const page = await openPage();
    await openSection(page, 'Network');
    await page.getByRole('radio', { name: 'Manual configuration' }).check();
    await eventually(() => page.getByLabel('Name of the interface').inputValue()).toBe('en*');
    expect(await page.getByRole('radio', { name: /enp4s0|As on this machine/ }).count()).toBe(0);
    await page.close();
  });
});
