/** The exact packages of an installation. */
export interface PackageLock {
  readonly version: 1;
  /**
   * Addresses that the packages were fetched from. A package is at such an address, with its repository and
   * architecture inserted, under the name `file`.
   */
  readonly mirrors: readonly string[];
  readonly packages: readonly LockedPackage[];
}

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly repository: string;
  /** Name of the package file. */
  readonly file: string;
  /** Size of that file in bytes. */
  readonly size: number;
  /** Digest of that file, 64 hexadecimal digits. */
  readonly sha256: string;
}
