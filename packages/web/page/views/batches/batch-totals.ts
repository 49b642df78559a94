import type { Batch } from '../../api/answers.ts';

/** Returns the number of rows of a batch. */
export function totalOf({ rows }: Pick<Batch, 'rows'>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
