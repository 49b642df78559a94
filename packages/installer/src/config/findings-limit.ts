import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { finding } from './finding-codes.ts';

/** Nobody reads more, and a file of a megabyte could have half a million. */
export const MAX_FINDINGS = 1000;

/**
 * The first findings in the order of the text, and how many more there are; `untold` ones were not even put into words.
 * What is cut off keeps its weight: the one
 * finding that stands for it is an error.
 */
export function limitFindings(findings: readonly Diagnostic[], untold: number): readonly Diagnostic[] {
  if (findings.length <= MAX_FINDINGS) return findings;
  const shown = findings.slice(0, MAX_FINDINGS);
  const last = shown.at(-1)!;
  const rest = findings.length - MAX_FINDINGS + untold;
  return [
    ...shown,
    finding('too-many-findings', {
      ...defined({ file: last.file, range: last.range }),
      message: `${rest} more findings follow, and are not listed`,
      hint: 'so many are often one mistake that repeats: mend it, then check again',
    }),
  ];
}
