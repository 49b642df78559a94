import type { Facts } from './facts.ts';

/** A part of a machine that could not be read. */
export interface UnreadPart {
  /** `mounts`: the mounts of other processes; `disks`: the list of disks; `contents`: what is on a disk. */
  readonly part: 'mounts' | 'disks' | 'contents';
  /** The path of the disk with this content; absent if the content of no disk could be read, and for other parts. */
  readonly disk?: string;
  /**
   * `requires-root`: only root may read it; `none-listed`: `/sys/block` lists no disk; `no-udev`: udev is not running, and
   * no disk can be read; `unreadable`: udev is not running, and this disk cannot be read.
   */
  readonly reason: 'requires-root' | 'none-listed' | 'no-udev' | 'unreadable';
}

/** The parts that do not depend on a disk. */
export const UNREAD: Readonly<Record<UnreadPart['part'], UnreadPart>> = {
  mounts: { part: 'mounts', reason: 'requires-root' },
  disks: { part: 'disks', reason: 'none-listed' },
  contents: { part: 'contents', reason: 'no-udev' },
};

/** Returns the part for the content of one disk. */
export function unreadContents(disk: string): UnreadPart {
  return { part: 'contents', disk, reason: 'unreadable' };
}

/** Describes a part for `unseen`. */
export function describeUnread({ part, disk }: UnreadPart): string {
  if (part === 'mounts') return 'the mounts of other processes, which only root may read';
  if (part === 'disks') return 'the disks, because /sys/block lists none';
  return disk === undefined
    ? 'the content of the disks, because udev is not running and the disks cannot be read'
    : `the content of ${disk}, which cannot be read`;
}

/** Returns the parts of a machine that could not be read, also from facts of earlier versions, which only describe them. */
export function unreadParts({
  unread,
  unseen,
  disks,
}: Pick<Facts, 'unread' | 'unseen' | 'disks'>): readonly UnreadPart[] {
  if (unread !== undefined) return unread;
  const described = new Set(unseen);
  const possible = [...Object.values(UNREAD), ...disks.map(({ path }) => unreadContents(path))];
  return possible.filter((part) => described.has(describeUnread(part)));
}

/** Whether the content of a disk could not be read, so that it is unknown instead of empty. */
export function isContentUnread(path: string, facts: Pick<Facts, 'unread' | 'unseen' | 'disks'>): boolean {
  return unreadParts(facts).some(
    ({ part, disk }) => part === 'contents' && (disk === undefined || disk === path),
  );
}
