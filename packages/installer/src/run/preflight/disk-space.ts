import type { Diagnostic } from '@writ/diagnostics';
import { MIB, findVolume } from '../../plan/layout.ts';
import type { Layout } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import { formatMebibytes } from '../format-mebibytes.ts';

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
/** ext4 occupies space for inode tables, its journal and root's reserve. */
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
  /** The disk may be wiped before all packages are downloaded. */
  readonly mayDownloadToTarget: boolean;
}

export interface SpaceResult {
  readonly findings: readonly Diagnostic[];
  /** The cache is too small: packages are downloaded to the new file system. */
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
  // Includes all packages, because the small cache is not used.
  const downloadBytes = downloadToTarget ? packages.reduce((sum, { size }) => sum + size, 0) : 0;
  const findings: Diagnostic[] = [];
  const root = findVolume(layout, '/');
  const usable = Math.max(0, (root?.size ?? 0) - JOURNAL) * USABLE;
  if (installed + downloadBytes > usable) {
    const minimumSize = layout.size - (root?.size ?? 0) + (installed + downloadBytes) / USABLE + JOURNAL;
    const suggestedSize = `${Math.ceil((minimumSize * 1.2) / MIB / 1024)}G`;
    const downloads = downloadToTarget
      ? ` (${formatMebibytes(installed + downloadBytes)} with their downloads)`
      : '';
    findings.push(
      refusal(
        'target-too-small',
        `the packages need ${formatMebibytes(installed)}${downloads}, but the target's root file system has ${formatMebibytes(usable)}`,
        {
          hint:
            target === undefined
              ? `choose a disk of at least ${suggestedSize}`
              : `pass --image-size ${suggestedSize} or more`,
        },
      ),
    );
  }
  if (downloadToTarget) {
    if (!mayDownloadToTarget) findings.push(notEnoughSpace(cache, missing, LOW_CACHE_HINT));
  } else {
    for (const { place, bytes } of requiredSpace(installed, missing, target, cache)) {
      if (bytes > place.free)
        findings.push(notEnoughSpace(place, bytes, 'free space there, or choose another folder'));
    }
  }
  return { findings, downloadToTarget };
}

const LOW_CACHE_HINT =
  'free space, or set WRIT_CACHE to another folder; with --yes, packages are downloaded to the new file system after the disk has been wiped';

function notEnoughSpace({ path, free }: FreeSpace, bytes: number, hint: string): Diagnostic {
  return refusal(
    'no-room',
    `${path} has ${formatMebibytes(free)} free, but ${formatMebibytes(bytes)} are required`,
    { hint },
  );
}

function requiredSpace(
  installed: number,
  missing: number,
  target: FreeSpace | undefined,
  cache: FreeSpace,
): { place: FreeSpace; bytes: number }[] {
  if (target === undefined) return [];
  // The system temporarily exists twice: as a tree and in the image.
  const staging = 2 * (installed + OVERHEAD);
  return target.device === cache.device
    ? [{ place: target, bytes: staging + missing }]
    : [
        { place: target, bytes: staging },
        { place: cache, bytes: missing },
      ];
}
