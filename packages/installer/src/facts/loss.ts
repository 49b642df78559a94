/** The content of a target that a plan destroys. */
export interface Loss {
  readonly target: string;
  readonly description: string;
  /** The content of a disk, one line for each part; empty if the disk is empty. */
  readonly contents?: readonly string[];
  /** Model and serial number. The user must type one of them to confirm. */
  readonly answers?: readonly string[];
}
