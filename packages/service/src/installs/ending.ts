import type { Diagnostic } from '@writ/diagnostics';
import type { InstallResult } from '@writ/installer';
import type { Ending, EndState, Trouble } from '../records/install.ts';

export const again = 'Resume it; what was done before is used again';

const states: Readonly<Record<InstallResult['outcome'], EndState>> = {
  done: 'done',
  findings: 'refused',
  usage: 'refused',
  refused: 'refused',
  failed: 'failed',
  interrupted: 'interrupted',
};

/** @param cancelled whether a person has ended it */
export function endingOf(result: InstallResult, cancelled: boolean): Omit<Ending, 'ended'> {
  const state = cancelled && result.outcome === 'interrupted' ? 'cancelled' : states[result.outcome];
  const trouble = state === 'done' ? undefined : troubleOf(result, state);
  return { state, resumable: result.resumable, ...(trouble && { trouble }) };
}

/** Of one that was ended before its installer was called: it begins where it is resumed. */
export function interrupted(cancelled: boolean): Omit<Ending, 'ended'> {
  const state = cancelled ? 'cancelled' : 'interrupted';
  return { state, resumable: true, trouble: troubleOfInterruption(state) };
}

function troubleOfInterruption(state: 'cancelled' | 'interrupted'): Trouble {
  const message = state === 'cancelled' ? 'Cancelled' : 'The service was ended while this installation ran';
  return { message, next: again };
}

function troubleOf(result: InstallResult, state: EndState): Trouble {
  if (result.failure !== undefined) return result.failure;
  if (state === 'cancelled' || state === 'interrupted') return troubleOfInterruption(state);
  return troubleOfFindings(result.findings, 'The installation was refused');
}

/** @param otherwise what is said when none of them is an error */
export function troubleOfFindings(findings: readonly Diagnostic[], otherwise: string): Trouble {
  const errors = findings.filter((finding) => finding.severity === 'error');
  const hints = new Set(errors.flatMap(({ hint }) => hint ?? []));
  return {
    message: errors.map(({ message }) => message).join('; ') || otherwise,
    next: [...hints].join('; ') || 'Nothing was written',
  };
}
