import type { Diagnostic } from '@writ/diagnostics';
import type { BlockDevice, Disk, Facts, Holder } from '../facts/facts.ts';
import type { Loss } from '../facts/loss.ts';
import { isTemporary } from '../facts/temporary-names.ts';
import { isContentUnread } from '../facts/unread-parts.ts';
import { refusal } from '../finding-codes.ts';
import { describeContents, describeDisk, diskName } from '../facts/describe-disk.ts';

/**
 * Returns a finding for each reason why a disk must not be wiped. If the running system was booted from the
 * disk, its mounts and other uses are not listed.
 */
export function checkDevice(disk: Disk, facts: Facts): Diagnostic[] {
  const findings: Diagnostic[] = [];
  if (disk.readOnly) {
    findings.push(
      refusal('target-read-only', `${diskName(disk)} is read-only`, {
        hint: 'check the drive for a write-protect switch, or run blockdev --setrw',
      }),
    );
  }
  if (facts.liveMedium?.disk === disk.path) {
    // Further uses are not reported, because the user must not end them: the running system needs its mounts.
    return [...findings, targetInUse(disk, 'this system was booted from it', 'choose another disk')];
  }
  for (const other of facts.disks) {
    // The kernel treats loop devices of the same file as separate disks.
    if (other.path === disk.path || !haveSameFile(disk, other)) continue;
    const hint = `run losetup --detach ${other.path} first`;
    findings.push(targetInUse(disk, `${other.path} is attached to the same file`, hint));
  }
  for (const part of [disk, ...disk.partitions]) {
    for (const [reason, hint] of usesOf(part, facts)) findings.push(targetInUse(disk, reason, hint));
  }
  return findings;
}

/** True for two loop devices of one file, which may have several names because of hard links or bind mounts. */
function haveSameFile(a: Disk, b: Disk): boolean {
  if (a.backingInode !== undefined && a.backingInode === b.backingInode) return true;
  return a.backingFile !== undefined && a.backingFile === b.backingFile;
}

function targetInUse(disk: Disk, reason: string, hint: string): Diagnostic {
  return refusal('target-in-use', `${diskName(disk)} is in use: ${reason}`, { hint });
}

type Use = readonly [reason: string, hint: string];

function usesOf(device: BlockDevice, facts: Facts): Use[] {
  const { path, mountPoints, swap, holders, loops, pools } = device;
  return [
    ...(mountPoints.length === 0 ? [] : [describeMount(path, mountPoints)]),
    ...(swap ? [[`${path} is used as swap`, `run swapoff ${path} first`] as const] : []),
    ...holders.filter((holder) => !isLeftover(holder)).map((holder) => describeHolder(path, holder)),
    ...loops.map((loop): Use => [`${loop} is attached to ${path}`, `run losetup --detach ${loop} first`]),
    ...pools.map(({ devices }): Use => [
      `${path} is part of a mounted btrfs file system on ${devices.join(', ')}`,
      'unmount it first',
    ]),
    ...membershipUses(device, facts),
  ];
}

/** True for an array or an opened volume that an interrupted installation left. The next run stops or closes it. */
export function isLeftover(holder: Holder): boolean {
  return isTemporary(holder) && holder.mountPoints.length === 0 && !holder.swap;
}

const FROM_ANOTHER_SYSTEM = 'install from another system, or choose another disk';

function describeMount(path: string, mountPoints: readonly string[]): Use {
  const system = mountPoints.filter(isOfRunningSystem);
  if (system.length > 0) {
    return [`the running system uses ${path} as ${system.join(', ')}`, FROM_ANOTHER_SYSTEM];
  }
  return [`${path} is mounted at ${mountPoints.join(', ')}`, `run umount ${mountPoints.join(' ')} first`];
}

const holderKinds: Readonly<Record<Holder['kind'], readonly [what: string, end: string]>> = {
  lvm: ['the logical volume', 'run vgchange --activate n first'],
  encryption: ['the opened encrypted volume', 'run cryptsetup close first'],
  raid: ['the RAID array', 'run mdadm --stop first'],
  bcache: ['the cache', 'stop it through /sys/block first'],
  'device-mapper': ['the mapped device', 'run dmsetup remove first'],
  other: ['the device', 'stop the program that uses it first'],
};

function describeHolder(path: string, { name, kind, mountPoints, swap }: Holder): Use {
  const [what, end] = holderKinds[kind];
  const used = [
    ...(mountPoints.length === 0 ? [] : [`mounted at ${mountPoints.join(', ')}`]),
    ...(swap ? ['used as swap'] : []),
  ];
  const rest = used.length === 0 ? '' : `, ${used.join(' and ')},`;
  const isSystem = mountPoints.some(isOfRunningSystem);
  const steps = [
    ...(mountPoints.length === 0 ? [] : [`run umount ${mountPoints.join(' ')}`]),
    ...(swap ? ['turn off its swap with swapoff'] : []),
  ];
  const hint = steps.length === 0 ? end : `${steps.join(', ')}, then ${end.replace(/ first$/, '')}`;
  return [`${what} ${name}${rest} is on ${path}`, isSystem ? FROM_ANOTHER_SYSTEM : hint];
}

function isOfRunningSystem(mountPoint: string): boolean {
  return ['/', '/boot', '/efi'].includes(mountPoint);
}

/** Returns the uses that the kernel does not list: membership in ZFS pools and in unmounted btrfs file systems. */
function membershipUses({ path, signatures, pools }: BlockDevice, { disks }: Facts): Use[] {
  const uses: Use[] = [];
  for (const { type, label, uuid } of signatures) {
    if (type === 'zfs_member') {
      const pool = label === undefined ? 'a ZFS pool' : `the ZFS pool ${label}`;
      uses.push([`${path} is part of ${pool}`, 'export or destroy the pool and run wipefs --all first']);
    }
    if (type !== 'btrfs' || uuid === undefined || pools.length > 0) continue;
    const members = disks
      .flatMap((disk): BlockDevice[] => [disk, ...disk.partitions])
      .filter((other) => other.signatures.some((found) => found.type === 'btrfs' && found.uuid === uuid));
    if (members.length > 1) {
      uses.push([
        `${path} is part of a btrfs file system on ${members.map((member) => member.path).join(', ')}`,
        'remove it from that file system, or run wipefs --all first',
      ]);
    }
  }
  return uses;
}

/** Describes the disk content that will be lost, and the answers that confirm the loss. */
export function lossOfDevice(disk: Disk, facts: Facts): Loss {
  const contents = isContentUnread(disk.path, facts)
    ? ['its content could not be read']
    : describeContents(disk);
  const answers = [disk.serial, disk.model, disk.backingFile].filter((answer) => answer !== undefined);
  return {
    target: disk.path,
    description:
      contents.length === 0
        ? `${describeDisk(disk)} will be wiped; no file system or partition table was found on it.`
        : `Everything on ${describeDisk(disk)} will be lost: ${contents.join('; ')}.`,
    contents,
    answers: answers.length === 0 ? [disk.path] : answers,
  };
}
