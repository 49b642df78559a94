import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkConfiguration } from '../../config/check.ts';
import { minimalConfig } from '../../config/testing.ts';
import type { Facts } from '../../facts/facts.ts';
import { checkOnMachine } from './check-machine.ts';

const read = (machine: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../fixtures/machines/${machine}.json`, import.meta.url)), 'utf8');
const disksOf = (machine: string): Facts['disks'] =>
  (JSON.parse(read(machine)) as Facts).disks.filter(({ kind }) => kind === 'disk');

async function findingsFor(machine: string, change: object, text = read(machine)): Promise<string[]> {
  const config = { file: 'a.json', text: JSON.stringify({ ...minimalConfig, ...change }, null, 1) };
  const checked = checkConfiguration({ config });
  const { findings } = await checkOnMachine(checked, { file: 'machine.json', text });
  return findings.map(({ rule, pointer, file, range }) => {
    const place = range === undefined ? '' : ` ${file}:${range.start.line}`;
    return `${rule} ${pointer ?? ''}${place}`;
  });
}

const [laptop] = disksOf('uefi-laptop');
const [server] = disksOf('bios-server');

it('a check for a suitable machine reports no findings', async () => {
  expect(await findingsFor('uefi-laptop', {})).toEqual([]);
  for (const name of [laptop!.path, `serial=${laptop!.serial}`, `model=${laptop!.model}`, ...laptop!.links]) {
    expect(await findingsFor('uefi-laptop', { harddrives: [name] }), name).toEqual([]);
  }
});

it('a check reports that the boot loader does not support the firmware, with and without drives', async () => {
  expect(await findingsFor('bios-server', {})).toEqual(['loader-needs-uefi /bootloader a.json:2']);
  const found = await findingsFor('bios-server', { harddrives: [server!.path] });
  expect(found).toContain('loader-needs-uefi /bootloader a.json:2');
  expect(await findingsFor('bios-server', { bootloader: 'grub-install' })).toEqual([]);
});

it('a check reports missing drives, each with its location', async () => {
  expect(await findingsFor('uefi-laptop', { harddrives: ['/dev/sdz', 'serial=none'] })).toEqual([
    'target-unknown /harddrives/0 a.json:11',
    'target-unknown /harddrives/1 a.json:12',
  ]);
});

it('a check reports a drive that is listed under two names', async () => {
  expect(
    await findingsFor('uefi-laptop', { harddrives: [laptop!.path, `serial=${laptop!.serial}`] }),
  ).toEqual(['target-twice /harddrives/1 a.json:12']);
});

it('a check reports a drive in use', async () => {
  const used = disksOf('in-use').find(({ partitions }) =>
    partitions.some(({ mountPoints }) => mountPoints.length > 0),
  );
  const found = await findingsFor('in-use', { harddrives: [used!.path], bootloader: 'grub-install' });
  expect(found).toContain('target-in-use /harddrives/0 a.json:11');
});

it('a check reports a drive that is too small', async () => {
  const small = JSON.parse(read('uefi-laptop')) as Facts;
  const disks = small.disks.map((disk) =>
    disk.path === laptop!.path ? { ...disk, size: 512 * 1024 * 1024, partitions: [] } : disk,
  );
  const text = JSON.stringify({ ...small, disks });
  expect(await findingsFor('uefi-laptop', { harddrives: [laptop!.path] }, text)).toEqual([
    'target-too-small /harddrives/0 a.json:11',
  ]);
});

it('a check for an image ignores drives', async () => {
  expect(await findingsFor('uefi-laptop', { harddrives: ['disk.img'] })).toEqual([]);
});

it('a check of an invalid configuration still checks drives and firmware', async () => {
  expect(await findingsFor('bios-server', { harddrives: [5, '/dev/sdz'], ntp: 5 })).toEqual([
    'loader-needs-uefi /bootloader a.json:2',
    'target-unknown /harddrives/1 a.json:12',
  ]);
});

it('a check reports errors in the facts file', async () => {
  expect(await findingsFor('uefi-laptop', {}, '{"version": 1}')).toContain('facts-unusable  machine.json:1');
});

it('a check can use the facts of this machine', async () => {
  const config = {
    file: 'a.json',
    text: JSON.stringify({ ...minimalConfig, harddrives: ['serial=of no disk there is'] }),
  };
  const { findings } = await checkOnMachine(checkConfiguration({ config }), 'here');
  expect(findings.map(({ rule }) => rule)).toContain('target-unknown');
});
