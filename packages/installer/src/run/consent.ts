import { phrase, phrasesOf, textOf, type Diagnostic } from '@writ/diagnostics';
import { readTableUuid } from '../facts/partition-table.ts';
import type { Plan } from '../plan/plan.ts';
import { refusal } from '../finding-codes.ts';
import { checkContents } from '../target/consent.ts';
import { listLostPartitions } from '../plan/lost-partitions.ts';
import type { InstallRequest } from './request.ts';
import { term } from '../terms.ts';

/** The result of checking the consent. */
export interface ConsentResult {
  /** Findings that explain why consent is missing; empty if the user consented. */
  readonly findings: readonly Diagnostic[];
  /** Findings that refuse a new installation if the consent covers only resuming an earlier one. */
  readonly restartFindings: readonly Diagnostic[];
}

/**
 * Checks the consent in the request. Calls `confirm` only if the request does not contain `yes` and no other consent
 * is missing.
 */
export async function checkConsent(request: InstallRequest, plan: Plan): Promise<ConsentResult> {
  const changed =
    request.planSha256 !== undefined && request.planSha256.toLowerCase() !== plan.digest
      ? [planChanged(plan)]
      : [];
  // The digest of a plan that keeps partitions covers those that are lost, which no longer exist after the first write.
  // Whether the digest is that of the unfinished installation is known only when its journal has been read.
  const mayBeEarlier = request.resume === true && listLostPartitions(plan) !== undefined;
  if (!mayBeEarlier && changed.length > 0) return refuseConsent(...changed);
  const findings = checkContents(plan.losses, request);
  if (findings.length > 0) {
    // A resumed run may overwrite content that this plan has written, because the user has confirmed the loss of the
    // original content. If partitions of a disk remain, its table does not show whether this plan has written to it.
    const mayResume =
      plan.target.kind === 'folder' || plan.losses.some(({ kept }) => kept !== undefined)
        ? request.resume === true
        : await hasPlannedTable(plan);
    if (!mayResume) return refuseConsent(...findings);
    return request.resume === true
      ? { findings: [], restartFindings: findings }
      : refuseConsent(...findings.map(suggestResume));
  }
  if (request.yes === true || (await request.confirm?.(plan)) === true) {
    const onlyContinue = request.resume === true && request.onlyContinue === true;
    return { findings: [], restartFindings: onlyContinue ? [nothingToResume()] : changed };
  }
  return refuseConsent(
    refusal('no-consent', 'the plan was not confirmed', {
      hint: phrase`${term('confirmPlan')}`,
    }),
  );
}

/** Returns the refusal of a run whose plan is not the confirmed one. */
export function planChanged({ digest }: Plan): Diagnostic {
  return refusal('plan-changed', `the plan's digest is ${digest}, not the confirmed one`, {
    hint: 'review the plan again; its first lines show the digest',
  });
}

function nothingToResume(): Diagnostic {
  return refusal('cannot-resume', 'there is no unfinished installation to resume', {
    hint: 'review the plan, then start a new installation',
  });
}

function refuseConsent(...findings: readonly Diagnostic[]): ConsentResult {
  return { findings, restartFindings: findings };
}

function suggestResume({ phrases, ...finding }: Diagnostic): Diagnostic {
  const hint = phrase`${term('resumeOrRestart')}: ${phrases?.hint ?? finding.hint ?? ''}`;
  return { ...finding, hint: textOf(hint), ...phrasesOf({ ...phrases, hint }) };
}

/**
 * True if this plan has written the disk's partition table, whose GUID is derived from the configuration and
 * the disk.
 */
async function hasPlannedTable({ target }: Plan): Promise<boolean> {
  const uuid = await readTableUuid(target.path).catch(() => undefined);
  return uuid === target.layout.uuid;
}
