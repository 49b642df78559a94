/** Value below which a share of the values lie; 0.5 is the median. Between two values, it is interpolated. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const lower = sorted[Math.floor(position)]!;
  const upper = sorted[Math.ceil(position)]!;
  return lower + (upper - lower) * (position - Math.floor(position));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * Median of the ratios within each round: on a shared machine, rounds differ more than what they compare.
 *
 * @param values one of each round, as in `bases`
 */
export function medianRatio(values: readonly number[], bases: readonly number[]): number {
  return median(values.map((value, round) => value / bases[round]!));
}
