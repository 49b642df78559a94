import type { Diagnostic } from '@writ/diagnostics';
import type { InstallResult } from '@writ/installer';
import type { InstallOutcome, EndState, InstallFailure } from '../records/install.ts';

export const RESUME_ADVICE = 'Resume it; what was done before is used again';

const states: Readonly<Record<InstallResult['outcome'], EndState>> = {
  done: 'done',
  findings: 'refused',
  usage: 'refused',
  refused: 'refused',
  failed: 'failed',
  interrupted: 'interrupted',
};

/** @param cancelled whether a person has ended it */
export function toOutcome(result: InstallResult, cancelled: boolean): Omit<InstallOutcome, 'ended'> {
  const state = cancelled && result.outcome === 'interrupted' ? 'cancelled' : states[result.outcome];
  const trouble = state === 'done' ? undefined : failureOf(result, state);
  return { state, resumable: result.resumable, ...(trouble && { trouble }) };
}

/** Of one that was ended before its installer was called: it begins where it is resumed. */
export function interruptedOutcome(cancelled: boolean): Omit<InstallOutcome, 'ended'> {
  const state = cancelled ? 'cancelled' : 'interrupted';
  return { state, resumable: true, trouble: interruptionFailure(state) };
}

function interruptionFailure(state: 'cancelled' | 'interrupted'): InstallFailure {
  const message = state === 'cancelled' ? 'Cancelled' : 'The service was ended while this installation ran';
  return { message, next: RESUME_ADVICE };
}

function failureOf(result: InstallResult, state: EndState): InstallFailure {
  if (result.failure !== undefined) return result.failure;
  if (state === 'cancelled' || state === 'interrupted') return interruptionFailure(state);
  return failureOfFindings(result.findings, 'The installation was refused');
}

/** @param otherwise what is said when none of them is an error */
export function failureOfFindings(findings: readonly Diagnostic[], otherwise: string): InstallFailure {
  const errors = findings.filter((finding) => finding.severity === 'error');
  const hints = new Set(errors.flatMap(({ hint }) => hint ?? []));
  return {
    message: errors.map(({ message }) => message).join('; ') || otherwise,
    next: [...hints].join('; ') || 'Nothing was written',
  };
}
