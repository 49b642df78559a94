/** The properties of an image that are compared. */
export interface ImageSummary {
  /** Names in the package manager's database. */
  readonly packages: readonly string[];
  /** Number of files and folders in the root file system. */
  readonly files: number;
  readonly loader: boolean;
  /** Number of initramfs files in /boot. */
  readonly initramfs: number;
  /** True if the user has a password. */
  readonly user: boolean;
  readonly locale: boolean;
}

/** Returns the name of a package whose database entry is `NAME-VERSION-RELEASE`; empty for other files. */
export function packageName(entry: string): string {
  return /^(.+)-[^-]+-[^-]+$/.exec(entry)?.[1] ?? '';
}

export function countInodes(header: string): number {
  const field = (name: string): number => Number(new RegExp(`^${name}: +(\\d+)$`, 'm').exec(header)?.[1]);
  return field('Inode count') - field('Free inodes');
}

/** Lists the parts that are missing from an image compared with the complete one. */
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
