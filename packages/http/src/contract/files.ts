import type { Semaphore } from '@writ/diagnostics/internal';

/** A folder that is served. */
export interface Folder {
  /** Absolute. */
  readonly root: string;
  readonly index: string | undefined;
  readonly dotfiles: boolean;
}

/** A toolkit's folder, and the bound on what is open for all folders. */
export interface Files extends Folder {
  readonly slots: Semaphore;
}
