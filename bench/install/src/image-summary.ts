/** The content of an image that makes it comparable. */
export interface ImageSummary {
  /** Names in the database of the package manager. */
  readonly packages: readonly string[];
  /** Files and folders of the root file system. */
  readonly files: number;
  readonly loader: boolean;
  /** Initramfs files in /boot. */
  readonly initramfs: number;
  /** True if the user has a password. */
  readonly user: boolean;
  readonly locale: boolean;
}

/** Name of a package whose entry in the database is `NAME-VERSION-RELEASE`; empty for other files. */
export function packageName(entry: string): string {
  return /^(.+)-[^-]+-[^-]+$/.exec(entry)?.[1] ?? '';
}

export function countInodes(header: string): number {
  const field = (name: string): number => Number(new RegExp(`^${name}: +(\\d+)$`, 'm').exec(header)?.[1]);
  return field('Inode count') - field('Free inodes');
}

/** Lists what an image lacks, compared with the complete one; empty if nothing. */
export function missingFrom(
  summary: ImageSummary,
  expected: { readonly packages: readonly string[]; readonly kernels: number },
): string[] {
  const there = new Set(summary.packages);
  const missing = expected.packages.filter((name) => !there.has(name));
  return [
    ...(there.size === 0
      ? ['package database']
      : missing.length > 0
        ? [`packages ${missing.slice(0, 5).join(' ')}`]
        : []),
    ...(summary.loader ? [] : ['boot loader']),
    ...(summary.initramfs >= expected.kernels ? [] : ['initramfs']),
    ...(summary.user ? [] : ['user']),
    ...(summary.locale ? [] : ['locale']),
  ];
}
