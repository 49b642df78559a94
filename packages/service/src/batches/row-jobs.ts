import type { Secret } from '@writ/diagnostics';
import type { HttpError } from '@writ/http';
import { loginsOf, toJob } from '../jobs/create-job.ts';
import { hashLogins, type Hasher } from '../jobs/hash-logins.ts';
import type { Seal } from '../jobs/seal.ts';
import { problem } from '../problems.ts';
import { missingSecrets, type JobWithSecrets } from '../records/job.ts';
import type { PlanOptions } from '../records/plan-options.ts';
import type { SplitOutput } from '../work/split-output.ts';

/** A row whose secrets have been separated from its configuration. */
export interface SeparatedRow {
  /** The number of the row in the table, from 1. */
  readonly number: number;
  readonly split: SplitOutput;
  /** Identifies the content that may be lost; see `fingerprintLosses`. */
  readonly agreed: string;
}

export interface RowJobsOptions {
  readonly options: PlanOptions;
  readonly hash: Hasher;
  readonly seal: Seal | undefined;
}

/** Maximum number of passwords that are hashed in one call. */
const PASSWORDS_PER_CALL = 100;

/**
 * Creates the jobs of rows, in their order. Login passwords are hashed.
 *
 * @throws {HttpError} 422 when a secret is missing, or must be sealed but there is no key
 * @throws {HashingFailed} when the login passwords cannot be hashed
 */
export async function createRowJobs(
  rows: readonly SeparatedRow[],
  { options, hash, seal }: RowJobsOptions,
  signal: AbortSignal,
): Promise<readonly JobWithSecrets[]> {
  const logins = rows.flatMap(({ number, split }) =>
    [...loginsOf(split)].map(([name, secret]): [string, Secret] => [keyOf(number, name), secret]),
  );
  const hashes: Record<string, string> = {};
  for (let at = 0; at < logins.length; at += PASSWORDS_PER_CALL) {
    const some = new Map(logins.slice(at, at + PASSWORDS_PER_CALL));
    Object.assign(hashes, await hashLogins(some, hash, signal));
  }
  const jobs = rows.map(({ number, split, agreed }): JobWithSecrets => {
    const ofRow = [...loginsOf(split).keys()].map((name) => [name, hashes[keyOf(number, name)]!]);
    return toJob(split, Object.fromEntries(ofRow) as Record<string, string>, { agreed, options });
  });
  assertComplete(rows, jobs, seal);
  return jobs;
}

/** @throws {HttpError} 422 */
function assertComplete(
  rows: readonly SeparatedRow[],
  jobs: readonly JobWithSecrets[],
  seal: Seal | undefined,
): void {
  for (const [index, job] of jobs.entries()) {
    const { number } = rows[index]!;
    const missing = missingSecrets(job);
    if (missing.length > 0)
      throw secretsProblem(`Row ${number} needs the secrets ${missing.join(', ')}; send them as credentials`);
    if (seal === undefined && job.job.needs.length > 0) {
      const names = job.job.needs.map(({ name }) => name).join(', ');
      throw secretsProblem(
        `Row ${number} has secrets that cannot be hashed: ${names}. Start the service with WRIT_SEAL_KEY_FILE, so that they can be stored until the row is installed.`,
      );
    }
  }
}

function secretsProblem(detail: string): HttpError {
  return problem('secrets-refused', { detail });
}

function keyOf(number: number, name: string): string {
  return `${number} ${name}`;
}
