import type { Diagnostic } from '@writ/diagnostics';
import { tableUuidOf } from '../facts/partition-table.ts';
import type { Plan } from '../plan/plan-type.ts';
import { refusal } from '../finding-codes.ts';
import { judgeContents } from '../target/consent.ts';
import type { InstallRequest } from './request.ts';

/** What came of asking for consent. */
export interface Consented {
  /** Why there is none; empty when there is. */
  readonly findings: readonly Diagnostic[];
  /** Why there is none should the installation begin anew, when it was given for going on only. */
  readonly anew: readonly Diagnostic[];
}

/** Asks when it must; what was given with the request counts first. */
export async function consentTo(request: InstallRequest, plan: Plan): Promise<Consented> {
  if (request.planSha256 !== undefined && request.planSha256.toLowerCase() !== plan.digest) {
    return none(
      refusal('plan-changed', `the plan is ${plan.digest}, not the one that was agreed to`, {
        hint: 'look at the plan again; its digest is in its first lines',
      }),
    );
  }
  const full = judgeContents(plan.losses, request);
  if (full.length > 0) {
    // What this plan has put there itself may be gone on with: its loss was agreed to then.
    if (!(await isBegun(plan))) return none(...full);
    return request.resume === true ? { findings: [], anew: full } : none(...full.map(orGoOn));
  }
  if (request.yes === true || (await request.confirm?.(plan)) === true) {
    const onlyContinue = request.resume === true && request.onlyContinue === true;
    return { findings: [], anew: onlyContinue ? [nothingLeft()] : [] };
  }
  return none(
    refusal('no-consent', 'nobody has agreed to the plan', { hint: 'look at writ plan, then give --yes' }),
  );
}

function nothingLeft(): Diagnostic {
  return refusal('cannot-resume', 'there is no unfinished installation left to continue', {
    hint: 'look at the plan again, then begin without resuming',
  });
}

function none(...findings: readonly Diagnostic[]): Consented {
  return { findings, anew: findings };
}

function orGoOn({ hint, ...finding }: Diagnostic): Diagnostic {
  return { ...finding, hint: `--resume goes on with what this plan began there; to begin anew: ${hint}` };
}

/** The table's GUID derives from the configuration and the disk: nothing but this plan writes it. */
async function isBegun({ target }: Plan): Promise<boolean> {
  const uuid = await tableUuidOf(target.path).catch(() => undefined);
  return uuid === target.layout.uuid;
}
