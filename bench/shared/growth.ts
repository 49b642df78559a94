import type { Point, Series } from './chart.ts';
import { median, quantile } from './statistics.ts';

/** A smaller change of slope at a point is not a bend. */
const BEND = 0.25;

/** How a figure grows with the size of its input. */
export interface Growth {
  /**
   * The exponent k of the power law `y = c × x^k` that fits best: 0 for a constant figure, 1 for one that doubles with
   * the size, 2 for one that quadruples. NaN with fewer than two points.
   */
  readonly order: number;
  /** The exponent between each pair of adjacent points. */
  readonly slopes: readonly number[];
  readonly bends: readonly Bend[];
}

/** A size from which a figure grows faster than before. */
export interface Bend {
  readonly x: number;
  readonly before: number;
  readonly after: number;
}

/** Returns the point of a size: the median and the quartiles of the rounds. */
export function pointOf(x: number, values: readonly number[]): Point {
  return { x, y: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** Fits the points, in the order of their sizes. Points that are not positive have no logarithm and are left out. */
export function fitGrowth({ points }: Pick<Series, 'points'>): Growth {
  const fitted = points.filter(({ x, y, low }) => x > 0 && y > 0 && low > 0);
  return { order: fitSlope(fitted), slopes: localSlopes(fitted), bends: findBends(fitted) };
}

/** The slope of the least-squares line through the logarithms. */
function fitSlope(points: readonly Point[]): number {
  const xs = points.map(({ x }) => Math.log(x));
  const ys = points.map(({ y }) => Math.log(y));
  const meanX = mean(xs);
  const meanY = mean(ys);
  const covariance = xs.reduce((sum, x, index) => sum + (x - meanX) * (ys[index]! - meanY), 0);
  const variance = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  return covariance / variance;
}

function localSlopes(points: readonly Point[]): number[] {
  return points.slice(1).map((point, index) => slope(points[index]!, point.x, points[index]!.y, point.y));
}

/**
 * Finds the points after which the slope is greater than before. The quartiles must show the same, because noise is not
 * a bend.
 */
function findBends(points: readonly Point[]): Bend[] {
  const slopes = localSlopes(points);
  return points.slice(1, -1).flatMap((point, index) => {
    const [before, after] = [slopes[index]!, slopes[index + 1]!];
    const [last, next] = [points[index]!, points[index + 2]!];
    const mostBefore = slope(last, point.x, last.low, point.high);
    const leastAfter = slope(point, next.x, point.high, next.low);
    const isBend = after - before > BEND && leastAfter > mostBefore;
    return isBend ? [{ x: point.x, before, after }] : [];
  });
}

function slope(from: Point, x: number, y1: number, y2: number): number {
  return Math.log(y2 / y1) / Math.log(x / from.x);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
