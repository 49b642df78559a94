/** `tiny` installs in a few seconds and starts; `full` holds the package manager itself and more programs. */
export type SetName = 'tiny' | 'full';

/** A mirror on disk, complete and signed. */
export interface Mirror {
  readonly set: SetName;
  /** Absolute path of the folder that {@link file://../README.md} describes. */
  readonly root: string;
  /** Of the key that signed it: 40 upper-case hexadecimal digits. */
  readonly fingerprint: string;
  /** Absolute path of the public key, binary OpenPGP. */
  readonly publicKeyFile: string;
}

export interface BuildOptions {
  readonly set: SetName;
  /** The folder that holds built mirrors and downloads; `$WRIT_CACHE/mirror` or `~/.cache/writ/mirror` without it. */
  readonly cache?: string;
  /** Takes a line for people at every step. Nothing is said when the mirror is there already. */
  readonly log?: (line: string) => void;
  readonly signal?: AbortSignal;
}
