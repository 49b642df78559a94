/** Returns the value below which a share of the values lies (0.5: the median), interpolated between two values. */
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
 * Returns the median of the ratios within each round. On a shared machine, conditions vary more between rounds than
 * within a round.
 *
 * @param values one value per round, in the order of `bases`
 */
export function medianRatio(values: readonly number[], bases: readonly number[]): number {
  return median(values.map((value, round) => value / bases[round]!));
}
