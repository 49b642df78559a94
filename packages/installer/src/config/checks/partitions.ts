import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { bootLoaders } from '../../data/loaders.ts';
import type { ListedPartition, PartitionKind } from '../../schema/types.gen.ts';
import { MOUNT_POINTS } from '../extension-settings.ts';
import { displayValue } from '../secrets.ts';
import { findDuplicates, withPointers, type Check, type CheckContext } from './check.ts';
import { checkMountOptions, checkMountPoint, hasBtrfsRoot } from './partition-mounts.ts';

const DISK = '/x-writ/disk';
const PARTITIONS = `${DISK}/partitions`;
const ROOT = '{ "kind": "root", "size": "rest" }';

interface Entry {
  readonly item: ListedPartition;
  readonly pointer: string;
}

/** Checks the layout `partitions` and the keys that exclude it. */
export const checkPartitions: Check = (context) => {
  const { config, hasKey, isInvalid, finding } = context;
  const { layout = 'whole', partitions } = config['x-writ']?.disk ?? {};
  if (isInvalid(`${DISK}/layout`)) return [];
  if (layout !== 'partitions') {
    if (!hasKey(PARTITIONS)) return [];
    const message = 'the list has no effect, because the layout is whole';
    return [finding('partitions', PARTITIONS, { message, hint: 'add "layout": "partitions"' }, 'key')];
  }
  if (isInvalid(PARTITIONS)) return [];
  if (partitions === undefined) {
    const message = 'the layout partitions requires a list of partitions';
    const expected = `"partitions": [{ "kind": "efi", "size": "1GiB" }, ${ROOT}]`;
    return [finding('partitions', `${DISK}/layout`, { message, expected })];
  }
  const entries = withPointers(PARTITIONS, partitions);
  return [
    ...checkOtherKeys(context),
    ...entries.flatMap((entry) => checkEntry(entry, context)),
    ...checkRoles(entries, context),
    ...checkEncryption(entries, context),
    ...checkDuplicates(entries, context),
  ];
};

/** Reports keys that the list replaces. */
function checkOtherKeys({ config, finding }: CheckContext): Diagnostic[] {
  const { disk, swap } = config['x-writ'] ?? {};
  return [
    ...(disk?.home === undefined
      ? []
      : [
          finding('partitions', `${DISK}/home`, {
            message: 'the layout partitions excludes home',
            hint: 'add a partition of the kind home to the list',
          }),
        ]),
    ...(disk?.btrfs?.snapshots === undefined || disk.btrfs.snapshots === 'none' || hasBtrfsRoot(disk)
      ? []
      : [
          finding('partitions', `${DISK}/btrfs/snapshots`, {
            message: 'snapshots require btrfs on the partition of the kind root',
            hint: 'add "file-system": "btrfs" to it, or remove the snapshots',
          }),
        ]),
    ...(disk?.raid === undefined
      ? []
      : [
          finding('partitions', `${DISK}/raid`, {
            message: 'the layout partitions excludes RAID',
            hint: 'remove "layout" and "partitions", or install without RAID',
          }),
        ]),
    ...(swap?.kind !== 'partition'
      ? []
      : [
          finding('partitions', '/x-writ/swap/kind', {
            message: 'the layout partitions excludes this kind of swap space',
            hint: 'add a partition of the kind swap to the list, and remove x-writ.swap',
          }),
        ]),
  ];
}

/** File systems by the kind of the partition; swap space and boot code have none. */
const fileSystems: Readonly<Record<PartitionKind, readonly string[]>> = {
  efi: ['vfat'],
  bios: [],
  boot: ['ext4'],
  root: ['ext4', 'btrfs', 'xfs', 'f2fs'],
  home: ['ext4', 'btrfs', 'xfs', 'f2fs'],
  swap: [],
  data: ['vfat', 'ext4', 'btrfs', 'xfs', 'f2fs'],
};

/** Kinds of partitions that must be on the first drive, because the machine starts from it. */
const startKinds: ReadonlySet<PartitionKind | undefined> = new Set(['efi', 'bios', 'boot', 'root']);
const encryptedKinds: ReadonlySet<PartitionKind | undefined> = new Set(['root', 'home', 'swap', 'data']);

function checkEntry({ item, pointer }: Entry, context: CheckContext): Diagnostic[] {
  const { finding } = context;
  const { drive, kind, keep, size, mount, options, label, luks } = item;
  const fileSystem = item['file-system'];
  const remains = keep !== undefined && keep.format !== true;
  const report = (key: string, message: string, hint?: string): Diagnostic[] => [
    finding('partitions', `${pointer}${key}`, { message, ...(hint === undefined ? {} : { hint }) }),
  ];
  const excess = (key: keyof ListedPartition, message: string): Diagnostic[] =>
    item[key] === undefined || item[key] === false ? [] : report(`/${key}`, message, 'remove it');
  if (kind === undefined && (!remains || mount !== undefined)) {
    return report('', 'the partition has no kind', 'add "kind", such as "root" or "data"');
  }
  return [
    ...(keep !== undefined
      ? excess('size', 'a kept partition retains its size')
      : size === undefined && kind !== 'bios'
        ? report('', 'the partition has no size', 'add "size": "rest" for the remaining space')
        : []),
    ...(drive === 1 && startKinds.has(kind)
      ? report(
          '/drive',
          `the machine starts from the first drive, so the partition of the kind ${kind} must be on it`,
        )
      : []),
    ...(keep !== undefined && kind === 'bios'
      ? report(
          '/kind',
          'boot code requires a new partition, because an existing one may belong to another system',
          `remove ${remains ? '"kind"' : '"kind" and "format"'}, and add { "kind": "bios" } to the list, which occupies 1 MiB`,
        )
      : []),
    ...(remains
      ? [
          ...excess('file-system', 'a kept partition retains its file system unless it is formatted'),
          ...excess('label', 'a kept partition retains its label unless it is formatted'),
          ...excess('luks', 'a kept partition is not encrypted unless it is formatted'),
          ...(kind !== undefined && ['efi', 'boot', 'root'].includes(kind)
            ? report(
                '/kind',
                `the new system must not write to a kept partition of the kind ${kind}`,
                kind === 'efi'
                  ? 'remove "kind", and add another EFI system partition: the firmware can start both'
                  : 'add "format": true to "keep", or list the partition without "kind"',
              )
            : []),
        ]
      : []),
    ...(fileSystem === undefined || remains || kind === undefined || fileSystems[kind].includes(fileSystem)
      ? []
      : report(
          '/file-system',
          fileSystems[kind].length === 0
            ? `a partition of the kind ${kind} has no file system`
            : `a partition of the kind ${kind} cannot contain ${fileSystem}`,
          fileSystems[kind].length === 0 ? 'remove it' : `choose ${fileSystems[kind].join(', ')}`,
        )),
    ...checkMountPoint(item, pointer, context),
    ...checkMountOptions(item, pointer, context),
    ...(options === undefined || (kind !== undefined && kind !== 'swap' && kind !== 'bios')
      ? []
      : report('/options', 'the partition is not mounted, so the options have no effect', 'remove them')),
    ...(label?.includes('.') === true && (kind === 'efi' || fileSystem === 'vfat')
      ? report('/label', 'the label of a vfat file system cannot contain a dot')
      : []),
    ...(label === undefined || kind !== 'bios' ? [] : report('/label', 'the partition has no file system')),
    ...(luks !== true || kind === undefined || encryptedKinds.has(kind)
      ? []
      : report('/luks', `a partition of the kind ${kind} cannot be encrypted`)),
  ];
}

/** Checks that the list has one root partition, and the partition that a UEFI boot loader requires. */
function checkRoles(entries: readonly Entry[], { config, finding }: CheckContext): Diagnostic[] {
  const of = (kind: PartitionKind): Entry[] => entries.filter(({ item }) => item.kind === kind);
  const twice = (['efi', 'bios', 'boot', 'root', 'home'] as const).flatMap((kind) =>
    of(kind)
      .slice(1)
      .map(({ pointer }) =>
        finding('partitions', pointer, {
          message: `the list contains another partition of the kind ${kind}`,
          other: { pointer: of(kind)[0]!.pointer, message: 'the other one is here' },
        }),
      ),
  );
  const { bootloader } = config;
  const needsEfi = bootloader !== undefined && !bootLoaders[bootloader].firmware.includes('bios');
  const missing = (message: string, expected: string): Diagnostic =>
    finding('partitions', PARTITIONS, { message, expected });
  return [
    ...twice,
    ...(of('root').length > 0 ? [] : [missing('no partition is for /', ROOT)]),
    ...(!needsEfi || of('efi').length > 0
      ? []
      : [missing(`${bootloader} requires an EFI system partition`, '{ "kind": "efi", "size": "1GiB" }')]),
  ];
}

function checkEncryption(
  entries: readonly Entry[],
  { config, isInvalid, finding }: CheckContext,
): Diagnostic[] {
  if (isInvalid(`${DISK}/luks`)) return [];
  const encrypted = entries.filter(({ item }) => item.luks === true);
  const { luks } = config['x-writ']?.disk ?? {};
  if (luks === undefined) {
    // Swap space has a random key.
    const first = encrypted.find(({ item }) => item.kind !== 'swap');
    if (first === undefined) return [];
    const message = 'there is no passphrase for the encrypted partition';
    const expected = '"luks": { "!passphrase": { "$secret": "disk" } } in x-writ.disk';
    return [finding('partitions', `${first.pointer}/luks`, { message, expected })];
  }
  if (encrypted.some(({ item }) => item.kind !== 'swap')) return [];
  const message = 'no partition is encrypted with the passphrase';
  return [finding('partitions', `${DISK}/luks`, { message, hint: 'add "luks": true to a partition' }, 'key')];
}

function checkDuplicates(entries: readonly Entry[], context: CheckContext): Diagnostic[] {
  const { config, finding } = context;
  const repeated = (
    values: readonly { readonly item: string; readonly pointer: string }[],
    describe: (value: string) => string,
    hint?: string,
  ): Diagnostic[] =>
    findDuplicates(values).map(({ item, pointer, first }) =>
      finding('partitions', pointer, {
        message: describe(item),
        ...defined({ hint }),
        other: { pointer: first, message: 'the other one is here' },
      }),
    );
  const mounts = entries.flatMap(({ item: { kind, mount }, pointer }) => {
    const item = mount ?? (kind === undefined ? undefined : MOUNT_POINTS[kind]);
    return item === undefined ? [] : [{ item, pointer: mount === undefined ? pointer : `${pointer}/mount` }];
  });
  const subvolumes = withPointers(`${DISK}/btrfs/subvolumes`, config['x-writ']?.disk?.btrfs?.subvolumes)
    .filter(({ item }) => item.mount !== '/')
    .map(({ item, pointer }) => ({ item: item.mount, pointer: `${pointer}/mount` }));
  const rests = entries.flatMap(({ item: { drive = 0, size }, pointer }) =>
    size === 'rest' ? [{ item: String(drive), pointer: `${pointer}/size` }] : [],
  );
  const kept = entries.flatMap(({ item: { keep }, pointer }) => {
    // Missing although it is required; another finding reports this.
    const uuid = keep?.partuuid as string | undefined;
    return uuid === undefined ? [] : [{ item: uuid.toLowerCase(), pointer: `${pointer}/keep/partuuid` }];
  });
  // Another finding reports two partitions of the same kind.
  const data = mounts.filter(
    ({ pointer }) => pointer.endsWith('/mount') || !followsSameKind(pointer, entries),
  );
  return [
    ...repeated(
      [...data, ...subvolumes],
      (item) => `${displayValue(item)} is the mount point of another partition`,
    ),
    ...repeated(
      rests,
      () => 'another partition of the drive takes the remaining space',
      'write a size for one of them, such as "40GiB"',
    ),
    ...repeated(kept, (item) => `the partition ${item} is in the list twice`),
  ];
}

function followsSameKind(pointer: string, entries: readonly Entry[]): boolean {
  const kind = entries.find((entry) => entry.pointer === pointer)?.item.kind;
  return (
    entries.findIndex(({ item }) => item.kind === kind) !==
    entries.findIndex((one) => one.pointer === pointer)
  );
}
