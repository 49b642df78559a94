import {
  describeContents,
  type Disk,
  type Facts,
  type Partition,
  type Plan,
  type PlannedTarget,
} from '@writ/installer';

/** A contiguous part of a disk. Parts are sorted by `start` and do not overlap; gaps below 2 MiB are omitted. */
export interface DiskPart {
  /** Offset in bytes. */
  readonly start: number;
  /** Bytes. */
  readonly size: number;
  readonly kind: 'partition' | 'free' | 'content';
  /** Name or device path; absent for free space. */
  readonly name?: string;
  /**
   * The content: blkid's type, such as `ext4`, or, for a disk without partitions, a description such as
   * `partition table gpt`. Absent if the content is unknown.
   */
  readonly content?: string;
  readonly label?: string;
  /** Mount point in the new system. */
  readonly mountPoint?: string;
}

/** A target before and after the installation. */
export interface DiskView {
  readonly path: string;
  readonly kind: 'image' | 'device';
  readonly model?: string;
  readonly serial?: string;
  /** Bytes. */
  readonly size: number;
  /** Empty if the image does not exist or is empty, or if nothing is known about the disk. */
  readonly before: readonly DiskPart[];
  readonly after: readonly DiskPart[];
  /** The data that is lost, one sentence for each loss; empty if none is lost. */
  readonly lost: readonly string[];
}

/**
 * Describes the targets of a plan before and after the installation.
 *
 * @param losses the losses that apply to the current content of the targets
 * @param facts the facts of this machine; without them, the content of devices is unknown
 */
export function viewDisks(
  { target, second }: Pick<Plan, 'target' | 'second'>,
  losses: Plan['losses'],
  facts: Pick<Facts, 'disks'> | undefined,
): DiskView[] {
  return [target, ...(second === undefined ? [] : [second])].flatMap((planned) => {
    // The service refuses prepared folders.
    if (planned.kind === 'folder') return [];
    const { path, kind, layout } = planned;
    const disk = facts?.disks.find((known) => known.path === path || known.links.includes(path));
    const lost = losses.filter((loss) => loss.target === path).map(({ description }) => description);
    return {
      path,
      kind,
      ...identityOf(planned),
      size: layout.size,
      before: kind === 'image' ? viewOldImage(layout.size, lost) : viewDisk(disk),
      after: fillGaps(layout.size, layout.partitions.map(viewPartition)),
      lost,
    };
  });
}

function identityOf(planned: Exclude<PlannedTarget, { kind: 'folder' }>): Pick<DiskView, 'model' | 'serial'> {
  if (planned.kind === 'image') return {};
  const { model, serial } = planned;
  return { ...(model !== undefined && { model }), ...(serial !== undefined && { serial }) };
}

/** Returns an existing image as one part, because it is replaced as a whole; empty if no data is lost. */
function viewOldImage(size: number, lost: readonly string[]): DiskPart[] {
  return lost.length === 0 ? [] : [{ start: 0, size, kind: 'content', name: 'image' }];
}

function viewPartition({ start, size, name, content }: Partition): DiskPart {
  return {
    start,
    size,
    kind: 'partition',
    name,
    ...(content && { content: content.kind, label: content.label }),
    ...(content?.mountPoint !== undefined && { mountPoint: content.mountPoint }),
  };
}

function viewDisk(disk: Disk | undefined): DiskPart[] {
  if (disk === undefined) return [];
  if (disk.partitions.length === 0) {
    const [content] = describeContents(disk);
    const whole = { start: 0, size: disk.size };
    return [
      content === undefined
        ? { ...whole, kind: 'free' }
        : { ...whole, kind: 'content', content, name: disk.path },
    ];
  }
  const parts = disk.partitions.map(({ start, size, path, name, signatures: [found] }): DiskPart => {
    const { type: content, label } = found ?? {};
    return {
      start,
      size,
      kind: 'partition',
      name: name ?? path,
      ...(content !== undefined && { content }),
      ...(label !== undefined && { label }),
    };
  });
  return fillGaps(disk.size, parts);
}

/** Smaller gaps result from the alignment of partitions. */
const SMALLEST_GAP = 2 * 1024 ** 2;

function fillGaps(size: number, parts: readonly DiskPart[]): DiskPart[] {
  const filled: DiskPart[] = [];
  let at = 0;
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    // Skip a part that overlaps the previous one, such as a logical partition inside its extended partition.
    if (part.start < at) continue;
    if (part.start - at >= SMALLEST_GAP) filled.push({ start: at, size: part.start - at, kind: 'free' });
    filled.push(part);
    at = part.start + part.size;
  }
  if (size - at >= SMALLEST_GAP) filled.push({ start: at, size: size - at, kind: 'free' });
  return filled;
}
