/** A figure against the size of its input. Both axes are logarithmic. */
export interface Chart {
  /** Name of the picture's file, without its ending. */
  readonly id: string;
  readonly title: string;
  /** Title and unit of the size, such as `routes`. */
  readonly x: string;
  /** Title and unit of the figure, such as `registration of all routes, ms of processor time`. */
  readonly y: string;
  readonly series: readonly Series[];
}

/** The figure of one subject. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

/** The figure for one size: the median of the rounds, and the quartiles. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}
