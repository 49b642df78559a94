import type { Diagnostic } from '@writ/diagnostics';
import { MIB, volumeAt } from '../../plan/layout.ts';
import type { Layout } from '../../plan/plan-type.ts';
import { refusal } from '../../refusal.ts';
import type { ResolvedPackage } from '../journal.ts';

/** A folder in which something is to be written. */
export interface Place {
  readonly path: string;
  /** Same number, same file system. */
  readonly device: number;
  /** Bytes. */
  readonly free: number;
}

/** What is written besides the packages' own files: databases, initramfs, logs, keyring. */
const BESIDES = 160 * MIB;
/** ext4 keeps inode tables, a journal and a reserve for root. */
const USABLE = 0.9;
const JOURNAL = 64 * MIB;

/**
 * Whether everything fits: the tree and the image where the image lies, the downloads in the cache, the system
 * into the target.
 *
 * @param target where an image is built; absent of a disk
 */
export function judgeRoom(
  packages: readonly ResolvedPackage[],
  missing: number,
  layout: Layout,
  target: Place | undefined,
  cache: Place,
): Diagnostic[] {
  const installed = packages.reduce((sum, { installedSize }) => sum + installedSize, 0);
  const findings: Diagnostic[] = [];
  const root = volumeAt(layout, '/');
  const usable = Math.max(0, (root?.size ?? 0) - JOURNAL) * USABLE;
  if (installed > usable) {
    const wanted = layout.size - (root?.size ?? 0) + installed / USABLE + JOURNAL;
    const least = `${Math.ceil((wanted * 1.2) / MIB / 1024)}G`;
    findings.push(
      refusal(
        'target-too-small',
        `the packages take ${mib(installed)} and the target's root holds ${mib(usable)}`,
        {
          hint:
            target === undefined
              ? `choose a disk of at least ${least}`
              : `give it at least --image-size ${least}`,
        },
      ),
    );
  }
  for (const { place, bytes } of needsOf(installed, missing, target, cache)) {
    if (bytes > place.free) {
      findings.push(
        refusal('no-room', `${place.path} has ${mib(place.free)} free, and ${mib(bytes)} are needed`, {
          hint: 'make room, or choose another place',
        }),
      );
    }
  }
  return findings;
}

function needsOf(
  installed: number,
  missing: number,
  target: Place | undefined,
  cache: Place,
): { place: Place; bytes: number }[] {
  if (target === undefined) return [{ place: cache, bytes: missing }];
  // The system is there twice for a while: as a tree, and in the image that is made from it.
  const staging = 2 * (installed + BESIDES);
  return target.device === cache.device
    ? [{ place: target, bytes: staging + missing }]
    : [
        { place: target, bytes: staging },
        { place: cache, bytes: missing },
      ];
}

function mib(bytes: number): string {
  return `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`;
}
