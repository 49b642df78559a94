import { canonicalJson, sha256 } from '../plan/digest.ts';

/** A row as the digest of its batch covers it. */
export interface PlannedRow {
  /** The number of the row, from 1. */
  readonly number: number;
  /** The names or paths of the targets. */
  readonly targets: readonly string[];
  /** The digest of the row's plan. */
  readonly digest: string;
  /** The machine whose workers run the installation; absent if there are no workers. */
  readonly host?: string | undefined;
}

/**
 * Returns the SHA-256 of a batch as 64 hexadecimal digits. It covers the plan, the targets and the machine of each row.
 * Like the digest of a plan, it does not cover secrets.
 */
export function digestBatch(rows: readonly PlannedRow[]): string {
  const covered = rows.map(({ number, targets, digest, host }) => ({ number, targets, digest, host }));
  return sha256(canonicalJson({ version: 1, rows: covered }));
}
