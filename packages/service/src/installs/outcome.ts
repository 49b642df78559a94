import type { Diagnostic } from '@writ/diagnostics';
import type { InstallResult } from '@writ/installer';
import type { EndState, Install, InstallFailure, InstallOutcome } from '../records/install.ts';
import { toRequestWords } from '../records/request-words.ts';

export const RESUME_ADVICE = 'Resume the installation; completed steps are not repeated';

/** The outcome of an installation that was ended by an internal error. */
export const INTERNAL_ERROR_OUTCOME: Omit<InstallOutcome, 'ended'> = {
  state: 'failed',
  resumable: true,
  failure: { message: 'An internal error in Writ ended this installation', next: RESUME_ADVICE },
};

const states: Readonly<Record<InstallResult['outcome'], EndState>> = {
  done: 'done',
  findings: 'refused',
  usage: 'refused',
  refused: 'refused',
  failed: 'failed',
  interrupted: 'interrupted',
};

/** @param cancelled whether a user cancelled the installation */
export function toOutcome(result: InstallResult, cancelled: boolean): Omit<InstallOutcome, 'ended'> {
  const state = cancelled && result.outcome === 'interrupted' ? 'cancelled' : states[result.outcome];
  const failure = state === 'done' ? undefined : failureOf(result, state);
  return { state, resumable: result.resumable, ...(failure && { failure }) };
}

/** Returns the outcome of an installation that was stopped before the installer was called. */
export function interruptedOutcome(cancelled: boolean): Omit<InstallOutcome, 'ended'> {
  const state = cancelled ? 'cancelled' : 'interrupted';
  return { state, resumable: true, failure: interruptionFailure(state) };
}

/** Returns the outcome of a cancelled installation that no worker is running. @param ended ISO 8601, UTC */
export function toCancelledOutcome({ started }: Pick<Install, 'started'>, ended: string): InstallOutcome {
  if (started !== undefined) return { ...interruptedOutcome(true), state: 'cancelled', ended };
  // An installation that never started cannot be resumed.
  const failure = { message: 'Cancelled before it started', next: 'Start a new installation' };
  return { state: 'cancelled', ended, resumable: false, failure };
}

function interruptionFailure(state: 'cancelled' | 'interrupted'): InstallFailure {
  const message =
    state === 'cancelled' ? 'Cancelled' : 'The service stopped while this installation was running';
  return { message, next: RESUME_ADVICE };
}

function failureOf(result: InstallResult, state: EndState): InstallFailure {
  if (result.failure !== undefined) return toRequestWords(result.failure);
  if (state === 'cancelled' || state === 'interrupted') return interruptionFailure(state);
  return failureOfFindings(result.findings.map(toRequestWords), 'The installation was refused');
}

/** @param otherwise the message when no finding is an error */
export function failureOfFindings(findings: readonly Diagnostic[], otherwise: string): InstallFailure {
  const errors = findings.filter((finding) => finding.severity === 'error');
  const hints = new Set(errors.flatMap(({ hint }) => hint ?? []));
  return {
    message: errors.map(({ message }) => message).join('; ') || otherwise,
    next: [...hints].join('; ') || 'Nothing was written',
  };
}
