import { readFileSync } from 'node:fs';
import { configurationChoices, type Disk, type Facts } from '@writ/installer';
import { describe, expect, it } from 'vitest';
import { Form } from '../form.ts';
import type { Json, JsonObject } from '../json.ts';
import { use } from './disk-use.ts';

function readFacts(name: string): Facts {
  const file = new URL(`../../../../installer/fixtures/machines/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Facts;
}

const choices = configurationChoices();
const dualBoot = readFacts('dual-boot');
const { serial } = dualBoot.disks.find(({ partitions }) => partitions.length === 3)!;
const uuid = (digit: number): string => `a91c1a52-000${digit}-4c2b-9a51-6d1f5f1f000${digit}`;
const kept = [1, 2, 3].map((digit) => ({ keep: { partuuid: uuid(digit) } }));

/** Answers questions about a new configuration, and returns its `x-writ.disk`. */
function diskOf(answers: Readonly<Record<string, Json>>, facts: Facts = dualBoot): JsonObject | undefined {
  const form = new Form({ file: 'box.json', text: '{}\n', value: {} }, facts, choices);
  for (const [id, answer] of Object.entries({ where: 'machine', disk: `serial=${serial}`, ...answers }))
    form.answers.set(id, answer);
  const config = JSON.parse(form.draft().config.text) as { 'x-writ'?: { disk?: JsonObject } };
  return config['x-writ']?.disk;
}

describe('the use of the disk', () => {
  it('beside what is there keeps all partitions, and creates those of the new system', () => {
    expect(diskOf({ use: 'beside' })).toEqual({
      layout: 'partitions',
      partitions: [...kept, { kind: 'efi', size: '1GiB' }, { kind: 'root', size: 'rest' }],
    });
  });

  it('beside what is there is encrypted if the answer about encryption says so', () => {
    const passphrase = { $secret: 'disk' };
    expect(diskOf({ use: 'beside', encrypt: { passphrase }, 'file-system': 'btrfs' })).toEqual({
      layout: 'partitions',
      partitions: [...kept, { kind: 'efi', size: '1GiB' }, { kind: 'root', size: 'rest', luks: true }],
      'file-system': 'btrfs',
      luks: { '!passphrase': passphrase },
    });
  });

  it.each<[Readonly<Record<string, Json>>, readonly JsonObject[]]>([
    [{}, [{ kind: 'bios' }, { kind: 'root', size: 'rest' }]],
    [
      { 'file-system': 'xfs' },
      [{ kind: 'bios' }, { kind: 'boot', size: '1GiB' }, { kind: 'root', size: 'rest' }],
    ],
  ])('on a BIOS machine includes the partitions that GRUB needs: %j', (answers, added) => {
    const disk = diskOf({ use: 'beside', ...answers }, { ...dualBoot, firmware: 'bios' });
    expect(disk?.['partitions']).toEqual([...kept, ...added]);
  });

  it('by a list retains it, and encrypts only what it states', () => {
    const list = [
      { kind: 'efi', size: '1GiB' },
      { kind: 'root', size: '40GiB' },
      { kind: 'home', size: 'rest', luks: true },
    ];
    const encrypt = { passphrase: { $secret: 'disk' } };
    expect(diskOf({ use: list, encrypt })?.['partitions']).toEqual(list);
    expect(diskOf({ use: list, encrypt: false })?.['partitions']).toEqual([
      list[0],
      list[1],
      { kind: 'home', size: 'rest' },
    ]);
    expect(diskOf({ use: list.slice(0, 2), encrypt })?.['partitions']).toEqual([
      list[0],
      { ...list[1], luks: true },
    ]);
  });

  it('of all of it writes no key', () => {
    expect(diskOf({ use: 'all' })).toBeUndefined();
  });

  it('is suggested only for an empty disk', () => {
    const disk: Disk = dualBoot.disks.find((one) => one.serial === serial)!;
    const { table: _table, ...rest } = disk;
    const empty = { ...rest, partitions: [], signatures: [] };
    const suggest = (disks: readonly Disk[]): Json | undefined => {
      const form = new Form({ file: 'a.json', text: '{}\n', value: {} }, { ...dualBoot, disks }, choices);
      form.answers.set('where', 'machine').set('disk', `serial=${serial}`);
      return use.suggest(form.situation);
    };
    expect([suggest([disk]), suggest([empty])]).toEqual([undefined, 'all']);
  });

  it.each<[Json, boolean]>([
    ['all', true],
    ['beside', true],
    [[{ kind: 'root', size: 'rest' }], true],
    ['half', false],
    [[], false],
    [['root'], false],
  ])('accepts the answer %j: %s', (answer, accepted) => {
    expect(use.isAnswer(answer)).toBe(accepted);
  });

  it('replaces an entry for / with its file system if a configuration is edited', () => {
    const value = {
      harddrives: [`serial=${serial}`],
      'x-writ': {
        disk: {
          layout: 'partitions',
          partitions: [{ kind: 'root', size: 'rest', 'file-system': 'xfs' }],
        },
      },
    };
    const form = new Form({ file: 'a.json', text: JSON.stringify(value), value }, dualBoot, choices);
    form.answers.set('file-system', { kind: 'btrfs', snapshots: 'snapper' });
    expect(JSON.parse(form.draft().config.text)).toMatchObject({
      'x-writ': {
        disk: {
          btrfs: { snapshots: 'snapper' },
          partitions: [{ kind: 'root', size: 'rest', 'file-system': 'btrfs' }],
        },
      },
    });
    form.answers.set('use', 'all');
    expect(JSON.parse(form.draft().config.text)).toMatchObject({
      'x-writ': { disk: { 'file-system': 'btrfs', btrfs: { snapshots: 'snapper' } } },
    });
  });
});
