import { readPython } from '@writ/convert/python';
import { planInstallation } from '@writ/installer';
import { failureOfFindings } from '../installs/outcome.ts';
import type { InstallFailure } from '../records/install.ts';
import type { QueuedInstallation, RunRequest } from '../installs/queue.ts';
import { toFiles } from '../jobs/files.ts';
import { fingerprintLosses } from './consent.ts';

/** What an installation is requested with that was agreed to a moment ago. */
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
    ...(job.lock === undefined ? {} : { lock: { file: 'lock', text: job.lock } }),
  };
}

/**
 * The same for one that was agreed to some time ago: it is still the plan that was agreed to, and nothing else is lost.
 * A resumed one may continue what it has begun itself, whatever is lost otherwise.
 */
export async function revalidateConsent(
  entry: QueuedInstallation,
  signal: AbortSignal,
): Promise<RunRequest | InstallFailure> {
  const { path, resume, digest, job } = entry;
  const { plan, findings } = await planInstallation({
    ...toFiles(entry),
    readPython,
    targets: [path],
    signal,
  });
  if (plan === undefined) return failureOfFindings(findings, 'The plan cannot be made any more');
  const next = 'Look at the plan again, then start it again';
  if (plan.digest !== digest) {
    return { message: `The plan is another one than was agreed to: its digest is ${plan.digest}`, next };
  }
  const request = toRunRequest(entry);
  if (fingerprintLosses(plan) === job.agreed) return request;
  if (!resume) {
    return { message: 'Something else would be lost by now than was agreed to; nothing was written', next };
  }
  // To a plan as a whole there is no consent any more: the installer judges what it may continue.
  const { planSha256: _agreed, ...rest } = request;
  return { ...rest, onlyContinue: true };
}
