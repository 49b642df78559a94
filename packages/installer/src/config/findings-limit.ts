import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { finding } from './finding-codes.ts';

/** Maximum number of listed findings. A file of one megabyte could produce half a million. */
export const MAX_FINDINGS = 1000;

/**
 * Returns the findings; if there are more than 1,000, the first 1,000 and a finding with the number of the others.
 *
 * @param omitted the number of findings that were not created at all
 */
export function limitFindings(findings: readonly Diagnostic[], omitted: number): readonly Diagnostic[] {
  if (findings.length <= MAX_FINDINGS) return findings;
  const shown = findings.slice(0, MAX_FINDINGS);
  const last = shown.at(-1)!;
  const rest = findings.length - MAX_FINDINGS + omitted;
  return [
    ...shown,
    finding('too-many-findings', {
      ...defined({ file: last.file, range: last.range }),
      message: rest === 1 ? 'one more finding is not listed' : `${rest} more findings are not listed`,
      hint: 'correct the listed findings, which often have a common cause, then check again',
    }),
  ];
}
