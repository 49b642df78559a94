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
 * plan.
 */
export function checkContents(losses: readonly Loss[], { yes, wipe, planSha256 }: Consent): Diagnostic[] {
  if (yes !== true || wipe === true || planSha256 !== undefined) return [];
  return losses.flatMap(({ target, contents = [] }) =>
    contents.length === 0
      ? []
      : refusal('no-consent', `${target} is not empty: ${contents.join('; ')}`, {
          hint: phrase`${term('confirmLosses')}`,
        }),
  );
}
