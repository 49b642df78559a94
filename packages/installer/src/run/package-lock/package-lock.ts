/** The exact packages of an installation. */
export interface PackageLock {
  readonly version: 1;
  /**
   * URLs of the mirrors that provided the packages, with `$repo` and `$arch`, but without user names and passwords.
   * Once the repository and architecture are filled in, a URL points to the folder that contains a package's `file`.
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
