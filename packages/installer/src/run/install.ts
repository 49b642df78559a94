import { userInfo } from 'node:os';
import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { refusal } from '../finding-codes.ts';
import { checkConsent } from './consent.ts';
import { createEmitter, INSTALL_STEP } from './emitter.ts';
import type { EventSink } from './event.ts';
import { createInstallRecord } from './install-record/write-record.ts';
import { readNetworkSecrets } from './commands/network-secrets.ts';
import { parseLock } from './package-lock/parse.ts';
import { preparePlan, type PreparedPlan } from './prepare-plan.ts';
import type { InstallRequest, InstallResult } from './request.ts';
import type { RunResult } from './run-result.ts';
import { createRedactor } from '../process/redact.ts';
import { runPlan } from './run-plan.ts';
import { checkDiskRights } from './machine/disk-rights.ts';
import { prepareForThisMachine } from './same-machine.ts';

/**
 * Installs. Nothing beside the package cache is written before everything that can be known is known and every
 * package is downloaded and verified.
 */
export async function install(request: InstallRequest): Promise<InstallResult> {
  const began = Date.now();
  const first = await preparePlan(request, request.wipe === true);
  const prepared = request.dryRun === true ? first : await prepareForThisMachine(request, first);
  const lock = request.lock === undefined ? undefined : parseLock(request.lock.file, request.lock.text);
  const ended = (ending: RunResult, resumable: boolean): InstallResult => {
    const { findings, sources, plan } = prepared;
    return {
      outcome: ending.outcome,
      findings: [...findings, ...(ending.findings ?? []).map(prepared.locate)],
      sources: lock === undefined ? sources : [...sources, lock.source],
      ...defined({ plan, failure: ending.failure }),
      resumable,
      milliseconds: Date.now() - began,
    };
  };
  const { plan, madeFrom } = prepared;
  if (plan === undefined || madeFrom === undefined) return ended({ outcome: prepared.outcome }, false);
  if (lock !== undefined && lock.lock === undefined) {
    return ended({ outcome: 'findings', findings: lock.findings }, false);
  }
  if (request.dryRun === true) return ended({ outcome: 'done' }, false);
  const network = await readNetworkSecrets(plan);
  const rights = checkDiskRights(plan, userInfo().uid === 0);
  const missing = [...rights, ...checkSecrets(prepared), ...network.findings];
  // Nobody is asked about what cannot be done anyway.
  const able = missing.length === 0;
  const consent = await checkConsent(able ? request : withoutPrompt(request), plan);
  if (request.signal?.aborted) return ended({ outcome: 'interrupted' }, false);
  const findings = [...missing, ...consent.findings];
  if (findings.length > 0) return ended({ outcome: 'refused', findings }, false);

  const secrets = new Map([...prepared.secrets, ...network.secrets]);
  const { redact } = createRedactor([...secrets.values()].map((secret) => secret.reveal()));
  const left = createInstallRecord(madeFrom);
  const sink: EventSink = (event) => {
    left.sink(event);
    request.onEvent?.(event);
  };
  const events = createEmitter(sink, redact);
  const whole = events.start({
    id: INSTALL_STEP,
    title: `Install to ${plan.target.path}`,
    stage: INSTALL_STEP,
    weight: 0,
  });
  let ending: RunResult = { outcome: 'failed' };
  try {
    const { anew } = consent;
    const packages = lock?.lock;
    ending = await runPlan({
      ...request,
      plan,
      secrets,
      events,
      installStep: whole,
      restartFindings: anew,
      record: left,
      packages,
    });
  } finally {
    const { outcome } = ending;
    whole.finish(outcome === 'done' || outcome === 'interrupted' ? outcome : 'failed');
    left.close();
  }
  const { outcome } = ending;
  const kept = outcome === 'failed' || outcome === 'interrupted';
  const nothingLeft = ending.findings === consent.anew;
  const resumable = kept || (outcome === 'refused' && request.resume === true && !nothingLeft);
  return ended(ending, resumable);
}

function checkSecrets({ missingSecrets }: PreparedPlan): Diagnostic[] {
  return missingSecrets.map((name) =>
    refusal('secret-missing', `the secret ${name} is named and not given`, {
      hint: `give a file with --creds that holds it: { ${JSON.stringify(name)}: "…" }`,
    }),
  );
}

function withoutPrompt({ confirm: _left, ...request }: InstallRequest): InstallRequest {
  return request;
}
