/** What the plan gives up of a target. */
export interface Loss {
  readonly target: string;
  readonly description: string;
  /** What is on a disk, a line each; empty when nothing was found. */
  readonly contents?: readonly string[];
  /** One of these is to be typed by a person who agrees: model or serial number. */
  readonly answers?: readonly string[];
}
