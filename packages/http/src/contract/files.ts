import type { Semaphore } from '@writ/diagnostics/internal';

/** A folder of files to serve. */
export interface Folder {
  /** Absolute path. */
  readonly root: string;
  readonly index: string | undefined;
  readonly dotfiles: boolean;
}

/** A toolkit's folder and the limit on open files, which all folders share. */
export interface Files extends Folder {
  readonly slots: Semaphore;
}
