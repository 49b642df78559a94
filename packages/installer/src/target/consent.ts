import { phrase, type Diagnostic } from '@writ/diagnostics';
import type { Loss } from '../facts/loss.ts';
import { refusal } from '../finding-codes.ts';
import { term } from '../terms.ts';

/** Consent that was passed as options. */
export interface Consent {
  readonly yes?: boolean;
  readonly wipe?: boolean;
  readonly planSha256?: string;
}

/**
 * Reports existing content if only `yes` was passed. Destroying content requires `wipe` or the digest of the
 * plan; a plan that keeps partitions requires its digest.
 */
export function checkContents(losses: readonly Loss[], { yes, wipe, planSha256 }: Consent): Diagnostic[] {
  if (yes !== true || planSha256 !== undefined) return [];
  const keeping = losses.flatMap(({ target, kept }) =>
    kept === undefined
      ? []
      : refusal('no-consent', `partitions of ${target} remain, so the plan itself must be confirmed`, {
          hint: phrase`${term('confirmKeeping')}`,
        }),
  );
  if (keeping.length > 0 || wipe === true) return keeping;
  return losses.flatMap(({ target, contents = [] }) =>
    contents.length === 0
      ? []
      : refusal('no-consent', `${target} is not empty: ${contents.join('; ')}`, {
          hint: phrase`${term('confirmLosses')}`,
        }),
  );
}
