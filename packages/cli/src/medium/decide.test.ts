import { describe, expect, it } from 'vitest';
import { decideInstallation, locateConfiguration } from './decide.ts';
import { labelledDisk, testDisk, testFacts } from './testing.ts';

const planSha256 = 'ab'.repeat(32);
const configSha256 = 'cd'.repeat(32);

const first = testDisk('/dev/sda', {
  serial: 'S1',
  wwn: '0x5000c5001',
  model: 'Disk',
  links: ['/dev/disk/by-id/ata-Disk_S1', '/dev/disk/by-path/pci-0'],
});
const second = testDisk('/dev/sdb', { serial: 'WD 12' });
const unnamed = testDisk('/dev/vda', { wwn: '0x6000' });
const machine = testFacts([first, second, unnamed, testDisk('/dev/sr0', { kind: 'optical' })]);

describe('locateConfiguration', () => {
  const stick = labelledDisk('/dev/sdc', 'WRIT');
  const partition = {
    ...testDisk('/dev/sdd1'),
    number: 1,
    start: 2048,
    signatures: [{ type: 'ext4', label: 'WRIT' }],
  };
  const partitioned = testDisk('/dev/sdd', { partitions: [partition] });
  const other = labelledDisk('/dev/sde', 'WRIT_MEDIUM');

  it.each([
    { settings: {}, disks: [first, other], location: { kind: 'none' } },
    { settings: {}, disks: [stick], location: { kind: 'drive', device: '/dev/sdc' } },
    { settings: {}, disks: [partitioned], location: { kind: 'drive', device: '/dev/sdd1' } },
    { settings: { config: '/a.json' }, disks: [stick], location: { kind: 'medium', path: '/a.json' } },
    {
      settings: { config: 'https://a.example/', configSha256 },
      disks: [first],
      location: { kind: 'url', url: 'https://a.example/' },
    },
    {
      settings: { config: 'https://a.example/', configSha256 },
      disks: [stick],
      location: { kind: 'url', url: 'https://a.example/', device: '/dev/sdc' },
    },
    {
      settings: {},
      disks: [stick, partitioned],
      location: {
        kind: 'refused',
        problems: ['/dev/sdc and /dev/sdd1 have the label WRIT: remove all but one'],
      },
    },
    {
      settings: { wipe: ['S1'] },
      disks: [first],
      location: {
        kind: 'refused',
        problems: [
          'there is no configuration: connect a drive with the label WRIT and the file config.json, or write writ.config= on the kernel command line',
        ],
      },
    },
  ])('with $settings, the configuration is at $location', ({ settings, disks, location }) => {
    expect(locateConfiguration({ wipe: [], ...settings }, testFacts(disks))).toEqual(location);
  });
});

describe('decideInstallation', () => {
  it.each([{ drives: ['serial=S1'] }, { drives: ['/dev/sda'] }, { drives: [] }])(
    'the medium asks if the kernel command line has no consent, with the drives $drives',
    ({ drives }) => {
      expect(decideInstallation({ wipe: [], ending: 'reboot' }, drives, machine)).toEqual({ kind: 'ask' });
    },
  );

  it.each([
    { drives: ['serial=S1'], wipe: ['S1'] },
    { drives: ['wwn=5000C5001'], wipe: ['S1'] },
    { drives: ['/dev/disk/by-id/ata-Disk_S1'], wipe: ['S1'] },
    { drives: ['serial=S1', 'serial=WD 12'], wipe: ['WD 12', 'S1'] },
  ])('the medium installs onto $drives with consent for $wipe', ({ drives, wipe }) => {
    const consent = ['--yes', '--wipe'];
    expect(decideInstallation({ wipe }, drives, machine)).toEqual({ kind: 'install', consent });
  });

  it.each([
    { drives: ['serial=S1'], wipe: [] },
    { drives: ['serial=S1'], wipe: ['S1'] },
    { drives: ['wwn=0x6000'], wipe: [] },
  ])(
    'the medium installs exactly the plan with the digest onto $drives, with writ.wipe $wipe',
    ({ drives, wipe }) => {
      expect(decideInstallation({ wipe, planSha256 }, drives, machine)).toEqual({
        kind: 'install',
        consent: ['--yes', '--plan-sha256', planSha256],
      });
    },
  );

  const suggestion = '"serial=S1" or "serial=WD 12" or "wwn=0x6000"';
  it.each([
    {
      why: 'no drive is named',
      drives: [],
      settings: { wipe: [], planSha256 },
      problems: [`the configuration names no drive: add "harddrives" with ${suggestion}`],
    },
    ...['/dev/sda', '/dev/disk/by-path/pci-0', 'model=Disk', 'disk.img', 'serial='].map((drive) => ({
      why: `the drive is named ${drive}`,
      drives: [drive],
      settings: { wipe: [], planSha256 },
      problems: [
        `the configuration names the drive ${drive}, which may be a different drive after a restart: in "harddrives", write ${suggestion}`,
      ],
    })),
    {
      why: 'the drive is not in the machine',
      drives: ['serial=S9'],
      settings: { wipe: ['S9'] },
      problems: [
        expect.stringMatching(
          /^no disk has serial S9; expected one of \/dev\/sda \(Disk, serial S1, 2 GiB\); /,
        ),
        'writ.wipe names the serial number S9, but the configuration uses no such drive',
      ],
    },
    {
      why: 'writ.wipe names another drive',
      drives: ['serial=WD 12'],
      settings: { wipe: ['S1'] },
      problems: [
        'the configuration names /dev/sdb (serial WD 12, 2 GiB), but writ.wipe does not: if all data on it may be lost, add writ.wipe="WD 12"',
        'writ.wipe names the serial number S1, but the configuration uses no such drive',
      ],
    },
    {
      why: 'writ.wipe names only one of two drives',
      drives: ['serial=S1', 'serial=WD 12'],
      settings: { wipe: ['WD 12'] },
      problems: [
        'the configuration names /dev/sda (Disk, serial S1, 2 GiB), but writ.wipe does not: if all data on it may be lost, add writ.wipe=S1',
      ],
    },
    {
      why: 'the plan is right, but writ.wipe names another drive',
      drives: ['serial=S1'],
      settings: { wipe: ['WD 12'], planSha256 },
      problems: [
        'the configuration names /dev/sda (Disk, serial S1, 2 GiB), but writ.wipe does not: if all data on it may be lost, add writ.wipe=S1',
        'writ.wipe names the serial number WD 12, but the configuration uses no such drive',
      ],
    },
    {
      why: 'the drive has no serial number',
      drives: ['wwn=0x6000'],
      settings: { wipe: ['0x6000'] },
      problems: [
        'the configuration names /dev/vda (2 GiB), but writ.wipe does not: it has no serial number; write writ.plan-sha256= instead',
        'writ.wipe names the serial number 0x6000, but the configuration uses no such drive',
      ],
    },
    {
      why: 'another drive has the serial number in writ.wipe',
      drives: ['wwn=5000C5001'],
      settings: { wipe: ['S1'] },
      disks: [first, { ...second, serial: 'S1' }],
      problems: ['2 drives have the serial number S1: write writ.plan-sha256= instead'],
    },
    {
      why: 'two drives have the serial number',
      drives: ['serial=S1'],
      settings: { wipe: ['S1'] },
      disks: [first, { ...second, serial: 'S1' }],
      problems: [
        expect.stringMatching(/^2 disks have serial S1; expected exactly one/),
        'writ.wipe names the serial number S1, but the configuration uses no such drive',
      ],
    },
  ])('the medium refuses an unattended installation if $why', ({ drives, settings, problems, disks }) => {
    const facts = disks === undefined ? machine : testFacts(disks);
    expect(decideInstallation(settings, drives, facts)).toEqual({ kind: 'refused', problems });
  });
});
