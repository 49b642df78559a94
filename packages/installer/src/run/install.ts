import type { Diagnostic } from '@writ/diagnostics';
import { notBuiltYet } from '../plan/not-built.ts';
import type { Plan } from '../plan/plan-type.ts';
import { refusal } from '../refusal.ts';
import { judgeContents } from '../target/consent.ts';
import { emitter, WHOLE } from './emitter.ts';
import { networkSecrets } from './network-secrets.ts';
import { prepare, type Prepared } from './prepare.ts';
import type { InstallRequest, InstallResult } from './request.ts';
import type { Ending } from './ending.ts';
import { redactor } from './redact.ts';
import { runPlan } from './run-plan.ts';

/**
 * Installs. Nothing beside the package cache is written before everything that can be known is known and every
 * package is downloaded and verified.
 */
export async function install(request: InstallRequest): Promise<InstallResult> {
  const began = Date.now();
  const prepared = await prepare(request, request.wipe === true);
  const ended = (ending: Ending, resumable: boolean): InstallResult => {
    const { findings, sources, plan } = prepared;
    return {
      outcome: ending.outcome,
      findings: [...findings, ...(ending.findings ?? []).map(prepared.locate)],
      sources,
      ...(plan === undefined ? {} : { plan }),
      ...(ending.failure === undefined ? {} : { failure: ending.failure }),
      resumable,
      milliseconds: Date.now() - began,
    };
  };
  const { plan } = prepared;
  if (plan === undefined) return ended({ outcome: prepared.outcome }, false);
  const leftovers = judgeLeftovers(prepared);
  if (leftovers.length > 0) return ended({ outcome: 'refused', findings: leftovers }, false);
  if (request.dryRun === true) return ended({ outcome: 'done' }, false);
  const unable = notBuiltYet(plan);
  if (unable.length > 0) return ended({ outcome: 'refused', findings: unable }, false);
  const network = await networkSecrets(plan);
  const findings = [...judgeSecrets(prepared), ...network.findings, ...(await judgeConsent(request, plan))];
  if (request.signal?.aborted) return ended({ outcome: 'interrupted' }, false);
  if (findings.length > 0) return ended({ outcome: 'refused', findings }, false);

  const secrets = new Map([...prepared.secrets, ...network.secrets]);
  const { redact } = redactor([...secrets.values()].map((secret) => secret.reveal()));
  const events = emitter(request.onEvent, redact);
  const whole = events.start({ id: WHOLE, title: `Install to ${plan.target.path}`, stage: WHOLE, weight: 0 });
  let ending: Ending = { outcome: 'failed' };
  try {
    ending = await runPlan({ ...request, plan, secrets, events, whole });
  } finally {
    const { outcome } = ending;
    whole.finish(outcome === 'done' || outcome === 'interrupted' ? outcome : 'failed');
  }
  const { outcome } = ending;
  const kept = outcome === 'failed' || outcome === 'interrupted';
  const resumable = kept || (outcome === 'refused' && request.resume === true);
  return ended(ending, resumable);
}

/** Orders about disks and passwords that would not be followed: better nothing than half of what was meant. */
function judgeLeftovers({ refusedKeys }: Prepared): Diagnostic[] {
  if (refusedKeys.length === 0) return [];
  return [
    refusal(
      'orders-left',
      `the configuration gives orders in the words of another program: ${refusedKeys.join(', ')}`,
      { hint: 'remove these keys, or say what they mean in keys of this format' },
    ),
  ];
}

function judgeSecrets({ missingSecrets }: Prepared): Diagnostic[] {
  return missingSecrets.map((name) =>
    refusal('secret-missing', `the secret ${name} is named and not given`, {
      hint: 'give a second file with --creds that holds the key itself',
    }),
  );
}

async function judgeConsent(request: InstallRequest, plan: Plan): Promise<Diagnostic[]> {
  if (request.planSha256 !== undefined && request.planSha256.toLowerCase() !== plan.digest) {
    return [
      refusal('plan-changed', `the plan is ${plan.digest}, not the one that was agreed to`, {
        hint: 'look at the plan again; its digest is in its first lines',
      }),
    ];
  }
  const full = judgeContents(plan.losses, request);
  if (full.length > 0) return full;
  if (request.yes === true || (await request.confirm?.(plan)) === true) return [];
  return [
    refusal('no-consent', 'nobody has agreed to the plan', { hint: 'look at writ plan, then give --yes' }),
  ];
}
