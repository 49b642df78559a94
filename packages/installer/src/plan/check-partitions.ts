import { phrase, type Diagnostic } from '@writ/diagnostics';
import { needsOwners } from '../config/checks/mount-points.ts';
import type { ListedPartition, Settings } from '../config/settings.ts';
import type { ChosenTarget } from '../facts/chosen-target.ts';
import type { Disk } from '../facts/facts.ts';
import { refusal } from '../finding-codes.ts';
import { describePartition } from '../facts/describe-disk.ts';
import { layoutSettingsOf, type PlanFacts } from './create-plan.ts';
import { MIB, type Drive, type Firmware, type LayoutSettings } from './layout.ts';
import { findKept, mountableKinds, placeEntries } from './listed-layout.ts';
import { term } from '../terms.ts';

const PARTITIONS = '/x-writ/disk/partitions';

interface Entry {
  readonly entry: ListedPartition;
  readonly pointer: string;
}

/**
 * Checks listed partitions against the firmware and the targets. Returns undefined if the configuration lists no
 * partitions.
 */
export function checkListedPartitions(
  settings: Settings,
  facts: PlanFacts,
  firmware: Firmware,
  imageSize: number,
): Diagnostic[] | undefined {
  const { disk } = settings;
  if (disk?.partitions === undefined) return undefined;
  const entries = disk.partitions.map((entry, index) => ({ entry, pointer: `${PARTITIONS}/${index}` }));
  const unsuitable = [...checkFirmware(entries, firmware), ...checkDrives(entries, facts)];
  if (unsuitable.length > 0) return unsuitable;
  const kept = [
    ...checkTables(entries, facts),
    ...entries.flatMap((entry) => checkKept(entry, driveOf(entry, facts))),
  ];
  if (kept.length > 0) return kept;
  return [
    ...checkPlaces(entries, settings, facts, imageSize),
    ...entries.flatMap((entry) => checkCopies(entry, driveOf(entry, facts), facts.machine?.disks ?? [])),
  ];
}

function checkFirmware(entries: readonly Entry[], firmware: Firmware): Diagnostic[] {
  const find = (kind: ListedPartition['kind']): Entry | undefined =>
    entries.find(({ entry }) => entry.kind === kind);
  const missing = (kind: string, size: string, message: string): Diagnostic =>
    refusal('partitions-unsuitable', message, {
      pointer: PARTITIONS,
      expected: `{ "kind": "${kind}"${size === '' ? '' : `, "size": "${size}"`} }`,
    });
  const excess = (found: Entry | undefined, message: string): Diagnostic[] =>
    found === undefined
      ? []
      : [
          refusal('partitions-unsuitable', message, {
            pointer: `${found.pointer}/kind`,
            hint: 'remove the partition',
          }),
        ];
  if (firmware === 'uefi') {
    return [
      ...(find('efi') === undefined
        ? [missing('efi', '1GiB', 'UEFI machines require an EFI system partition')]
        : []),
      ...excess(find('bios'), 'UEFI machines need no partition for boot code'),
      ...excess(find('boot'), 'on UEFI machines, the EFI system partition is mounted at /boot'),
    ];
  }
  const root = find('root')?.entry;
  const readable = root?.fileSystem === 'ext4' && root.luks === undefined;
  return [
    ...(find('bios') === undefined
      ? [missing('bios', '', 'BIOS machines require a partition for boot code')]
      : []),
    ...excess(find('efi'), 'BIOS machines cannot start from an EFI system partition'),
    ...(readable || find('boot') !== undefined
      ? []
      : [
          missing(
            'boot',
            '1GiB',
            'on BIOS machines, GRUB reads kernels only from an unencrypted ext4 partition, such as /boot',
          ),
        ]),
  ];
}

/** Checks that every entry has a drive, and every drive an entry. */
function checkDrives(entries: readonly Entry[], { target, second }: PlanFacts): Diagnostic[] {
  const onSecond = entries.find(({ entry }) => entry.drive === 1);
  if (onSecond !== undefined && second === undefined) {
    return [
      refusal('partitions-unsuitable', 'there is no second drive for this partition', {
        pointer: `${onSecond.pointer}/drive`,
        hint: phrase`${term('addSecondDisk')}`,
      }),
    ];
  }
  if (onSecond === undefined && second !== undefined) {
    return [
      refusal('partitions-unsuitable', 'none of the listed partitions is on the second drive', {
        pointer: PARTITIONS,
        hint: 'add partitions with "drive": 1, or install without the second drive',
      }),
    ];
  }
  if (target.kind !== 'image') return [];
  if (onSecond !== undefined) {
    return [
      refusal('partitions-unsuitable', 'only disks can have partitions on a second drive, not images', {
        pointer: `${onSecond.pointer}/drive`,
      }),
    ];
  }
  const kept = entries.find(({ entry }) => entry.keep !== undefined);
  return kept === undefined
    ? []
    : [
        refusal('kept-partition', 'an image has no partitions to keep', {
          pointer: `${kept.pointer}/keep`,
          hint: 'choose a disk as the target',
        }),
      ];
}

function driveOf({ entry }: Entry, { target, second }: PlanFacts): Disk | undefined {
  const chosen: ChosenTarget | undefined = entry.drive === 1 ? second : target;
  return chosen?.kind === 'device' ? chosen.disk : undefined;
}

/** Checks that each disk with partitions to keep has a GPT that can be read. */
function checkTables(entries: readonly Entry[], facts: PlanFacts): Diagnostic[] {
  const first = new Map<Disk, string>();
  for (const entry of entries) {
    const disk = driveOf(entry, facts);
    if (entry.entry.keep !== undefined && disk !== undefined && !first.has(disk))
      first.set(disk, entry.pointer);
  }
  return [...first].flatMap(([disk, pointer]) => {
    if (hasReadableTable(disk)) return [];
    const { path, table } = disk;
    const isUnread = table === 'gpt';
    const type = table === undefined ? 'no partition table' : `a partition table of the type ${table}`;
    return [
      refusal(
        'kept-partition',
        `partitions can be kept only on a disk with a GPT, but ${path} has ${isUnread ? 'a GPT that could not be read' : type}`,
        {
          pointer: `${pointer}/keep/partuuid`,
          ...(isUnread && { hint: 'create the facts with "writ facts", run as root on the machine' }),
        },
      ),
    ];
  });
}

function hasReadableTable({ table, tableUuid }: Disk): boolean {
  return table === 'gpt' && tableUuid !== undefined;
}

function checkKept({ entry, pointer }: Entry, disk: Disk | undefined): Diagnostic[] {
  const { keep, kind, mountPoint } = entry;
  if (keep === undefined || disk === undefined) return [];
  const at = `${pointer}/keep/partuuid`;
  const report = (message: string, hint?: string): Diagnostic[] => [
    refusal('kept-partition', message, { pointer: at, ...(hint === undefined ? {} : { hint }) }),
  ];
  if (!hasReadableTable(disk)) return [];
  const [found, ...others] = findKept(disk, keep.uuid);
  if (found === undefined) {
    const known = disk.partitions.map((part) => `${part.uuid ?? 'unknown'} is ${describePartition(part)}`);
    return report(
      `${disk.path} has no partition with the UUID ${keep.uuid}`,
      known.length === 0 ? 'the disk has no partitions' : known.join('; '),
    );
  }
  if (others.length > 0) {
    return report(
      `${disk.path} has several partitions with the UUID ${keep.uuid}`,
      'give each its own UUID with sfdisk --part-uuid',
    );
  }
  if (keep.format || (kind !== 'swap' && mountPoint === undefined)) return [];
  const [signature] = found.signatures;
  const usable = kind === 'swap' ? ['swap'] : mountableKinds;
  if (signature?.type === 'vfat' && mountPoint !== undefined && needsOwners(mountPoint)) {
    return report(
      `the new system cannot mount ${found.path} at ${mountPoint}: it contains vfat, which cannot store the owners and permissions of the files there`,
    );
  }
  if (signature?.uuid !== undefined && usable.some((one) => one === signature.type)) return [];
  return report(
    `the new system cannot ${kind === 'swap' ? 'use' : 'mount'} ${found.path}, which contains ${signature?.type ?? 'no known file system'}`,
    `it can ${kind === 'swap' ? 'use swap space' : `mount ${mountableKinds.join(', ')}`}; without "kind", the partition remains unused`,
  );
}

/** Warns if another disk has the UUID of a kept partition or of its file system, because it may be a copy. */
function checkCopies(
  { entry, pointer }: Entry,
  disk: Disk | undefined,
  disks: readonly Disk[],
): Diagnostic[] {
  const { keep, kind } = entry;
  if (keep === undefined || disk === undefined) return [];
  const [found] = findKept(disk, keep.uuid);
  // Partitions that remain unused, or are formatted, are not found by the UUID of their file system.
  const uuid = kind === undefined || keep.format === true ? undefined : found?.signatures[0]?.uuid;
  const copy = disks
    .filter(({ path }) => path !== disk.path)
    .flatMap((other) => [other, ...other.partitions])
    .find(
      (part) =>
        ('number' in part && part.uuid === keep.uuid) ||
        (uuid !== undefined && part.signatures.some((signature) => signature.uuid === uuid)),
    );
  if (found === undefined || copy === undefined) return [];
  return [
    refusal('kept-copy', `${copy.path} has the same UUID as ${found.path}, which is kept`, {
      pointer: `${pointer}/keep/partuuid`,
      hint: 'the new system may mount either of them: detach the other disk, or change its UUIDs',
    }),
  ];
}

function checkPlaces(
  entries: readonly Entry[],
  settings: Settings,
  facts: PlanFacts,
  imageSize: number,
): Diagnostic[] {
  const layoutSettings = layoutSettingsOf(settings, facts);
  return ([facts.target, facts.second] as const).flatMap((chosen, index) => {
    if (chosen === undefined || chosen.kind === 'folder') return [];
    const drive: Drive = chosen.kind === 'image' ? { size: imageSize } : chosen.disk;
    const name = chosen.kind === 'image' ? 'the image' : chosen.disk.path;
    const larger = chosen.kind === 'image' ? findImageSize(entries, layoutSettings) : undefined;
    return placeEntries(drive, index === 0 ? 0 : 1, '', layoutSettings).flatMap(({ entry, partition }) =>
      partition !== undefined
        ? []
        : refusal('target-too-small', `${name} has too little space for this partition`, {
            pointer: entries.find((one) => one.entry === entry)?.pointer ?? PARTITIONS,
            hint:
              larger === undefined
                ? 'choose smaller sizes, keep fewer partitions, or choose a larger target; the space must be contiguous'
                : phrase`choose smaller sizes, or pass ${term('imageSizeOf', larger)} or more`,
          }),
    );
  });
}

/** Returns the smallest image size in GiB in which every partition fits; undefined if none is found. */
function findImageSize(entries: readonly Entry[], settings: LayoutSettings): number | undefined {
  const listed = entries.reduce((sum, { entry }) => sum + (entry.size ?? 0), 0);
  const least = Math.max(1, Math.ceil(listed / 1024));
  return [0, 1, 2]
    .map((more) => least + more)
    .find((size) => {
      const placed = placeEntries({ size: size * 1024 * MIB }, 0, '', settings);
      return placed.every(({ partition }) => partition !== undefined);
    });
}
