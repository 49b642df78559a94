/** The content of a target that a plan destroys, or the trust that it gives up. */
export interface Loss {
  readonly target: string;
  readonly description: string;
  /**
   * The detected content of a disk, one line for each part; empty if none was found. If the content could not
   * be read, one line says so. Absent for an image.
   */
  readonly contents?: readonly string[];
  /**
   * Serial number, model and backing file of a disk or, if it has none of them, its path; the path of a prepared folder
   * in which files remain or are lost. The user must type one of them to confirm. Absent for an image, and for a folder
   * without files.
   */
  readonly answers?: readonly string[];
  /**
   * The detected content of the disk that remains, one line for each part. Present if the plan keeps partitions of the
   * disk; such a plan must be confirmed with its digest or by answering a question.
   */
  readonly kept?: readonly string[];
  /** Set for a prepared folder. */
  readonly folder?: true;
  /** Set for a repository whose packages are installed without verifying signatures. No data is lost. */
  readonly unsigned?: true;
}
