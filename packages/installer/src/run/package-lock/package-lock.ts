/** The exact packages of an installation. */
export interface PackageLock {
  readonly version: 1;
  /**
   * Addresses that provided the packages, with `$repo` and `$arch` and without logins. Each address, with
   * repository and architecture inserted, contains a package named `file`.
   */
  readonly mirrors: readonly string[];
  readonly packages: readonly LockedPackage[];
}

/** One package of a lock. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly repository: string;
  /** Name of the package file. */
  readonly file: string;
  /** Size of the package file in bytes. */
  readonly size: number;
  /** Digest of the package file, 64 hexadecimal digits. */
  readonly sha256: string;
}
