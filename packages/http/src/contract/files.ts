import type { Semaphore } from '@writ/diagnostics/internal';

/** A folder of files to serve. */
export interface Folder {
  /** Absolute path. */
  readonly root: string;
  readonly index: string | undefined;
  readonly dotfiles: boolean;
  /** Matches the paths of files whose content never changes; undefined if there are none. */
  readonly immutable?: RegExp | undefined;
}

/** A toolkit's folder and the limit on open files, which all folders share. */
export interface Files extends Folder {
  readonly slots: Semaphore;
}
