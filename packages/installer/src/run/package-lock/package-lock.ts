/** The packages of one installation, exactly. */
export interface PackageLock {
  readonly version: 1;
  /** Where they were fetched from: a package lies at the address with its repository and architecture, under `file`. */
  readonly mirrors: readonly string[];
  readonly packages: readonly LockedPackage[];
}

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly repository: string;
  /** The name of the packed file. */
  readonly file: string;
  /** Bytes of that file. */
  readonly size: number;
  /** Of that file, 64 hexadecimal digits. */
  readonly sha256: string;
}
