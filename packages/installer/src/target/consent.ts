import type { Diagnostic } from '@writ/diagnostics';
import type { Loss } from '../facts/loss.ts';
import { refusal } from '../finding-codes.ts';

/** What a person has agreed to without being asked. */
export interface Consent {
  readonly yes?: boolean;
  readonly wipe?: boolean;
  readonly planSha256?: string;
}

/** A general yes is none to losing what is on a disk: that takes a word about this disk, or about this plan. */
export function checkContents(losses: readonly Loss[], { yes, wipe, planSha256 }: Consent): Diagnostic[] {
  if (yes !== true || wipe === true || planSha256 !== undefined) return [];
  return losses.flatMap(({ target, contents = [] }) =>
    contents.length === 0
      ? []
      : refusal('no-consent', `${target} is not empty: ${contents.join('; ')}`, {
          hint: 'review the plan with writ plan, then pass --wipe, or its digest with --plan-sha256',
        }),
  );
}
