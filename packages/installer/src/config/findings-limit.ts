import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { finding } from './finding-codes.ts';

/** Maximum number of listed findings. A file of one megabyte could produce half a million. */
export const MAX_FINDINGS = 1000;

/**
 * Returns the findings; if there are more than 1,000, the first 1,000 and a finding with the number of the others.
 *
 * @param omitted the number of findings that were not created at all; undefined if it is not known
 */
export function limitFindings(
  findings: readonly Diagnostic[],
  omitted: number | undefined,
): readonly Diagnostic[] {
  if (findings.length <= MAX_FINDINGS) return findings;
  const shown = findings.slice(0, MAX_FINDINGS);
  const last = shown.at(-1)!;
  return [
    ...shown,
    finding('too-many-findings', {
      ...defined({ file: last.file, range: last.range }),
      message: describeRest(omitted === undefined ? undefined : findings.length - MAX_FINDINGS + omitted),
      hint: 'correct the listed findings, which often have a common cause, then check again',
    }),
  ];
}

function describeRest(count: number | undefined): string {
  if (count === undefined) return 'more findings are not listed';
  return count === 1 ? 'one more finding is not listed' : `${count} more findings are not listed`;
}
