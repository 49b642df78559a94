import { describe, expect, it } from 'vitest';
import type { Facts } from '../facts/facts.ts';
import { checkContents } from '../target/consent.ts';
import { MIB, partitionTypes } from './layout.ts';
import type { Operation } from './operation.ts';
import type { Plan, PlannedDevice } from './plan.ts';
import { renderPlan } from './render-plan.ts';
import { machineFixture, minimalConfiguration, planFor, planMinimal, type PlannedCase } from './testing.ts';

const windows = 'a91c1a52-0002-4c2b-9a51-6d1f5f1f0002';
const photos = 'A91C1A52-0003-4C2B-9A51-6D1F5F1F0003';
const disk: PlannedCase = { machine: 'dual-boot', targets: ['serial=S5GXNX0T123456A'] };
const server: PlannedCase = { machine: 'bios-server', targets: ['serial=ZC11A0B1'] };
const efi = { kind: 'efi', size: '1GiB' };
const root = { kind: 'root', size: 'rest' };
const foreign = [
  { keep: { partuuid: 'a91c1a52-0001-4c2b-9a51-6d1f5f1f0001' } },
  { keep: { partuuid: windows } },
];
const beside = [
  ...foreign,
  { keep: { partuuid: photos }, kind: 'data', mount: '/srv/photos', options: ['noatime'] },
  efi,
  { kind: 'swap', size: '8GiB', luks: true },
  root,
];

const list = (partitions: readonly object[], more: object = {}): object => ({
  'x-writ': { disk: { layout: 'partitions', partitions, ...more } },
});
const planned = (
  partitions: readonly object[],
  options: PlannedCase = {},
  more: object = {},
): Promise<Plan> => planMinimal({ ...list(partitions), ...more }, options);
const placesOf = ({ target }: Plan): unknown[] =>
  target.layout.partitions.map(({ number, name, start, size, kept }) => [
    number,
    name,
    start / 2 ** 20,
    size / 2 ** 20,
    ...(kept === undefined ? [] : [kept]),
  ]);
const nvme = ({ disks }: Facts): any => disks.find(({ path }) => path === '/dev/nvme0n1')!;
const operation = (plan: Plan, id: string): Operation => plan.operations.find((one) => one.id === id)!;
const findingsOf = async (change: object, options: PlannedCase = {}): Promise<string[]> =>
  (await planFor({ ...minimalConfiguration, ...change }, options)).findings.map(
    ({ rule, pointer, message }) => `${rule} ${pointer}: ${message}`,
  );

describe('the plan of listed partitions', () => {
  it.each<[string, readonly object[], PlannedCase, object]>([
    ['partitions-dual-boot', beside, disk, {}],
    [
      'partitions-image',
      [
        efi,
        { ...root, 'file-system': 'btrfs' },
        { kind: 'data', mount: '/srv', size: '1GiB', 'file-system': 'xfs', label: 'things' },
      ],
      {},
      {},
    ],
    [
      'partitions-bios-server',
      [{ kind: 'bios' }, { kind: 'boot', size: '512MiB' }, { ...root, 'file-system': 'xfs' }],
      server,
      { bootloader: 'grub-install' },
    ],
  ])('matches the golden file %s', async (name, partitions, options, more) => {
    const plan = renderPlan(await planned(partitions, options, more));
    await expect(plan).toMatchFileSnapshot(`fixtures/layouts/${name}.plan.txt`);
  });

  it('retains the numbers and places of kept partitions, and places others in the free space', async () => {
    expect(placesOf(await planned(beside, disk))).toEqual([
      [1, 'EFI system partition', 1, 260, 'content'],
      [2, 'Basic data partition', 261, 200_000, 'content'],
      [3, '', 300_000, 100_000, 'content'],
      [4, 'esp', 200_261, 1024],
      [5, 'swap', 201_285, 8192],
      [6, 'root', 209_477, 90_523],
    ]);
    const withoutPhotos = await planned([...foreign, efi, root], disk);
    expect(placesOf(withoutPhotos).slice(2)).toEqual([
      [3, 'esp', 200_261, 1024],
      [4, 'root', 201_285, 287_100],
    ]);
  });

  it.each<[string, boolean, (partitions: any[]) => void]>([
    [
      'another partition was created',
      true,
      (partitions) =>
        partitions.push({ ...partitions[2], number: 4, uuid: 'f', start: 450_000 * MIB, size: MIB }),
    ],
    [
      'a lost partition has another file system',
      true,
      ([, , lost]) => (lost.signatures = [{ type: 'ext4', label: 'thesis' }]),
    ],
    ['a lost partition has another UUID', true, ([, , lost]) => (lost.uuid = 'f')],
    ['a kept partition has another file system', false, ([, kept]) => (kept.signatures = [])],
  ])('has another digest only if something else will be lost: %s', async (_what, differs, change) => {
    const facts = structuredClone(machineFixture('dual-boot'));
    change(nvme(facts).partitions);
    const keeping = [...foreign, efi, { kind: 'root', size: '20GiB' }];
    const [before, after] = [
      await planned(keeping, disk),
      await planned(keeping, { ...disk, machine: facts }),
    ];
    expect(after.digest !== before.digest).toBe(differs);
    // The digest of a plan that wipes the disk does not cover its content.
    const [wiping, again] = [
      await planned([efi, root], disk),
      await planned([efi, root], { ...disk, machine: facts }),
    ];
    expect(again.digest).toBe(wiping.digest);
  });

  it.each<[string, object, string[]]>([
    ['PARTUUID', { uuid: windows, signatures: [] }, ['1']],
    [
      'UUID',
      { uuid: 'f', signatures: [{ type: 'ext4', uuid: 'a91c1a52-1003-4c2b-9a51-6d1f5f1f0003' }] },
      ['2'],
    ],
    [
      'UUID of an unused partition',
      { uuid: 'f', signatures: [{ type: 'ntfs', uuid: '01D9A1B2C3D4E5F6' }] },
      [],
    ],
  ])('warns if another disk has the same %s as a kept partition', async (_what, copy, indexes) => {
    const facts: any = structuredClone(machineFixture('dual-boot'));
    const { path: _path, ...other } = nvme(facts);
    const partition = { ...other.partitions[1], path: '/dev/sdz1', ...copy };
    facts.disks.push({ ...other, path: '/dev/sdz', serial: 'other', wwn: 'other', partitions: [partition] });
    const pointers = indexes.map((index) => `/x-writ/disk/partitions/${index}/keep/partuuid`);
    const findings = await findingsOf(list(beside), { ...disk, machine: facts });
    expect(findings.filter((finding) => finding.startsWith('kept-copy'))).toEqual(
      pointers.map((pointer) => expect.stringContaining(`kept-copy ${pointer}: /dev/sdz1 has the same UUID`)),
    );
  });

  it('lists a partition that is formatted as lost', async () => {
    const formatting = [
      { keep: { partuuid: photos, format: true }, kind: 'root' },
      { kind: 'efi', size: '1GiB' },
      ...foreign,
    ];
    const plan = await planned(formatting, disk);
    const { target } = plan as { target: PlannedDevice };
    expect(target.lost?.map(({ number }) => number)).toEqual([3]);
  });

  it('never writes to a kept partition and does not wipe the disk', async () => {
    const plan = await planned(beside, disk);
    const ids = plan.operations.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['save-table', 'partition', 'format-esp', 'format-root', 'copy-table']),
    );
    expect(ids).not.toContain('wipe');
    const commands = plan.operations
      .filter(({ stage }) => stage === 'disk' || stage === 'device')
      .flatMap((one) => one.commands.map(({ argv }) => argv.join(' ')));
    const writing = commands.filter((line) => /\{target\}p[123]( |$)/.test(line));
    expect(writing).toEqual([
      expect.stringMatching(/^mount -t ext4 -o noatime -- \{target\}p3 \{tree\}\/srv\/photos$/),
    ]);
    const [edit] = operation(plan, 'partition').commands;
    expect(edit!.argv.slice(-3)).toEqual([
      'a91c1a52-0001-4c2b-9a51-6d1f5f1f0001',
      windows,
      photos.toLowerCase(),
    ]);
    expect(edit!.stdin).toEqual([expect.stringMatching(/^(\/dev\/p[456] : start=\d+.*\n){3}$/)]);
  });

  it.each([
    ['larger than GRUB', 300_000, 100_000],
    ['of an older installation', 300_000, 1],
  ])('never writes boot code to a kept partition named bios, %s', async (_what, start, size) => {
    const facts = structuredClone(machineFixture('dual-boot'));
    const kept = nvme(facts).partitions[2];
    Object.assign(kept, {
      name: 'bios',
      type: partitionTypes.biosBoot,
      start: start * MIB,
      size: size * MIB,
    });
    const plan = await planned(
      [...foreign, { keep: { partuuid: photos } }, { kind: 'bios' }, { kind: 'root', size: '20GiB' }],
      { ...disk, machine: { ...facts, firmware: 'bios' } },
      { bootloader: 'grub-install' },
    );
    expect(placesOf(plan).slice(2, 4)).toEqual([
      [3, 'bios', start, size, 'content'],
      [4, 'bios', 200_261, 1],
    ]);
    const [, core] = operation(plan, 'device-boot-code').commands;
    expect(core?.argv).toContain('seek=200261');
    const link = operation(plan, 'loader-core').commands.find(({ argv }) => argv[0] === 'sh');
    expect(link?.argv).toContain(String.raw`\000\050\162\030\000\000\000\000`);
  });

  it('does not empty a kept file system that it mounts', async () => {
    const commands = operation(await planned(beside, disk), 'tree').commands.map(({ argv }) =>
      argv.join(' '),
    );
    const emptied = commands.flatMap((line) => /^find (\S+)/.exec(line)?.[1] ?? []);
    expect(emptied).toEqual(['{tree}', '{tree}/boot']);
    expect(commands[0]).toContain('-not -path {tree}/srv/photos ');
  });

  it('lists what is lost and what remains, and is confirmed only by its digest', async () => {
    const { losses } = await planned([...foreign, efi, root], disk);
    expect(losses).toMatchObject([
      {
        contents: ['/dev/nvme0n1p3, 97.7 GiB: ext4 "photos"'],
        kept: [
          'partition table gpt',
          '/dev/nvme0n1p1 "EFI system partition", 260 MiB: vfat "SYSTEM"',
          '/dev/nvme0n1p2 "Basic data partition", 195.3 GiB: ntfs "Windows"',
        ],
      },
    ]);
    const refused = (consent: object): number => checkContents(losses, { yes: true, ...consent }).length;
    expect([refused({}), refused({ wipe: true }), refused({ planSha256: 'x' })]).toEqual([1, 1, 0]);
    // Even if only free space is used.
    const nothing = await planned(beside, disk);
    expect(nothing.losses[0]?.contents).toEqual([]);
    expect(checkContents(nothing.losses, { yes: true, wipe: true })).toHaveLength(1);
  });

  it('formats a kept partition on request', async () => {
    const plan = await planned(
      [...foreign, efi, { kind: 'root', keep: { partuuid: photos, format: true } }],
      disk,
    );
    expect(placesOf(plan)[2]).toEqual([3, 'root', 300_000, 100_000, 'place']);
    expect(operation(plan, 'format-root').commands.map(({ argv }) => argv[0])).toEqual([
      'wipefs',
      'mkfs.ext4',
    ]);
    expect(plan.losses[0]?.contents).toEqual(['/dev/nvme0n1p3, 97.7 GiB: ext4 "photos"']);
  });

  it('encrypts only the chosen partitions', async () => {
    const luks = { '!passphrase': 'a long passphrase' };
    const home = { kind: 'home', size: '1GiB' };
    const change = list([efi, { ...root, luks: true }, home], { luks });
    const { target } = await planMinimal(change);
    expect(target.layout.partitions.map(({ name, luks: header }) => [name, header !== undefined])).toEqual([
      ['esp', false],
      ['root', true],
      ['home', false],
    ]);
  });

  it('a partition table that could not be read is reported once, with the command that reads it', async () => {
    const facts = machineFixture('dual-boot');
    const disks = facts.disks.map(({ tableUuid: _unread, ...one }) => one);
    const change = list(beside);
    const { findings } = await planFor(
      { ...minimalConfiguration, ...change },
      { ...disk, machine: { ...facts, disks } },
    );
    expect(findings).toMatchObject([
      {
        code: 'W1614',
        message: expect.stringContaining('a GPT that could not be read'),
        hint: 'create the facts with "writ facts", run as root on the machine',
      },
    ]);
  });

  const damaged = (change: (facts: Facts) => unknown): Facts => {
    const facts = structuredClone(machineFixture('dual-boot'));
    change(facts);
    return facts;
  };

  it.each<[string, readonly object[], PlannedCase, string]>([
    [
      'there is no such partition',
      [{ keep: { partuuid: windows.replace('2', '9') } }, efi, root],
      disk,
      'kept-partition /x-writ/disk/partitions/0/keep/partuuid: /dev/nvme0n1 has no partition with the UUID',
    ],
    [
      'several partitions have its UUID',
      beside,
      { ...disk, machine: damaged((facts) => (nvme(facts).partitions[0].uuid = windows)) },
      'kept-partition /x-writ/disk/partitions/0/keep/partuuid: /dev/nvme0n1 has no partition',
    ],
    [
      'the table is not a GPT',
      beside,
      { ...disk, machine: damaged((facts) => (nvme(facts).table = 'dos')) },
      'kept-partition /x-writ/disk/partitions/0/keep/partuuid: partitions can be kept only on a disk with a GPT',
    ],
    [
      'its file system cannot be mounted',
      [{ ...foreign[1], kind: 'data', mount: '/srv/files' }, efi, root],
      disk,
      'kept-partition /x-writ/disk/partitions/0/keep/partuuid: the new system cannot mount /dev/nvme0n1p2, which contains ntfs',
    ],
    [
      'its vfat would contain the home folders',
      [{ ...foreign[0], kind: 'home' }, efi, root],
      disk,
      'kept-partition /x-writ/disk/partitions/0/keep/partuuid: the new system cannot mount /dev/nvme0n1p1 at /home: it contains vfat',
    ],
    [
      'the target is an image',
      [...foreign, efi, root],
      {},
      'kept-partition /x-writ/disk/partitions/0/keep: an image has no partitions to keep',
    ],
    [
      'there is no space',
      [...foreign, efi, { kind: 'root', size: '400GiB' }],
      disk,
      'target-too-small /x-writ/disk/partitions/3: /dev/nvme0n1 has too little space',
    ],
    [
      'an image has no space',
      [efi, { kind: 'data', mount: '/srv', size: '20GiB' }, root],
      {},
      'target-too-small /x-writ/disk/partitions/1: the image has too little space',
    ],
    [
      'there is no second drive',
      [efi, root, { kind: 'home', size: 'rest', drive: 1 }],
      disk,
      'partitions-unsuitable /x-writ/disk/partitions/2/drive: there is no second drive',
    ],
    [
      'UEFI machines need no boot code',
      [{ kind: 'bios' }, efi, root],
      {},
      'partitions-unsuitable /x-writ/disk/partitions/0/kind: UEFI machines need no',
    ],
  ])('is refused if %s', async (_when, partitions, options, start) => {
    const [finding = ''] = await findingsOf(list(partitions), options);
    expect(finding).toContain(start);
  });

  it('is refused with the size of an image that has space for all partitions', async () => {
    const partitions = [efi, { kind: 'data', mount: '/srv', size: '20GiB' }, root];
    const { findings } = await planFor({ ...minimalConfiguration, ...list(partitions) }, {});
    const hint = findings.find(({ rule }) => rule === 'target-too-small')?.hint;
    expect(hint).toBe('choose smaller sizes, or pass --image-size 22G or more');
    const { findings: none } = await planFor(
      { ...minimalConfiguration, ...list(partitions) },
      { imageSize: 22 * 1024 ** 3 },
    );
    expect(none).toEqual([]);
  });

  it('is refused on BIOS machines without partitions for boot code and kernels', async () => {
    const change = { ...list([{ ...root, 'file-system': 'xfs' }]), bootloader: 'grub-install' };
    expect(await findingsOf(change, server)).toEqual([
      expect.stringContaining('BIOS machines require a partition for boot code'),
      expect.stringContaining('GRUB reads kernels only from an unencrypted ext4 partition'),
    ]);
  });
});
