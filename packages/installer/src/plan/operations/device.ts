import type { FirmwareEntry } from '../boot-part.ts';
import { MIB, listVolumes, type Volume } from '../layout.ts';
import type { Check, Command, Operation } from '../operation.ts';
import type { Layout, Partition, PlannedDevice } from '../plan.ts';
import { hostCommand, defineOperation, splitWords } from './define-operation.ts';
import { writeTable } from './disk-table.ts';

/** A drive of a plan and its placeholder in operations. */
export interface DeviceDrive {
  readonly device: PlannedDevice;
  readonly root: '{target}' | '{second}';
}

/** Creates a command that runs in the run's mount namespace. Its mounts remain until they are unmounted. */
function machineCommand(...argv: string[]): Command {
  return { where: 'machine', argv };
}

/** Returns the path of a partition, such as `/dev/nvme0n1p2` or `/dev/sda2`. */
export function partitionName(path: string, number: number, root: string = path): string {
  return `${root}${/\d$/.test(path) ? 'p' : ''}${number}`;
}

function partitionPath({ device, root }: DeviceDrive, number: number): string {
  return partitionName(device.path, number, root);
}

/** Returns the operations that prepare mounted file systems on disks with any content. */
export function prepareDevices(drives: readonly DeviceDrive[]): Operation[] {
  return [
    ...drives.flatMap((drive) => [wipeDisk(drive), partitionDisk(drive)]),
    ...drives.flatMap((drive) =>
      listVolumes(drive.device.layout).map((volume) => formatVolume(drive, volume)),
    ),
    mountVolumes(drives),
  ];
}

function operationId({ root }: DeviceDrive, what: string): string {
  return root === '{target}' ? what : `second-${what}`;
}

/**
 * Wipes a disk. wipefs erases signatures at the end of the disk, but not all boot code and tables
 * at its beginning; dd overwrites these separately. `--force` is required because the run holds the
 * disk exclusively.
 */
function wipeDisk(drive: DeviceDrive): Operation {
  const { device, root } = drive;
  return defineOperation({
    id: operationId(drive, 'wipe'),
    title: `Wipe every signature from ${describeDevice(device)}`,
    stage: 'disk',
    weight: 5,
    limit: 120,
    guardsTarget: true,
    holds: 'exclusive',
    commands: [
      hostCommand(...splitWords('wipefs --all --force --quiet --'), root),
      hostCommand(
        ...splitWords(`dd status=none if=/dev/zero bs=${MIB} count=1 conv=notrunc,fsync`),
        `of=${root}`,
      ),
    ],
    verify: [{ kind: 'command', command: hostCommand('cmp', `--bytes=${MIB}`, '--', root, '/dev/zero') }],
  });
}

function partitionDisk(drive: DeviceDrive): Operation {
  const { device, root } = drive;
  const { layout } = device;
  return defineOperation({
    id: operationId(drive, 'partition'),
    title: `Create the partitions of ${describeDevice(device)}: ${layout.partitions.map(({ name }) => name).join(', ')}`,
    stage: 'disk',
    weight: 5,
    limit: 120,
    holds: 'exclusive',
    commands: [
      // The kernel does not reread the table of a held disk; partx registers each partition
      // instead.
      writeTable(
        layout,
        root,
        splitWords('--wipe=always --wipe-partitions=always --no-reread --no-tell-kernel'),
      ),
      hostCommand('partx', '--update', '--', root),
    ],
    verify: [
      { kind: 'table', path: root, uuid: layout.uuid },
      ...layout.partitions.map(({ number }): Check => ({
        kind: 'exists',
        path: partitionPath(drive, number),
      })),
    ],
  });
}

function formatVolume(drive: DeviceDrive, volume: Volume): Operation {
  const path = partitionPath(drive, volume.number);
  const { kind, mountPoint } = volume.content;
  const init = {
    id: operationId(drive, `format-${volume.name}`),
    title: `Create ${kind} for ${mountPoint} in partition ${volume.number} of ${describeDevice(drive.device)}`,
    stage: 'disk',
    weight: 10,
    limit: 600,
    holds: 'locked',
  } as const;
  const check =
    kind === 'vfat' ? hostCommand('fsck.vfat', '-n', path) : hostCommand('e2fsck', '-f', '-n', path);
  return defineOperation({
    ...init,
    commands: [hostCommand(...makeFileSystem(volume, drive.device.layout), path)],
    verify: [{ kind: 'command', command: check }],
  });
}

/**
 * The identifiers are part of the plan, so fstab and boot loader configuration can be written
 * independently.
 */
function makeFileSystem({ content: { kind, id, label } }: Volume, { sectorSize }: Layout): string[] {
  switch (kind) {
    case 'vfat': {
      // With clusters of 4 KiB, a 1 GiB partition is FAT32 on every disk.
      const cluster = 4096 / sectorSize;
      return splitWords(
        `mkfs.vfat -F 32 -s ${cluster} -S ${sectorSize} -n ${label} -i ${id.replace('-', '')}`,
      );
    }
    case 'ext4':
      return splitWords(`mkfs.ext4 -q -F -L ${label} -U ${id} -E hash_seed=${id}`);
  }
}

/**
 * The run holds the disks until the file systems are mounted, because udev could otherwise briefly
 * remove the partitions.
 */
function mountVolumes(drives: readonly DeviceDrive[]): Operation {
  const mounts = drives
    .flatMap((drive) => listVolumes(drive.device.layout).map((volume) => ({ drive, volume })))
    .toSorted((a, b) => (a.volume.content.mountPoint < b.volume.content.mountPoint ? -1 : 1));
  const commands = mounts.flatMap(({ drive, volume: { number, content } }) => {
    const root = pathInTree(content.mountPoint);
    const options = content.kind === 'vfat' ? ['-o', 'umask=0077'] : [];
    return [
      hostCommand('install', '-d', '-m', '0755', '--', root),
      machineCommand('mount', '-t', content.kind, ...options, '--', partitionPath(drive, number), root),
    ];
  });
  return defineOperation({
    id: 'mount',
    title: `Mount ${mounts.map(({ volume }) => volume.content.mountPoint).join(', ')}`,
    stage: 'disk',
    holds: 'locked',
    everyRun: true,
    commands,
    verify: mounts.map(({ volume }): Check => ({
      kind: 'command',
      command: machineCommand('mountpoint', '--quiet', '--', pathInTree(volume.content.mountPoint)),
    })),
  });
}

function pathInTree(mountPoint: string): string {
  return mountPoint === '/' ? '{tree}' : `{tree}${mountPoint}`;
}

/** Describes a disk by stable properties, because its path may change after a reboot. */
function describeDevice({ path, model = 'the disk', serial, wwn, backingFile }: PlannedDevice): string {
  if (backingFile !== undefined) return `the loop device of ${backingFile}`;
  const mark = serial ?? wwn;
  return mark === undefined ? path : `${model} ${mark}`;
}

/**
 * Writes boot entries, one per command; the last created entry boots first. Entries of earlier attempts and
 * installations on this disk are deleted first, because the firmware would otherwise retain them. Entries of
 * other disks remain.
 *
 * @param system the EFI system partition
 */
export function writeFirmwareEntries(
  entries: readonly FirmwareEntry[],
  system: Pick<Partition, 'number' | 'uuid'>,
): Operation {
  const created = entries.toReversed();
  return defineOperation({
    id: 'firmware-entries',
    title: `Create firmware boot entries, in this order: ${entries.map(({ label }) => label).join(', ')}`,
    stage: 'device',
    weight: 2,
    limit: 120,
    replaces: { partition: system.uuid, labels: entries.map(({ label }) => label) },
    commands: created.map(({ label, program, options }) =>
      hostCommand(
        ...splitWords('efibootmgr --quiet --create --disk {target}'),
        '--part',
        String(system.number),
        '--label',
        label,
        '--loader',
        program,
        ...(options === undefined ? [] : ['--unicode', options]),
      ),
    ),
    verify: [{ kind: 'ended' }],
  });
}

/** Copies the journal while the file systems are mounted. */
export const JOURNAL_COPY = '/var/log/writ/journal';

/** Syncs and unmounts the disks. A complete system needs no resume. */
export function unmountDevices(drives: readonly DeviceDrive[]): Operation {
  const all = drives.flatMap(({ device }) => listVolumes(device.layout));
  const mountPoints = all.map(({ content }) => content.mountPoint);
  const volumes = drives.flatMap((drive) =>
    listVolumes(drive.device.layout)
      .filter(({ content }) => content.kind === 'ext4')
      .map(({ number }) => partitionPath(drive, number)),
  );
  return defineOperation({
    id: 'unmount',
    title: 'Sync the disk and unmount it',
    stage: 'device',
    weight: 20,
    limit: 3600,
    commands: [
      machineCommand('rm', '-f', '--', `{tree}${JOURNAL_COPY}`),
      ...mountPoints.map((path) => machineCommand('sync', '--file-system', '--', pathInTree(path))),
      machineCommand('umount', '--recursive', '--', '{tree}'),
      ...drives.map(({ root }) => hostCommand('sync', '--', root)),
    ],
    verify: [
      { kind: 'absent', path: '{tree}/etc' },
      ...volumes.map((path): Check => ({
        kind: 'command',
        command: hostCommand('e2fsck', '-f', '-n', path),
      })),
    ],
    undo: { kind: 'verify-first' },
  });
}
