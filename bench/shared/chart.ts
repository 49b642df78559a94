/** A figure as a function of the size of its input. Both axes are logarithmic. */
export interface Chart {
  /** File name of the picture without its extension. Absent if the figures are not drawn. */
  readonly picture?: string;
  readonly title: string;
  /** The sizes, such as `routes`. */
  readonly x: string;
  /** The figure and its unit, such as `processor time for the registration of all routes, ms`. */
  readonly y: string;
  /** The order of growth that the figure should not exceed: 0 for a constant, 1 for a linear figure. */
  readonly order: 0 | 1;
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
