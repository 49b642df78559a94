/** The content of a target that a plan destroys. */
export interface Loss {
  readonly target: string;
  readonly description: string;
  /** The content of a disk, one line each; empty if none was found. */
  readonly contents?: readonly string[];
  /** Model and serial number, one of which must be typed to confirm. */
  readonly answers?: readonly string[];
}
