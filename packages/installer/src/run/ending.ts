import type { Diagnostic } from '@writ/diagnostics';
import type { Failure } from './event.ts';
import type { Outcome } from './request.ts';

/** What an installation comes to, before it is dressed as a result. */
export interface Ending {
  readonly outcome: Outcome;
  readonly findings?: readonly Diagnostic[];
  readonly failure?: Failure;
}

export type Refused = Ending & { readonly findings: readonly Diagnostic[] };

export function refused(findings: readonly Diagnostic[]): Refused {
  return { outcome: 'refused', findings };
}
