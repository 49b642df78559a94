/** Tests, in a real browser, the ways to begin a configuration. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { demonstrationMirror, distributionMirror, exampleConfiguration } from '@writ/service';
import { describe, expect, it } from 'vitest';
import { eventually, openTab, textOf } from '../browser.ts';
import { serveOutput, servePage } from './output-service.ts';

const fixtures = new URL('../../packages/convert/src/fixtures/', import.meta.url);

const tested = servePage(() => serveOutput(1));

async function openPage(service = tested.service): Promise<Page> {
  const page = await openTab(tested.browser);
  await page.goto(service.address());
  await page.getByRole('heading', { name: 'How do you want to begin?' }).waitFor();
  return page;
}

describe('the start view of the page', () => {
  it('says what the page does and that nothing is written without consent', async () => {
    const page = await openPage();
    const start = page.getByRole('region', { name: 'How do you want to begin?' });
    await start.getByText('does not touch the disks of this machine').waitFor();
    await page.getByRole('banner').getByLabel('Language').selectOption('de');
    await page.getByText('rührt die Laufwerke dieses Rechners nicht an').waitFor();
    await page.close();
  });

  it('leads to the sections of the form', async () => {
    const page = await openPage();
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.getByRole('tab', { name: 'System', selected: true }).waitFor();
    for (const section of ['Disk and boot', 'Software', 'Network', 'Accounts', 'Commands']) {
      await page.getByRole('button', { name: `Next: ${section}` }).click();
      await page.getByRole('tab', { name: section, selected: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Next: Plan' }).click();
    await page.locator('#plan-title:focus').waitFor();
    const image = page.getByLabel('Image', { exact: true });
    expect(await image.inputValue()).toBe('archlinux.img');
    await page.getByRole('tab', { name: 'System' }).click();
    await page.getByLabel('Name of the machine').fill('web-1');
    await eventually(() => image.inputValue()).toBe('web-1.img');
    await image.fill('web-2');
    await image.blur();
    await eventually(() => image.inputValue()).toBe('web-2.img');
    await eventually(async () => JSON.parse(await textOf(page))).toMatchObject({
      bootloader: 'systemd-bootctl',
      kernels: ['linux'],
    });
    await page.getByRole('heading', { name: 'How do you want to begin?' }).waitFor({ state: 'detached' });
    await page.close();
  });

  it('opens an example', async () => {
    const page = await openPage();
    await page.getByRole('button', { name: 'Server', exact: true }).click();
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
    await eventually(async () => JSON.parse(await textOf(page))).toMatchObject({
      services: ['sshd', 'nginx', 'nftables'],
    });
    await page.close();
  });

  it('reports the places of settings in a file that the service refuses, for which the form has no fields', async () => {
    const page = await openPage();
    const extension = { disk: { layout: 'mounted' }, commands: { early: ['modprobe zfs'] } };
    const configuration = { ...(JSON.parse(exampleConfiguration()) as object), 'x-writ': extension };
    const text = JSON.stringify(configuration, undefined, 2);
    const file = { name: 'mounted.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;
    const findings = page.locator('#findings li');
    const finding = (title: string): Promise<string | null> =>
      findings.filter({ has: page.locator(`button[title="${title}"]`) }).textContent();
    await eventually(() => findings.count()).toBe(2);
    expect(await finding('W1529 host-commands')).toContain(`${lineOf('"commands": {')}:`);
    expect(await finding('W1601 target-kind')).toContain(`${lineOf('"layout": "mounted"')}:`);
    await eventually(() => page.locator('#install').isDisabled()).toBe(true);
    await page.close();
  });

  it('shows how the variant of an example for the demonstration mirror differs, before opening either', async () => {
    const service = await serveOutput(1, undefined, {
      fetchDatabases: () => Promise.resolve({ problem: 'the mirror does not respond' }),
      environment: () => ({
        example: exampleConfiguration(),
        mirrors: [demonstrationMirror('http://127.0.0.1:7070/$repo/os/$arch'), distributionMirror],
        notices: [],
      }),
    });
    const page = await openPage(service);
    const before = await textOf(page);
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Server', exact: true }).click();
      await page.locator('h3:focus', { hasText: 'Server, for the demonstration mirror' }).waitFor();
    };
    const servicesOf = async (): Promise<unknown> => JSON.parse(await textOf(page)).services;
    await open();
    await page.getByRole('listitem').filter({ hasText: 'Packages: nftables left out' }).waitFor();
    const differences = page.getByRole('group', { name: 'Differences' });
    expect(await differences.count(), 'the lines are shown on request').toBe(0);
    await page.getByText('Differences in the text').click();
    await differences.locator('.removed', { hasText: 'nftables' }).first().waitFor();
    await differences.locator('.added', { hasText: '127.0.0.1:7070' }).waitFor();
    expect(await textOf(page)).toBe(before);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await open();
    await page.getByRole('button', { name: 'Use this variant' }).click();
    await eventually(servicesOf).toEqual(['sshd', 'nginx']);
    expect(await textOf(page)).toContain('127.0.0.1:7070');
    // This mirror must not be mistaken for one of the distribution.
    const explanation = page.getByText('This mirror is only for trying Writ out');
    await page.getByRole('tab', { name: 'Software' }).click();
    await explanation.waitFor();
    await page.getByRole('button', { name: 'Begin again…' }).click();
    await open();
    await page.getByRole('button', { name: 'Use the full example' }).click();
    await eventually(servicesOf).toEqual(['sshd', 'nginx', 'nftables']);
    await explanation.waitFor({ state: 'detached' });
    await page.close();
    await service.close();
  });

  it('shows what changes when an archinstall configuration is converted', async () => {
    const page = await openPage();
    const before = await textOf(page);
    await page.locator('input[type=file]').setInputFiles(
      ['3.0.5-or-newer.json', '3.0.5-or-newer.creds.json'].map((name) => ({
        name,
        mimeType: 'application/json',
        buffer: readFileSync(new URL(name, fixtures)),
      })),
    );
    await page.getByRole('heading', { name: 'Converted from archinstall' }).waitFor();
    const accept = page.getByRole('button', { name: /^Convert without/ });
    const use = page.getByRole('button', { name: 'Use the converted configuration' });
    await accept.or(use).waitFor();
    expect(await textOf(page)).toBe(before);
    if (await accept.isVisible()) await accept.click();
    await use.waitFor();
    await page.locator('.difference .removed').first().waitFor();
    await use.click();
    await page.getByText('Begin again…').waitFor();
    await eventually(() => textOf(page)).not.toBe(before);
    await page.close();
  });

  it('asks for the PARTUUIDs of partitions to keep when it converts an archinstall configuration', async () => {
    const page = await openPage();
    const partitions = [
      { status: 'existing', dev_path: '/dev/sda1', fs_type: 'fat32', mountpoint: '/boot' },
      {
        status: 'create',
        fs_type: 'ext4',
        mountpoint: '/',
        size: { unit: 'GiB', value: 60, sector_size: null },
      },
    ];
    const kept = {
      bootloader: 'Systemd-boot',
      disk_config: {
        config_type: 'manual_partitioning',
        device_modifications: [{ device: '/dev/sda', wipe: false, partitions }],
      },
      kernels: ['linux'],
      mirror_config: { mirror_regions: {} },
      '!root-password': 'battery staple',
    };
    await page.locator('input[type=file]').setInputFiles({
      name: 'kept.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(kept)),
    });
    const partuuid = 'a91c1a52-0001-4c2b-9a51-6d1f5f1f0001';
    await page.getByRole('heading', { name: 'Converted from archinstall' }).waitFor();
    await page.getByLabel('PARTUUID of "/dev/sda1", "fat32"').fill(partuuid);
    await page.getByRole('button', { name: 'Keep these partitions' }).click();
    await page.getByText(/^Effect on \d+ keys$/).click();
    await page.getByText('partitions[1].size changed becomes the remaining space of the drive').waitFor();
    await page.getByRole('button', { name: 'Use the converted configuration' }).click();
    await eventually(() => textOf(page)).toContain(partuuid);
    await page.close();
  });
});
