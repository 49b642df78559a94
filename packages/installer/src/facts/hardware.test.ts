import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import { describe, expect, it } from 'vitest';
import { efiVariable } from './fake-machines/parts.ts';
import type { Hardware } from './hardware.ts';
import { machineTree } from './machine-tree.ts';
import { readFacts } from './read-facts.ts';
import { suggestSettings, type Suggestions } from './suggestions.ts';
import { fakeMachine } from './testing.ts';

const variable = (value: number): string => `\u0006\0\0\0${String.fromCharCode(value)}`;

async function hardwareOf(files: Readonly<Record<string, string>>): Promise<Hardware | undefined> {
  return (await readFacts({ root: await fakeMachine({ disks: [], files }) })).hardware;
}

describe('the hardware in the facts', () => {
  it('is absent if the machine has none', async () => {
    expect(await hardwareOf({})).toEqual({ graphics: [], network: [], battery: false, bluetooth: false });
  });

  it('includes graphics cards with their drivers, and no other PCI devices', async () => {
    const root = await fakeMachine({
      disks: [],
      links: { '/sys/bus/pci/devices/0000:00:02.0/driver': '../../../bus/pci/drivers/i915' },
      files: {
        '/sys/bus/pci/devices/0000:00:02.0/class': '0x030000\n',
        '/sys/bus/pci/devices/0000:00:02.0/vendor': '0x8086\n',
        '/sys/bus/pci/devices/0000:00:02.0/device': '0x46a6\n',
        '/sys/bus/pci/devices/0000:01:00.0/class': '0x030200\n',
        '/sys/bus/pci/devices/0000:01:00.0/vendor': '0x10de\n',
        '/sys/bus/pci/devices/0000:01:00.0/device': '0x25a2\n',
        '/sys/bus/pci/devices/0000:02:00.0/class': '0x010802\n',
      },
    });
    expect((await readFacts({ root })).hardware?.graphics).toEqual([
      { address: '0000:00:02.0', vendor: '8086', device: '46a6', driver: 'i915' },
      { address: '0000:01:00.0', vendor: '10de', device: '25a2' },
    ]);
  });

  it.each([
    [variable(1), variable(0), 'enabled'],
    [variable(0), variable(0), 'disabled'],
    [variable(0), variable(1), 'setup'],
    ['', '', undefined],
  ])('includes the state of Secure Boot from the variables %j and %j', async (secure, setup, state) => {
    expect(
      (await hardwareOf({ [efiVariable('SecureBoot')]: secure, [efiVariable('SetupMode')]: setup }))
        ?.secureBoot,
    ).toBe(state);
  });

  it.each([
    ['2\n', '2.0'],
    ['1\n', '1.2'],
  ])('includes the version of a TPM: %j', async (major, version) => {
    expect((await hardwareOf({ '/sys/class/tpm/tpm0/tpm_version_major': major }))?.tpm).toBe(version);
  });

  it.each([
    [{ type: 'Battery\n', scope: 'System\n' }, true],
    [{ type: 'Battery\n' }, true],
    [{ type: 'Battery\n', scope: 'Device\n' }, false],
    [{ type: 'Mains\n' }, false],
  ])('includes only the battery of the machine itself: %j', async (files, battery) => {
    const supply = Object.entries(files).map(([name, text]) => [
      `/sys/class/power_supply/BAT0/${name}`,
      text,
    ]);
    expect((await hardwareOf(Object.fromEntries(supply)))?.battery).toBe(battery);
  });
});

it('system settings are read from the running system', async () => {
  const root = await fakeMachine({
    disks: [],
    links: { '/etc/localtime': '/usr/share/zoneinfo/Europe/Berlin' },
    files: { '/etc/vconsole.conf': 'FONT=x\nKEYMAP="de-latin1"\n', '/etc/locale.conf': 'LANG=de_DE.UTF-8\n' },
  });
  expect((await readFacts({ root })).system).toEqual({
    timezone: 'Europe/Berlin',
    keyboard: 'de-latin1',
    language: 'de_DE.UTF-8',
  });
});

it('a file that exceeds the size limit is unreadable', async () => {
  const root = await fakeMachine({ disks: [], files: {} });
  const path = join(root, '/proc/self/mountinfo');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '12345678');
  expect(await machineTree(root, 8).readText('/proc/self/mountinfo')).toBe('12345678');
  expect(await machineTree(root, 7).readText('/proc/self/mountinfo')).toBeUndefined();
});

describe('suggested settings', () => {
  function suggest(cards: readonly (readonly [string, string])[], virtualMachine?: string): Suggestions {
    const graphics = cards.map(([vendor, device]) => ({ address: '0000:00:02.0', vendor, device }));
    const hardware = { graphics, network: [], battery: false, bluetooth: false };
    return suggestSettings({ cpuVendor: 'GenuineIntel', hardware, ...defined({ virtualMachine }) });
  }

  it.each([
    [[['8086', '46a6']], 'Intel (open-source)'],
    [[['1002', '73bf']], 'AMD / ATI (open-source)'],
    [[['10de', '1e04']], 'Nvidia (open kernel module for newer GPUs, Turing+)'],
    [[['10de', '1b80']], 'Nvidia (open-source nouveau driver)'],
    [[['80ee', 'beef']], 'VMware / VirtualBox (open-source)'],
    [[['1af4', '1050']], 'All open-source (default)'],
    [[['constructor', '1050']], 'All open-source (default)'],
    [
      [
        ['8086', '46a6'],
        ['10de', '25a2'],
      ],
      'All open-source (default)',
    ],
    [[], undefined],
  ] as const)('contain the driver for the graphics cards %j', (cards, driver) => {
    expect(suggest(cards)).toEqual({ microcode: 'intel-ucode', ...(driver && { driver }) });
  });

  it('contain no microcode for a virtual machine or an unknown processor', () => {
    expect(suggest([], 'kvm')).toEqual({});
    expect(suggestSettings({ cpuVendor: 'constructor' })).toEqual({});
  });
});
