/** An intended difference from `node:http`. */
export interface AllowedDifference<Outcome> {
  readonly name: string;
  /** The reason why the difference cannot deceive a proxy or an application. */
  readonly reason: string;
  /** A stream with this difference. Each character is a byte. */
  readonly example: string;
  /** Whether the outcomes for a stream differ only in this way. */
  matches(stream: string, expected: Outcome, actual: Outcome): boolean;
}
