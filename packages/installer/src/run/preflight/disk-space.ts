import { phrase, type Diagnostic, type Wording } from '@writ/diagnostics';
import { LUKS_SIZE, MIB, findVolume, listVolumes } from '../../plan/layout.ts';
import { isBuiltSeparately } from '../../plan/operations/separate-partition.ts';
import type { Layout } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import { formatMebibytes } from '../format-mebibytes.ts';
import { term } from '../../terms.ts';

/** Free space in a folder. */
export interface FreeSpace {
  readonly path: string;
  /** Device number; the same for all folders of a file system. */
  readonly device: number;
  /** Bytes. */
  readonly free: number;
}

/** Space for databases, initramfs, logs and keyring, in bytes. */
const OVERHEAD = 160 * MIB;
/**
 * The share of a file system that files can occupy: ext4 needs space for inode tables and the blocks reserved for
 * root. Its journal is subtracted separately.
 */
const USABLE = 0.9;
const JOURNAL = 64 * MIB;

export interface SpaceRequirements {
  readonly packages: readonly ResolvedPackage[];
  /** Download size in bytes. */
  readonly missing: number;
  readonly layout: Layout;
  /** Free space in the folder in which the image is built; absent for a disk. */
  readonly target?: FreeSpace;
  readonly cache: FreeSpace;
  /** Whether the disk may be wiped before all packages are downloaded. */
  readonly mayDownloadToTarget: boolean;
}

export interface SpaceResult {
  readonly findings: readonly Diagnostic[];
  /** Whether packages are downloaded to the new file system because the cache is too small. */
  readonly downloadToTarget: boolean;
}

/** Checks the space for tree and image, for downloads in the cache, and for the system on the target. */
export function checkSpace({
  packages,
  missing,
  layout,
  target,
  cache,
  mayDownloadToTarget,
}: SpaceRequirements): SpaceResult {
  const installed = packages.reduce((sum, { installedSize }) => sum + installedSize, 0);
  const downloadToTarget = target === undefined && missing > cache.free;
  // Includes packages that are already in the cache, because the cache is not used if it is too small.
  const downloadBytes = downloadToTarget ? packages.reduce((sum, { size }) => sum + size, 0) : 0;
  const findings: Diagnostic[] = [];
  const root = findVolume(layout, '/');
  const reserved = JOURNAL + (root?.luks === undefined ? 0 : LUKS_SIZE) + (root?.content.swapFile?.size ?? 0);
  const usable = Math.max(0, (root?.size ?? 0) - reserved) * USABLE;
  if (installed + downloadBytes > usable) {
    const minimumSize = layout.size - (root?.size ?? 0) + (installed + downloadBytes) / USABLE + reserved;
    const gibibytes = Math.ceil((minimumSize * 1.2) / MIB / 1024);
    const downloads = downloadToTarget
      ? ` (${formatMebibytes(installed + downloadBytes)} including downloads)`
      : '';
    // A size in the configuration may limit the partition for /, in which case a larger target is not sufficient.
    const limit = listVolumes(layout).some(({ content }) => !['/', '/boot'].includes(content.mountPoint))
      ? '; if x-writ.disk limits the size of the partition for /, increase it as well'
      : '';
    findings.push(
      refusal(
        'target-too-small',
        `the packages need ${formatMebibytes(installed)}${downloads}, but the target's root file system has ${formatMebibytes(usable)}`,
        {
          hint:
            target === undefined
              ? `choose a disk of at least ${gibibytes}G${limit}`
              : phrase`pass ${term('imageSizeOf', gibibytes)} or more${limit}`,
        },
      ),
    );
  }
  // The system temporarily exists as a tree, in the image, and sometimes in the file of a partition.
  const copies = layout.partitions.some(isBuiltSeparately) ? 3 : 2;
  // An encrypted partition has no holes, either in its file or in the image.
  const encrypted = layout.partitions.reduce(
    (sum, { luks, size }) => sum + (luks === undefined ? 0 : size),
    0,
  );
  const staging = encrypted === 0 ? copies * (installed + OVERHEAD) : installed + OVERHEAD + 2 * encrypted;
  if (downloadToTarget) {
    if (!mayDownloadToTarget) findings.push(notEnoughSpace(cache, missing, LOW_CACHE_HINT));
  } else {
    for (const { place, bytes } of requiredSpace(staging, missing, target, cache)) {
      if (bytes > place.free)
        findings.push(notEnoughSpace(place, bytes, 'free some space there, or choose another folder'));
    }
  }
  return { findings, downloadToTarget };
}

const LOW_CACHE_HINT = phrase`free some space, or set WRIT_CACHE to another folder${term('orDownloadLate')}`;

function notEnoughSpace({ path, free }: FreeSpace, bytes: number, hint: Wording): Diagnostic {
  return refusal(
    'no-room',
    `${path} has ${formatMebibytes(free)} free, but ${formatMebibytes(bytes)} is required`,
    { hint },
  );
}

/** @param staging bytes that the tree and the image occupy */
function requiredSpace(
  staging: number,
  missing: number,
  target: FreeSpace | undefined,
  cache: FreeSpace,
): { place: FreeSpace; bytes: number }[] {
  if (target === undefined) return [];
  return target.device === cache.device
    ? [{ place: target, bytes: staging + missing }]
    : [
        { place: target, bytes: staging },
        { place: cache, bytes: missing },
      ];
}
