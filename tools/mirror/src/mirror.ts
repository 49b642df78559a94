/**
 * `tiny` installs in a few seconds and boots; `full` contains the package manager itself and more programs.
 * The other sets are for measurements: `large` is as large as a desktop system, and `many` adds 1,000 small
 * packages to `tiny`.
 */
export type SetName = 'tiny' | 'full' | 'large' | 'many';

/** A complete and signed mirror on disk. */
export interface Mirror {
  readonly set: SetName;
  /** Absolute path of the folder. tools/mirror/README.md describes its layout. */
  readonly root: string;
  /** Fingerprint of the signing key: 40 upper-case hexadecimal digits. */
  readonly fingerprint: string;
  /** Absolute path of the public key, binary OpenPGP. */
  readonly publicKeyFile: string;
}

export interface BuildOptions {
  readonly set: SetName;
  /** Folder for mirrors and downloads (default: `$WRIT_CACHE/mirror` or `~/.cache/writ/mirror`). */
  readonly cache?: string;
  /** Receives a line for each step; not called if the mirror is in the cache at the start. */
  readonly log?: (line: string) => void;
  readonly signal?: AbortSignal;
}
