/** The content that the settings require for a partition: its file system and its encryption. */
import { defined } from '@writ/diagnostics/internal';
import type { DiskSettings } from '../config/settings.ts';
import { deriveUuid } from './identifiers.ts';
import { MIB, type LayoutSettings } from './layout.ts';
import type { FileSystem, Partition, Subvolume } from './plan.ts';

/** Returns the encryption of a partition; empty if the settings contain no passphrase. */
export function encryption(
  name: string,
  seed: string,
  { disk: { luks } = {} }: LayoutSettings,
): Pick<Partition, 'luks'> {
  if (luks === undefined) return {};
  const { kdfMemory, kdfRounds } = luks;
  return { luks: { id: deriveUuid(seed, `${name} luks`), name, ...defined({ kdfMemory, kdfRounds }) } };
}

/** The folder in which snapper stores the snapshots of /. */
export const SNAPSHOTS = '/.snapshots';
const SWAP_SUBVOLUME: Subvolume = { name: '@swap', mountPoint: '/swap' };

/** Replaces ext4 with the configured file system, and adds the swap file to the root file system. */
export function withFileSystem(
  base: FileSystem,
  { disk = {}, swap, hasSecondDrive = false }: LayoutSettings,
): FileSystem {
  const { fileSystem, home } = disk;
  const isRoot = base.mountPoint === '/';
  const hasSwapFile = isRoot && swap?.kind === 'file';
  const size = hasSwapFile ? swap.size * MIB : 0;
  if (fileSystem?.kind !== 'btrfs') {
    return {
      ...base,
      ...defined({ kind: fileSystem?.kind }),
      ...(hasSwapFile ? { swapFile: { path: '/swapfile', size } } : {}),
    };
  }
  const { compression } = fileSystem;
  const separateHome = home !== undefined || hasSecondDrive;
  const chosen = withSnapshots(fileSystem, fileSystem.subvolumes ?? defaultSubvolumes(separateHome));
  // btrfs cannot create a snapshot of a subvolume that contains a swap file, so the swap file has its
  // own subvolume.
  const subvolumes = hasSwapFile && chosen.length > 0 ? [...chosen, SWAP_SUBVOLUME] : chosen;
  return {
    ...base,
    kind: 'btrfs',
    ...(isRoot && subvolumes.length > 0 ? { subvolumes } : {}),
    ...defined({ compression }),
    ...(hasSwapFile
      ? { swapFile: { path: subvolumes.length > 0 ? '/swap/swapfile' : '/swapfile', size } }
      : {}),
  };
}

/** Adds the subvolume in which snapper stores the snapshots of /, unless a subvolume is mounted there. */
function withSnapshots(
  { snapshots }: Extract<DiskSettings['fileSystem'], { kind: 'btrfs' }>,
  subvolumes: readonly Subvolume[],
): readonly Subvolume[] {
  return snapshots !== 'snapper' || subvolumes.some(({ mountPoint }) => mountPoint === SNAPSHOTS)
    ? subvolumes
    : [...subvolumes, { name: '@snapshots', mountPoint: SNAPSHOTS }];
}

/** Returns the subvolumes of a btrfs root file system for which none are configured. */
export function defaultSubvolumes(separateHome: boolean): Subvolume[] {
  return [
    { name: '@', mountPoint: '/' },
    ...(separateHome ? [] : [{ name: '@home', mountPoint: '/home' }]),
    { name: '@log', mountPoint: '/var/log' },
    { name: '@pkg', mountPoint: '/var/cache/pacman/pkg' },
  ];
}
