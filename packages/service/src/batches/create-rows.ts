import { defined } from '@writ/diagnostics/internal';
import { sealJob } from '../jobs/seal.ts';
import type { NewBatchRow } from '../store/batch-rows.ts';
import type { BatchPlanRow } from './plan-batch.ts';
import { createRowJobs, type RowJobsOptions } from './row-jobs.ts';
import { rowOwner } from './row-owner.ts';

/**
 * Creates the rows of a batch for the store: login passwords are hashed, and other secrets are sealed.
 *
 * @param rows planned rows with their secrets
 * @returns a function that returns the rows of the batch with a number
 * @throws {HttpError} 422 when a secret is missing, or must be sealed but there is no key
 * @throws {HashingFailed} when the login passwords cannot be hashed
 */
export async function createRows(
  rows: readonly BatchPlanRow[],
  options: RowJobsOptions,
  signal: AbortSignal,
): Promise<(batch: number) => readonly NewBatchRow[]> {
  const separated = rows.map(({ number, split, agreed }) => ({ number, split: split!, agreed }));
  const jobs = await createRowJobs(separated, options, signal);
  const { seal } = options;
  return (batch) =>
    rows.map(({ number, target, path, host, digest, labels }, index) => ({
      number,
      target,
      path,
      digest,
      labels,
      job: sealJob(jobs[index]!, rowOwner(batch, number), seal),
      ...defined({ host }),
    }));
}
