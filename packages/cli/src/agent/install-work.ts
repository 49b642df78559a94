import { readPython } from '@writ/convert/python';
import { install, type InstallRequest, type InstallResult } from '@writ/installer';
import type { WorkEnd, WorkOptions } from './host.ts';
import type { InstallWork, WorkFailure } from './protocol.ts';

/** Installs this machine by the plan to which the administrator has consented. */
export async function installWork(
  { config, creds, options, lock, planSha256 }: InstallWork,
  { isResumed, signal, onEvent }: WorkOptions,
): Promise<WorkEnd> {
  const result = await install({
    ...(options as Partial<InstallRequest>),
    localFiles: false,
    readPython,
    config: { file: 'configuration', text: config },
    creds: { file: 'credentials', text: creds },
    ...(lock === undefined ? {} : { lock: { file: 'lock', text: lock } }),
    facts: 'here',
    yes: true,
    planSha256,
    resume: isResumed,
    signal,
    onEvent,
  });
  if (result.outcome === 'done') return { isInterrupted: false };
  if (result.outcome === 'interrupted') return { isInterrupted: true };
  return { failure: toFailure(result), isInterrupted: false };
}

/** Maximum number of findings in a failure. */
const FINDINGS_LIMIT = 5;

function toFailure({ failure, findings, outcome }: InstallResult): WorkFailure {
  if (failure !== undefined) return { message: failure.message, next: failure.next };
  const errors = findings.filter(({ severity }) => severity === 'error').slice(0, FINDINGS_LIMIT);
  const [first] = errors;
  const message = errors.map((finding) => finding.message).join('; ');
  return {
    message: message === '' ? `The installation was not started: ${outcome}` : message,
    ...(first?.hint === undefined ? {} : { next: first.hint }),
  };
}
