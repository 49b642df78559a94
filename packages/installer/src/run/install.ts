import { userInfo } from 'node:os';
import { phrase, type Diagnostic } from '@writ/diagnostics';
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
import { term } from '../terms.ts';

/** Functions that replace parts of an installation. */
export interface InstallDependencies {
  /** Plans the installation, for example in another thread (default: `preparePlan`). */
  readonly prepare?: typeof preparePlan;
}

/**
 * Installs a system. Until all checks have passed and all packages are downloaded and verified, it writes only
 * to the package cache and to folders for the state and the lock of the run: `WRIT_STATE` and
 * `/run/writ-disks` for a disk, the folder `IMAGE.writ` for an image. If the cache is too small, and with consent, packages are downloaded to a
 * disk after it is wiped.
 */
export async function install(
  request: InstallRequest,
  { prepare = preparePlan }: InstallDependencies = {},
): Promise<InstallResult> {
  const began = Date.now();
  const first = await prepare(request, request.wipe === true);
  const prepared = request.dryRun === true ? first : await prepareForThisMachine(request, first, prepare);
  const lock = request.lock === undefined ? undefined : parseLock(request.lock.file, request.lock.text);
  const toResult = (result: RunResult, resumable: boolean): InstallResult => {
    const { findings, sources, plan } = prepared;
    return {
      outcome: result.outcome,
      findings: [...findings, ...(result.findings ?? []).map(prepared.locate)],
      sources: lock === undefined ? sources : [...sources, lock.source],
      ...defined({ plan, failure: result.failure }),
      resumable,
      milliseconds: Date.now() - began,
    };
  };
  const { plan, inputs } = prepared;
  if (plan === undefined || inputs === undefined) return toResult({ outcome: prepared.outcome }, false);
  if (lock !== undefined && lock.lock === undefined) {
    return toResult({ outcome: 'findings', findings: lock.findings }, false);
  }
  if (request.dryRun === true) return toResult({ outcome: 'done' }, false);
  const network = await readNetworkSecrets(plan);
  const rights = checkDiskRights(plan, userInfo().uid === 0);
  const missing = [...rights, ...checkSecrets(prepared), ...network.findings];
  // Do not prompt if the installation will be refused anyway.
  const canInstall = missing.length === 0;
  const consent = await checkConsent(canInstall ? request : withoutPrompt(request), plan);
  if (request.signal?.aborted) return toResult({ outcome: 'interrupted' }, false);
  const findings = [...missing, ...consent.findings];
  if (findings.length > 0) return toResult({ outcome: 'refused', findings }, false);

  const secrets = new Map([...prepared.secrets, ...network.secrets]);
  const { redact } = createRedactor([...secrets.values()].map((secret) => secret.reveal()));
  const record = createInstallRecord(inputs);
  const sink: EventSink = (event) => {
    record.sink(event);
    request.onEvent?.(event);
  };
  const events = createEmitter(sink, redact);
  const installStep = events.start({
    id: INSTALL_STEP,
    title: `Install to ${plan.target.path}`,
    stage: INSTALL_STEP,
    weight: 0,
  });
  let result: RunResult = { outcome: 'failed' };
  try {
    const { restartFindings } = consent;
    const packages = lock?.lock;
    result = await runPlan({
      ...request,
      plan,
      secrets,
      events,
      installStep,
      restartFindings,
      record,
      packages,
    });
  } finally {
    const { outcome } = result;
    installStep.finish(outcome === 'done' || outcome === 'interrupted' ? outcome : 'failed');
    record.close();
  }
  const { outcome } = result;
  const isUnfinished = outcome === 'failed' || outcome === 'interrupted';
  const isNothingToResume = result.findings === consent.restartFindings;
  const resumable = isUnfinished || (outcome === 'refused' && request.resume === true && !isNothingToResume);
  return toResult(result, resumable);
}

function checkSecrets({ missingSecrets }: PreparedPlan): Diagnostic[] {
  return missingSecrets.map((name) =>
    refusal('secret-missing', `missing secret ${name}`, {
      hint: phrase`${term('supplySecret')}: { ${JSON.stringify(name)}: "…" }`,
    }),
  );
}

function withoutPrompt({ confirm: _left, ...request }: InstallRequest): InstallRequest {
  return request;
}
