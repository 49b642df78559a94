/** A position in a text. `line` and `column` count from 1, `offset` from 0, all in UTF-16 units as in editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** The part of a text from `start` up to, but not including, `end`. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A {@link Range} as offsets: from `start` up to, but not including, `end`. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}
