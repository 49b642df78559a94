import { readPython } from '@writ/convert/python';
import { failureOfFindings } from '../installs/outcome.ts';
import type { InstallFailure } from '../records/install.ts';
import { LOCK_NAME } from '../records/configuration-name.ts';
import { toRequestWords } from '../records/request-words.ts';
import type { QueuedInstallation, RunRequest } from '../installs/run-installation.ts';
import { toFiles } from '../jobs/files.ts';
import type { Planner } from '../work/planner.ts';
import { fingerprintLosses } from './consent.ts';

/** Creates the installer request for an installation whose consent still applies. */
export function toRunRequest(entry: QueuedInstallation): RunRequest {
  const { path, resume, digest, job } = entry;
  return {
    ...toFiles(entry),
    readPython,
    targets: [path],
    yes: true,
    planSha256: digest,
    resume,
    rerunCommand: job.rerunCommand,
    ...(job.lock === undefined ? {} : { lock: { file: LOCK_NAME, text: job.lock } }),
  };
}

/**
 * Creates the installer request for an installation that was confirmed earlier, or returns the reason why its consent
 * no longer applies: the plan cannot be computed or has changed, or other data would be lost. If only the losses
 * differ, a resumed installation may still continue its own work.
 */
export async function revalidateConsent(
  planner: Planner,
  entry: QueuedInstallation,
  signal: AbortSignal,
): Promise<RunRequest | InstallFailure> {
  const { path, resume, digest, job } = entry;
  const { plan, findings } = await planner.prepare({ ...toFiles(entry), targets: [path] }, false, signal);
  if (plan === undefined)
    return failureOfFindings(findings.map(toRequestWords), 'The plan can no longer be computed');
  const next = 'Review the plan again, then start a new installation';
  if (plan.digest !== digest) {
    return { message: `The plan has changed since it was confirmed: its digest is now ${plan.digest}`, next };
  }
  const request = toRunRequest(entry);
  if (fingerprintLosses(plan) === job.agreed) return request;
  if (!resume) {
    return {
      message: 'The plan would destroy data whose loss you have not confirmed; nothing was written',
      next,
    };
  }
  // The target has changed, so the consent to the whole plan no longer applies: the installer may only continue its own
  // work.
  const { planSha256: _digest, ...rest } = request;
  return { ...rest, onlyContinue: true };
}
