/** A folder that is served. */
export interface Folder {
  /** Absolute. */
  readonly root: string;
  readonly index: string | undefined;
  readonly dotfiles: boolean;
}

/** A toolkit's folder, and the bound on what is open for all folders. */
export interface Files extends Folder {
  readonly slots: FileSlots;
}

/** Bounds the files that are open at the same time. */
export interface FileSlots {
  /** Rejects with `HttpError` 503 when none becomes free in time. */
  take(): Promise<void> | undefined;
  give(): void;
}
