/**
 * Sizes in MiB of the smallest useful file systems: ext4 with a journal, and the limits of `mkfs.xfs`, `mkfs.btrfs` and
 * `mkfs.f2fs`. The preflight checks whether the packages fit.
 */
export const minimumMebibytes = {
  vfat: 64,
  ext4: 64,
  xfs: 300,
  f2fs: 64,
  btrfs: 128,
} as const;

/**
 * Number of MiB that LUKS2 occupies in a partition. To encrypt existing data, cryptsetup needs twice the size
 * of the header.
 */
export const luksMebibytes = 32;
