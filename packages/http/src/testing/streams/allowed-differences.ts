/** A difference from `node:http` that is intended. */
export interface AllowedDifference<Outcome> {
  readonly name: string;
  /** Why it cannot deceive a proxy or an application. */
  readonly reason: string;
  /** A stream with this difference; a character is a byte. */
  readonly example: string;
  /** Whether the outcomes for a stream differ in this way, and in no other. */
  matches(stream: string, expected: Outcome, actual: Outcome): boolean;
}
