/** Commands of plans for disks with generated partitions, whose names may be those that Writ gives to its own. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DiskPartition, Facts } from '../facts/facts.ts';
import { GIB, MIB, partitionTypes } from './layout.ts';
import type { Command, Operation } from './operation.ts';
import type { Extent } from './placement.ts';
import type { Plan } from './plan.ts';
import { machineFixture, planMinimal } from './testing.ts';

const { numRuns = 100 } = fc.readConfigureGlobal();

const ownNames = ['esp', 'bios', 'boot', 'swap', 'root', 'home', 'data', 'data1', 'data2', 'other'];
const foreignNames = ['', 'EFI system partition', 'Basic data partition', 'BIOS boot', 'primary'];

interface Foreign {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly content: string;
  readonly fate: 'unused' | 'mounted' | 'formatted' | 'deleted';
}

const foreign: fc.Arbitrary<Foreign> = fc.record({
  name: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ownNames) }, fc.constantFrom(...foreignNames)),
  type: fc.constantFrom(...Object.values(partitionTypes), 'ebd0a0a2-b9e5-4433-87c0-68b6b72699c7'),
  size: fc.oneof(fc.constant(1), fc.integer({ min: 600, max: 60_000 })).map((size) => size * MIB),
  content: fc.constantFrom('ext4', 'vfat', 'ntfs', 'swap'),
  fate: fc.constantFrom('unused', 'unused', 'mounted', 'formatted', 'deleted'),
});

const extras = fc.subarray([
  { kind: 'swap', size: '1GiB' },
  { kind: 'home', size: '2GiB', 'file-system': 'xfs' },
  { kind: 'data', size: '2GiB', mount: '/srv/new', 'file-system': 'btrfs' },
]);

const cases = fc.record({
  existing: fc.array(foreign, { minLength: 1, maxLength: 4 }),
  firmware: fc.constantFrom('bios', 'uefi'),
  bootFirst: fc.boolean(),
  fileSystem: fc.constantFrom('ext4', 'btrfs'),
  encrypted: fc.boolean(),
  more: extras,
});

const uuidOf = (index: number): string => `a91c1a52-000${index}-4c2b-9a51-6d1f5f1f000${index}`;

/** Returns the laptop with these partitions, which begin at intervals of 100 GiB. */
function machineWith(existing: readonly Foreign[], firmware: Facts['firmware']): Facts {
  const facts = machineFixture('dual-boot');
  const partitions = existing.map(({ name, type, size, content }, index): DiskPartition => ({
    path: `/dev/nvme0n1p${index + 1}`,
    links: [],
    size,
    readOnly: false,
    signatures: [{ type: content, uuid: `a91c1a52-100${index}-4c2b-9a51-6d1f5f1f0000` }],
    mountPoints: [],
    swap: false,
    loops: [],
    pools: [],
    holders: [],
    number: index + 1,
    start: MIB + index * 100 * GIB,
    type,
    uuid: uuidOf(index),
    name,
  }));
  return {
    ...facts,
    firmware,
    disks: facts.disks.map((disk) => (disk.path === '/dev/nvme0n1' ? { ...disk, partitions } : disk)),
  };
}

function keptEntry({ content, size, fate }: Foreign, index: number): object[] {
  if (fate === 'deleted') return [];
  const keep = { partuuid: uuidOf(index) };
  const mount = `/srv/old${index}`;
  if (fate === 'mounted' && ['ext4', 'vfat'].includes(content)) return [{ keep, kind: 'data', mount }];
  return fate === 'formatted' && size > GIB
    ? [{ keep: { ...keep, format: true }, kind: 'data', mount, 'file-system': 'ext4' }]
    : [{ keep }];
}

/** Returns the parts of the disk that a command may write to. The programs that only read are listed. */
function writtenExtents({ argv, stdin = [] }: Command, plan: Plan): Extent[] {
  const { partitions, sectorSize } = plan.target.layout;
  const [program, ...given] = argv;
  const option = (name: string): string | undefined =>
    given.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1);
  const named = given.flatMap((argument): Extent[] => {
    const number = /\{target\}p(\d+)/.exec(argument)?.[1];
    const found = partitions.filter((partition) => String(partition.number) === number);
    // Mounting a file system is the purpose of keeping it.
    return program === 'mount' ? found.filter(({ kept }) => kept !== 'content') : found;
  });
  const entries = [...stdin.join('').matchAll(/start=(\d+), size=(\d+)/g)].map(([, start, size]) => ({
    start: Number(start) * sectorSize,
    size: Number(size) * sectorSize,
  }));
  if (!given.some((argument) => /(^|=)\{target\}$/.test(argument))) return [...named, ...entries];
  if (program === 'dd') {
    const block = Number(option('bs'));
    const count = option('count');
    // An input without a count is the core image.
    const size = count === undefined ? coreImageSize(plan) : block * Number(count);
    return [{ start: block * Number(option('seek') ?? 0), size }];
  }
  expect(['sh', 'sync', 'efibootmgr']).toContain(program);
  return [...named, ...entries];
}

function coreImageSize({ operations }: Plan): number {
  const { commands } = operations.find(({ id }) => id === 'loader-core')!;
  const { argv } = commands.find((command) => command.argv[0] === 'truncate')!;
  return Number(argv[argv.indexOf('-s') + 1]);
}

function commandsOf({ commands, undo }: Operation): readonly Command[] {
  return undo.kind === 'commands' ? [...commands, ...undo.commands] : commands;
}

const overlap = (one: Extent, other: Extent): boolean =>
  one.start < other.start + other.size && other.start < one.start + one.size;

it('no command of a plan writes to a kept partition, whatever its name is', () =>
  fc.assert(
    fc.asyncProperty(cases, async ({ existing, firmware, bootFirst, fileSystem, encrypted, more }) => {
      // Without kept partitions, the plan wipes the whole disk.
      const entries = existing.flatMap(keptEntry);
      fc.pre(entries.length > 0);
      const boot =
        firmware === 'uefi'
          ? [{ kind: 'efi', size: '1GiB' }]
          : [{ kind: 'bios' }, { kind: 'boot', size: '1GiB' }];
      const root = { kind: 'root', size: '20GiB', 'file-system': fileSystem, luks: encrypted };
      const created = bootFirst ? [...boot, root] : [root, ...boot];
      const disk = {
        layout: 'partitions',
        partitions: [...entries, ...created, ...more],
        ...(encrypted ? { luks: { '!passphrase': 'a long passphrase' } } : {}),
      };
      const plan = await planMinimal(
        { bootloader: firmware === 'bios' ? 'grub-install' : 'efistub', 'x-writ': { disk } },
        { machine: machineWith(existing, firmware), targets: ['/dev/nvme0n1'] },
      );
      const { partitions } = plan.target.layout;
      const kept = partitions.filter((partition) => partition.kept === 'content');
      const written = plan.operations
        .flatMap(commandsOf)
        .flatMap((command) =>
          writtenExtents(command, plan).map((extent) => ({ ...extent, argv: command.argv })),
        );
      expect(written.length).toBeGreaterThan(partitions.length - kept.length);
      expect(written.filter((extent) => kept.some((partition) => overlap(extent, partition)))).toEqual([]);
    }),
    { numRuns: Math.ceil(numRuns / 4) },
  ));
