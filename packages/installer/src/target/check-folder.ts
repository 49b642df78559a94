import { phrase, type Diagnostic } from '@writ/diagnostics';
import { describeReserved, isPath, needsOwners } from '../config/checks/mount-points.ts';
import { identifyFileSystem, type PreparedFolder, type PreparedMount } from '../facts/chosen-target.ts';
import type { Disk, DiskPartition, Facts } from '../facts/facts.ts';
import type { FolderContents, FolderMount } from '../facts/folder-contents.ts';
import type { Loss } from '../facts/loss.ts';
import { decodeOctalEscapes } from '../facts/mounts.ts';
import { refusal } from '../finding-codes.ts';
import { term } from '../terms.ts';

/** A prepared folder, and the findings that prevent an installation into it. */
export interface CheckedFolder {
  /** Absent if the folder cannot be used. */
  readonly target?: PreparedFolder;
  readonly loss?: Loss;
  readonly findings: readonly Diagnostic[];
}

/**
 * Returns the identities of the file systems to which an unfinished installation into a folder may have written; empty
 * if there is none.
 */
export type FindWritten = (target: PreparedFolder) => Promise<ReadonlySet<string>>;

/**
 * Checks that the file systems in a folder can be those of a new system, and that packages write only to file systems
 * that are empty or that contain an unfinished installation.
 */
export async function checkFolder(
  { path, mounts }: FolderContents,
  facts: Facts,
  findWritten: FindWritten,
): Promise<CheckedFolder> {
  const [first] = mounts;
  if (path === '/' || first?.place !== '/') {
    const message =
      path === '/'
        ? '/ contains the running system'
        : `${path} is a folder, but no file system is mounted at it`;
    return {
      findings: [
        refusal('target-kind', message, {
          hint: 'mount the file system for / at a folder such as /mnt, and the others in it',
        }),
      ],
    };
  }
  const read = mounts.map((mount) => readMount(mount, facts));
  const findings = read.flatMap((one) => ('findings' in one ? one.findings : []));
  const prepared = read.flatMap((one) => ('findings' in one ? [] : one.mount));
  findings.push(...findSharedFileSystems(prepared, path));
  const bootDisk = findBootDisk(read);
  if (findings.length > 0 || bootDisk === undefined) return { findings };
  const target: PreparedFolder = { kind: 'folder', path, mounts: prepared, bootDisk };
  const written = await findWritten(target);
  const isUnfinished = prepared.some((mount) => written.has(identifyFileSystem(mount)));
  // An unfinished installation has not written to a file system that was mounted later.
  const occupied = prepared.filter(
    (mount) => mount.entries.length > 0 && !mount.isRetained && !written.has(identifyFileSystem(mount)),
  );
  return {
    target: isUnfinished
      ? { ...target, mounts: prepared.map((mount) => ({ ...mount, entries: [] })) }
      : target,
    loss: describeLoss(target, isUnfinished),
    findings: occupied.map(({ mountPoint, entries }) =>
      refusal(
        'folder-not-empty',
        `the file system for ${mountPoint} is not empty: it contains ${listNames(entries)}`,
        { hint: 'create a new file system and mount it, or remove the files' },
      ),
    ),
  };
}

const fileSystems: readonly string[] = [
  'vfat',
  'ext4',
  'btrfs',
  'xfs',
  'f2fs',
] satisfies PreparedMount['fileSystem'][];

function isFileSystem(name: string): name is PreparedMount['fileSystem'] {
  return fileSystems.includes(name);
}

type ReadMount =
  | { readonly mount: PreparedMount; readonly disk: Disk }
  | { readonly findings: readonly Diagnostic[] };

function readMount(mount: FolderMount, facts: Facts): ReadMount {
  const { place, mountPoint, fileSystem, source, options, root, entries, hiddenBy } = mount;
  const report = (message: string, hint: string): ReadMount => ({
    findings: [refusal('folder-unsuitable', message, { hint })],
  });
  const unmount = `run umount ${mountPoint}`;
  if (hiddenBy !== undefined) {
    return report(
      `${source}, which is mounted at ${mountPoint}, is hidden by ${hiddenBy.source}, which was mounted at ${hiddenBy.mountPoint} later`,
      `run umount ${hiddenBy.mountPoint} and umount ${mountPoint}; then mount the outer file system first`,
    );
  }
  if (!isFileSystem(fileSystem)) {
    return report(
      `the new system cannot mount ${fileSystem}, which is mounted at ${mountPoint}`,
      `${unmount}; it can mount ${fileSystems.join(', ')}`,
    );
  }
  const reserved = place === '/boot' ? undefined : describeReserved(place);
  if (!isPath(place) || reserved !== undefined) {
    return report(
      `the new system cannot mount a file system at ${place}${reserved === undefined ? '' : `: ${reserved}`}`,
      place.startsWith('/boot/') || place === '/efi'
        ? `mount the EFI system partition at ${mountPoint.slice(0, -place.length)}/boot instead`
        : unmount,
    );
  }
  if (fileSystem === 'vfat' && (place === '/' || needsOwners(place))) {
    return report(
      `vfat, which is mounted at ${mountPoint}, does not store the owners and permissions of the files in ${place}`,
      'mount another file system there',
    );
  }
  if (options.includes('ro'))
    return report(`${mountPoint} is mounted read-only`, `run mount -o remount,rw ${mountPoint}`);
  if (root !== '/' && fileSystem !== 'btrfs')
    return report(
      `only the folder ${root} of a file system is mounted at ${mountPoint}`,
      'mount the file system itself',
    );
  const subvolume = options.find((option) => option.startsWith(SUBVOLUME))?.slice(SUBVOLUME.length);
  if (fileSystem === 'btrfs' && decodeOctalEscapes(subvolume ?? '') !== root)
    return report(
      `only the folder ${root} is mounted at ${mountPoint}, which is not a subvolume of ${source}`,
      'mount a subvolume with the option subvol',
    );
  const found = findPartition(source, facts);
  if (found === undefined) {
    return report(
      `${source}, which is mounted at ${mountPoint}, is not a partition of a disk`,
      'use partitions: Writ configures neither encryption nor volume managers in a prepared folder; for encryption, use the layout whole or partitions',
    );
  }
  if (entries === undefined) return report(`${mountPoint} cannot be read`, 'run the command as root');
  const uuid = found.partition.signatures.find(({ type }) => type === fileSystem)?.uuid;
  if (uuid === undefined)
    return report(`the UUID of the file system on ${source} is unknown`, 'run the command as root');
  return {
    disk: found.disk,
    mount: {
      mountPoint: place,
      partition: found.partition,
      fileSystem,
      uuid,
      ...(fileSystem === 'btrfs' ? { subvolume: root.slice(1) } : {}),
      options: options.filter(isRepeated),
      isRetained: !isWritten(place),
      entries,
    },
  };
}

/** The option of a btrfs mount for the subvolume that contains the mounted folder. */
const SUBVOLUME = 'subvol=';

function findPartition(
  source: string,
  { disks }: Facts,
): { readonly disk: Disk; readonly partition: DiskPartition } | undefined {
  for (const disk of disks) {
    if (disk.kind !== 'disk' && disk.kind !== 'loop') continue;
    const partition = disk.partitions.find(({ path, links }) => path === source || links.includes(source));
    if (partition !== undefined) return { disk, partition };
  }
  return undefined;
}

/** True for a mount option that fstab repeats. */
function isRepeated(option: string): boolean {
  return (
    ['noatime', 'nodiratime', 'nodev', 'nosuid', 'noexec'].includes(option) ||
    /^compress(?:-force)?=[a-z]+(?::\d+)?$/.test(option)
  );
}

/** Folders into which packages install files, besides /. */
const packageFolders = ['/boot', '/opt', '/root', '/tmp', '/var'];

/** True for a mount point to whose file system packages or the installation write, so that it must be empty. */
function isWritten(place: string): boolean {
  return place === '/' || packageFolders.some((folder) => `${place}/`.startsWith(`${folder}/`));
}

/** Reports file systems other than btrfs that are mounted at several places. */
function findSharedFileSystems(mounts: readonly PreparedMount[], folder: string): Diagnostic[] {
  return mounts.flatMap(({ partition, mountPoint, subvolume }, index) => {
    const earlier = mounts
      .slice(0, index)
      .find((other) => other.partition.path === partition.path && other.subvolume === subvolume);
    return earlier === undefined
      ? []
      : [
          refusal(
            'folder-unsuitable',
            `${partition.path} is mounted at ${earlier.mountPoint} and at ${mountPoint} of ${folder}`,
            { hint: 'unmount one of them' },
          ),
        ];
  });
}

/** Returns the disk from which the firmware starts the system: that of /boot, otherwise that of /. */
function findBootDisk(read: readonly ReadMount[]): Disk | undefined {
  const all = read.flatMap((one) => ('findings' in one ? [] : [one]));
  const at = (place: string): Disk | undefined => all.find(({ mount }) => mount.mountPoint === place)?.disk;
  return at('/boot') ?? at('/');
}

/** The content of a folder with an unfinished installation, as listed in a loss. */
export const UNFINISHED = 'an unfinished installation';

function describeLoss({ path, mounts }: PreparedFolder, isUnfinished: boolean): Loss {
  const kept = mounts
    .filter(({ isRetained, entries }) => isRetained && entries.length > 0)
    .map(({ mountPoint, entries }) => `${mountPoint}: ${listNames(entries)}`);
  const places = mounts.map(({ mountPoint }) => mountPoint).join(', ');
  const remains =
    kept.length === 0
      ? 'they are empty, so no data will be lost.'
      : `this remains in them: ${kept.join('; ')}. The others are empty, so no data will be lost.`;
  return {
    target: path,
    description: isUnfinished
      ? `${path} contains ${UNFINISHED}, which is resumed or lost.${kept.length === 0 ? '' : ` This remains: ${kept.join('; ')}.`}`
      : `The file systems for ${places} are not formatted; ${remains}`,
    contents: isUnfinished ? [UNFINISHED] : [],
    folder: true,
    ...(isUnfinished || kept.length > 0 ? { answers: [path] } : {}),
    ...(kept.length === 0 ? {} : { kept }),
  };
}

/** The number of names that are listed. */
const LISTED = 5;

function listNames(names: readonly string[]): string {
  const more = names.length - LISTED;
  return more > 0 ? `${names.slice(0, LISTED).join(', ')} and ${more} more` : names.join(', ');
}

/** Refuses targets other than one folder. */
export function refuseOtherTarget(what: string): Diagnostic {
  return refusal('target-kind', `the layout "mounted" installs into a folder, but ${what}`, {
    expected: 'a folder at which the file system for / is mounted',
    hint: phrase`${term('chooseFolder')}`,
    pointer: '/x-writ/disk/layout',
  });
}
