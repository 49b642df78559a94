import { MIB, keepsPartitions, listVolumes, type Volume } from '../layout.ts';
import { listMounts, sortMounts, type Mount } from '../mounts.ts';
import type { Check, Command, Operation } from '../operation.ts';
import type { Partition, PlannedDevice } from '../plan.ts';
import { hostCommand, defineOperation, splitWords } from './define-operation.ts';
import { checkPartition, rereadTable, writeTable } from './disk-table.ts';
import { checkFileSystem, createSubvolumes, makeFileSystem } from './file-systems.ts';
import { editDisk } from './kept-partitions.ts';
import { formatLuks, volumePath, withVolume } from './luks.ts';
import { arrayPath, createArrays, listArrays, type PlannedArray } from './raid.ts';

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

/** Returns the path of the device with a partition's content, which is encrypted if the partition is. */
function contentPath(drive: DeviceDrive, { number, raid }: Pick<Partition, 'number' | 'raid'>): string {
  return raid === undefined ? partitionPath(drive, number) : arrayPath(raid);
}

/** Describes the device with a partition's content. */
function describePlace({ device }: DeviceDrive, { number, raid }: Partition): string {
  return raid === undefined
    ? `partition ${number} of ${describeDevice(device)}`
    : `the RAID 1 array ${raid.name}`;
}

function arraysOf(drives: readonly DeviceDrive[]): PlannedArray[] {
  const [first] = drives;
  if (first === undefined) return [];
  return listArrays(first.device.layout, (number) => drives.map((drive) => partitionPath(drive, number)));
}

/** Returns the operations that wipe and partition disks, and create and mount their file systems. */
export function prepareDevices(drives: readonly DeviceDrive[]): Operation[] {
  return [
    ...drives.flatMap((drive) =>
      keepsPartitions(drive.device.layout)
        ? editDisk({
            ...drive,
            name: describeDevice(drive.device),
            id: (what) => operationId(drive, what),
            path: ({ number }) => partitionPath(drive, number),
          })
        : [wipeDisk(drive), partitionDisk(drive)],
    ),
    ...createArrays(arraysOf(drives)),
    ...drives.flatMap((drive) =>
      drive.device.layout.partitions
        .filter(({ kept }) => kept !== 'content')
        .flatMap((partition) => [
          ...encryptPartition(drive, partition),
          ...formatPartition(drive, partition),
        ]),
    ),
    mountVolumes(drives),
  ];
}

function operationId({ root }: DeviceDrive, what: string): string {
  return root === '{target}' ? what : `second-${what}`;
}

/**
 * Returns the operation that wipes a disk. wipefs erases signatures at the end of the disk, but not all boot code and
 * tables at its beginning; dd overwrites these separately. `--force` is required because the run holds the
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
      writeTable(
        layout,
        root,
        splitWords('--wipe=always --wipe-partitions=always --no-reread --no-tell-kernel'),
      ),
      rereadTable(root),
    ],
    verify: [
      { kind: 'table', path: root, uuid: layout.uuid },
      ...layout.partitions.flatMap((partition): Check[] => {
        const path = partitionPath(drive, partition.number);
        return [
          { kind: 'exists', path },
          { kind: 'command', command: checkPartition(path, partition) },
        ];
      }),
    ],
  });
}

/**
 * Returns a command that runs on the content of a partition. If the partition is encrypted, the command opens it.
 */
function onContent(
  drive: DeviceDrive,
  partition: Pick<Partition, 'number' | 'luks' | 'raid'>,
  command: (path: string) => Command,
): Command {
  const { luks } = partition;
  const path = contentPath(drive, partition);
  return luks === undefined ? command(path) : withVolume(luks, path, command(volumePath(luks)));
}

function encryptPartition(drive: DeviceDrive, partition: Partition): Operation[] {
  const { name, luks } = partition;
  if (luks === undefined) return [];
  const path = contentPath(drive, partition);
  return [
    defineOperation({
      id: operationId(drive, `encrypt-${name}`),
      title: `Encrypt ${describePlace(drive, partition)} with LUKS2`,
      stage: 'disk',
      weight: 40,
      limit: 600,
      holds: 'locked',
      commands: [formatLuks(luks, path)],
      verify: [{ kind: 'command', command: hostCommand('cryptsetup', 'isLuks', '--type', 'luks2', path) }],
    }),
  ];
}

function formatPartition(drive: DeviceDrive, partition: Partition): Operation[] {
  const { name, content, luks } = partition;
  if (content === undefined || (content.kind === 'swap' && content.randomKey === true)) return [];
  const path = contentPath(drive, partition);
  const { kind } = content;
  const { sectorSize } = drive.device.layout;
  const use = kind === 'swap' ? 'swap space' : `${kind} for ${content.mountPoint}`;
  return [
    defineOperation({
      id: operationId(drive, `format-${name}`),
      title: `Create ${use} in ${describePlace(drive, partition)}`,
      stage: 'disk',
      weight: 10,
      limit: 600,
      holds: 'locked',
      commands: [
        // mkfs.btrfs refuses an identifier that an interrupted attempt has already written. A kept partition still has
        // the signatures of its previous content.
        ...((kind === 'btrfs' || partition.kept === 'place') && luks === undefined
          ? [hostCommand(...splitWords('wipefs --all --force --quiet --'), path)]
          : []),
        onContent(drive, partition, (place) => makeFileSystem(content, sectorSize, place)),
        ...(kind === 'swap'
          ? []
          : createSubvolumes(content, '{tree}').map((command) => onContent(drive, partition, command))),
      ],
      verify: [
        {
          kind: 'command',
          command: onContent(drive, partition, (place) => checkFileSystem(content, place)),
        },
      ],
    }),
  ];
}

/**
 * Returns the operation that mounts all file systems. The run holds the disks until they are mounted, because udev
 * could otherwise briefly remove the partitions.
 */
function mountVolumes(drives: readonly DeviceDrive[]): Operation {
  const mounts = sortMounts(
    drives.flatMap((drive) => listMounts(drive.device.layout).map((mount) => ({ ...mount, drive }))),
  );
  const drive = new Map(mounts.map((mount) => [mount.volume, mount.drive]));
  const partition = (volume: Volume): string => contentPath(drive.get(volume)!, volume);
  const commands = mountCommands(mounts, { partition, tree: '{tree}' }).flatMap((command, index) => [
    hostCommand('install', '-d', '-m', '0755', '--', pathInTree(mounts[index]!.mountPoint)),
    command,
  ]);
  return defineOperation({
    id: 'mount',
    title: `Mount ${mounts.map(({ mountPoint }) => mountPoint).join(', ')}`,
    stage: 'disk',
    holds: 'locked',
    everyRun: true,
    commands,
    verify: mounts.map(({ mountPoint }): Check => ({
      kind: 'command',
      command: machineCommand('mountpoint', '--quiet', '--', pathInTree(mountPoint)),
    })),
  });
}

function pathInTree(mountPoint: string, tree = '{tree}'): string {
  return mountPoint === '/' ? tree : `${tree}${mountPoint}`;
}

/**
 * Returns one command for each mount. The first mount of an encrypted partition opens it.
 *
 * @param places.partition returns the path of a partition
 */
export function mountCommands(
  mounts: readonly Mount[],
  places: { readonly partition: (volume: Volume) => string; readonly tree: string },
): Command[] {
  const opened = new Set<string>();
  return mounts.map(({ volume, mountPoint, options }) => {
    const { content, luks } = volume;
    const written = options.length === 0 ? [] : ['-o', options.join(',')];
    const mount = (path: string): Command =>
      machineCommand(
        'mount',
        '-t',
        content.kind,
        ...written,
        '--',
        path,
        pathInTree(mountPoint, places.tree),
      );
    if (luks === undefined) return mount(places.partition(volume));
    const isOpen = opened.has(luks.id);
    opened.add(luks.id);
    const command = mount(volumePath(luks));
    return isOpen ? command : withVolume(luks, places.partition(volume), command);
  });
}

/** Describes a disk by stable properties, if it has any, because its path may change after a reboot. */
function describeDevice({ path, model = 'the disk', serial, wwn, backingFile }: PlannedDevice): string {
  if (backingFile !== undefined) return `the loop device of ${backingFile}`;
  const mark = serial ?? wwn;
  return mark === undefined ? path : `${model} ${mark}`;
}

/** Path of the journal's copy in the new system. The copy can be read only while the file systems are mounted. */
export const JOURNAL_COPY = '/var/log/writ/journal';

/**
 * Returns the operation that deletes the copy of the journal, because a complete installation cannot be resumed, then
 * syncs and unmounts the disks.
 */
export function unmountDevices(drives: readonly DeviceDrive[]): Operation {
  const mountPoints = drives.flatMap(({ device }) =>
    listMounts(device.layout).map(({ mountPoint }) => mountPoint),
  );
  const checks = drives.flatMap((drive) =>
    listVolumes(drive.device.layout)
      // A kept file system may be large, or have faults that the installation did not cause.
      .filter(({ content, kept }) => content.kind !== 'vfat' && kept !== 'content')
      .map((volume): Check => ({
        kind: 'command',
        command: onContent(drive, volume, (place) => checkFileSystem(volume.content, place)),
      })),
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
    verify: [{ kind: 'absent', path: '{tree}/etc' }, ...checks],
    undo: { kind: 'verify-first' },
  });
}
