import type { Diagnostic } from '@writ/diagnostics';
import type { Failure } from './event.ts';
import type { Outcome } from './request.ts';

/** The result of a run, from which `InstallResult` is created. */
export interface RunResult {
  readonly outcome: Outcome;
  readonly findings?: readonly Diagnostic[];
  readonly failure?: Failure;
}

export type RefusedRun = RunResult & { readonly findings: readonly Diagnostic[] };

export function refuseRun(findings: readonly Diagnostic[]): RefusedRun {
  return { outcome: 'refused', findings };
}
